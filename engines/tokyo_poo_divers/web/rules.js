/** What follows from the board by the rules: lines, risks, payments, and what is still hidden. */

/** @import { Cell, Direction, Purse, State } from "./types.js" */

/** One step in each direction. @type {{ [direction in Direction]: Cell }} */
export const STEPS = {
  n: [-1, 0],
  ne: [-1, 1],
  e: [0, 1],
  se: [1, 1],
  s: [1, 0],
  sw: [1, -1],
  w: [0, -1],
  nw: [-1, -1],
};

/** All directions, clockwise from north. */
export const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

/** How many cards of each face there are; those that were left over lie under no cover. */
const DECK = { F: 42, Z: 14, X: 14 };
const GOLDEN = 5;

/** What the board shows at a place: `#`, `F`, `X`, `Z`, or `.` for none. @param {State} state @param {Cell} cell */
export const letterAt = ({ board }, [row, column]) => board[row]?.[column] ?? ".";

/** The place so many steps away. @param {Cell} cell @param {Direction} direction @param {number} [steps] @returns {Cell} */
export function stepFrom([row, column], direction, steps = 1) {
  const [down, right] = STEPS[direction];
  return [row + steps * down, column + steps * right];
}

/** @param {Cell} one @param {Cell | null} other */
export const isSameCell = (one, other) => other !== null && one[0] === other[0] && one[1] === other[1];

/** The direction of a neighbour. @param {Cell} from @param {Cell} to */
export const directionTo = (from, to) => DIRECTIONS.find((direction) => isSameCell(stepFrom(from, direction), to));

/** Every place with a cover on it, or with one that was opened. @param {State} state @returns {Cell[]} */
export const allCells = ({ board }) =>
  board.flatMap((line, row) =>
    [...line].flatMap((place, column) => (place === "." ? [] : [/** @type {Cell} */ ([row, column])])),
  );

/** The open finds that counted for the find just dived for, while that is the only one. @param {State} state @returns {Cell[]} */
export function findsInLine(state) {
  const { diver, finds, phase } = state;
  if (!diver || finds !== 1 || phase !== "decide") return [];
  return DIRECTIONS.flatMap((direction) => {
    const line = [];
    let cell = stepFrom(diver.cell, direction);
    for (; letterAt(state, cell) === "F"; cell = stepFrom(cell, direction)) line.push(cell);
    return line;
  });
}

/** The finds of this turn, in order, with what each was worth; none once the points are gone. @param {State} state */
export function findsOfTurn({ diver, finds, points, phase }) {
  if (!diver || phase !== "decide") return [];
  const { cell, facing } = diver;
  const later = facing
    ? Array.from({ length: finds - 1 }, (_, n) => ({ cell: stepFrom(cell, facing, n + 1), worth: n + 2 }))
    : [];
  const first = points - later.reduce((sum, { worth }) => sum + worth, 0);
  return [{ cell, worth: first }, ...later];
}

/** Where a risk may go now, and which cover it opens. @param {State} state @returns {{ direction: Direction, cell: Cell }[]} */
export function risks(state) {
  const { diver, last_find: from, phase } = state;
  if (!diver || !from || phase !== "decide") return [];
  const directions = diver.facing === null ? DIRECTIONS : [diver.facing];
  return directions
    .map((direction) => ({ direction, cell: stepFrom(from, direction) }))
    .filter(({ cell }) => letterAt(state, cell) === "#");
}

/** How many of each face are not open yet, those left over among them. @param {State} state @returns {{ [face: string]: number }} */
export const countHidden = ({ board }) =>
  Object.fromEntries(Object.entries(DECK).map(([face, all]) => [face, all - board.join("").split(face).length + 1]));

/** The points that pieces are worth. @param {Purse} purse */
export const purseValue = ({ brown, golden }) => brown + GOLDEN * golden;

/**
 * What a payment brings: pieces that go to the diver (or back, if negative), the points they are worth, and what the bank
 * cannot pay.
 * @param {Purse} bank @param {Purse} purse @param {number} points
 */
export function payment(bank, purse, points) {
  const [browns, goldens, owed] = [bank.brown + purse.brown, bank.golden + purse.golden, purseValue(purse) + points];
  for (let due = owed; ; due--) {
    const golden = Math.min(goldens, Math.floor(due / GOLDEN));
    const brown = due - GOLDEN * golden;
    if (brown <= browns)
      return {
        brown: brown - purse.brown,
        golden: golden - purse.golden,
        paid: due - purseValue(purse),
        lost: owed - due,
      };
  }
}
