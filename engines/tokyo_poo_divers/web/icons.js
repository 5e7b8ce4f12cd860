/** Drawings, each in a square of 100 around its middle, except where it says otherwise. */

/** @import { Letter } from "./types.js" */

import { s, seatShape } from "/web/kit.js";

/** A path several times around the middle. @param {number} count @param {string} d @param {string} kind */
const rotated = (count, d, kind) =>
  Array.from({ length: count }, (_, n) => s("path", { d, class: kind, transform: `rotate(${(360 / count) * n})` }));

/** The patterns in the iron, as on the covers of Japanese towns. @type {(() => SVGElement[])[]} */
const PATTERNS = [
  // cherry blossom
  () => [
    ...rotated(5, "M0 -4C-13 -14 -11 -27 -4 -31L0 -26 4 -31C11 -27 13 -14 0 -4Z", "tpd-inlay tpd-a"),
    ...rotated(5, "M0 -18V-11", "tpd-line"),
  ],
  // waves
  () =>
    [-22, 0, 22]
      .flatMap((x) => [s("path", { d: `M${x - 11} 4a11 11 0 0 1 22 0M${x - 5} 4a5 5 0 0 1 10 0`, class: "tpd-line" })])
      .concat(
        [-11, 11].flatMap((x) => [
          s("path", {
            d: `M${x - 11} 20a11 11 0 0 1 22 0M${x - 5} 20a5 5 0 0 1 10 0M${x - 11} -12a11 11 0 0 1 22 0M${x - 5} -12a5 5 0 0 1 10 0`,
            class: "tpd-line",
          }),
        ]),
      ),
  // chequered plate
  () => [
    s("path", {
      d: "M-8 -28h16M-22 -16h14M8 -16h14M-30 -4h12M-6 -4h12M18 -4h12M-22 8h14M8 8h14M-8 20h16M-26 20h8M18 20h8M-6 30h12",
      class: "tpd-line tpd-wide",
    }),
  ],
  // chrysanthemum
  () => [
    ...rotated(12, "M0 -12C-7 -20 -5 -30 0 -32C5 -30 7 -20 0 -12Z", "tpd-inlay tpd-b"),
    s("circle", { r: 8, class: "tpd-line" }),
  ],
  // mountain over the sea
  () => [
    s("path", { d: "M-27 12L-6 -20 6 -20 27 12Z", class: "tpd-inlay tpd-c" }),
    s("path", { d: "M-11 -12l6 5 5 -5 5 5 6 -5M-26 20q6 -6 13 0t13 0 13 0 13 0", class: "tpd-line" }),
    s("circle", { cx: 19, cy: -18, r: 5, class: "tpd-inlay tpd-a" }),
  ],
  // fan
  () => [
    s("path", { d: "M0 26L-29 -8A40 40 0 0 1 29 -8Z", class: "tpd-inlay tpd-d" }),
    s("path", { d: "M0 26L-15 -18M0 26V-22M0 26L15 -18M-18 5a30 30 0 0 1 36 0", class: "tpd-line" }),
  ],
];

/** What is drawn many times. */
export const definitions = () =>
  s(
    "defs",
    null,
    PATTERNS.map((pattern, n) =>
      s(
        "g",
        { id: `tpd-cover-${n}` },
        s("circle", { r: 43, class: "tpd-iron" }),
        s("circle", { r: 37, class: "tpd-line" }),
        pattern(),
        s("path", { d: "M-7 -40h14M-7 40h14", class: "tpd-key" }),
      ),
    ),
    s("g", { id: "tpd-shaft" }, s("circle", { r: 43, class: "tpd-rim" }), s("circle", { r: 36, class: "tpd-deep" })),
  );

/** A heap. @param {"brown" | "golden"} kind @param {boolean} [awake] with a face */
export const heap = (kind, awake = false) =>
  s(
    "g",
    { class: `tpd-heap tpd-${kind}` },
    s("path", {
      d: "M-29 25C-38 12 -27 5 -21 6C-26 -6 -14 -11 -10 -10C-13 -20 -2 -21 3 -31C10 -24 11 -16 9 -11C18 -12 23 -2 19 6C29 5 37 14 29 25C18 31 -18 31 -29 25Z",
      class: "tpd-body",
    }),
    s("path", { d: "M-20 7C-9 13 8 12 16 7M-9 -9C-3 -5 4 -6 9 -10", class: "tpd-fold" }),
    awake && [
      s("ellipse", { cx: -8, cy: 1, rx: 4.5, ry: 6, class: "tpd-eye" }),
      s("ellipse", { cx: 8, cy: 1, rx: 4.5, ry: 6, class: "tpd-eye" }),
      s("circle", { cx: -7, cy: 2, r: 2.5, class: "tpd-pupil" }),
      s("circle", { cx: 9, cy: 2, r: 2.5, class: "tpd-pupil" }),
      s("path", { d: "M-8 16q8 7 16 0", class: "tpd-fold" }),
    ],
    kind === "golden" && s("path", { d: "M-17 13l3 -7 3 7 7 3 -7 3 -3 7 -3 -7 -7 -3Z", class: "tpd-spark" }),
  );

