/** The center of the table: the context, pile and pit, and hands that were shown. */

/** @import { Scene } from "./types.js" */

import { formatList, h, openDialog, seatIcon, t } from "/web/kit.js";
import { cardName, cardPill, cardText, formatSigned, spotLabel, suitorAt } from "./cards.js";
import { icon } from "./icons.js";
import { scoreSheet } from "./score_sheet.js";

/** @param {Scene} scene */
export function center(scene) {
  const { context } = scene.state;
  return h(
    "div",
    { class: "tp-middle" },
    h(
      "div",
      { class: "tp-centre" },
      h(
        "div",
        { class: "tp-context", key: `context-${context.id}`, role: "img", "aria-label": cardText(context, context) },
        icon("context"),
        h(
          "span",
          null,
          h("small", null, t("tapecho.kind.context")),
          h("b", null, cardName(context)),
          spotLabel(context, context),
        ),
      ),
      piles(scene),
    ),
    shownHands(scene),
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
          openDialog(t("tapecho.pit"), () => [...pit].reverse().map((card) => cardPill(card, scene.state.context))),
      },
      h("b", null, pit.length),
      h("small", null, t("tapecho.pit")),
      top && h("span", { class: "tp-label", key: `card-${top.id}`, "data-moves": true }, cardName(top)),
    ),
    h(
      "span",
      { class: "tp-notes" },
      notes.map((note) => note && h("small", null, note)),
      sheet.length > 0 &&
        games > 1 &&
        h(
          "button",
          { onclick: () => openDialog(t("tapecho.sheet"), () => [scoreSheet(scene)], "sheet") },
          t("tapecho.sheet"),
        ),
    ),
  );
}

/** Hands that an attack or the count of a game has opened, and that are hidden again. @param {Scene} scene */
function shownHands({ state, name }) {
  const hands = state.shown.filter(({ seat }) => !suitorAt(state, seat).open_hand);
  const counted = hands.length === state.seats.length ? state.sheet.at(-1) : undefined;
  return (
    hands.length > 0 &&
    h(
      "section",
      { class: "tp-shown", key: "shown" },
      h(
        "b",
        null,
        counted && t("tapecho.event.game_counted", { n: counted.game, names: formatList(counted.winners.map(name)) }),
        " ",
        t("tapecho.shown"),
      ),
      hands.map(({ seat, cards }) =>
        h(
          "div",
          { key: `shown-${seat}` },
          seatIcon(seat),
          name(seat),
          counted && h("b", null, formatSigned(counted.scores[seat])),
          cards.map((card) => cardPill(card, state.context)),
        ),
      ),
    )
  );
}
