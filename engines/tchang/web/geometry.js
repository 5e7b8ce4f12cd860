/** The pieces of the riddle in the exact numbers that the API takes: so what snaps together is what is sent. Nothing here draws. */

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

/** The pieces before they are turned, the first corner at the origin. @type {{ [piece in Placed["piece"]]: Corner[] }} */
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

/** The seven pieces, and where they lie below the figure at first. @type {[Placed["piece"], number, number][]} */
const START_PLACES = [
  ["large_triangle", 0.4, 0],
  ["large_triangle", 4.9, 0],
  ["medium_triangle", 9.5, 0.4],
  ["small_triangle", 0.4, 4.8],
  ["small_triangle", 3, 4.8],
  ["square", 5.6, 4.8],
  ["parallelogram", 8.6, 4.8],
];
/** The width of the drawing, the height of what is below the figure, and the rim around it. */
const [WIDTH, SHELF_HEIGHT, RIM] = [14, 7.8, 0.7];

/** @param {Pair} exact */
export const toNumber = ([a, b]) => a + b * Math.SQRT2;
/** @param {Pair} one @param {Pair} other @returns {Pair} */
const add = ([a, b], [c, d]) => [a + c, b + d];
/** @param {Pair} one @param {Pair} other @returns {Pair} */
const subtract = ([a, b], [c, d]) => [a - c, b - d];
/** Divided by √2. @param {Pair} exact @returns {Pair} */
const divideByRoot2 = ([a, b]) => [b, a / 2];

/** The exact number next to a plain one: never farther than an eighth. @param {number} value */
export function nearestExact(value) {
  const near = [0, 1, -1, 2, -2].map((b) => /** @type {Pair} */ ([Math.round(value - b * Math.SQRT2), b]));
  return near.reduce((best, one) => (Math.abs(toNumber(one) - value) < Math.abs(toNumber(best) - value) ? one : best));
}

/** The corners of a piece, flipped and turned, its first corner at the origin. @param {Placed} placed */
export const pieceShape = ({ piece, rotation, flip }) =>
  SHAPES[piece].map(([x, y]) => rotate([x, flip ? subtract(NONE, y) : y], rotation));

/** A corner after so many clockwise steps of 45° about the origin. @param {Corner} corner @param {number} rotation @returns {Corner} */
function rotate([x, y], rotation) {
  if (rotation > 1) return rotate([subtract(NONE, y), x], rotation - 2);
  return rotation ? [divideByRoot2(subtract(x, y)), divideByRoot2(add(x, y))] : [x, y];
}

/** Where the corners of a piece lie. @param {Placed} placed */
export const corners = (placed) =>
  pieceShape(placed).map(([x, y]) => /** @type {Corner} */ ([add(x, placed.x), add(y, placed.y)]));

/** Corners in plain numbers. @param {Corner[]} ring */
export const toPoints = (ring) => ring.map(([x, y]) => /** @type {Pair} */ ([toNumber(x), toNumber(y)]));

/** @param {Pair[]} ring */
const centerOf = (ring) =>
  ring.reduce(([x, y], point) => [x + point[0] / ring.length, y + point[1] / ring.length], [0, 0]);

/** Where a figure is drawn, with a rim, with or without a shelf below for the pieces that are not laid. @param {Figure} figure @param {boolean} [withShelf] */
export function drawingArea({ drawing }, withShelf = true) {
  const [xs, ys] = [drawing.flat().map(([x]) => x), drawing.flat().map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = withShelf ? WIDTH : right - left + 2 * RIM;
  return {
    left: (left + right - width) / 2,
    top: top - RIM,
    width,
    height: bottom - top + 2 * RIM + (withShelf ? SHELF_HEIGHT : 0),
    shelf: bottom + RIM,
  };
}

/** The seven pieces, not yet laid. @param {Figure} figure @returns {Placed[]} */
export function startPieces(figure) {
  const { left, shelf } = drawingArea(figure);
  return START_PLACES.map(([piece, x, y]) => ({
    piece,
    x: nearestExact(left + x),
    y: nearestExact(shelf + 0.6 + y),
    rotation: 0,
    flip: false,
  }));
}

/** Whether a point is in one of these rings. @param {Pair[][]} rings @param {Pair} point */
const isWithin = (rings, [x, y]) =>
  rings.some((ring) =>
    ring.reduce((odd, [ax, ay], number) => {
      const [bx, by] = ring[(number + 1) % ring.length] ?? [0, 0];
      return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax) ? !odd : odd;
    }, false),
  );

/** Whether a piece lies inside the figure: points just within its rim decide. @param {Figure} figure @param {Placed} placed */
export function isInside(figure, placed) {
  const ring = toPoints(corners(placed));
  const [cx, cy] = centerOf(ring);
  return ring.every(([x, y], number) =>
    [0, 0.25, 0.5, 0.75].every((part) => {
      const [nx, ny] = ring[(number + 1) % ring.length] ?? [0, 0];
      return isWithin(figure.drawing, [cx + (x + (nx - x) * part - cx) * 0.96, cy + (y + (ny - y) * part - cy) * 0.96]);
    }),
  );
}

/**
 * A piece laid near a place: a corner that comes close to one of the figure or of a piece that is laid meets it exactly.
 * @param {Figure} figure @param {Placed[]} others @param {Placed} piece @param {Pair} place of its first corner @param {number} reach
 */
export function snapPiece(figure, others, piece, [x, y], reach) {
  const snapTo = [...figure.outlines.flat(), ...others.filter((other) => isInside(figure, other)).flatMap(corners)];
  const places = pieceShape(piece).flatMap(([cx, cy]) =>
    snapTo.map(([mx, my]) => ({ ...piece, x: subtract(mx, cx), y: subtract(my, cy) })),
  );
  const distance = (/** @type {Placed} */ placed) => Math.hypot(toNumber(placed.x) - x, toNumber(placed.y) - y);
  const [best] = places
    .filter((placed) => distance(placed) < reach)
    .sort((one, other) => distance(one) - distance(other));
  return { piece: best ?? { ...piece, x: nearestExact(x), y: nearestExact(y) }, snapped: Boolean(best) };
}

/** A piece turned or flipped about its middle, and where its first corner comes to lie. @param {Placed} piece @param {Partial<Placed>} change @returns {[Placed, Pair]} */
export function rotatePiece(piece, change) {
  const next = { ...piece, ...change };
  const [[fx, fy], [tx, ty]] = [centerOf(toPoints(corners(piece))), centerOf(toPoints(pieceShape(next)))];
  return [next, [fx - tx, fy - ty]];
}
