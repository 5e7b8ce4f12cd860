/** Drawings: signs of the dragons, statues, stones, animals, pawns, fireflies. All around (0, 0). */

/** @import { Pair, Pawn } from "./types.js" */

import { s, seatShape } from "/web/kit.js";

/** A sign for each colour, so that nobody has to tell colours apart: flame, leaf, sun, wave. @type {{ [colour: string]: string }} */
const SIGNS = {
  red: "M0-12C5-6 9-3 9 3A9 9 0 0 1-9 3C-9-1-6-3-5-7-3-5-2-3-1-2 1-5 1-8 0-12Z",
  green: "M-9 10C-13-5-2-12 11-11 12 2 3 12-7 8M-11 12 4-4",
  yellow: "M0-5A5 5 0 1 0 .01-5ZM0-12V-9M0 9V12M-12 0H-9M9 0H12M-9-9-7-7M7 7 9 9M9-9 7-7M-7 7-9 9",
  blue: "M-12-3C-8-10-4 2 0-3S8-10 12-3M-12 6C-8-1-4 11 0 6S8-1 12 6",
};

/** The pieces of a tangram in a square of 4. */
const TANGRAM = [
  "0,0 4,0 2,2",
  "0,0 2,2 0,4",
  "4,4 4,2 2,4",
  "2,2 3,1 4,2 3,3",
  "0,4 1,3 3,3 2,4",
  "4,0 4,2 3,1",
  "2,2 3,3 1,3",
];

/** @param {string} colour */
export const sign = (colour) => s("path", { class: "tc-sign", stroke: `var(--tc-${colour})`, d: SIGNS[colour] });

/** A dragon's mask in its colour, with its sign. @param {string} colour */
export const dragon = (colour) =>
  s(
    "g",
    { class: "tc-dragon" },
    s("path", {
      class: "tc-mask",
      fill: `var(--tc-${colour})`,
      d: "M-26-28-15-19H15L26-28 27-6 16 20 0 27-16 20-27-6Z",
    }),
    sign(colour),
  );

/** @param {Pair[]} ring */
export const polygonPoints = (ring) =>
  ring.map((point) => point.map((value) => Math.round(value * 1e4) / 1e4)).join(" ");

/** A tangram with so many pieces found. @param {number} size @param {number} found */
export const tangram = (size, found = 7) =>
  s(
    "g",
    { class: "tc-tangram", transform: `scale(${size / 4}) translate(-2 -2)` },
    TANGRAM.map((points, number) => s("polygon", { class: number < found ? "found" : "", points })),
  );

/** What stands on a square. @param {string | null} figure null: face down */
export function statue(figure) {
  if (figure === null) return hiddenStatue();
  return figure === "tangram" ? tangram(42) : dragon(figure);
}

const hiddenStatue = () =>
  s(
    "g",
    { class: "tc-statue" },
    s("path", { d: "M-18 19V-10A18 18 0 0 1 18-10V19H23V28H-23V19Z" }),
    s("text", { y: 12 }, "?"),
  );

export const stone = () =>
  s(
    "g",
    { class: "tc-stone" },
    s("path", { d: "M-24 12C-27-4-15-19 2-18 17-18 26-7 24 9 20 20-18 21-24 12Z" }),
    s("path", { class: "tc-shine", d: "M-15 2C-13-7-6-11 2-11" }),
  );

/** A snake that holds a pawn. */
export const animal = () =>
  s(
    "g",
    { class: "tc-animal", transform: "scale(.84)" },
    s("path", { d: "M-30 24C-14 40 28 38 32 20S2 2-14 6-38-6-28-20-2-34 8-30" }),
    s("circle", { cx: 14, cy: -29, r: 8 }),
    s("path", { class: "tc-tongue", d: "M22-30 32-33M22-29 32-27" }),
    s("circle", { class: "tc-eye", cx: 16, cy: -32, r: 2 }),
  );

/** Fireflies around a pawn. @param {number} count @param {number} far */
export function fireflies(count, far) {
  const shown = Math.min(count, 20);
  const turn = (/** @type {number} */ number) => `rotate(${(360 * number) / shown})`;
  return s(
    "g",
    { class: "tc-flies" },
    Array.from({ length: shown }, (_, number) => s("circle", { cy: -far, r: 4.5, transform: turn(number) })),
  );
}

/** A pawn: the shape and the colour of its seat, and its number. @param {Pawn} pawn @param {number} size half its width */
export function pawnFigure({ pawn, seat }, size) {
  const pointed = seat % 4 === 2; // there is less room in a triangle
  return s(
    "g",
    { class: "tc-figure" },
    s("path", {
      d: seatShape(seat),
      fill: `var(--tc-seat-${seat % 4})`,
      transform: `scale(${size / 8}) translate(-8 -8)`,
    }),
    s("text", { y: (pointed ? 0.5 : 0.36) * size, "font-size": size * (pointed ? 0.8 : 1) }, pawn + 1),
  );
}

/** A small picture in a line of text. @param {(Node | Node[])[]} inner */
export const inline = (...inner) =>
  s("svg", { class: "tc-pic", viewBox: "-32 -32 64 64", "aria-hidden": "true" }, inner.flat());

export const firefly = () =>
  s(
    "g",
    { class: "tc-fly" },
    s("circle", { cy: 4, r: 27 }),
    s("path", { d: "M-2-4C-16-30-34-14-6 1ZM2-4C16-30 34-14 6 1Z" }),
    s("ellipse", { rx: 9, ry: 14, cy: 7 }),
  );
