/** The score sheet: every counted game of the series, and the sums of players and teams. */

/** @import { Scene, State, Tally } from "./types.js" */

import { h, t } from "/web/kit.js";
import { cardName, formatSigned } from "./cards.js";

/** What a team is called. @param {State} state @param {number} team */
export const teamName = ({ mode }, team) =>
  t(mode === "battle_of_the_couples" ? "tapecho.couple" : `tapecho.team_${team}`, { n: team + 1 });

/** @param {Scene} scene */
export const scoreSheet = ({ state, name }) =>
  h(
    "div",
    { class: "tp-scroll" },
    h(
      "table",
      { class: "scores" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          state.sheet.map(({ game, context }) =>
            h("th", { scope: "col" }, t("tapecho.game", { game }), h("small", null, cardName(context))),
          ),
          h("th", { scope: "col" }, t("tapecho.sum")),
        ),
      ),
      h(
        "tbody",
        null,
        state.seats.map(({ seat, team, total, team_total: shared }) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, name(seat)),
            state.sheet.map(({ scores, winners, tallies }) =>
              h(
                "td",
                null,
                formatSigned(scores[seat]),
                winners.includes(seat) && " ★",
                h("small", null, tallyText(tallies[seat])),
              ),
            ),
            h(
              "td",
              null,
              h("b", null, formatSigned(total)),
              state.mode !== "classic" &&
                h("small", null, t("tapecho.team_score", { team: teamName(state, team), score: formatSigned(shared) })),
            ),
          ),
        ),
      ),
    ),
  );

/** What a count is made of. @param {Tally | undefined} tally */
const tallyText = (tally) =>
  Object.entries(tally ?? {})
    .flatMap(([part, points]) => (points ? `${t(`tapecho.part.${part}`)} ${formatSigned(points)}` : []))
    .join(", ");
