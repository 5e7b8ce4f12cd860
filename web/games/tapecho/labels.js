/** Events and actions in words. */

/** @import { Card, Scene } from "./types.js" */

import { hasMessage, formatList, t } from "../../ui/i18n.js";
import { cardOf, named } from "./cards.js";

/** What an event means; "" if it needs no words. @param {any} event @param {Scene} scene */
export function tell({ type, seat, data }, { state, name }) {
  const key = `tapecho.told.${type === "card_laid" ? laid(seat, data) : type}${data.given ? "_known" : ""}`;
  const card = (/** @type {Card | undefined} */ card) => card && named(card);
  return !hasMessage(key)
    ? ""
    : t(key, {
        name: name(seat),
        target: name(data.target ?? null),
        n: data.count ?? data.game,
        names: data.winners && formatList(data.winners.map(name)),
        card: card(data.card ?? data.discarded ?? data.context),
        against: card(data.against),
        given: card(data.given),
        taken: card(data.taken),
        asset: card(cardOf(state, data.asset ?? null)),
      });
}

/** @param {number} seat @param {any} data */
const laid = (seat, { card, target, asset }) =>
  card.kind !== "attack"
    ? seat === target
      ? "laid_own"
      : "laid_before"
    : asset === null
      ? "attacked"
      : "attacked_for";

/** An action in words. @param {any} action @param {Scene} scene @returns {string} */
export function label({ type, card, cards, target, asset, against }, scene) {
  if (type === "pair")
    return t("tapecho.do.pair", {
      both: cards.map((/** @type {any} */ one) => label({ ...one, type: "attack" }, scene)).join(" + "),
    });
  if (type === "pass") return t(scene.state.window ? "tapecho.do.pass" : "tapecho.pass_turn");
  const [held, other] = [cardOf(scene.state, card), cardOf(scene.state, asset ?? against ?? null)];
  const key = !["asset", "handicap", "attack"].includes(type)
    ? type
    : target === undefined
      ? "lay_own"
      : other
        ? "lay_for"
        : "lay";
  return t(`tapecho.do.${key}`, {
    card: named(held),
    other: other && named(other),
    target: scene.name(target ?? null),
  });
}
