/** The spectator's state of the tomb, computed from the events alone. */

/** @import { Dragon, DragonFightsReducer, Event, Face, State, Stone } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch } from "/web/kit.js";

const ALL_FIREFLIES = 60;

/** The stones lie face down, and everybody chooses a gesture. @type {DragonFightsReducer["initialState"]} */
export function initialState(events, last, seats) {
  /** @type {State} */
  const state = {
    phase: "gesture",
    round: 0,
    player: null,
    dragons: Array.from({ length: seats }, (_, seat) => ({
      seat,
      choosing: true,
      chosen: false,
      stones: [],
      fireflies: 0,
    })),
    your_gesture: null,
    last_throw: [],
    undecided: 0,
    stones: [],
    turned: [],
    at_stake: 0,
    fireflies_left: ALL_FIREFLIES,
    memory_aid: last.memory_aid,
    map: last.map,
  };
  for (const event of events) reduce(state, event);
  return state;
}

/** What an event changes. The service's own events change nothing on the map. @type {DragonFightsReducer["reduce"]} */
export const reduce = (state, event) => void dispatch(HANDLERS, event, state);

/** @type {Handlers<Event, [State], void>} */
const HANDLERS = {
  stones_laid({ data: { squares } }, state) {
    state.stones = squares.map((square) => ({ square, up: false, face: null }));
  },

  round_began({ data: { round } }, state) {
    Object.assign(state, { phase: "gesture", round, player: null, undecided: 0 });
    setChoosing(
      state,
      state.dragons.map(({ seat }) => seat),
    );
  },

  gesture_chosen({ seat }, state) {
    dragonAt(state, seat).chosen = true;
  },

  thrown({ data: { gestures, left } }, state) {
    state.last_throw = gestures;
    state.undecided = left.length === gestures.length ? state.undecided + 1 : 0;
    setChoosing(state, left);
  },

  go_began({ seat }, state) {
    Object.assign(state, { phase: "flip", player: seat });
    setChoosing(state, []);
  },

  stone_flipped({ data: { square, face, fireflies } }, state) {
    Object.assign(stoneAt(state, square), { up: true, face });
    state.turned.push(square);
    state.at_stake = fireflies;
    state.fireflies_left -= firefliesOn(face);
    state.phase = face === "animal" ? "relocate" : "decide";
  },

  /** The game is over when no firefly is left; otherwise the next event begins a round. */
  stones_taken({ data: { squares, total }, seat }, state) {
    const dragon = dragonAt(state, seat);
    const faces = /** @type {Dragon["stones"]} */ (squares.map((square) => stoneAt(state, square).face));
    dragon.stones.push(...faces);
    dragon.fireflies = total;
    state.stones = state.stones.filter(({ square }) => !squares.includes(square));
    Object.assign(state, { turned: [], at_stake: 0 });
    if (state.fireflies_left === 0) state.phase = "over";
  },

  /** It lies face down again, and only a memory aid still shows its face. */
  stone_relocated({ data: { from, to, face } }, state) {
    state.turned = state.turned.filter((square) => square !== from);
    Object.assign(stoneAt(state, from), { square: to, up: false, face: state.memory_aid ? face : null });
    state.stones.sort((one, other) => one.square - other.square);
    state.fireflies_left += firefliesOn(face);
  },
};

/** These take part in a throw, and none of them has chosen yet. @param {State} state @param {number[]} seats */
function setChoosing(state, seats) {
  for (const dragon of state.dragons) Object.assign(dragon, { choosing: seats.includes(dragon.seat), chosen: false });
}

/** @param {State} state @param {number | null} seat */
const dragonAt = (state, seat) => /** @type {Dragon} */ (state.dragons[seat ?? -1]);

/** @param {State} state @param {number} wanted */
const stoneAt = (state, wanted) => /** @type {Stone} */ (state.stones.find(({ square }) => square === wanted));

/** How many fireflies a stone shows. @param {Face} face */
const firefliesOn = (face) => (face === "animal" ? 0 : face);
