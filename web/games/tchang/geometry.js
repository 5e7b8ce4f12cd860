/** The dragon's riddle in the exact numbers that the service wants, without a page: so what is snapped is what is sent. */

/** @import { Corner, Figure, Pair, Placed } from "./types.js" */

/** @type {Pair[]} */
const [NONE = [0, 0], TWO = [0, 0], FOUR = [0, 0]] = [
  [0, 0],
  [2, 0],
  [4, 0],
];
/** @param {Pair} leg @returns {Corner[]} */
const triangle = (leg) => [
  [NONE, NONE],
  [leg, NONE],
  [NONE, leg],
];

/** The pieces before they are turned, the first corner at the origin. @type {{ [piece: string]: Corner[] }} */
const SHAPES = {
  large_triangle: triangle(FOUR),
  medium_triangle: triangle([0, 2]),
  small_triangle: triangle(TWO),
  square: [
    [NONE, NONE],
    [TWO, NONE],
    [TWO, TWO],
    [NONE, TWO],
  ],
  parallelogram: [
    [NONE, NONE],
    [TWO, NONE],
    [FOUR, TWO],
    [TWO, TWO],
  ],
};

/** The seven pieces, and where they wait below the figure. @type {[string, number, number][]} */
const WAITING = [
  ["large_triangle", 0.4, 0],
  ["large_triangle", 4.9, 0],
  ["medium_triangle", 9.5, 0.4],
  ["small_triangle", 0.4, 4.8],
  ["small_triangle", 3, 4.8],
  ["square", 5.6, 4.8],
  ["parallelogram", 8.6, 4.8],
];
/** The width of the drawing, the height of what is below the figure, and the rim around it. */
const [WIDE, ROOM, RIM] = [14, 7.8, 0.7];

/** @param {Pair} exact */
export const real = ([a, b]) => a + b * Math.SQRT2;
/** @param {Pair} one @param {Pair} other @returns {Pair} */
const plus = ([a, b], [c, d]) => [a + c, b + d];
/** @param {Pair} one @param {Pair} other @returns {Pair} */
const minus = ([a, b], [c, d]) => [a - c, b - d];
/** Divided by √2. @param {Pair} exact @returns {Pair} */
const halved = ([a, b]) => [b, a / 2];

/** The exact number next to a plain one: never farther than an eighth. @param {number} value */
export function nearest(value) {
  const near = [0, 1, -1, 2, -2].map((b) => /** @type {Pair} */ ([Math.round(value - b * Math.SQRT2), b]));
  return near.reduce((best, one) => (Math.abs(real(one) - value) < Math.abs(real(best) - value) ? one : best));
}

/** The corners of a piece, flipped and turned, its first corner at the origin. @param {Placed} placed */
export const shape = ({ piece, rotation, flip }) =>
  (SHAPES[piece] ?? []).map(([x, y]) => turned([x, flip ? minus(NONE, y) : y], rotation));

/** A corner after so many clockwise steps of 45° about the origin. @param {Corner} corner @param {number} rotation @returns {Corner} */
function turned([x, y], rotation) {
  if (rotation > 1) return turned([minus(NONE, y), x], rotation - 2);
  return rotation ? [halved(minus(x, y)), halved(plus(x, y))] : [x, y];
}

/** Where the corners of a piece lie. @param {Placed} placed */
export const corners = (placed) =>
  shape(placed).map(([x, y]) => /** @type {Corner} */ ([plus(x, placed.x), plus(y, placed.y)]));

/** Corners in plain numbers. @param {Corner[]} ring */
export const drawn = (ring) => ring.map(([x, y]) => /** @type {Pair} */ ([real(x), real(y)]));

/** @param {Pair[]} ring */
const middle = (ring) =>
  ring.reduce(([x, y], point) => [x + point[0] / ring.length, y + point[1] / ring.length], [0, 0]);

/** Where a figure is drawn, with a rim, and if asked with room below for the pieces that wait. @param {Figure} figure @param {boolean} [room] */
export function area({ drawing }, room = true) {
  const [xs, ys] = [drawing.flat().map(([x]) => x), drawing.flat().map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = room ? WIDE : right - left + 2 * RIM;
  return {
    left: (left + right - width) / 2,
    top: top - RIM,
    width,
    height: bottom - top + 2 * RIM + (room ? ROOM : 0),
    shelf: bottom + RIM,
  };
}

/** The seven pieces, not yet laid. @param {Figure} figure @returns {Placed[]} */
export function waiting(figure) {
  const { left, shelf } = area(figure);
  return WAITING.map(([piece, x, y]) => ({
    piece,
    x: nearest(left + x),
    y: nearest(shelf + 0.6 + y),
    rotation: 0,
    flip: false,
  }));
}

/** Whether a point is in one of these rings. @param {Pair[][]} rings @param {Pair} point */
const within = (rings, [x, y]) =>
  rings.some((ring) =>
    ring.reduce((odd, [ax, ay], number) => {
      const [bx, by] = ring[(number + 1) % ring.length] ?? [0, 0];
      return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !odd : odd;
    }, false),
  );

/** Whether a piece lies inside the figure: points just within its rim decide. @param {Figure} figure @param {Placed} placed */
export function inside(figure, placed) {
  const ring = drawn(corners(placed));
  const [cx, cy] = middle(ring);
  return ring.every(([x, y], number) =>
    [0, 0.25, 0.5, 0.75].every((part) => {
      const [nx, ny] = ring[(number + 1) % ring.length] ?? [0, 0];
      return within(figure.drawing, [cx + (x + (nx - x) * part - cx) * 0.96, cy + (y + (ny - y) * part - cy) * 0.96]);
    }),
  );
}

/**
 * A piece laid near a place: a corner that comes close to one of the figure or of a piece that is laid meets it exactly.
 * @param {Figure} figure @param {Placed[]} others @param {Placed} piece @param {Pair} place of its first corner @param {number} reach
 */
export function laid(figure, others, piece, [x, y], reach) {
  const meeting = [...figure.outlines.flat(), ...others.filter((other) => inside(figure, other)).flatMap(corners)];
  const places = shape(piece).flatMap(([cx, cy]) =>
    meeting.map(([mx, my]) => ({ ...piece, x: minus(mx, cx), y: minus(my, cy) })),
  );
  const far = (/** @type {Placed} */ placed) => Math.hypot(real(placed.x) - x, real(placed.y) - y);
  const [best] = places.filter((placed) => far(placed) < reach).sort((one, other) => far(one) - far(other));
  return { piece: best ?? { ...piece, x: nearest(x), y: nearest(y) }, met: Boolean(best) };
}

/** A piece turned or flipped about its middle, and where its first corner comes to lie. @param {Placed} piece @param {Partial<Placed>} change @returns {[Placed, Pair]} */
export function changed(piece, change) {
  const next = { ...piece, ...change };
  const [[fx, fy], [tx, ty]] = [middle(drawn(corners(piece))), middle(drawn(shape(next)))];
  return [next, [fx - tx, fy - ty]];
}
