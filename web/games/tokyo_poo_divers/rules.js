/** What can be reckoned from the street as it lies: lines, risks, payments, and what is still hidden. */

/** @import { Cell, Pieces, Street } from "./reducer.js" */

/** One step in each direction. @type {{ [way: string]: Cell }} */
export const WAYS = {
  n: [-1, 0],
  ne: [-1, 1],
  e: [0, 1],
  se: [1, 1],
  s: [1, 0],
  sw: [1, -1],
  w: [0, -1],
  nw: [-1, -1],
};

/** How many cards of each face there are; those that were left over lie under no cover. */
const DECK = { F: 42, Z: 14, X: 14 };
const GOLDEN = 5;

/** What is to be seen at a place: `#`, `F`, `X`, `Z`, or `.` for none. @param {Street} street @param {Cell} cell */
export const at = ({ board }, [row, column]) => board[row]?.[column] ?? ".";

/** The place so many steps away. @param {Cell} cell @param {string} way @param {number} [steps] @returns {Cell} */
export function towards([row, column], way, steps = 1) {
  const [down, right] = WAYS[way] ?? [0, 0];
  return [row + steps * down, column + steps * right];
}

/** @param {Cell} one @param {Cell | null} other */
export const same = (one, other) => other !== null && one[0] === other[0] && one[1] === other[1];

/** The direction of a neighbour. @param {Cell} from @param {Cell} to @returns {string | undefined} */
export const wayTo = (from, to) => Object.keys(WAYS).find((way) => same(towards(from, way), to));

/** Every place with a cover on it, or with one that was opened. @param {Street} street @returns {Cell[]} */
export const places = ({ board }) =>
  board.flatMap((line, row) =>
    [...line].flatMap((place, column) => (place === "." ? [] : [/** @type {Cell} */ ([row, column])])),
  );

/** The open finds that counted for the find just dived for, while that is the only one. @param {Street} street @returns {Cell[]} */
export function star(street) {
  const { diver, finds, phase } = street;
  if (!diver || finds !== 1 || phase !== "decide") return [];
  return Object.keys(WAYS).flatMap((way) => {
    const line = [];
    for (let cell = towards(diver.cell, way); at(street, cell) === "F"; cell = towards(cell, way)) line.push(cell);
    return line;
  });
}

/** The finds of this turn, in order, with what each was worth; none once the points are gone. @param {Street} street */
export function chain({ diver, finds, points, phase }) {
  if (!diver || phase !== "decide") return [];
  const later = Array.from({ length: finds - 1 }, (_, n) => ({
    cell: towards(diver.cell, diver.facing ?? "", n + 1),
    worth: n + 2,
  }));
  const first = points - later.reduce((sum, { worth }) => sum + worth, 0);
  return [{ cell: diver.cell, worth: first }, ...later];
}

/** Where a risk may go now, and which cover it opens. @param {Street} street @returns {{ way: string, cell: Cell }[]} */
export function risks(street) {
  const { diver, last_find: from, phase } = street;
  if (!diver || !from || phase !== "decide") return [];
  const ways = diver.facing === null ? Object.keys(WAYS) : [diver.facing];
  return ways.map((way) => ({ way, cell: towards(from, way) })).filter(({ cell }) => at(street, cell) === "#");
}

/** How many of each face are not open yet, those left over among them. @param {Street} street @returns {{ [face: string]: number }} */
export const hidden = ({ board }) =>
  Object.fromEntries(Object.entries(DECK).map(([face, all]) => [face, all - board.join("").split(face).length + 1]));

/** @param {Pieces} pieces */
export const value = ({ brown, golden }) => brown + GOLDEN * golden;

/**
 * What a payment brings: pieces that go to the diver (or back, if negative), the points they are worth, and what the bank
 * cannot pay.
 * @param {Pieces} bank @param {Pieces} purse @param {number} points
 */
export function payment(bank, purse, points) {
  const [browns, goldens, owed] = [bank.brown + purse.brown, bank.golden + purse.golden, value(purse) + points];
  for (let due = owed; ; due--) {
    const golden = Math.min(goldens, Math.floor(due / GOLDEN));
    const brown = due - GOLDEN * golden;
    if (brown <= browns)
      return { brown: brown - purse.brown, golden: golden - purse.golden, paid: due - value(purse), lost: owed - due };
  }
}
