/** The tomb as somebody draws it who only hears of it: the spectator's state, from the events alone. */

/**
 * @import { components } from "../../../clients/javascript/openapi.js"
 * @typedef {components["schemas"]["DragonFightsState"]} State
 * @typedef {{ type: string, seat: number | null, data: any }} Heard
 */

const ALL_FIREFLIES = 60;

/** Where the stones lie, and that everybody chooses. @param {Heard[]} events @param {State} last @param {number} seats @returns {State} */
export function opening(events, last, seats) {
  const told = (/** @type {string} */ type) => events.find((event) => event.type === type)?.data;
  return {
    phase: "gesture",
    round: told("round_began").round,
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
    stones: told("stones_laid").squares.map((/** @type {number} */ square) => ({ square, up: false, face: null })),
    turned: [],
    at_stake: 0,
    fireflies_left: ALL_FIREFLIES,
    memory_aid: last.memory_aid,
    map: last.map,
  };
}

/** What an event changes. The service's own events change nothing on the map. @param {State} state @param {Heard} event */
export const hear = (state, { type, seat, data }) => EARS[type]?.(state, data, seat ?? -1);

/** @type {{ [type: string]: (state: State, data: any, seat: number) => void }} */
const EARS = {
  round_began(state, { round }) {
    Object.assign(state, { phase: "gesture", round, player: null, undecided: 0 });
    nowChoosing(
      state,
      state.dragons.map(({ seat }) => seat),
    );
  },

  gesture_chosen(state, _, seat) {
    dragonAt(state, seat).chosen = true;
  },

  thrown(state, { gestures, left }) {
    state.last_throw = gestures;
    state.undecided = left.length === gestures.length ? state.undecided + 1 : 0;
    nowChoosing(state, left);
  },

  go_began(state, _, seat) {
    Object.assign(state, { phase: "flip", player: seat });
    nowChoosing(state, []);
  },

  stone_flipped(state, { square, face, fireflies }) {
    Object.assign(stoneAt(state, square), { up: true, face });
    state.turned.push(square);
    state.at_stake = fireflies;
    state.fireflies_left -= firefliesOn(face);
    state.phase = face === "animal" ? "relocate" : "decide";
  },

  /** The game is over when no firefly is left; otherwise the next event begins a round. */
  stones_taken(state, { squares, total }, seat) {
    const dragon = dragonAt(state, seat);
    dragon.stones.push(...squares.map((/** @type {number} */ square) => stoneAt(state, square).face));
    dragon.fireflies = total;
    state.stones = state.stones.filter(({ square }) => !squares.includes(square));
    Object.assign(state, { turned: [], at_stake: 0 });
    if (state.fireflies_left === 0) state.phase = "over";
  },

  /** It lies face down again, and only a memory aid still shows its face. */
  stone_relocated(state, { from, to, face }) {
    state.turned = state.turned.filter((square) => square !== from);
    Object.assign(stoneAt(state, from), { square: to, up: false, face: state.memory_aid ? face : null });
    state.stones.sort((one, other) => one.square - other.square);
    state.fireflies_left += firefliesOn(face);
  },
};

/** These take part in a throw, and none of them has chosen yet. @param {State} state @param {number[]} seats */
function nowChoosing(state, seats) {
  for (const dragon of state.dragons) Object.assign(dragon, { choosing: seats.includes(dragon.seat), chosen: false });
}

/** @param {State} state @param {number} seat @returns {State["dragons"][number]} */
const dragonAt = (state, seat) => /** @type {any} */ (state.dragons[seat]);

/** @param {State} state @param {number} wanted @returns {State["stones"][number]} */
const stoneAt = (state, wanted) => /** @type {any} */ (state.stones.find(({ square }) => square === wanted));

/** How many fireflies a stone shows. @param {"animal" | number} face */
const firefliesOn = (face) => (face === "animal" ? 0 : face);
