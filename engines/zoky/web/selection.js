/** What is being put together: a placement, a Lieutenant's targets, a kick. Nothing here draws. */

/** @import { Action, LieutenantAction, Plan, Scene, Spot, Target, Zoku } from "./types.js" */

import { t } from "/web/kit.js";

/** The most Zokus of a gang, and the most gangs, on a Quartier. */
const [MOST_ZOKUS, MOST_GANGS] = [3, 3];

/** How many Zokus are to be placed on each Quartier. @param {Scene} scene @returns {Plan} */
export const plan = ({ selection }) => selection.plan ?? {};

/** Whether Quartiers can be tapped to place Zokus now. @param {Scene} scene */
export const isPlacing = ({ types, selection }) => types.includes("place") && !selection.card;

/** How many Zokus are planned. @param {Scene} scene */
export const countPlanned = (scene) => Object.values(plan(scene)).reduce((sum, count) => sum + count, 0);

/** How many Zokus the viewer may place in this turn. @param {Scene} scene */
export const placementLimit = ({ state, me }) => Math.min(state.turn?.limit ?? 0, state.chiefs[me ?? 0]?.reserve ?? 0);

/** How many more Zokus of this gang a Quartier takes. @param {Spot} spot @param {number} gang */
function freePlaces({ zokus }, gang) {
  const own = zokus[gang] ?? 0;
  const full = own === 0 && zokus.filter((count) => count > 0).length >= MOST_GANGS;
  return full ? 0 : MOST_ZOKUS - own;
}

/** Whether so many of the viewer's Zokus may go there, beside what else is planned. @param {Scene} scene @param {Spot} spot @param {number} count */
export const isAllowed = (scene, spot, count) =>
  count <= freePlaces(spot, scene.me ?? 0) &&
  countPlanned(scene) - (plan(scene)[spot.quartier] ?? 0) + count <= placementLimit(scene);

/** The action that places what is planned. @param {Plan} planned @returns {Action} */
export const placeAction = (planned) => ({
  type: "place",
  placements: Object.entries(planned)
    .filter(([, count]) => count > 0)
    .map(([quartier, count]) => ({ quartier: Number(quartier), count })),
});

/** Plan so many Zokus for a Quartier; if the rules forbid it, the service says why. @param {Scene} scene @param {Spot} spot @param {number} count */
export function setPlan(scene, spot, count) {
  const planned = { ...plan(scene), [spot.quartier]: count };
  if (isAllowed(scene, spot, count)) scene.select({ plan: planned });
  else if (count > MOST_ZOKUS) scene.notify(t("zoky.dark.full"));
  else scene.send(placeAction(planned));
}

/** Every way to play this Lieutenant now. @param {Scene} scene @param {string} slug */
export const lieutenantActions = (scene, slug) =>
  scene.legalOf("lieutenant").filter(({ lieutenant }) => lieutenant === slug);

/**
 * The Lieutenant that is looked at: what to choose next, what can be chosen, or the action if all is decided.
 * @param {Scene} scene
 */
export function lieutenantChoice(scene) {
  const card = scene.state.hand?.find(({ lieutenant }) => lieutenant === scene.selection.card);
  if (!card || scene.me === null) return null;
  const chosen = scene.selection.targets ?? {};
  const actions = lieutenantActions(scene, card.lieutenant);
  const matching = actions.filter((action) =>
    card.targets.every((name) => !(name in chosen) || action[name] === chosen[name]),
  );
  const field = card.targets.find(
    (name) => !(name in chosen) && (matching.length === 0 || new Set(matching.map((action) => action[name])).size > 1),
  );
  const options = new Set(field ? matching.map((action) => action[field]) : []);
  /** @type {LieutenantAction} */
  const untested = { type: "lieutenant", lieutenant: card.lieutenant, ...chosen };
  return {
    card,
    legal: actions.length > 0,
    chosen,
    field,
    options,
    action: field ? null : (matching[0] ?? untested),
  };
}

/** Choose a target of the Lieutenant that is looked at. @param {Scene} scene @param {number} value */
export function chooseTarget(scene, value) {
  const choice = lieutenantChoice(scene);
  if (!choice?.field) return;
  const chosen = { ...choice.chosen, [choice.field]: value };
  if (choice.options.has(value)) scene.select({ targets: chosen });
  else scene.send({ type: "lieutenant", lieutenant: choice.card.lieutenant, ...chosen });
}

/** Whether the next target to choose is one of these. @param {Scene} scene @param {Target[]} fields */
export function needsTarget(scene, ...fields) {
  const field = lieutenantChoice(scene)?.field;
  return field !== undefined && fields.includes(field);
}

/** Stop looking at a Lieutenant. @param {Scene} scene */
export const deselectCard = (scene) => scene.select({ card: null, targets: {} });

/** A Quartier was touched: choose it as a target, or plan one more Zoku there. @param {Scene} scene @param {Spot} spot */
export function touchQuartier(scene, spot) {
  if (needsTarget(scene, "quartier", "to")) chooseTarget(scene, spot.quartier);
  else if (!scene.types.includes("place")) scene.notify(t("zoky.dark.place"));
  else if (scene.selection.card) deselectCard(scene);
  else setPlan(scene, spot, (plan(scene)[spot.quartier] ?? 0) + 1);
}

/** Which of the viewer's Zokus can kick, which one does, and whom it can kick. @param {Scene} scene */
export function kicks({ selection, legalOf }) {
  const legal = selection.card ? [] : legalOf("kick");
  const kickers = new Set(legal.map(({ zoku }) => zoku));
  const chosen = selection.kicker ?? -1;
  const kicker = kickers.has(chosen) ? chosen : (legal[0]?.zoku ?? null);
  return { kickers, kicker, targets: legal.filter(({ zoku }) => zoku === kicker).map(({ target }) => target) };
}

/** A Zoku in the street was touched: a target, or one that kicks, or one that is kicked. @param {Scene} scene @param {Zoku} zoku */
export function touchZoku(scene, { zoku, gang }) {
  if (needsTarget(scene, "zoku", "target")) return chooseTarget(scene, zoku);
  if (!scene.types.includes("kick")) return scene.notify(t("zoky.dark.kick"));
  if (scene.selection.card) return deselectCard(scene);
  const { kickers, kicker, targets } = kicks(scene);
  if (kickers.has(zoku)) return scene.select({ kicker: zoku });
  const mine = gang === scene.me;
  // What is not legal is sent too: the service says why not.
  scene.send(/** @type {Action} */ ({ type: "kick", zoku: mine ? zoku : kicker, target: mine ? targets[0] : zoku }));
}
