/** Small drawings: Zokus in every position, the signs of the Arrondissements, and icons. */

/** @import { State } from "./types.js" */

import { s, seatShape } from "/web/kit.js";

/** How the upright figure is turned for each position; its face looks to the right. @type {{ [pose: string]: string }} */
const ROTATION = {
  feet: "translate(0 1)",
  back: "translate(0 5) rotate(-90 20 20)",
  belly: "translate(0 5) rotate(90 20 20)",
  edge: "translate(1 1) rotate(-38 20 24)",
  out: "translate(2 -1) rotate(150 20 20)",
  in_hand: "translate(0 -3)",
};

/** What is drawn beside the figure in each position. @type {{ [pose: string]: string }} */
const SURROUNDINGS = {
  feet: "M5 39h30M3 14l4 2M3 22h4M37 14l-4 2M37 22h-4",
  back: "M2 36h36",
  belly: "M2 36h36M27 6l4 4M31 6l-4 4M34 12l3 3M37 12l-3 3",
  edge: "M5 39h30M29 39l-6-7",
  out: "M2 39h7M14 39h7M26 39h7M33 5l4-3M37 2h-4M37 2v4",
  in_hand: "M4 31q16 12 32 0M4 31q-2-5 1-6M36 31q2-5-1-6",
};

/** A Zoku of a gang: its jacket has the gang's shape and colour. @param {number} gang @param {string} pose @param {{ [name: string]: unknown }} [attributes] */
export const zokuFigure = (gang, pose, attributes = {}) =>
  s(
    "svg",
    {
      viewBox: pose === "stands" ? "8 1 24 37" : "0 0 40 40",
      class: `zk-fig zk-${pose}`,
      "aria-hidden": "true",
      ...attributes,
    },
    s("path", { class: "zk-around", d: SURROUNDINGS[pose] ?? "" }),
    s(
      "g",
      { transform: ROTATION[pose] ?? "", fill: `var(--seat-${gang})`, stroke: `var(--seat-${gang})` },
      s("path", { class: "zk-legs", d: "M16 27l-2 9h-2M24 27l2 9h2" }),
      s("path", { class: "zk-jacket", d: seatShape(gang), transform: "translate(10 13) scale(1.25)" }),
      s("circle", { class: "zk-helmet", cx: 20, cy: 9, r: 6.5 }),
      s("path", { class: "zk-visor", d: "M20 6.5h6q1 3-.5 5H20Z" }),
    ),
  );

/** Line drawings in a square of 16: gate, wave, leaf, crossing, towers, bridge, lantern, owl. */
const SIGNS = [
  "M1.5 4.5q6.5-2.5 13 0M3.5 7.5h9M5 4v10M11 4v10",
  "M1 6q2.5-3.5 4.7 0t4.7 0 4.6 0M1 11.5q2.5-3.5 4.7 0t4.7 0 4.6 0",
  "M3 13C2.5 6 7 2.5 13.5 2.5 13.5 9 10 13.5 3 13l6.5-6.5",
  "M2.5 2v12M6.2 2v12M9.8 2v12M13.5 2v12",
  "M1.5 14V7H6v7M6 14V2h4v12M10 14V5h4.5v9M8 4.5v.1M8 7.5v.1",
  "M1 12.5h14M1.5 12.5q6.5-11 13 0M5 12V8.5M8 12V7M11 12V8.5",
  "M5.5 4h5M5.5 12h5M8 1.5V4M8 12v2.5M5.5 4q-4.5 4 0 8M10.5 4q4.5 4 0 8M3.3 8h9.4",
  "M2 2.5l3 2M14 2.5l-3 2M2 8a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M9 8a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M7 11.5l1 2 1-2",
];

/** The Arrondissements of the usual box keep their sign and colour in every game. */
const STANDARD_NAMES = ["Chiyoda", "Minato", "Setagaya", "Shibuya", "Shinjuku", "Sumida", "Taito", "Toshima"];

/** An Arrondissement in play, by its number: its name, its sign, and the class that gives its colour. @param {State} state @param {number} number */
export function wardFace({ arrondissements }, number) {
  const name = arrondissements[number]?.name ?? "";
  const look = arrondissements.every((one) => STANDARD_NAMES.includes(one.name))
    ? STANDARD_NAMES.indexOf(name)
    : number;
  return { name, look, paint: `zk-w${look}` };
}

/** A Quartier's face: name, value, and its Arrondissement. @param {State} state @param {number} quartier */
export function quartierFace(state, quartier) {
  const number = Math.floor(quartier / 5);
  const { name = "", value = 0 } = state.arrondissements[number]?.quartiers[quartier % 5] ?? {};
  return { name, value, ward: wardFace(state, number) };
}

/** @param {number} look */
export const wardSign = (look) =>
  s("svg", { viewBox: "0 0 16 16", class: "zk-sign", "aria-hidden": "true" }, s("path", { d: SIGNS[look] ?? "" }));

/** @type {{ [name: string]: string }} */
const ICONS = {
  points: "M8 1l2 5h5l-4 3.4 1.5 5.1L8 11.5 3.5 14.5 5 9.4 1 6h5Z",
  reserve: "M8 1.5 15 8h-2v6.5H9.5V10h-3v4.5H3V8H1Z",
  jail: "M2 1h12v14H2ZM4 3v10h1.5V3ZM7.250 3v10h1.5V3ZM10.5 3v10H12V3Z",
  face_down: "M3 1h10v14H3ZM5 3v10h6V3ZM8 5l2 3-2 3-2-3Z",
  first: "M3 1h2v14H3ZM5.5 2H14l-2.5 3L14 8H5.5Z",
  police: "M6 4h4l1 5h2v5H3V9h2ZM8 .5v2M3 2l1 1.5M13 2l-1 1.5",
};

/** @param {string} name */
export const icon = (name) =>
  s(
    "svg",
    { viewBox: "0 0 16 16", class: "zk-icon", "aria-hidden": "true" },
    s("path", { d: ICONS[name] ?? "", "fill-rule": "evenodd" }),
  );
