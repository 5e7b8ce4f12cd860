/** What may go where, by the legal actions; and what is being put together. Nothing here draws. */

/** @import { Action, Lay, Plan, ReactionAction, Scene } from "./types.js" */

import { getCard, suitorAt } from "./cards.js";

const NONE = { card: null, target: null };

/** Every way to lay a single card now. @param {Scene} scene @returns {Lay[]} */
const singleLays = ({ legalOf, me }) => [
  ...legalOf("asset").map(({ type, card, target = me ?? -1 }) => ({ type, card, target, asset: null })),
  ...legalOf("handicap").map(({ type, card, target }) => ({ type, card, target, asset: null })),
  ...legalOf("attack").map(({ type, card, target, asset = null }) => ({ type, card, target, asset })),
];

/** The viewer's cards that react to something. @param {Scene} scene @returns {ReactionAction[]} */
export const reactionActions = ({ legalOf }) => [...legalOf("defend"), ...legalOf("out_of_context")];

/** @param {Scene} scene */
export const myCards = ({ state, me }) => (me === null ? [] : (suitorAt(state, me).hand ?? []));

/** What is being put together, as far as it is still possible. @param {Scene} scene @returns {Plan} */
export function planned(scene) {
  const { lays = [], card = null, target = null } = scene.selection;
  if (scene.sending) return { lays, card, target };
  const all = singleLays(scene);
  return {
    lays: lays.filter((lay) => all.some((one) => isSameLay(one, lay))),
    ...(myCards(scene).some(({ id }) => id === card) ? { card, target } : NONE),
  };
}

/** @param {Lay} one @param {Lay} other */
const isSameLay = (one, other) => one.card === other.card && one.target === other.target && one.asset === other.asset;

/** The ways to lay a card, alone or as the second. @param {Scene} scene @param {number} card */
function laysOf(scene, card) {
  const [first] = planned(scene).lays;
  return singleLays(scene).filter((lay) => lay.card === card && (!first || canPair(scene, first, lay)));
}

/** Whether two lays make a pair. The list of pairs is not used: it may be thousands long, and cut off. @param {Scene} scene @param {Lay} one @param {Lay} other */
const canPair = ({ types }, one, other) =>
  types.includes("pair") &&
  one.card !== other.card &&
  ![one.type, other.type].includes("asset") &&
  !(one.type === "attack" && other.type === "attack" && one.target === other.target);

/** The seats a card may go to. @param {Scene} scene @param {number | null} card */
export const targetSeats = (scene, card) =>
  card === null ? [] : [...new Set(laysOf(scene, card).map(({ target }) => target))];

/** The assets of a seat that a card may take. @param {Scene} scene @param {number} card @param {number} target */
export const assetsToTake = (scene, card, target) =>
  laysOf(scene, card).flatMap((lay) => (lay.target === target && lay.asset !== null ? [lay.asset] : []));

/** Whether touching a card of my hand leads to something. @param {Scene} scene @param {number} card */
export function isUsable(scene, card) {
  const { lays } = planned(scene);
  const other = scene.types.includes("exchange") || reactionActions(scene).some((action) => action.card === card);
  return lays.length < 2 && (laysOf(scene, card).length > 0 || (lays.length === 0 && other));
}

/** Whether an exchange of this card draws only one: it is the last, and a kind that is never laid. @param {Scene} scene @param {number} card */
export const isReplacedByOne = (scene, card) =>
  myCards(scene).length === 1 && ["defence", "out_of_context"].includes(getCard(scene.state, card).kind ?? "");

/** Choose a card, add it as the second one, or take it back. @param {Scene} scene @param {number} id */
export function touchCard(scene, id) {
  const { lays, card } = planned(scene);
  const others = lays.filter((lay) => lay.card !== id);
  if (card === id || others.length < lays.length) return scene.select({ ...NONE, lays: others });
  if (lays.length === 1 && laysOf(scene, id).length > 0) return scene.select({ card: id, target: null });
  const [only, ...more] = singleLays(scene).filter((lay) => lay.card === id);
  // An asset that nobody but me can have leaves no choice.
  return scene.select(
    only?.type === "asset" && more.length === 0 ? { ...NONE, lays: [only] } : { lays: [], card: id, target: null },
  );
}

/** Touch a player while a card is chosen. @param {Scene} scene @param {number} card @param {number} target */
export function touchSeat(scene, card, target) {
  const assets = assetsToTake(scene, card, target);
  if (!targetSeats(scene, card).includes(target)) sendAnyway(scene, card, target);
  else if (assets.length > 1) scene.select({ target });
  else addLay(scene, card, target, assets[0] ?? null);
}

/** @param {Scene} scene @param {number} card @param {number} target @param {number | null} asset */
export const addLay = (scene, card, target, asset) =>
  scene.select({
    ...NONE,
    lays: [
      ...planned(scene).lays,
      ...laysOf(scene, card).filter((lay) => lay.target === target && lay.asset === asset),
    ],
  });

/** What is dark is tried all the same: the service says why not. @param {Scene} scene @param {number} card @param {number} target */
function sendAnyway(scene, card, target) {
  const { kind } = getCard(scene.state, card);
  const type = kind === "asset" || kind === "handicap" ? kind : "attack";
  scene.send(layAction(scene, [...planned(scene).lays, { type, card, target, asset: null }]));
}

/** The action that lays what is put together. @param {Scene} scene @param {Lay[]} lays @returns {Action} */
export function layAction({ me }, lays) {
  const cards = lays.map(({ card, target, asset }) => ({ card, target, ...(asset !== null && { asset }) }));
  const [[lay], [only]] = [lays, cards];
  if (!lay || !only || cards.length > 1) return { type: "pair", cards };
  if (lay.type === "asset" && lay.target === me) return { type: "asset", card: lay.card };
  return { type: lay.type, ...only };
}
