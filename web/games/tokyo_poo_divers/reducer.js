/**
 * The street as somebody draws it who only hears of it: what each event changes.
 *
 * @typedef {[row: number, column: number]} Cell
 * @typedef {"find" | "blank" | "sleeper"} Face
 * @typedef {{ brown: number, golden: number }} Pieces
 * @typedef {{
 *   phase: "dive" | "decide" | "peek" | "over", turn: number, points: number, finds: number,
 *   diver: { cell: Cell, facing: string | null } | null, last_find: Cell | null, layout: string, board: string[],
 *   last_opened: Cell | null, covers_left: number, peeks: { seat: number, cell: Cell, face: Face | null }[],
 *   bank: Pieces, purses: (Pieces & { seat: number, points: number })[], remember_peeks: boolean, ending: string | null,
 * }} Street
 */

/** @type {{ [face: string]: string }} */
const LETTERS = { find: "F", blank: "X", sleeper: "Z" };
/** @type {{ [face: string]: Street["phase"] }} */
const NEXT_STEP = { find: "decide", blank: "peek", sleeper: "dive" };
const FRESH = { points: 0, finds: 0, diver: null, last_find: null };

/** All pieces lie in the bank, and all covers are closed. @param {any[]} events @param {Street} last @param {number} seats @returns {Street} */
export function opening(events, last, seats) {
  const { layout, board } = events.find(({ type }) => type === "covers_laid").data;
  const turn = events.find(({ type }) => type === "turn_began").seat;
  const everywhere = [last.bank, ...last.purses];
  return {
    ...FRESH,
    phase: "dive",
    turn,
    layout,
    board: [...board],
    last_opened: null,
    covers_left: board.join("").split("#").length - 1,
    peeks: [],
    bank: { brown: sum(everywhere.map(({ brown }) => brown)), golden: sum(everywhere.map(({ golden }) => golden)) },
    purses: Array.from({ length: seats }, (_, seat) => ({ seat, brown: 0, golden: 0, points: 0 })),
    remember_peeks: last.remember_peeks,
    ending: null,
  };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** @param {Street} street @param {any} event */
export function hear(street, { type, seat, data }) {
  EARS[type]?.(street, seat, data);
}

/** @type {{ [type: string]: (street: Street, seat: number, data: any) => void }} */
const EARS = {
  turn_began(street, seat) {
    Object.assign(street, FRESH, { turn: seat, phase: "dive" });
  },

  cover_opened(street, _, { cell, face, points, direction }) {
    const [row, column] = cell;
    const line = street.board[row] ?? "";
    street.board[row] = line.slice(0, column) + LETTERS[face] + line.slice(column + 1);
    street.peeks = street.peeks.filter((peek) => !same(peek.cell, cell));
    street.covers_left -= 1;
    Object.assign(street, { phase: NEXT_STEP[face], points, last_opened: cell });
    if (street.diver && direction !== null) street.diver.facing = direction;
    if (face === "find") {
      street.finds += 1;
      street.last_find = cell;
      street.diver ??= { cell, facing: null };
    }
    // The turn in which the last cover was opened is the last; what it is worth is paid yet.
    if (street.covers_left === 0) Object.assign(street, { phase: "over", ending: "last_cover" });
  },

  paid(street, seat, { points, brown, golden }) {
    const purse = street.purses[seat];
    if (!purse) return;
    street.bank = {
      brown: street.bank.brown - brown + purse.brown,
      golden: street.bank.golden - golden + purse.golden,
    };
    Object.assign(purse, { brown, golden, points: purse.points + points });
    street.points = 0;
    if (street.bank.brown + street.bank.golden === 0) Object.assign(street, { phase: "over", ending: "bank_empty" });
  },

  peeked(street, seat, { cell }) {
    if (street.peeks.some((peek) => peek.seat === seat && same(peek.cell, cell))) return;
    street.peeks.push({ seat, cell, face: null });
    street.peeks.sort((one, other) => one.seat - other.seat);
  },
};

/** @param {Cell} one @param {Cell} other */
const same = (one, other) => one[0] === other[0] && one[1] === other[1];
