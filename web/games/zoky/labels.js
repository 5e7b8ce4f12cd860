/** What happens, and what can be done, in words. */

/** @import { Scene } from "../../types.js" */

import { hasMessage, formatList, t } from "../../ui/i18n.js";
import { aimedAt, mayThrow } from "./hand.js";
import { face } from "./icons.js";
import { all } from "./lists.js";

/** @param {Scene} scene @param {number} zoku its number in the street */
const ownerOf = (scene, zoku) => scene.name(Math.floor(zoku / 4));

/** @param {Scene} scene @param {number[]} quartiers */
const names = ({ state }, ...quartiers) => formatList(quartiers.map((quartier) => face(state, quartier).name));

/** @param {Scene} scene @param {any} placements */
const where = (scene, placements) =>
  formatList(all(placements).map(({ quartier, count }) => t("zoky.on", { n: count, quartier: names(scene, quartier) })));

/** @param {Scene} scene @param {any} gangs */
const bands = (scene, gangs) =>
  formatList(all(gangs).map(({ gang, zokus }) => t("zoky.there", { n: zokus, name: scene.name(gang) })));

/** @param {Scene} scene @param {any[]} zokus */
const landings = (scene, zokus) =>
  [...new Set(zokus.map(({ gang }) => gang))]
    .map(
      (gang) =>
        `${scene.name(gang)}: ${zokus
          .filter((zoku) => zoku.gang === gang)
          .map(({ landing }) => t(`zoky.landing.${landing}`))
          .join(", ")}`,
    )
    .join("; ");

/** What fills the places in an event's words, besides its data. @type {{ [type: string]: (data: any, scene: Scene) => object }} */
const FILLING = {
  day_began: ({ day, quartiers }, scene) => ({ n: day, quartiers: names(scene, ...quartiers) }),
  placed: ({ placements }, scene) => ({ where: where(scene, placements) }),
  zoku_moved: ({ quartier, to }, scene) => ({
    quartier: names(scene, quartier),
    to: to === null ? "" : names(scene, to),
  }),
  quartier_claimed: ({ quartier }, scene) => ({
    quartier: names(scene, quartier),
    value: face(scene.state, quartier).value,
  }),
  quartier_discarded: ({ quartier }, scene) => ({ quartier: names(scene, quartier) }),
  released: ({ zokus }) => ({ n: zokus }),
  fight_began: ({ quartier, gangs }, scene) => ({ quartier: names(scene, quartier), gangs: bands(scene, gangs) }),
  landed: ({ zokus }, scene) => ({ how: landings(scene, zokus) }),
  landing_settled: ({ home }, scene) => ({ gangs: bands(scene, home) }),
  kicked: ({ target }, scene) => ({ rival: ownerOf(scene, target) }),
  lieutenant_played: ({ lieutenant, targets }, scene) => ({ what: aimedAt(scene, { lieutenant, ...targets }) }),
  zoku_turned: ({ gang, landing }, scene) => ({ owner: scene.name(gang), landing: t(`zoky.landing.${landing}`) }),
  looked_ahead: ({ day, quartiers }, scene) => ({ n: day, quartiers: names(scene, ...all(quartiers)) }),
  quartier_swapped: ({ old, new: fresh }, scene) => ({ old: names(scene, old), fresh: names(scene, fresh) }),
};

/** Which of several sentences fits. @param {any} event */
const form = ({ type, seat, data }) =>
  data.why ??
  (type === "placed" && data.placements.length === 0
    ? "none"
    : type === "zoku_moved" && data.to === null
      ? "home"
      : type === "landed" && seat !== null
        ? "again"
        : type === "looked_ahead" && data.quartiers
          ? "mine"
          : "");

/** What an event means; some need no words. @param {any} event @param {Scene} scene */
export function tell(event, scene) {
  const { type, seat, data } = event;
  const [key] = [`zoky.event.${type}.${form(event)}`, `zoky.event.${type}`].filter(hasMessage);
  return !key || (data.home?.length === 0 && type === "landing_settled")
    ? ""
    : t(key, { ...data, name: scene.name(seat), ...FILLING[type]?.(data, scene) });
}

/** What was done last in a Placement, in words. @param {Scene} scene */
export function latest(scene) {
  const {
    seat,
    action: { type, lieutenant, ...rest },
  } = scene.state.latest;
  if (type === "place") return tell({ type: "placed", seat, data: rest }, scene);
  return lieutenant ? tell({ type: "lieutenant_played", seat, data: { lieutenant, targets: rest } }, scene) : "";
}

/** An action in words, for the list of all actions. @param {any} action @param {Scene} scene */
export function label(action, scene) {
  const { type, placements, zoku, target } = action;
  if (type === "place")
    return placements.length > 0 ? t("zoky.label.place", { where: where(scene, placements) }) : t("zoky.place_none");
  if (type === "lieutenant") return t("zoky.play", { what: aimedAt(scene, action) });
  if (type === "kick")
    return t("zoky.label.kick", { name: ownerOf(scene, target), mine: (zoku % 4) + 1, n: (target % 4) + 1 });
  return type === "throw" ? mayThrow(scene) : t(`zoky.${type}`);
}
