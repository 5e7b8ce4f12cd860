/** The tomb as somebody draws it who only hears of it: the spectator's state, from events alone. */

/** @import { State } from "./types.js" */

const [TOKENS, MOST_SHARES, ANIMAL] = [60, 20, -1];

/**
 * Where everything lies, what the pawns carry, and who begins.
 * @param {any[]} events those up to the start @param {State} last the final state, for what never changes @param {number} seats
 * @returns {State}
 */
export function opening(events, last, seats) {
  const told = (/** @type {string} */ type) => events.find((event) => event.type === type);
  /** @type {{ pawns: number[], fireflies: number, statues: number[], stones: number[] }} */
  const { pawns, fireflies, statues, stones } = told("tomb_laid").data;
  return {
    ...last,
    phase: "move",
    turn: told("turn_began").seat,
    ending: null,
    exit: null,
    animals: [],
    tangrams: 0,
    idle_turns: 0,
    concede_votes: [],
    pawns: pawns.map((seat, pawn) => ({ pawn, seat, square: 0, fireflies, bitten: false })),
    reserve: TOKENS - fireflies * pawns.length,
    statues: statues.map((square) => ({ square, figure: null })),
    stones,
    stones_by_face: last.stones_by_face.map((count) => ({ ...count, hidden: count.total })),
    dragons: { red: 0, green: 0, yellow: 0, blue: 0 },
    shares_left: MOST_SHARES,
    idle_limit: 2 * seats,
    riddle: last.riddle && { declined: [], solver: null, solved: null, pieces: [], figures: [] },
  };
}

/** Change the state as this event tells. @param {any} state @param {any} event */
export function hear(state, { type, data, seat }) {
  EARS[type]?.(state, data, seat);
  if (ARRIVAL.includes(type)) see(state);
}

/** What happens where a pawn stops: after each of these it can be over. */
const ARRIVAL = ["moved", "freed", "bitten", "stone_turned", "statue_turned"];

/** @type {{ [type: string]: (state: any, data: any, seat: number) => unknown }} */
const EARS = {
  turn_began: (state, _, seat) => Object.assign(state, { turn: seat, phase: "move", shares_left: MOST_SHARES }),
  moved(state, { pawn, way, paid }) {
    pay(state, pawn, -paid);
    state.pawns[pawn].square = way.at(-1);
    Object.assign(state, { shares_left: MOST_SHARES, idle_turns: 0 });
  },
  freed(state, { pawn, square }) {
    state.pawns[pawn].bitten = false;
    state.animals = without(state.animals, square);
  },
  bitten(state, { pawn, square }) {
    state.pawns[pawn].bitten = true;
    state.animals = and(state.animals, square);
    turnStone(state, square, ANIMAL);
  },
  stone_turned(state, { pawn, square, fireflies, gained }) {
    turnStone(state, square, fireflies);
    pay(state, pawn, gained);
  },
  statue_turned(state, { pawn, square, figure, bonus }) {
    state.statues = state.statues.map((/** @type {any} */ statue) =>
      statue.square === square ? { square, figure } : statue,
    );
    if (figure === "tangram") state.tangrams += 1;
    else state.dragons[figure] += 1;
    pay(state, pawn, bonus);
  },
  exit_found: (state, { dragon, square }) => (state.exit = { dragon, square, open: false }),
  exit_opened: (state) => (state.exit.open = true),
  shared(state, { from, to, amount }) {
    state.pawns[from].fireflies -= amount;
    state.pawns[to].fireflies += amount;
    state.shares_left -= 1;
  },
  passed(state) {
    state.idle_turns += 1;
    if (state.idle_turns === state.idle_limit) Object.assign(state, { phase: "over", ending: "stalled" });
  },
  concede_voted(state, _, seat) {
    state.concede_votes = and(state.concede_votes, seat);
    if (all(state, state.concede_votes)) Object.assign(state, { phase: "over", ending: "conceded" });
  },
  concede_withdrawn: (state, _, seat) => (state.concede_votes = without(state.concede_votes, seat)),
  riddle_posed(state, { figures }) {
    state.riddle.figures = figures;
    state.phase = "riddle";
  },
  riddle_solved(state, { figure, pieces }, seat) {
    Object.assign(state.riddle, { solver: seat, solved: figure, pieces });
    state.phase = "over";
  },
  riddle_declined(state, _, seat) {
    state.riddle.declined = and(state.riddle.declined, seat);
    if (all(state, state.riddle.declined)) state.phase = "over";
  },
};

/** What a pawn gets comes out of the reserve, what it pays goes there. @param {any} state @param {number} pawn @param {number} fireflies */
function pay(state, pawn, fireflies) {
  state.pawns[pawn].fireflies += fireflies;
  state.reserve -= fireflies;
}

/** @param {State} state @param {number} square @param {number} face */
function turnStone(state, square, face) {
  state.stones = without(state.stones, square);
  for (const count of state.stones_by_face) if (count.face === face) count.hidden -= 1;
}

/** All are out, or the free pawns have no firefly, or there may be something to share. @param {State} state */
function see(state) {
  const out = state.exit?.open ? state.exit.square : null;
  const won = state.pawns.every(({ square }) => square === out);
  const lost = state.pawns.every(({ fireflies, bitten }) => fireflies === 0 || bitten);
  Object.assign(state, {
    phase: won || lost ? "over" : "share",
    ending: won ? "won" : lost ? "out_of_fireflies" : null,
  });
}

/** @param {State} state @param {number[]} seats */
const all = (state, seats) => state.pawns.every(({ seat }) => seats.includes(seat));
/** @param {number[]} numbers @param {number} more */
const and = (numbers, more) => [...numbers, more].sort((one, other) => one - other);
/** @param {number[]} numbers @param {number} gone */
const without = (numbers, gone) => numbers.filter((number) => number !== gone);
