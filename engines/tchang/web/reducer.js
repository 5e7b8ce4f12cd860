/** The spectator's state of the tomb, computed from the events alone. */

/** @import { Event, Pawn, State, TchangReducer } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch } from "/web/kit.js";

const [TOKENS, STATUES, MOST_SHARES, ANIMAL] = [60, 19, 20, -1];

/** Where everything lies, what the pawns carry, and who begins. @type {TchangReducer["initialState"]} */
export function initialState(events, last, seats) {
  /** @type {State} */
  const state = {
    ...last,
    phase: "move",
    ending: null,
    exit: null,
    animals: [],
    tangrams: 0,
    idle_turns: 0,
    concede_votes: [],
    stones_by_face: last.stones_by_face.map((count) => ({ ...count, hidden: count.total })),
    dragons: { red: 0, green: 0, yellow: 0, blue: 0 },
    shares_left: MOST_SHARES,
    idle_limit: 2 * seats,
    riddle: last.riddle && { declined: [], solver: null, solved: null, pieces: [], figures: [] },
  };
  for (const event of events) reduce(state, event);
  return state;
}

/** Change the state as this event says. @type {TchangReducer["reduce"]} */
export function reduce(state, event) {
  dispatch(HANDLERS, event, state);
  if (ARRIVAL.includes(event.type)) checkEnding(state);
}

/** What happens where a pawn stops: after each of these the game can be over. */
const ARRIVAL = ["moved", "freed", "bitten", "stone_turned", "statue_turned"];

/** @type {Handlers<Event, [State], void>} */
const HANDLERS = {
  tomb_laid({ data: { pawns, fireflies, statues, stones } }, state) {
    state.pawns = pawns.map((seat, pawn) => ({ pawn, seat, square: 0, fireflies, bitten: false }));
    state.reserve = TOKENS - fireflies * pawns.length;
    state.statues = statues.map((square) => ({ square, figure: null }));
    state.stones = stones;
    state.to_lay = state.rules.placement === "players" ? { statues: STATUES, stones: stonesInAll(state) } : null;
  },
  statue_laid({ data: { square } }, state) {
    state.statues = [...state.statues, { square, figure: null }].sort((one, other) => one.square - other.square);
    if (state.to_lay) state.to_lay = { ...state.to_lay, statues: state.to_lay.statues - 1 };
  },
  stone_laid({ data: { square } }, state) {
    state.stones = withNumber(state.stones, square);
    const left = (state.to_lay?.stones ?? 0) - 1;
    state.to_lay = left > 0 ? { statues: 0, stones: left } : null;
  },
  turn_began({ seat }, state) {
    Object.assign(state, { turn: seat, phase: state.to_lay ? "lay" : "move", shares_left: MOST_SHARES });
  },
  moved({ data: { pawn, way, paid } }, state) {
    addFireflies(state, pawn, -paid);
    pawnAt(state, pawn).square = way.at(-1) ?? 0;
    Object.assign(state, { shares_left: MOST_SHARES, idle_turns: 0 });
  },
  freed({ data: { pawn, square } }, state) {
    pawnAt(state, pawn).bitten = false;
    state.animals = without(state.animals, square);
  },
  bitten({ data: { pawn, square } }, state) {
    pawnAt(state, pawn).bitten = true;
    state.animals = withNumber(state.animals, square);
    removeStone(state, square, ANIMAL);
  },
  stone_turned({ data: { pawn, square, fireflies, gained } }, state) {
    removeStone(state, square, fireflies);
    addFireflies(state, pawn, gained);
  },
  statue_turned({ data: { pawn, square, figure, bonus } }, state) {
    state.statues = state.statues.map((statue) => (statue.square === square ? { square, figure } : statue));
    if (figure === "tangram") state.tangrams += 1;
    else state.dragons[figure] = (state.dragons[figure] ?? 0) + 1;
    addFireflies(state, pawn, bonus);
  },
  exit_found({ data: { dragon, square } }, state) {
    state.exit = { dragon, square, open: false };
  },
  exit_opened(_, state) {
    if (state.exit) state.exit.open = true;
  },
  shared({ data: { from, to, amount } }, state) {
    pawnAt(state, from).fireflies -= amount;
    pawnAt(state, to).fireflies += amount;
    state.shares_left -= 1;
  },
  passed(_, state) {
    state.idle_turns += 1;
    if (state.idle_turns === state.idle_limit) Object.assign(state, { phase: "over", ending: "stalled" });
  },
  concede_voted({ seat }, state) {
    state.concede_votes = withNumber(state.concede_votes, seat ?? -1);
    if (isEverybody(state, state.concede_votes)) Object.assign(state, { phase: "over", ending: "conceded" });
  },
  concede_withdrawn({ seat }, state) {
    state.concede_votes = without(state.concede_votes, seat ?? -1);
  },
  riddle_posed({ data: { figures } }, state) {
    Object.assign(state.riddle ?? {}, { figures });
    state.phase = "riddle";
  },
  riddle_solved({ seat, data: { figure, pieces } }, state) {
    Object.assign(state.riddle ?? {}, { solver: seat, solved: figure, pieces });
    state.phase = "over";
  },
  riddle_declined({ seat }, state) {
    if (!state.riddle) return;
    state.riddle.declined = withNumber(state.riddle.declined, seat ?? -1);
    if (isEverybody(state, state.riddle.declined)) state.phase = "over";
  },
};

/** @param {State} state */
const stonesInAll = ({ stones_by_face: faces }) => faces.reduce((sum, { total }) => sum + total, 0);

/** @param {State} state @param {number} pawn */
const pawnAt = (state, pawn) => /** @type {Pawn} */ (state.pawns[pawn]);

/** What a pawn gets comes out of the reserve, what it pays goes there. @param {State} state @param {number} pawn @param {number} fireflies */
function addFireflies(state, pawn, fireflies) {
  pawnAt(state, pawn).fireflies += fireflies;
  state.reserve -= fireflies;
}

/** @param {State} state @param {number} square @param {number} face */
function removeStone(state, square, face) {
  state.stones = without(state.stones, square);
  for (const count of state.stones_by_face) if (count.face === face) count.hidden -= 1;
}

/** All are out, or the free pawns have no firefly, or there may be something to share. @param {State} state */
function checkEnding(state) {
  const out = state.exit?.open ? state.exit.square : null;
  if (state.pawns.every(({ square }) => square === out)) Object.assign(state, { phase: "over", ending: "won" });
  else if (state.pawns.every(({ fireflies, bitten }) => fireflies === 0 || bitten))
    Object.assign(state, { phase: "over", ending: "out_of_fireflies" });
  else Object.assign(state, { phase: "share", ending: null });
}

/** @param {State} state @param {number[]} seats */
const isEverybody = (state, seats) => state.pawns.every(({ seat }) => seats.includes(seat));

/** @param {number[]} numbers @param {number} added */
const withNumber = (numbers, added) => [...numbers, added].sort((one, other) => one - other);

/** @param {number[]} numbers @param {number} removed */
const without = (numbers, removed) => numbers.filter((number) => number !== removed);
