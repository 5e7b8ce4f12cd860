/** The city as a spectator knows it, from the events alone. */

import { all } from "./lists.js";

const [ZOKUS, HAND, DAYS] = [8, 3, 5];

/** The Lieutenants' cards of each state that is followed: events name only their slugs. @type {WeakMap<object, Map<string, any>>} */
const cards = new WeakMap();

/** The first Day's Quartiers, all of them empty, and who begins. @param {any[]} events @param {any} last @param {number} seats */
export function opening(events, last, seats) {
  const dawn = events.find(({ type }) => type === "day_began");
  const turn = events.find(({ type }) => type === "turn_began");
  const { day, quartiers } = dawn.data;
  const state = {
    phase: "placement",
    day,
    first_player: dawn.seat,
    turn: { seat: turn.seat, ...turn.data },
    table: spots(quartiers, seats),
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
    deck: (DAYS - 1) * quartiers.length,
    discarded: [],
    crooked_cop: null,
    kingpin: null,
    swap: null,
    latest: null,
    arrondissements: last.arrondissements,
    throw_odds: last.throw_odds,
  };
  cards.set(
    state,
    new Map(all(last.chiefs).flatMap(({ face_up }) => all(face_up).map((card) => [card.lieutenant, card]))),
  );
  return state;
}

/** Change the state as this event tells. @param {any} state @param {any} event */
export function hear(state, { type, seat, data }) {
  if (type in ACTIONS) state.latest = { seat, action: { type: ACTIONS[type], ...data } };
  EARS[type]?.(state, data, seat, state.chiefs[seat]);
}

/** The events that are actions, with the same data. @type {{ [type: string]: string }} */
const ACTIONS = {
  placed: "place",
  throw_called: "throw",
  said_ready: "ready",
  kicked: "kick",
  kick_declined: "decline_kick",
};

/** @param {number[]} quartiers @param {number} seats */
const spots = (quartiers, seats) =>
  quartiers.map((quartier, place) => ({ place, quartier, zokus: Array(seats).fill(0) }));

/** @param {any} state @param {number} quartier */
const spotOf = (state, quartier) => all(state.table).find((spot) => spot.quartier === quartier);

/** @param {any} state @param {number} number */
const zokuOf = (state, number) => all(state.fight.street).find(({ zoku }) => zoku === number);

/** @param {number} gang @param {number} zoku */
const inHand = (gang, zoku) => ({ zoku, gang, landing: "in_hand", thrown: false, kicked: false });

/** @param {any} state @param {number[]} gone */
const leaveStreet = ({ fight }, gone) =>
  void (fight.street = all(fight.street).filter(({ zoku }) => !gone.includes(zoku)));

/** @param {any} state @param {any[]} bands */
function goHome(state, bands) {
  for (const { gang, zokus } of bands) state.chiefs[gang].reserve += zokus;
}

/** A Quartier leaves the table, and everyone who was there with it. @param {any} state @param {any} data */
function settled(state, { quartier, home }) {
  state.table = all(state.table).filter((spot) => spot.quartier !== quartier);
  state.fight = null;
  goHome(state, home);
}

/** The police take a Zoku out of the street, off a Quartier, or out of the reserve. @param {any} state @param {any} data @param {number} seat */
function picked(state, { zoku, quartier }, seat) {
  if (zoku !== null) leaveStreet(state, [zoku]);
  else if (quartier !== null) spotOf(state, quartier).zokus[seat] -= 1;
  else state.chiefs[seat].reserve -= 1;
}

/** What each event changes. @type {{ [type: string]: (state: any, data: any, seat: number, chief: any) => void }} */
const EARS = {
  day_began(state, { day, quartiers }) {
    Object.assign(state, { day, table: spots(quartiers, state.chiefs.length), deck: state.deck - quartiers.length });
  },
  turn_began(state, data, seat) {
    Object.assign(state, { phase: "placement", turn: { seat, ...data } });
  },
  placed(state, { placements }, seat, chief) {
    for (const { quartier, count } of placements) {
      spotOf(state, quartier).zokus[seat] += count;
      chief.reserve -= count;
    }
    state.turn = null;
  },
  limit_raised(state, { limit }) {
    state.turn.limit = limit;
  },
  zoku_moved(state, { quartier, to }, seat, chief) {
    spotOf(state, quartier).zokus[seat] -= 1;
    if (to === null) chief.reserve += 1;
    else spotOf(state, to).zokus[seat] += 1;
  },
  quartier_claimed(state, data, seat, chief) {
    settled(state, data);
    chief.quartiers.push(data.quartier);
    chief.points = data.points;
  },
  quartier_discarded(state, data) {
    settled(state, data);
    state.discarded.push(data.quartier);
  },
  released(state, { zokus }, seat, chief) {
    chief.jail -= zokus;
    chief.reserve += zokus;
  },
  jailed(state, data, seat, chief) {
    picked(state, data, seat);
    chief.jail += 1;
  },
  spared(state, data, seat, chief) {
    picked(state, data, seat);
    chief.reserve += 1;
  },
  fight_began(state, { quartier, gangs }) {
    spotOf(state, quartier).zokus.fill(0);
    state.phase = "throw";
    const street = all(gangs).flatMap(({ gang, numbers }) => all(numbers).map((zoku) => inHand(gang, zoku)));
    state.fight = {
      quartier,
      round: 1,
      involved: all(gangs).map(({ gang }) => gang),
      street,
      called: [],
      ready: [],
      kicker: null,
    };
  },
  round_began(state, { round }) {
    state.phase = "throw";
    Object.assign(state.fight, { round, kicker: null });
    for (const zoku of state.fight.street) Object.assign(zoku, { thrown: false, kicked: false });
  },
  zoku_joined(state, { zoku }, seat, chief) {
    chief.reserve -= 1;
    state.fight.street.push(inHand(seat, zoku));
  },
  throw_called: (state, _, seat) => state.fight.called.push(seat),
  landed(state, { zokus }) {
    state.phase = "landed";
    state.fight.called = [];
    for (const landing of zokus) Object.assign(zokuOf(state, landing.zoku), landing, { thrown: true });
  },
  said_ready: (state, _, seat) => state.fight.ready.push(seat),
  landing_settled(state, { home }) {
    state.fight.ready = [];
    goHome(state, home);
    leaveStreet(
      state,
      all(home).flatMap(({ numbers }) => numbers),
    );
  },
  kicks_began(state, _, seat) {
    state.phase = "kick";
    state.fight.kicker = seat;
  },
  kicked(state, { zoku, target }) {
    zokuOf(state, zoku).kicked = true;
    zokuOf(state, target).landing = "belly";
  },
  lieutenant_played(state, { lieutenant, targets }, seat, chief) {
    state.latest = { seat, action: { type: "lieutenant", lieutenant, ...targets } };
    chief.face_down -= 1;
    chief.face_up.push(cards.get(state)?.get(lieutenant) ?? { lieutenant });
    if (["crooked_cop", "kingpin"].includes(lieutenant)) state[lieutenant] = seat;
    if (state.fight) Object.assign(state.fight, { called: [], ready: [] });
  },
  zoku_turned: (state, data) => Object.assign(zokuOf(state, data.zoku), data),
  quartier_swapped(state, swap) {
    spotOf(state, swap.old).quartier = swap.new;
    state.swap = swap;
  },
  first_player_chosen: (state, _, seat) =>
    Object.assign(state, { first_player: seat, crooked_cop: null, kingpin: null }),
  scored: (state) => Object.assign(state, { phase: "over", crooked_cop: null }),
};
