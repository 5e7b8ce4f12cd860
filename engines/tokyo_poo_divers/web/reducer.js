/** The spectator's state of the street, computed from the events alone. */

/** @import { Cell, DiversReducer, Event, Face, Letter, State } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch } from "/web/kit.js";

/** @type {{ [face in Face]: Letter }} */
const LETTERS = { find: "F", blank: "X", sleeper: "Z" };
/** The phase after a face was found. @type {{ [face in Face]: State["phase"] }} */
const NEXT_PHASE = { find: "decide", blank: "peek", sleeper: "dive" };
/** What a turn begins with. */
const NEW_TURN = { points: 0, finds: 0, diver: null, last_find: null };

/** All pieces lie in the bank, and all covers are closed. @type {DiversReducer["initialState"]} */
export function initialState(events, last, seats) {
  const everywhere = [last.bank, ...last.purses];
  /** @type {State} */
  const state = {
    ...NEW_TURN,
    phase: "dive",
    turn: 0,
    layout: last.layout,
    board: [],
    last_opened: null,
    covers_left: 0,
    peeks: [],
    bank: { brown: sum(everywhere.map(({ brown }) => brown)), golden: sum(everywhere.map(({ golden }) => golden)) },
    purses: Array.from({ length: seats }, (_, seat) => ({ seat, brown: 0, golden: 0, points: 0 })),
    remember_peeks: last.remember_peeks,
    tie: last.tie,
    contest: null,
    ending: null,
  };
  for (const event of events) reduce(state, event);
  return state;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** @type {DiversReducer["reduce"]} */
export const reduce = (state, event) => void dispatch(HANDLERS, event, state);

/** @type {Handlers<Event, [State], void>} */
const HANDLERS = {
  covers_laid({ data: { layout, board } }, state) {
    Object.assign(state, { layout, board: [...board], covers_left: board.join("").split("#").length - 1 });
  },

  turn_began({ seat }, state) {
    Object.assign(state, NEW_TURN, { turn: seat, phase: "dive" });
  },

  cover_opened({ data: { cell, face, points, direction } }, state) {
    const [row, column] = cell;
    const line = state.board[row] ?? "";
    state.board[row] = line.slice(0, column) + LETTERS[face] + line.slice(column + 1);
    state.peeks = state.peeks.filter((peek) => !isSameCell(peek.cell, cell));
    state.covers_left -= 1;
    Object.assign(state, { phase: NEXT_PHASE[face], points, last_opened: cell });
    if (state.diver && direction !== null) state.diver.facing = direction;
    if (face === "find") {
      state.finds += 1;
      state.last_find = cell;
      state.diver ??= { cell, facing: null };
    }
    // The turn in which the last cover was opened is the last; what it is worth is still paid.
    if (state.covers_left === 0) Object.assign(state, { phase: "over", ending: "last_cover" });
  },

  paid({ seat, data: { points, brown, golden } }, state) {
    const purse = state.purses[seat ?? -1];
    if (!purse) return;
    state.bank = {
      brown: state.bank.brown - brown + purse.brown,
      golden: state.bank.golden - golden + purse.golden,
    };
    Object.assign(purse, { brown, golden, points: purse.points + points });
    state.points = 0;
    if (state.bank.brown + state.bank.golden === 0) Object.assign(state, { phase: "over", ending: "bank_empty" });
  },

  peeked({ seat, data: { cell } }, state) {
    if (seat === null || state.peeks.some((peek) => peek.seat === seat && isSameCell(peek.cell, cell))) return;
    state.peeks.push({ seat, cell, face: null });
    state.peeks.sort((one, other) => one.seat - other.seat);
  },

  contest_began({ data: { tied } }, state) {
    const contest = { tied: [...tied], voted: [], ballots: [], winner: null };
    Object.assign(state, { phase: "vote", ending: null, contest });
  },

  voted({ seat }, { contest }) {
    if (seat !== null) contest?.voted.push(seat);
  },

  contest_decided({ data: { ballots, winner } }, state) {
    Object.assign(state, { phase: "over", ending: "contest", contest: { ...state.contest, ballots, winner } });
  },
};

/** @param {Cell} one @param {Cell} other */
const isSameCell = (one, other) => one[0] === other[0] && one[1] === other[1];
