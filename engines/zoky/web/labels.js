/** What happens, and what can be done, in words. */

/** @import { Action, Event, LieutenantAction, Placement, Scene, State, Zoku } from "./types.js" */
/** @import { Handlers, MessageParams } from "/web/types.js" */

import { dispatch, formatList, hasMessage, t } from "/web/kit.js";
import { quartierFace } from "./icons.js";
import { lieutenantChoice, placementLimit } from "./selection.js";

/** How many numbers of Zokus each gang has in the street. */
const NUMBERS = 4;

/** @param {Scene} scene @param {number} zoku its number in the street */
const ownerOf = (scene, zoku) => scene.name(Math.floor(zoku / NUMBERS));

/** @param {Scene} scene @param {number[]} quartiers */
const quartierNames = ({ state }, ...quartiers) =>
  formatList(quartiers.map((quartier) => quartierFace(state, quartier).name));

/** @param {Scene} scene @param {Placement[]} placements */
const placementText = (scene, placements) =>
  formatList(
    placements.map(({ quartier, count }) => t("zoky.on", { n: count, quartier: quartierNames(scene, quartier) })),
  );

/** @param {Scene} scene @param {{ gang: number, zokus: number }[]} gangs */
const bandText = (scene, gangs) =>
  formatList(gangs.map(({ gang, zokus }) => t("zoky.there", { n: zokus, name: scene.name(gang) })));

/** @param {Scene} scene @param {Pick<Zoku, "gang" | "landing">[]} zokus */
const landingText = (scene, zokus) =>
  [...new Set(zokus.map(({ gang }) => gang))]
    .map((gang) => {
      const own = zokus.filter((zoku) => zoku.gang === gang);
      return `${scene.name(gang)}: ${own.map(({ landing }) => t(`zoky.landing.${landing}`)).join(", ")}`;
    })
    .join("; ");

/** What a Lieutenant is called. @param {State} state @param {string} slug */
const lieutenantName = ({ lieutenants }, slug) =>
  lieutenants.find(({ lieutenant }) => lieutenant === slug)?.name ?? slug.replaceAll("_", " ");

/** A Lieutenant and its targets. @param {Scene} scene @param {Omit<LieutenantAction, "type">} action */
export function lieutenantText(scene, { lieutenant, quartier, to, gang, zoku, target = zoku }) {
  const { state, name } = scene;
  const card = lieutenantName(state, lieutenant);
  const targets = [
    gang !== undefined && name(gang),
    quartier !== undefined &&
      quartierNames(scene, quartier) + (to === undefined ? "" : ` → ${quartierNames(scene, to)}`),
    target !== undefined && zokuText(scene, target),
  ]
    .filter(Boolean)
    .join(", ");
  return targets ? `${card}: ${targets}` : card;
}

/** Whose Zoku it is, and how it lies. @param {Scene} scene @param {number} number */
function zokuText(scene, number) {
  const landing = scene.state.fight?.street.find(({ zoku }) => zoku === number)?.landing;
  return t("zoky.zoku", { name: ownerOf(scene, number) }) + (landing ? ` (${t(`zoky.landing.${landing}`)})` : "");
}

/** @param {Scene} scene */
export const throwText = ({ state, me }) =>
  t("zoky.throw", {
    n: state.fight?.street.filter(({ gang, landing }) => gang === me && !["out", "belly"].includes(landing)).length,
  });

