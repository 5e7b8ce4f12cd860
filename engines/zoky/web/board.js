/** The city: the Day, the order of turns, and the Quartiers with the gangs' Zokus on them. */

/** @import { Scene, Spot, State } from "./types.js" */

import { classes, h, seatIcon, t } from "/web/kit.js";
import { icon, quartierFace, wardSign, zokuFigure } from "./icons.js";
import { isAllowed, isPlacing, lieutenantChoice, needsTarget, plan, setPlan, touchQuartier } from "./selection.js";

/** Whether a step is over, is on, or is to come, as a class. @param {number} step @param {number} now */
function progressClass(step, now) {
  if (step < now) return "past";
  return step === now && "now";
}

/** Lights for what is over, what is on, and what is to come. @param {number} most @param {number} now */
export const progressLights = (most, now) =>
  Array.from({ length: most }, (_, index) => h("i", { class: classes("zk-light", progressClass(index + 1, now)) }));

/** Points at what can be chosen. */
export const pointer = () => h("span", { class: "zk-mark", "aria-hidden": "true" }, "▼");

/** The Day, the order of turns, and what holds today. @param {Scene} scene */
export const dayStatus = (scene) => {
  const { day, deck, first_player, crooked_cop, kingpin, turn } = scene.state;
  /** @type {[icon: string, key: string, seat: number | null][]} */
  const roles = [
    ["first", "zoky.first", first_player],
    ["police", "zoky.bribed", crooked_cop],
    ["first", "zoky.crowned", kingpin],
  ];
  return h(
    "div",
    { class: "zk-sky" },
    h("span", { class: "zk-chip" }, progressLights(5, day), h("b", null, t("zoky.day", { n: day }))),
    turn && turnOrder(scene, turn),
    roles.map(
      ([what, key, seat]) =>
        seat !== null && h("span", { class: "zk-chip" }, icon(what), t(key, { name: scene.name(seat) })),
    ),
    h("span", { class: "zk-chip" }, t("zoky.deck", { n: deck })),
  );
};

/** The turns of this Placement: clockwise, and then back. @param {Scene} scene @param {NonNullable<State["turn"]>} turn */
function turnOrder({ state, name }, turn) {
  const seats = state.chiefs.map((_, step) => (state.first_player + step) % state.chiefs.length);
  const turns = [...seats, ...[...seats].reverse()];
  const now = turn.lap === 1 ? turns.indexOf(turn.seat) : turns.lastIndexOf(turn.seat);
  return h(
    "span",
    {
      class: "zk-track",
      role: "img",
      "aria-label": t("zoky.track", { n: turn.lap, name: name(turn.seat) }),
    },
    turns.map((seat, step) =>
      h("i", { class: classes(progressClass(step, now), step === seats.length && "back") }, seatIcon(seat)),
    ),
  );
}

/** The Quartiers that are not settled yet, in reading order; one that is fought over is at the street. @param {Scene} scene */
export const quartiers = (scene) => {
  const { table, fight, chiefs } = scene.state;
  const spots = table.filter(({ quartier }) => quartier !== fight?.quartier);
  return (
    spots.length > 0 &&
    h(
      "ol",
      { class: `bare zk-wards zk-of${chiefs.length + 3}`, "aria-label": t("zoky.quartiers") },
      spots.map((spot) => quartierCard(scene, spot)),
    )
  );
};

/** @param {Scene} scene @param {Spot} spot */
function quartierCard(scene, spot) {
  const { ward } = quartierFace(scene.state, spot.quartier);
  const [placing, choice, watching] = [isPlacing(scene), lieutenantChoice(scene), scene.me === null];
  const isTarget = needsTarget(scene, "quartier", "to");
  const lit = isTarget
    ? choice?.options.has(spot.quartier)
    : placing && isAllowed(scene, spot, (plan(scene)[spot.quartier] ?? 0) + 1);
  const chosen = [choice?.chosen.quartier, choice?.chosen.to].includes(spot.quartier);
  return h(
    "li",
    {
      class: classes("zk-card", ward.paint, lit && "zk-lit", chosen && "zk-chosen"),
      key: `q${spot.quartier}`,
      "data-moves": true,
    },
    h(
      watching ? "div" : "button",
      { class: "zk-face", "data-legal": lit, onclick: watching ? null : () => touchQuartier(scene, spot) },
      quartierTitle(scene.state, spot.quartier),
      lit && isTarget && pointer(),
      h(
        "span",
        { class: "zk-crowd" },
        spot.zokus.map((count, gang) => count > 0 && !(placing && gang === scene.me) && band(scene, spot, gang, count)),
        h("small", null, t("zoky.number", { n: spot.place + 1 })),
      ),
    ),
    placing &&
      h(
        "span",
        { class: "zk-places" },
        [0, 1, 2].map((place) => ownPlace(scene, spot, place)),
      ),
  );
}

/** The band with the Arrondissement and the value, and the Quartier's name. @param {State} state @param {number} quartier */
export const quartierTitle = (state, quartier) => {
  const { name, value, ward } = quartierFace(state, quartier);
  return [
    h(
      "span",
      { class: "zk-band" },
      wardSign(ward.look),
      h("span", null, ward.name),
      h("b", { class: "zk-value" }, value),
    ),
    h("b", { class: "zk-name" }, name),
  ];
};

/** Zokus of one gang; those that came last are marked. @param {Scene} scene @param {Spot} spot @param {number} gang @param {number} n */
const band = ({ state: { latest }, name }, spot, gang, n) => {
  const fresh =
    latest?.seat === gang &&
    latest.action.type === "place" &&
    latest.action.placements.some(({ quartier }) => quartier === spot.quartier);
  return h(
    "span",
    { class: fresh ? "zk-fresh" : "" },
    Array.from({ length: n }, (_, number) => standingZoku(spot, gang, number)),
    h("span", { class: "unseen" }, t("zoky.there", { n, name: name(gang) })),
  );
};

/** A Zoku, with the number it would have in the street. @param {Spot} spot @param {number} gang @param {number} number */
const standingZoku = (spot, gang, number) =>
  zokuFigure(gang, "stands", { key: `q${spot.quartier}z${4 * gang + number}`, "data-moves": true });

/** One of the viewer's three places on a Quartier: taken, planned, or free. A touch fills all places up to it. @param {Scene} scene @param {Spot} spot @param {number} place */
function ownPlace(scene, spot, place) {
  const me = scene.me ?? 0;
  const [here, planned] = [spot.zokus[me] ?? 0, plan(scene)[spot.quartier] ?? 0];
  if (place < here) return h("span", { class: "zk-place taken" }, standingZoku(spot, me, place));
  const filled = place < here + planned;
  const wanted = place + 1 - here === planned ? place - here : place + 1 - here;
  const lit = isAllowed(scene, spot, wanted);
  return h(
    "button",
    {
      class: classes("zk-place", filled && "planned", lit && "zk-lit"),
      "data-legal": lit && !filled,
      "aria-pressed": String(filled),
      "aria-label": t(filled ? "zoky.leave_on" : "zoky.place_on", {
        n: wanted,
        quartier: quartierFace(scene.state, spot.quartier).name,
      }),
      onclick: () => setPlan(scene, spot, wanted),
    },
    filled ? standingZoku(spot, me, place) : lit && "+",
  );
}
