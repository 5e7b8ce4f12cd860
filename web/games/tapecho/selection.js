/** What may go where, by the legal actions; and what is being put together. */

/** @import { Lay, Plan, Scene } from "./types.js" */

import { at, cardOf } from "./cards.js";
import { answers } from "./window.js";

const NONE = { card: null, target: null };

/** Every way to lay a single card now. @param {Scene} scene @returns {Lay[]} */
const singles = (scene) =>
  [...scene.legalOf("asset"), ...scene.legalOf("handicap"), ...scene.legalOf("attack")].map(
    ({ type, card, target = scene.me, asset = null }) => ({ type, card, target, asset }),
  );

/** @param {Scene} scene */
export const myCards = ({ state, me }) => (me === null ? [] : (at(state, me).hand ?? []));

/** What is being put together, as far as it is still possible. @param {Scene} scene @returns {Plan} */
export function planned(scene) {
  const { lays = [], card = null, target = null } = scene.selection;
  if (scene.sending) return { lays, card, target };
  const all = singles(scene);
  return {
    lays: lays.filter((lay) => all.some((one) => same(one, lay))),
    ...(myCards(scene).some(({ id }) => id === card) ? { card, target } : NONE),
  };
}

/** @param {Lay} one @param {Lay} other */
const same = (one, other) => one.card === other.card && one.target === other.target && one.asset === other.asset;

/** The ways to lay a card, alone or as the second. @param {Scene} scene @param {number} card */
function ways(scene, card) {
  const [first] = planned(scene).lays;
  return singles(scene).filter((lay) => lay.card === card && (!first || pairs(scene, first, lay)));
}

/** Whether two lays make a pair. The list of pairs is not asked: it may be thousands long, and cut off. @param {Scene} scene @param {Lay} one @param {Lay} other */
const pairs = ({ types }, one, other) =>
  types.includes("pair") &&
  one.card !== other.card &&
  ![one.type, other.type].includes("asset") &&
  !(one.type === "attack" && other.type === "attack" && one.target === other.target);

/** The seats a card may go to. @param {Scene} scene @param {number | null} card */
export const targets = (scene, card) =>
  card === null ? [] : [...new Set(ways(scene, card).map(({ target }) => target))];

/** The assets of a seat that a card may take. @param {Scene} scene @param {number} card @param {number} target */
export const prizes = (scene, card, target) =>
  ways(scene, card).flatMap((lay) => (lay.target === target && lay.asset !== null ? [lay.asset] : []));

/** Whether touching a card of my hand leads to something. @param {Scene} scene @param {number} card */
export function useful(scene, card) {
  const { lays } = planned(scene);
  const other = scene.types.includes("exchange") || answers(scene).some((action) => action.card === card);
  return lays.length < 2 && (ways(scene, card).length > 0 || (lays.length === 0 && other));
}

/** Choose a card, add it as the second one, or take it back. @param {Scene} scene @param {number} id */
export function touchCard(scene, id) {
  const { lays, card } = planned(scene);
  const others = lays.filter((lay) => lay.card !== id);
  if (card === id || others.length < lays.length) return scene.select({ ...NONE, lays: others });
  if (lays.length === 1 && ways(scene, id).length > 0) return scene.select({ card: id, target: null });
  const [only, ...more] = singles(scene).filter((lay) => lay.card === id);
  // An asset that nobody but me can have leaves no choice.
  return scene.select(
    only?.type === "asset" && more.length === 0 ? { ...NONE, lays: [only] } : { lays: [], card: id, target: null },
  );
}

/** Touch a player while a card is chosen. @param {Scene} scene @param {number} card @param {number} target */
export function touchSeat(scene, card, target) {
  const assets = prizes(scene, card, target);
  if (!targets(scene, card).includes(target)) attempt(scene, card, target);
  else if (assets.length > 1) scene.select({ target });
  else lay(scene, card, target, assets[0] ?? null);
}

/** @param {Scene} scene @param {number} card @param {number} target @param {number | null} asset */
export const lay = (scene, card, target, asset) =>
  scene.select({
    ...NONE,
    lays: [...planned(scene).lays, ...ways(scene, card).filter((way) => same(way, { type: "", card, target, asset }))],
  });

/** What is dark is tried all the same: the service says why not. @param {Scene} scene @param {number} card @param {number} target */
function attempt(scene, card, target) {
  const { kind } = cardOf(scene.state, card);
  scene.send(
    action(scene, [
      ...planned(scene).lays,
      { type: ["asset", "handicap"].includes(kind) ? kind : "attack", card, target, asset: null },
    ]),
  );
}

/** What is put together, as the service wants to be told. @param {Scene} scene @param {Lay[]} lays @returns {any} */
export function action({ me }, lays) {
  const cards = lays.map(({ card, target, asset }) => ({ card, target, ...(asset !== null && { asset }) }));
  const [first] = lays;
  if (!first || cards.length > 1) return { type: "pair", cards };
  return first.type === "asset" && first.target === me
    ? { type: "asset", card: first.card }
    : { type: first.type, ...cards[0] };
}
