/** Drawings: claws, dragons, fireflies, stones. Colours are classes of style.css. */

/** @import { Face } from "./types.js" */

import { s, t } from "/web/kit.js";

/**
 * A claw: the palm, and each finger from its root to its tip. Drawn in a square of 48.
 * @typedef {{ palm: [number, number, number, number], fingers: [number, number, number, number][], folded: [number, number, number, number][] }} Claw
 */

/** @type {{ [gesture: string]: Claw }} */
const CLAWS = {
  rock: {
    palm: [10, 19, 28, 21],
    fingers: [],
    folded: [
      [14, 20, 14, 25],
      [21, 18, 21, 25],
      [28, 18, 28, 25],
      [35, 20, 35, 25],
      [12, 33, 25, 33],
    ],
  },
  paper: {
    palm: [14, 25, 21, 18],
    fingers: [
      [17, 28, 11, 13],
      [22, 26, 20, 9],
      [28, 26, 29, 9],
      [33, 28, 38, 13],
      [16, 38, 6, 29],
    ],
    folded: [],
  },
  scissors: {
    palm: [14, 26, 21, 17],
    fingers: [
      [20, 28, 13, 9],
      [28, 28, 35, 9],
    ],
    folded: [
      [25, 30, 25, 34],
      [32, 30, 32, 34],
      [17, 38, 27, 38],
    ],
  },
};

/** A gesture as a dragon's claw, in a square of 48. @param {string} gesture */
export function claw(gesture) {
  const {
    palm: [x, y, width, height],
    fingers,
    folded,
  } = /** @type {Claw} */ (CLAWS[gesture]);
  const palm = { x, y, width, height, rx: 8 };
  return s(
    "g",
    { class: "df-claw" },
    s(
      "g",
      { class: "df-claw-edge" },
      s("rect", palm),
      fingers.map(([x1, y1, x2, y2]) => s("line", { x1, y1, x2, y2 })),
    ),
    fingers.map(nail),
    s(
      "g",
      { class: "df-claw-skin" },
      s("rect", palm),
      fingers.map(([x1, y1, x2, y2]) => s("line", { x1, y1, x2, y2 })),
    ),
    folded.map(([x1, y1, x2, y2]) => [
      s("line", { class: "df-claw-fold", x1, y1, x2, y2 }),
      s("line", { class: "df-claw-knuckle", x1, y1, x2, y2 }),
    ]),
  );
}

/** The nail beyond a finger's tip. @param {[number, number, number, number]} finger */
function nail([x1, y1, x2, y2]) {
  const far = Math.hypot(x2 - x1, y2 - y1);
  const [x, y] = [(x2 - x1) / far, (y2 - y1) / far];
  return s("path", {
    class: "df-nail",
    d: `M${x2 + 3 * y} ${y2 - 3 * x} L${x2 + 8.5 * x} ${y2 + 8.5 * y} L${x2 - 3 * y} ${y2 + 3 * x}Z`,
  });
}

/** A gesture that is chosen and not shown: a claw under a shell. In a square of 48. */
export const covered = () =>
  s(
    "g",
    { class: "df-covered" },
    s("path", { d: "M6 40C6 20 14 9 24 9s18 11 18 31Z" }),
    s("path", { class: "df-rib", d: "M24 9V40M24 9C15 15 13 27 13 40M24 9c9 6 11 18 11 31" }),
    s("circle", { class: "df-seal", cx: 24, cy: 29, r: 9 }),
    s("path", { class: "df-check", d: "m19.5 29 3.5 3.5 6-7" }),
  );

/** Three dots: the dragon has not chosen yet. In a square of 48. */
export const thinking = () =>
  s(
    "g",
    { class: "df-thinking" },
    [12, 24, 36].map((cx) => s("circle", { cx, cy: 30, r: 3.5 })),
  );

