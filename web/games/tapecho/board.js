/** The middle of the table: the context, pile and pit, hands that were shown, and the score sheet. */

/** @import { Scene, Tally } from "./types.js" */

import { h } from "../../ui/dom.js";
import { dialog } from "../../ui/dialog.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { formatList, t } from "../../ui/i18n.js";
import { at, inWords, pill, signed, spot, title } from "./cards.js";
import { team } from "./players.js";
import { sign } from "./icons.js";

/** @param {Scene} scene */
export function middle(scene) {
  const { context } = scene.state;
  return h(
    "div",
    { class: "tp-middle" },
    h(
      "div",
      { class: "tp-centre" },
      h(
        "div",
        { class: "tp-context", key: `context-${context.id}`, role: "img", "aria-label": inWords(context, context) },
        sign("context"),
        h(
          "span",
          null,
          h("small", null, t("tapecho.kind.context")),
          h("b", null, title(context)),
          spot(context, context),
        ),
      ),
      piles(scene),
    ),
    shown(scene),
  );
}

/** @param {Scene} scene */
function piles(scene) {
  const { game, games, pile, pit, quiet_limit: limit, quiet_turns: n, sheet } = scene.state;
  const top = pit.at(-1);
  const notes = [games > 1 && t("tapecho.game_of", { game, games }), n > 1 && t("tapecho.quiet", { n, limit })];
  return h(
    "div",
    { class: "tp-piles" },
    h("span", { class: "tp-pile" }, h("b", null, pile), h("small", null, t("tapecho.pile"))),
    h(
      "button",
      {
        class: "tp-pit",
        onclick: () =>
          void dialog(t("tapecho.pit"), () => [...pit].reverse().map((card) => pill(card, scene.state.context))),
      },
      h("b", null, pit.length),
      h("small", null, t("tapecho.pit")),
      top && h("span", { class: "tp-label", key: `card-${top.id}`, "data-moves": true }, title(top)),
    ),
    h(
      "span",
      { class: "tp-notes" },
      notes.map((note) => note && h("small", null, note)),
      sheet.length > 0 &&
        games > 1 &&
        h(
          "button",
          { onclick: () => void dialog(t("tapecho.sheet"), () => [scoreSheet(scene)], "sheet") },
          t("tapecho.sheet"),
        ),
    ),
  );
}

/** Hands that an attack or the count of a game has opened, and that are hidden again. @param {Scene} scene */
function shown({ state, name }) {
  const hands = state.shown.filter(({ seat }) => !at(state, seat).open_hand);
  const counted = hands.length === state.seats.length ? state.sheet.at(-1) : undefined;
  return (
    hands.length > 0 &&
    h(
      "section",
      { class: "tp-shown", key: "shown" },
      h(
        "b",
        null,
        counted && t("tapecho.told.game_counted", { n: counted.game, names: formatList(counted.winners.map(name)) }),
        " ",
        t("tapecho.shown"),
      ),
      hands.map(({ seat, cards }) =>
        h(
          "div",
          { key: `shown-${seat}` },
          seatIcon(seat),
          name(seat),
          counted && h("b", null, signed(counted.scores[seat])),
          cards.map((card) => pill(card, state.context)),
        ),
      ),
    )
  );
}

/** Every counted game of the series, and the sums of players and teams. @param {Scene} scene */
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
            h("th", { scope: "col" }, t("tapecho.game", { game }), h("small", null, title(context))),
          ),
          h("th", { scope: "col" }, t("tapecho.sum")),
        ),
      ),
      h(
        "tbody",
        null,
        state.seats.map(({ seat, team: own, total, team_total: shared }) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, name(seat)),
            state.sheet.map(({ scores, winners, tallies }) =>
              h(
                "td",
                null,
                signed(scores[seat]),
                winners.includes(seat) && " ★",
                h("small", null, parts(tallies[seat])),
              ),
            ),
            h(
              "td",
              null,
              h("b", null, signed(total)),
              state.mode !== "classic" &&
                h("small", null, t("tapecho.team_score", { team: team(state, own), score: signed(shared) })),
            ),
          ),
        ),
      ),
    ),
  );

/** What a count is made of. @param {Tally | undefined} tally */
const parts = (tally) =>
  Object.entries(tally ?? {})
    .flatMap(([part, points]) => (points ? `${t(`tapecho.part.${part}`)} ${signed(points)}` : []))
    .join(", ");
