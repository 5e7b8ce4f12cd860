/** The table of Skeleton: the cards of the last round, and the viewer's hand. */

import { formatList, h, t } from "/web/kit.js";

/** The cards that were turned over last, one for each seat. */
function lastRound({ state, name }) {
  const cards = state.played.at(-1) ?? [];
  return h(
    "ul",
    { class: "skeleton-round", "aria-label": t("skeleton.table") },
    cards.map((card, seat) => h("li", null, h("b", null, card), " ", name(seat))),
  );
}

/** A button for each card in the viewer's hand. */
function hand({ state, me, legalOf, send }) {
  if (me === null) return null;
  const legal = new Set(legalOf("choose").map(({ card }) => card));
  return h(
    "div",
    { class: "skeleton-hand", role: "group", "aria-label": t("skeleton.hand") },
    state.card !== null && h("p", null, t("skeleton.you_chose", { card: state.card })),
    state.hand.map((card) =>
      h(
        "button",
        {
          key: `skeleton-${card}`,
          "data-legal": legal.has(card),
          "aria-label": t("skeleton.play", { card }),
          onclick: () => send({ type: "choose", card }),
        },
        card,
      ),
    ),
  );
}

export const table = {
  draw: (scene) => h("div", { class: "skeleton" }, lastRound(scene), hand(scene)),
  prompt: () => t("skeleton.choose"),
  describeAction: ({ card }) => t("skeleton.play", { card }),
  describeEvent({ type, seat, data }, { name }) {
    if (type === "card_chosen") return t("skeleton.chosen", { name: name(seat) });
    if (type !== "round_ended") return "";
    return t("skeleton.round", { name: name(data.winner), cards: formatList(data.cards.map(String)) });
  },
  seatSummary: (seat, { state }) => t("skeleton.points", { n: state.points[seat] }),
  scorePart: () => t("skeleton.rounds"),
};
