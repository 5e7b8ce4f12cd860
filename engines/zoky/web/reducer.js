/** The spectator's state of the city, computed from the events alone. */

/** @import { Chief, Event, Fight, Lieutenant, Spot, State, Zoku, ZokyReducer } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch } from "/web/kit.js";

const [ZOKUS, HAND, DAYS] = [8, 3, 5];

/** The first Day's Quartiers, all of them empty, and who begins. @type {ZokyReducer["initialState"]} */
export function initialState(events, last, seats) {
  /** @type {State} */
  const state = {
    phase: "placement",
    day: 0,
    first_player: 0,
    turn: null,
    table: [],
    fight: null,
    chiefs: Array.from({ length: seats }, (_, seat) => ({
      seat,
      reserve: ZOKUS,
      jail: 0,
      quartiers: [],
      points: 0,
      face_down: HAND,
      face_up: [],
    })),
    hand: null,
    lookout: null,
    deck: 0,
    discarded: [],
    crooked_cop: null,
    kingpin: null,
    swap: null,
    latest: null,
    arrondissements: last.arrondissements,
    lieutenants: last.lieutenants,
    throw_odds: last.throw_odds,
  };
  for (const event of events) {
    if (event.type === "day_began") {
      state.first_player = event.seat ?? 0;
      state.deck = DAYS * event.data.quartiers.length;
    }
    reduce(state, event);
  }
  return state;
}

/** Change the state as this event says. @type {ZokyReducer["reduce"]} */
export const reduce = (state, event) => void dispatch(HANDLERS, event, state);

/** @param {number[]} quartiers @param {number} seats */
const emptySpots = (quartiers, seats) =>
  quartiers.map((quartier, place) => ({ place, quartier, zokus: Array(seats).fill(0) }));

/** @param {State} state @param {number} quartier */
const spotOf = (state, quartier) => /** @type {Spot} */ (state.table.find((spot) => spot.quartier === quartier));

/** @param {State} state @param {number | null} seat */
const chiefOf = (state, seat) => /** @type {Chief} */ (state.chiefs[seat ?? -1]);

/** @param {State} state */
const fightOf = ({ fight }) => /** @type {Fight} */ (fight);

/** @param {State} state @param {number} number */
const zokuOf = (state, number) => /** @type {Zoku} */ (fightOf(state).street.find(({ zoku }) => zoku === number));

/** @param {number} gang @param {number} zoku @returns {Zoku} */
const zokuInHand = (gang, zoku) => ({ zoku, gang, landing: "in_hand", thrown: false, kicked: false });

/** Change how many Zokus of a gang are on a Quartier. @param {State} state @param {number} quartier @param {number | null} seat @param {number} count */
function addZokus(state, quartier, seat, count) {
  const { zokus } = spotOf(state, quartier);
  zokus[seat ?? -1] = (zokus[seat ?? -1] ?? 0) + count;
}

/** @param {State} state @param {number[]} numbers */
function removeFromStreet(state, numbers) {
  const fight = fightOf(state);
  fight.street = fight.street.filter(({ zoku }) => !numbers.includes(zoku));
}

/** @param {State} state @param {{ gang: number, zokus: number }[]} bands */
function returnHome(state, bands) {
  for (const { gang, zokus } of bands) chiefOf(state, gang).reserve += zokus;
}

/** A Quartier leaves the table, and everyone who was there with it. @param {State} state @param {{ quartier: number, home: { gang: number, zokus: number }[] }} data */
function settleQuartier(state, { quartier, home }) {
  state.table = state.table.filter((spot) => spot.quartier !== quartier);
  state.fight = null;
  returnHome(state, home);
}

/** The police take a Zoku out of the street, off a Quartier, or out of the reserve. @param {State} state @param {{ zoku: number | null, quartier: number | null }} data @param {number | null} seat */
function takeZoku(state, { zoku, quartier }, seat) {
  if (zoku !== null) removeFromStreet(state, [zoku]);
  else if (quartier !== null) addZokus(state, quartier, seat, -1);
  else chiefOf(state, seat).reserve -= 1;
}