/** Nothing there: the shaft is boarded up. */
const blank = () =>
  s(
    "g",
    { class: "tpd-blank" },
    [45, -45].map((turn) =>
      s(
        "g",
        { transform: `rotate(${turn})` },
        s("rect", { x: -37, y: -7.5, width: 74, height: 15, rx: 3, class: "tpd-plank" }),
        s("path", { d: "M-30 0h.1M30 0h.1", class: "tpd-nail" }),
      ),
    ),
  );

/** Somebody sleeps there. */
const sleeper = () =>
  s(
    "g",
    { class: "tpd-sleeper" },
    s("circle", { cx: -4, cy: 9, r: 22, class: "tpd-skin" }),
    s("path", { d: "M-26 2C-24 -22 6 -24 18 3C6 -5 -14 -5 -26 2Z", class: "tpd-cap" }),
    s("circle", { cx: -27, cy: 4, r: 5, class: "tpd-tassel" }),
    s("path", { d: "M-17 9q5 5 9 0M1 9q5 5 9 0M-7 20q4 3 7 0", class: "tpd-lash" }),
    s("path", { d: "M11 -33h15l-15 17h15M-5 -38h9l-9 10h9", class: "tpd-zed" }),
  );

/** @type {{ [letter in Letter]: () => SVGElement }} */
const FACES = { F: () => heap("brown", true), X: blank, Z: sleeper };

/** What lies under a cover. @param {Letter} letter */
export const face = (letter) => FACES[letter]();

/** Steam over a heap. */
export const steam = () =>
  s("g", { class: "tpd-steam" }, s("path", { d: "M-14 -26q-6 -7 0 -14M2 -32q6 -7 0 -14M17 -24q-6 -7 0 -14" }));

/** The diver, who looks out of the shaft. */
export const diver = () =>
  s(
    "g",
    { class: "tpd-diver" },
    s("path", { d: "M-30 36C-30 14 -18 8 0 8C18 8 30 14 30 36Z", class: "tpd-suit" }),
    s("path", { d: "M13 14C34 14 33 0 32 -34", class: "tpd-snorkel-edge" }),
    s("path", { d: "M13 14C34 14 33 0 32 -34", class: "tpd-snorkel" }),
    s("circle", { cy: -8, r: 23, class: "tpd-helmet" }),
    s("path", { d: "M-16 -1C-16 14 16 14 16 -1Z", class: "tpd-cheek" }),
    s("rect", { x: -20, y: -18, width: 40, height: 20, rx: 10, class: "tpd-visor" }),
    s("path", { d: "M-9 -10v4M9 -10v4", class: "tpd-gaze" }),
  );

/** An arrow up the page. */
export const arrow = () => s("path", { d: "M0 -25L20 0H8V14H-8V0H-20Z", class: "tpd-arrow" });

/** Somebody has looked: an eye. @param {string} [kind] */
export const eye = (kind = "") =>
  s(
    "g",
    { class: `tpd-look ${kind}` },
    s("path", { d: "M-16 0C-8 -12 8 -12 16 0C8 12 -8 12 -16 0Z", class: "tpd-white" }),
    s("circle", { r: 5.5, class: "tpd-pupil" }),
  );

/** The icon of a seat, in a square of 30. @param {number} seat */
export const seatBadge = (seat) =>
  s(
    "g",
    null,
    s("circle", { r: 15, class: "tpd-disc" }),
    s("path", {
      d: seatShape(seat),
      transform: "translate(-9.600 -9.600) scale(1.2)",
      fill: `var(--seat-${seat % 10})`,
    }),
  );

/** A drawing as a small picture in a text. @param {SVGElement} drawing */
export const inline = (drawing) =>
  s("svg", { viewBox: "-40 -44 80 80", class: "tpd-small", "aria-hidden": "true" }, drawing);