/** A dragon's head that looks to the right, 64 wide and 56 high, in its seat's colour. @param {string} colour */
export const dragon = (colour) =>
  s(
    "g",
    { class: "df-dragon" },
    s("path", { class: "df-mane", d: "M22 12 8 6l5 8L1 15l8 6-8 6 8 4-5 8 9 1-2 12 15 1Z" }),
    s("path", { class: "df-horn", d: "M25 15C22 8 16 3 7 1c8 5 10 10 11 17ZM31 13C30 7 26 3 20 1c4 5 5 9 5 14Z" }),
    s("path", {
      class: "df-skin",
      fill: colour,
      d: "M12 54C9 40 9 24 18 17c6-5 15-5 21 0 5 1 9 1 12 0 4-2 9 0 10 5 1 4-1 7-5 8-6 2-12 3-17 6 5 1 11 1 17-1 1 6-5 11-13 12-6 1-10 3-12 7Z",
    }),
    s("path", { class: "df-teeth", d: "m52 31 1 5 3-6ZM44 34l1 4 3-5ZM47 45l1-5 2 5Z" }),
    s("path", { class: "df-line", d: "M56 30C47 32 38 35 33 41M53 22c2-2 4-1 5 1" }),
    s("path", { class: "df-brow", d: "m28 21 13 2" }),
    s("ellipse", { class: "df-eye", cx: 35, cy: 26, rx: 4, ry: 3.4 }),
    s("ellipse", { class: "df-pupil", cx: 36.5, cy: 26, rx: 1.2, ry: 3 }),
    s("path", { class: "df-whisker", d: "M57 29c6 2 5 9 1 12M54 31c2 5-1 10-5 12" }),
  );

/** A firefly with its light, around the origin, some 20 wide. */
export const firefly = () => [
  s("circle", { r: 16, fill: "url(#df-glow)" }),
  s("path", { class: "df-wing", d: "M0-3C-6-12-15-9-12-3-10 1-4 1 0-3 4 1 10 1 12-3 15-9 6-12 0-3Z" }),
  s("ellipse", { class: "df-tail", cy: 3, rx: 4, ry: 7 }),
  s("circle", { class: "df-body", cy: -5, r: 3 }),
];

/** A small firefly before a number of them. */
export const smallFirefly = () =>
  s(
    "svg",
    { class: "df-spark", viewBox: "-12 -12 24 24", role: "img", "aria-label": t("dragon_fights.spark") },
    firefly(),
  );

/** The animal that nobody wants to wake: a snake, around the origin, some 50 wide. */
export const animal = () =>
  s(
    "g",
    { class: "df-animal" },
    s("path", { class: "df-coil", d: "M-22 19C6 28 27 18 20 7 13-3-17 8-18-6c-1-12 20-5 24-14" }),
    s("ellipse", { class: "df-head", cx: 9, cy: -21, rx: 9, ry: 7, transform: "rotate(-20 9 -21)" }),
    s("circle", { class: "df-snake-eye", cx: 11, cy: -23, r: 2 }),
    s("path", { class: "df-tongue", d: "m17-24 7-2m-3-2 3 2-2 3" }),
  );

/** Where the fireflies sit on a stone, by their number; the number itself is in the middle. @type {{ [face: number]: [number, number][] }} */
const SWARM = {
  1: [[0, -25]],
  2: [
    [-21, -17],
    [21, 17],
  ],
  3: [
    [0, -26],
    [-23, 14],
    [23, 14],
  ],
  4: [
    [-21, -19],
    [21, -19],
    [-21, 19],
    [21, 19],
  ],
};

const PEBBLE = "M-39-14C-36-31-22-40-3-40c21-1 37 9 41 26 4 19-3 40-21 49-17 8-41 5-51-10-7-11-8-25-5-39Z";

/**
 * A stone around the origin, some 80 wide: face up, face down, or face down with the face that a memory aid shows.
 * @param {{ up: boolean, face: Face | null }} stone @param {number} [turn] how its shape lies, in degrees
 */
export const stone = ({ up, face }, turn = 0) => [
  s("path", { class: "df-shadow", d: PEBBLE, transform: `translate(3 6) rotate(${turn})` }),
  s(
    "g",
    { transform: `rotate(${turn})` },
    s("path", { class: up ? "df-pebble df-up" : "df-pebble", d: PEBBLE }),
    !up && stoneBack(),
  ),
  face !== null && (up ? faceUp(face) : knownFace(face)),
];

/** @param {Face} face */
const faceUp = (face) =>
  face === "animal"
    ? animal()
    : s(
        "g",
        null,
        (SWARM[face] ?? []).map(([x, y]) => s("g", { transform: `translate(${x} ${y}) scale(.95)` }, firefly())),
        s("text", { class: "df-number", y: 11 }, face),
      );

/** The sign on the back of every stone. */
const stoneBack = () =>
  s("path", { class: "df-carved", d: "M0 0c4-5 11-1 9 6-3 9-17 9-21 0-5-13 8-25 21-20 14 6 18 23 8 34" });

/** What a memory aid knows of a stone that lies face down. @param {Face} face */
const knownFace = (face) =>
  s(
    "g",
    { class: "df-known", transform: "translate(0 2)" },
    s("circle", { r: 24 }),
    face === "animal" ? s("g", { transform: "scale(.62)" }, animal()) : s("text", { class: "df-number", y: 11 }, face),
  );