/** What each event changes. @type {Handlers<Event, [State], void>} */
const HANDLERS = {
  day_began({ data: { day, quartiers } }, state) {
    const table = emptySpots(quartiers, state.chiefs.length);
    Object.assign(state, { day, table, deck: state.deck - quartiers.length });
  },
  turn_began({ seat, data }, state) {
    Object.assign(state, { phase: "placement", turn: { seat, ...data } });
  },
  placed({ seat, data }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "place", ...data } };
    for (const { quartier, count } of data.placements) {
      addZokus(state, quartier, seat, count);
      chiefOf(state, seat).reserve -= count;
    }
    state.turn = null;
  },
  limit_raised({ data: { limit } }, state) {
    if (state.turn) state.turn.limit = limit;
  },
  zoku_moved({ seat, data: { quartier, to } }, state) {
    addZokus(state, quartier, seat, -1);
    if (to === null) chiefOf(state, seat).reserve += 1;
    else addZokus(state, to, seat, 1);
  },
  quartier_claimed({ seat, data }, state) {
    settleQuartier(state, data);
    const chief = chiefOf(state, seat);
    chief.quartiers.push(data.quartier);
    chief.points = data.points;
  },
  quartier_discarded({ data }, state) {
    settleQuartier(state, data);
    state.discarded.push(data.quartier);
  },
  released({ seat, data: { zokus } }, state) {
    const chief = chiefOf(state, seat);
    chief.jail -= zokus;
    chief.reserve += zokus;
  },
  jailed({ seat, data }, state) {
    takeZoku(state, data, seat);
    chiefOf(state, seat).jail += 1;
  },
  spared({ seat, data }, state) {
    takeZoku(state, data, seat);
    chiefOf(state, seat).reserve += 1;
  },
  fight_began({ data: { quartier, gangs } }, state) {
    spotOf(state, quartier).zokus.fill(0);
    state.phase = "throw";
    state.fight = {
      quartier,
      round: 1,
      involved: gangs.map(({ gang }) => gang),
      street: gangs.flatMap(({ gang, numbers = [] }) => numbers.map((zoku) => zokuInHand(gang, zoku))),
      called: [],
      ready: [],
      kicker: null,
    };
  },
  round_began({ data: { round } }, state) {
    state.phase = "throw";
    const fight = fightOf(state);
    Object.assign(fight, { round, kicker: null });
    for (const zoku of fight.street) Object.assign(zoku, { thrown: false, kicked: false });
  },
  zoku_joined({ seat, data: { zoku } }, state) {
    chiefOf(state, seat).reserve -= 1;
    fightOf(state).street.push(zokuInHand(seat ?? -1, zoku));
  },
  throw_called({ seat }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "throw" } };
    fightOf(state).called.push(seat ?? -1);
  },
  landed({ data: { zokus } }, state) {
    state.phase = "landed";
    fightOf(state).called = [];
    for (const landing of zokus) Object.assign(zokuOf(state, landing.zoku), landing, { thrown: true });
  },
  said_ready({ seat }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "ready" } };
    fightOf(state).ready.push(seat ?? -1);
  },
  landing_settled({ data: { home } }, state) {
    fightOf(state).ready = [];
    returnHome(state, home);
    removeFromStreet(
      state,
      home.flatMap(({ numbers = [] }) => numbers),
    );
  },
  kicks_began({ seat }, state) {
    state.phase = "kick";
    fightOf(state).kicker = seat;
  },
  kicked({ seat, data }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "kick", ...data } };
    zokuOf(state, data.zoku).kicked = true;
    zokuOf(state, data.target).landing = "belly";
  },
  kick_declined({ seat }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "decline_kick" } };
  },
  lieutenant_played({ seat, data: { lieutenant, targets } }, state) {
    state.latest = { seat: seat ?? -1, action: { type: "lieutenant", lieutenant, ...targets } };
    const chief = chiefOf(state, seat);
    const card = state.lieutenants.find((one) => one.lieutenant === lieutenant);
    chief.face_down -= 1;
    if (card) chief.face_up.push(card);
    if (lieutenant === "crooked_cop" || lieutenant === "kingpin") state[lieutenant] = seat;
    if (state.fight) Object.assign(state.fight, { called: [], ready: [] });
  },
  zoku_turned({ data }, state) {
    Object.assign(zokuOf(state, data.zoku), data);
  },
  quartier_swapped({ data: swap }, state) {
    spotOf(state, swap.old).quartier = swap.new;
    state.swap = swap;
  },
  first_player_chosen({ seat }, state) {
    Object.assign(state, { first_player: seat, crooked_cop: null, kingpin: null });
  },
  scored(_, state) {
    Object.assign(state, { phase: "over", crooked_cop: null });
  },
};