/** What fills the places in an event's text, besides its data. @type {Handlers<Event, [Scene], MessageParams>} */
const PARAMS = {
  day_began: ({ data: { day, quartiers } }, scene) => ({ n: day, quartiers: quartierNames(scene, ...quartiers) }),
  placed: ({ data: { placements } }, scene) => ({ where: placementText(scene, placements) }),
  zoku_moved: ({ data: { quartier, to } }, scene) => ({
    quartier: quartierNames(scene, quartier),
    to: to === null ? "" : quartierNames(scene, to),
  }),
  quartier_claimed: ({ data: { quartier } }, scene) => ({
    quartier: quartierNames(scene, quartier),
    value: quartierFace(scene.state, quartier).value,
  }),
  quartier_discarded: ({ data: { quartier } }, scene) => ({ quartier: quartierNames(scene, quartier) }),
  released: ({ data: { zokus } }) => ({ n: zokus }),
  fight_began: ({ data: { quartier, gangs } }, scene) => ({
    quartier: quartierNames(scene, quartier),
    gangs: bandText(scene, gangs),
  }),
  landed: ({ data: { zokus } }, scene) => ({ how: landingText(scene, zokus) }),
  landing_settled: ({ data: { home } }, scene) => ({ gangs: bandText(scene, home) }),
  kicked: ({ data: { target } }, scene) => ({ rival: ownerOf(scene, target) }),
  lieutenant_played: ({ data: { lieutenant, targets } }, scene) => ({
    what: lieutenantText(scene, { lieutenant, ...targets }),
  }),
  zoku_turned: ({ data: { gang, landing } }, scene) => ({
    owner: scene.name(gang),
    landing: t(`zoky.landing.${landing}`),
  }),
  looked_ahead: ({ data: { day, quartiers = [] } }, scene) => ({
    n: day,
    quartiers: quartierNames(scene, ...quartiers),
  }),
  quartier_swapped: ({ data: swap }, scene) => ({
    old: quartierNames(scene, swap.old),
    fresh: quartierNames(scene, swap.new),
  }),
};

/** Which of several texts for a type of event fits. @type {Handlers<Event, [], string | false>} */
const VARIANTS = {
  placed: ({ data }) => data.placements.length === 0 && "none",
  zoku_moved: ({ data }) => data.to === null && "home",
  landed: ({ seat }) => seat !== null && "again",
  looked_ahead: ({ data }) => Boolean(data.quartiers) && "mine",
};

/** @param {Event} event */
function variantOf(event) {
  const data = /** @type {{ why?: string }} */ (event.data);
  return data.why ?? (dispatch(VARIANTS, event) || "");
}

/** What an event means; some need no text. @param {Event} event @param {Scene} scene */
export function describeEvent(event, scene) {
  const { type, seat, data } = event;
  if (type === "landing_settled" && event.data.home.length === 0) return "";
  const [key] = [`zoky.event.${type}.${variantOf(event)}`, `zoky.event.${type}`].filter(hasMessage);
  if (!key) return "";
  const params = /** @type {MessageParams} */ (data);
  return t(key, { ...params, name: scene.name(seat), ...dispatch(PARAMS, event, scene) });
}

/** What happened, as an event that is not in the log. @param {{ type: string, seat: number | null, data: object }} content */
export const asEvent = (content) => /** @type {Event} */ ({ seq: 0, version: 0, at: "", ...content });

/** What was done last in a Placement. @param {Scene} scene */
export function latestText(scene) {
  const { latest } = scene.state;
  if (!latest) return "";
  const { seat, action } = latest;
  if (action.type === "place") return describeEvent(asEvent({ type: "placed", seat, data: action }), scene);
  if (action.type !== "lieutenant") return "";
  const { type: _, lieutenant, ...targets } = action;
  return describeEvent(asEvent({ type: "lieutenant_played", seat, data: { lieutenant, targets } }), scene);
}

/** Each type of action that needs more than its name. @type {Handlers<Action, [Scene], string>} */
const ACTIONS = {
  place: ({ placements }, scene) =>
    placements.length > 0 ? t("zoky.label.place", { where: placementText(scene, placements) }) : t("zoky.place_none"),
  lieutenant: (action, scene) => t("zoky.play", { what: lieutenantText(scene, action) }),
  kick: ({ zoku, target }, scene) =>
    t("zoky.label.kick", {
      name: ownerOf(scene, target),
      mine: (zoku % NUMBERS) + 1,
      n: (target % NUMBERS) + 1,
    }),
  throw: (_, scene) => throwText(scene),
};

/** An action, for the list of all actions. @param {Action} action @param {Scene} scene */
export const describeAction = (action, scene) => dispatch(ACTIONS, action, scene) ?? t(`zoky.${action.type}`);

/** What the viewer has to do now. @param {Scene} scene */
export function prompt(scene) {
  const { phase } = scene.state;
  const choice = lieutenantChoice(scene);
  const limit = placementLimit(scene);
  if (choice?.field && choice.legal) return t(`zoky.ask.${choice.field}`);
  return phase === "placement" && limit === 0 ? t("zoky.prompt.nothing") : t(`zoky.prompt.${phase}`, { n: limit });
}
