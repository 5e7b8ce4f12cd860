/** The city: the Day, whose turn comes when, and the Quartiers with the gangs' Zokus on them. */

/** @import { Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { t } from "../../ui/i18n.js";
import { aimed, fits, placing, plan, setPlan, touchQuartier, wants } from "./selection.js";
import { face, figure, icon, sign } from "./icons.js";
import { all } from "./lists.js";

/** Lights for what is over, what is on, and what is to come. @param {number} most @param {number} now */
export const lights = (most, now) =>
  Array.from({ length: most }, (_, number) =>
    h("i", { class: `zk-light ${number + 1 < now ? "past" : number + 1 === now ? "now" : ""}` }),
  );

/** Points at what can be chosen. */
export const pointer = () => h("span", { class: "zk-mark", "aria-hidden": "true" }, "▼");

/** The Day, the order of turns, and what holds today. @param {Scene} scene */
export const sky = (scene) => {
  const { day, deck, first_player, crooked_cop, kingpin, turn } = scene.state;
  const held = [
    ["first", "zoky.first", first_player],
    ["police", "zoky.bribed", crooked_cop],
    ["first", "zoky.crowned", kingpin],
  ];
  return h(
    "div",
    { class: "zk-sky" },
    h("span", { class: "zk-chip" }, lights(5, day), h("b", null, t("zoky.day", { n: day }))),
    turn && track(scene),
    held.map(
      ([what, key, seat]) =>
        seat !== null && h("span", { class: "zk-chip" }, icon(what), t(key, { name: scene.name(seat) })),
    ),
    h("span", { class: "zk-chip" }, t("zoky.deck", { n: deck })),
  );
};

/** The turns of this Placement: clockwise, and then back. @param {Scene} scene */
function track({ state, name }) {
  const seats = all(state.chiefs).map((_, step) => (state.first_player + step) % state.chiefs.length);
  const turns = [...seats, ...[...seats].reverse()];
  const at = state.turn.lap === 1 ? turns.indexOf(state.turn.seat) : turns.lastIndexOf(state.turn.seat);
  return h(
    "span",
    {
      class: "zk-track",
      role: "img",
      "aria-label": t("zoky.track", { n: state.turn.lap, name: name(state.turn.seat) }),
    },
    turns.map((seat, step) =>
      h(
        "i",
        { class: `${step < at ? "past" : step === at ? "now" : ""} ${step === seats.length ? "back" : ""}` },
        seatIcon(seat),
      ),
    ),
  );
}

/** The Quartiers that are not settled yet, in reading order; one that is fought over is at the street. @param {Scene} scene */
export const quartiers = (scene) => {
  const { table, fight, chiefs } = scene.state;
  const spots = all(table).filter(({ quartier }) => quartier !== fight?.quartier);
  return (
    spots.length > 0 &&
    h(
      "ol",
      { class: `bare zk-wards zk-of${chiefs.length + 3}`, "aria-label": t("zoky.quartiers") },
      spots.map((spot) => card(scene, spot)),
    )
  );
};

/** @param {Scene} scene @param {any} spot */
function card(scene, spot) {
  const { ward } = face(scene.state, spot.quartier);
  const [slots, aim, watching] = [placing(scene), aimed(scene), scene.me === null];
  const aims = wants(scene, "quartier", "to");
  const lit = aims
    ? aim?.options.has(spot.quartier)
    : slots && fits(scene, spot, (plan(scene)[spot.quartier] ?? 0) + 1);
  const chosen = [aim?.chosen.quartier, aim?.chosen.to].includes(spot.quartier);
  return h(
    "li",
    {
      class: `zk-card ${ward.paint} ${lit ? "zk-lit" : ""} ${chosen ? "zk-chosen" : ""}`,
      key: `q${spot.quartier}`,
      "data-moves": true,
    },
    h(
      watching ? "div" : "button",
      { class: "zk-face", "data-legal": lit, onclick: watching ? null : () => touchQuartier(scene, spot) },
      title(scene.state, spot.quartier),
      lit && aims && pointer(),
      h(
        "span",
        { class: "zk-crowd" },
        all(spot.zokus).map(
          (count, gang) => count > 0 && !(slots && gang === scene.me) && band(scene, spot, gang, count),
        ),
        h("small", null, t("zoky.number", { n: spot.place + 1 })),
      ),
    ),
    slots &&
      h(
        "span",
        { class: "zk-places" },
        [0, 1, 2].map((place) => slot(scene, spot, place)),
      ),
  );
}

/** The band with the Arrondissement and the value, and the Quartier's name. @param {any} state @param {number} quartier */
export const title = (state, quartier) => {
  const { name, value, ward } = face(state, quartier);
  return [
    h("span", { class: "zk-band" }, sign(ward.look), h("span", null, ward.name), h("b", { class: "zk-value" }, value)),
    h("b", { class: "zk-name" }, name),
  ];
};

/** Zokus of one gang; those that came last are marked. @param {Scene} scene @param {any} spot @param {number} gang @param {number} n */
const band = ({ state: { latest }, name }, spot, gang, n) => {
  const fresh =
    latest?.seat === gang && all(latest.action.placements).some(({ quartier }) => quartier === spot.quartier);
  return h(
    "span",
    { class: fresh ? "zk-fresh" : "" },
    Array.from({ length: n }, (_, number) => stands(spot, gang, number)),
    h("span", { class: "unseen" }, t("zoky.there", { n, name: name(gang) })),
  );
};

/** A Zoku, with the number it would have in the street. @param {any} spot @param {number} gang @param {number} number */
const stands = (spot, gang, number) =>
  figure(gang, "stands", { key: `q${spot.quartier}z${4 * gang + number}`, "data-moves": true });

/** One of my three places on a Quartier: taken, planned, or free. A touch fills all places up to it. @param {Scene} scene @param {any} spot @param {number} place */
function slot(scene, spot, place) {
  const me = scene.me ?? 0;
  const [here, planned] = [spot.zokus[me], plan(scene)[spot.quartier] ?? 0];
  if (place < here) return h("span", { class: "zk-place taken" }, stands(spot, me, place));
  const filled = place < here + planned;
  const wanted = place + 1 - here === planned ? place - here : place + 1 - here;
  const lit = fits(scene, spot, wanted);
  return h(
    "button",
    {
      class: `zk-place ${filled ? "planned" : ""} ${lit ? "zk-lit" : ""}`,
      "data-legal": lit && !filled,
      "aria-pressed": String(filled),
      "aria-label": t(filled ? "zoky.leave_on" : "zoky.place_on", {
        n: wanted,
        quartier: face(scene.state, spot.quartier).name,
      }),
      onclick: () => setPlan(scene, spot, wanted),
    },
    filled ? stands(spot, me, place) : lit && "+",
  );
}
