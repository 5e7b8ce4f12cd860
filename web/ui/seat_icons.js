/** An icon for each seat: a shape of its own besides its colour, for those who cannot tell colours apart. */

import { s } from "./dom.js";

const SHAPES = [
  "M8 1 15 8 8 15 1 8Z", // diamond
  "M2 2h12v12H2Z", // square
  "M8 1.5 15 14H1Z", // triangle
  "M8 1a7 7 0 1 0 .01 0Z", // circle
  "M8 1l2 5h5l-4 3.4 1.5 5.1L8 11.5 3.500 14.500 5 9.400 1 6h5Z", // star
  "M5 1h6v4h4v6h-4v4H5v-4H1V5h4Z", // cross
  "M4 1h8l3 7-3 7H4L1 8Z", // hexagon
  "M8 1a7 7 0 0 1 7 7v7H1V8a7 7 0 0 1 7-7Z", // arch
  "M1 8c4-9 10-9 14 0-4 9-10 9-14 0Z", // eye
  "M1 3h14l-3 10H4Z", // cup
];

/** The shape of a seat, drawn in a square of 16. @param {number} seat */
export const seatShape = (seat) => SHAPES[seat % SHAPES.length] ?? "";

/** The icon of a seat, beside its name. @param {number} seat */
export const seatIcon = (seat) =>
  s(
    "svg",
    { viewBox: "0 0 16 16", "aria-hidden": "true" },
    s("path", { d: seatShape(seat), fill: `var(--seat-${seat % 10})` }),
  );
