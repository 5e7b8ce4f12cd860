/** What is being put together: a placement, a Lieutenant's targets, a kick. Nothing here draws. */

/** @import { Scene } from "../../types.js" */

import { t } from "../../ui/i18n.js";
import { all } from "./lists.js";

const [BAND, GANGS] = [3, 3];

/** How many Zokus are to be placed on each Quartier, by its number. @param {Scene} scene @returns {{ [quartier: number]: number }} */
export const plan = ({ hand }) => hand.plan ?? {};

/** Whether Quartiers can be tapped to place Zokus now. @param {Scene} scene */
export const placing = ({ types, hand }) => types.includes("place") && !hand.card;

/** @param {Scene} scene */
export const used = (scene) => Object.values(plan(scene)).reduce((sum, count) => sum + count, 0);

/** How many Zokus I may place in this turn. @param {Scene} scene */
export const most = ({ state, me }) => Math.min(state.turn?.limit ?? 0, state.chiefs[me ?? 0].reserve);

/** How many more Zokus of this gang a Quartier takes. @param {any} spot @param {number} gang */
const room = ({ zokus }, gang) =>
  zokus[gang] === 0 && all(zokus).filter((count) => count > 0).length >= GANGS ? 0 : BAND - zokus[gang];

/** Whether so many of my Zokus may go there, beside what else is planned. @param {Scene} scene @param {any} spot @param {number} count */
export const fits = (scene, spot, count) =>
  count <= room(spot, scene.me ?? 0) && used(scene) - (plan(scene)[spot.quartier] ?? 0) + count <= most(scene);

/** The action that places what is planned. @param {{ [quartier: number]: number }} planned @returns {any} */
export const placement = (planned) => ({
  type: "place",
  placements: Object.entries(planned)
    .filter(([, count]) => count > 0)
    .map(([quartier, count]) => ({ quartier: Number(quartier), count })),
});

/** Plan so many Zokus for a Quartier; if the rules forbid it, the service says why. @param {Scene} scene @param {any} spot @param {number} count */
export function setPlan(scene, spot, count) {
  const planned = { ...plan(scene), [spot.quartier]: count };
  if (fits(scene, spot, count)) scene.select({ plan: planned });
  else if (count > BAND) scene.notify(t("zoky.dark.full"));
  else scene.send(placement(planned));
}

/** Every way to play this Lieutenant now. @param {Scene} scene @param {string} slug */
export const plays = (scene, slug) => scene.legalOf("lieutenant").filter(({ lieutenant }) => lieutenant === slug);

/**
 * The Lieutenant that is looked at: what to choose next, what can be chosen, or the action if all is decided.
 * @param {Scene} scene
 */
export function aimed(scene) {
  const card = all(scene.state.hand).find(({ lieutenant }) => lieutenant === scene.selection.card);
  if (!card || scene.me === null) return null;
  const chosen = scene.selection.aim ?? {};
  const ways = plays(scene, card.lieutenant);
  const left = ways.filter((action) => Object.entries(chosen).every(([name, value]) => action[name] === value));
  /** @type {string | undefined} */
  const field = all(card.targets).find(
    (name) => !(name in chosen) && (left.length === 0 || new Set(left.map((action) => action[name])).size > 1),
  );
  const options = new Set(field ? left.map((action) => action[field]) : []);
  return {
    card,
    legal: ways.length > 0,
    chosen,
    field,
    options,
    action: field ? null : (left[0] ?? { type: "lieutenant", lieutenant: card.lieutenant, ...chosen }),
  };
}

/** Name a target of the Lieutenant that is looked at. @param {Scene} scene @param {number} value */
export function choose(scene, value) {
  const aim = aimed(scene);
  if (!aim?.field) return;
  const chosen = { ...aim.chosen, [aim.field]: value };
  if (aim.options.has(value)) scene.select({ aim: chosen });
  else scene.send(/** @type {any} */ ({ type: "lieutenant", lieutenant: aim.card.lieutenant, ...chosen }));
}

/** Whether the next thing to choose is one of these. @param {Scene} scene @param {string[]} fields */
export const wants = (scene, ...fields) => fields.includes(aimed(scene)?.field ?? "");

/** Put the Lieutenant back that is looked at. @param {Scene} scene */
export const putBack = (scene) => scene.select({ card: null, aim: {} });

/** A Quartier was touched: name it as a target, or plan one more Zoku there. @param {Scene} scene @param {any} spot */
export function touchQuartier(scene, spot) {
  if (wants(scene, "quartier", "to")) choose(scene, spot.quartier);
  else if (!scene.types.includes("place")) scene.notify(t("zoky.dark.place"));
  else if (scene.selection.card) putBack(scene);
  else setPlan(scene, spot, (plan(scene)[spot.quartier] ?? 0) + 1);
}

/** Which of my Zokus kicks, and whom it can kick. @param {Scene} scene */
export function kicks(scene) {
  const legal = scene.selection.card ? [] : scene.legalOf("kick");
  const feet = new Set(legal.map(({ zoku }) => zoku));
  const kicker = feet.has(scene.selection.kicker) ? scene.selection.kicker : (legal[0]?.zoku ?? null);
  return { feet, kicker, targets: legal.filter(({ zoku }) => zoku === kicker).map(({ target }) => target) };
}

/** A Zoku in the street was touched: a target, or one that kicks, or one that is kicked. @param {Scene} scene @param {any} zoku */
export function touchZoku(scene, { zoku, gang }) {
  if (wants(scene, "zoku", "target")) return choose(scene, zoku);
  if (!scene.types.includes("kick")) return scene.notify(t("zoky.dark.kick"));
  if (scene.selection.card) return putBack(scene);
  const { feet, kicker, targets } = kicks(scene);
  if (feet.has(zoku)) return scene.select({ kicker: zoku });
  const mine = gang === scene.me;
  scene.send(/** @type {any} */ ({ type: "kick", zoku: mine ? zoku : kicker, target: mine ? targets[0] : zoku }));
}
