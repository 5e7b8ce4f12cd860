/** Events and actions in words. */

/** @import { Action, Card, Event, Scene, State } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch, formatList, hasMessage, t } from "/web/kit.js";
import { cardLabel, findCard } from "./cards.js";
import { planned } from "./selection.js";
import { secondsToWait } from "./window.js";

/** What the texts of events may speak of. @typedef {{ target?: number, count?: number, game?: number, winners?: number[], card?: Card, discarded?: Card, context?: Card, against?: Card, given?: Card, taken?: Card, asset?: number | null }} EventData */

/** What an event means; "" if it needs no text. @param {Event} event @param {Scene} scene */
export function describeEvent(event, { state, name }) {
  const data = /** @type {EventData} */ (event.data);
  const variant = event.type === "card_laid" ? laidVariant(event) : event.type;
  const key = `tapecho.event.${variant}${data.given ? "_known" : ""}`;
  if (!hasMessage(key)) return "";
  return t(key, {
    name: name(event.seat),
    target: name(data.target ?? null),
    n: data.count ?? data.game,
    names: data.winners && formatList(data.winners.map(name)),
    card: optionalLabel(data.card ?? data.discarded ?? data.context),
    against: optionalLabel(data.against),
    given: optionalLabel(data.given),
    taken: optionalLabel(data.taken),
    asset: optionalLabel(findCard(state, data.asset)),
  });
}

/** @param {Card | undefined} card */
const optionalLabel = (card) => card && cardLabel(card);

/** Which of the texts for a card that was laid fits. @param {Extract<Event, { type: "card_laid" }>} event */
function laidVariant({ seat, data: { card, target, asset } }) {
  if (card.kind !== "attack") return seat === target ? "laid_own" : "laid_before";
  return asset === null ? "attacked" : "attacked_for";
}

/** @typedef {{ card: number, target?: number, asset?: number }} LaidCard */

/** A card that is laid in front of somebody. @param {LaidCard} lay @param {Scene} scene */
function layText({ card, target, asset }, { state, name }) {
  if (target === undefined) return t("tapecho.do.lay_own", { card: labelOf(state, card) });
  const names = { card: labelOf(state, card), target: name(target) };
  return asset === undefined
    ? t("tapecho.do.lay", names)
    : t("tapecho.do.lay_for", { ...names, other: labelOf(state, asset) });
}

/** @param {State} state @param {number} id */
const labelOf = (state, id) => optionalLabel(findCard(state, id)) ?? "";

/** Each type of action. @type {Handlers<Action, [Scene], string>} */
const ACTIONS = {
  asset: layText,
  handicap: layText,
  attack: layText,
  pair: ({ cards }, scene) => t("tapecho.do.pair", { both: cards.map((lay) => layText(lay, scene)).join(" + ") }),
  pass: (_, { state }) => t(state.window ? "tapecho.do.pass" : "tapecho.pass_turn"),
  exchange: ({ card }, { state }) => t("tapecho.do.exchange", { card: labelOf(state, card) }),
  keep: ({ card }, { state }) => t("tapecho.do.keep", { card: labelOf(state, card) }),
  defend: ({ card, against }, { state }) =>
    t("tapecho.do.defend", { card: labelOf(state, card), other: labelOf(state, against) }),
  out_of_context: ({ card, against }, { state }) =>
    t("tapecho.do.out_of_context", { card: labelOf(state, card), other: labelOf(state, against) }),
};

/** An action in words. @param {Action} action @param {Scene} scene */
export const describeAction = (action, scene) => dispatch(ACTIONS, action, scene) ?? "";

/** What the viewer has to do now. @param {Scene} scene */
export function prompt(scene) {
  const { state, me } = scene;
  const { lays, card, target } = planned(scene);
  if (state.phase === "keep") return t("tapecho.keep_one");
  if (card !== null) return t(target === null ? "tapecho.choose_target" : "tapecho.choose_prize");
  if (lays.length > 0)
    return t(lays.length === 1 && lays[0]?.type !== "asset" ? "tapecho.ready_for_two" : "tapecho.ready");
  const { window: open } = state;
  if (!open) return t("tapecho.choose_card");
  if (open.held_up || open.next_player !== me) return t("tapecho.react");
  const seconds = secondsToWait(scene);
  return seconds > 0 ? t("tapecho.wait", { n: seconds }) : t("tapecho.closes_window");
}
