/** The spectator's state of the table, computed from the events alone. */

/** @import { Card, Event, LaidCard, OpenWindow, State, Suitor, TapechoReducer } from "./types.js" */
/** @import { Handlers } from "/web/types.js" */

import { dispatch } from "/web/kit.js";

/** What a player has in front of them when a game begins. */
const emptyPlace = () => ({
  hand: null,
  assets: [],
  handicaps: [],
  skips: 0,
  hungover: false,
  open_hand: false,
  attacked_by: null,
});

/** @type {TapechoReducer["initialState"]} */
export function initialState(events, { context, games, mode, quiet_limit, seats }) {
  /** @type {State} */
  const state = {
    phase: "turn",
    game: 0,
    games,
    mode,
    context,
    starter: 0,
    turn: 0,
    turns_begun: 0,
    seats: seats.map(({ seat, role, team }) => ({
      seat,
      role,
      team,
      hand_size: 0,
      score: 0,
      team_score: 0,
      total: 0,
      team_total: 0,
      ...emptyPlace(),
    })),
    window: null,
    attacks: [],
    drawn: 0,
    drawn_cards: null,
    pile: 0,
    pit: [],
    quiet_turns: 0,
    quiet_limit,
    since: 0,
    shown: [],
    sheet: [],
  };
  for (const event of events) reduce(state, event);
  return state;
}

/** @type {TapechoReducer["reduce"]} */
export function reduce(state, event) {
  dispatch(HANDLERS, event, state);
  updateScores(state);
}

/** What follows from the cards on the tables and from the sheet. @param {State} state */
function updateScores({ seats, attacks, sheet }) {
  for (const suitor of seats) {
    const friends = attacks.filter(({ until, target }) => until === "end_of_game" && target === suitor.seat).length;
    suitor.score =
      sum([...suitor.assets, ...suitor.handicaps].map(({ value }) => value ?? 0)) - friends * suitor.assets.length;
    suitor.total = sum(sheet.map(({ scores }) => scores[suitor.seat] ?? 0));
  }
  for (const suitor of seats) {
    const team = seats.filter((mate) => mate.team === suitor.team);
    suitor.team_score = sum(team.map(({ score }) => score));
    suitor.team_total = sum(team.map(({ total }) => total));
  }
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** @param {Card[]} cards @param {Card} card */
const without = (cards, card) => cards.filter(({ id }) => id !== card.id);

/** @param {State} state @param {number | null} seat */
const suitorAt = (state, seat) => /** @type {Suitor} */ (state.seats[seat ?? -1]);

/** Where the cards of a kind lie in front of a player. @param {Card} card @returns {"assets" | "handicaps"} */
const pileOf = ({ kind }) => (kind === "asset" ? "assets" : "handicaps");

/** A card leaves a hand, also one that lies open. @param {Suitor} suitor @param {Card} card */
function removeFromHand(suitor, card) {
  suitor.hand_size -= 1;
  suitor.hand &&= without(suitor.hand, card);
}

/** Cards go face down into a hand. @param {State} state @param {number | null} seat @param {number} count */
function drawCards(state, seat, count) {
  state.pile -= count;
  suitorAt(state, seat).hand_size += count;
}

/** An attack leaves the table. @param {State} state @param {Card} attack */
function removeAttack(state, attack) {
  state.attacks = state.attacks.filter(({ card }) => card.id !== attack.id);
  state.pit.push(attack);
}

/** A reaction cancels all passes; returns the card in the window that it is about. @param {State} state @param {Card} against */
function addReaction(state, against) {
  const open = /** @type {OpenWindow} */ (state.window);
  open.passed = [];
  state.since += 1;
  return /** @type {LaidCard} */ (
    open.cards.find(({ card, out_of_context: doubt }) => card.id === against.id || doubt?.id === against.id)
  );
}

/** @param {State} state @param {number} by @returns {OpenWindow} */
function openWindow(state, by) {
  state.since += 1;
  return { by, cards: [], passed: [], reactions: [], next_player: by, held_up: false };
}

/** What each event changes. @type {Handlers<Event, [State], void>} */
const HANDLERS = {
  game_began({ seat, data: { game, context, pile } }, state) {
    for (const suitor of state.seats) Object.assign(suitor, emptyPlace());
    Object.assign(state, { game, context, starter: seat, pile, pit: [], attacks: [], quiet_turns: 0 });
  },
  dealt({ seat, data: { count } }, state) {
    suitorAt(state, seat).hand_size = count;
  },
  turn_began({ seat }, state) {
    Object.assign(state, { turn: seat, phase: "turn", turns_begun: state.turns_begun + 1 });
  },
  turn_skipped({ seat }, state) {
    suitorAt(state, seat).skips -= 1;
    state.quiet_turns += 1;
  },
  turn_passed(_, state) {
    state.quiet_turns += 1;
  },
  card_laid({ seat, data: { card, target, asset } }, state) {
    const by = seat ?? -1;
    removeFromHand(suitorAt(state, seat), card);
    state.window ??= openWindow(state, by);
    state.window.cards.push({ card, target, asset, defended: false, out_of_context: null, out_of_context_by: null });
    Object.assign(state, { phase: "window", quiet_turns: 0 });
    if (card.kind !== "attack") return void suitorAt(state, target)[pileOf(card)].push(card);
    const until = card.attack === "friend_with_benefits" ? "end_of_game" : "attackers_turn";
    state.attacks.push({ card, by, target, until });
    suitorAt(state, target).attacked_by = by;
  },
  exchanged({ seat, data: { discarded, count } }, state) {
    removeFromHand(suitorAt(state, seat), discarded);
    state.pit.push(discarded);
    if (count > 1) return void Object.assign(state, { phase: "keep", drawn: count, pile: state.pile - count });
    drawCards(state, seat, count);
    state.quiet_turns += 1;
  },
  kept({ seat }, state) {
    state.pile += state.drawn;
    drawCards(state, seat, 1);
    state.drawn = 0;
    state.quiet_turns += 1;
  },
  defended({ seat, data: { card, against } }, state) {
    removeFromHand(suitorAt(state, seat), card);
    const laid = addReaction(state, against);
    Object.assign(
      laid,
      laid.card.id === against.id ? { defended: true } : { out_of_context: null, out_of_context_by: null },
    );
    removeAttack(state, against);
    state.pit.push(card);
  },
  called_out({ seat, data: { card, against } }, state) {
    removeFromHand(suitorAt(state, seat), card);
    Object.assign(addReaction(state, against), { out_of_context: card, out_of_context_by: seat });
  },
  window_open({ seat, data: { held_up, reactions } }, state) {
    Object.assign(state.window ?? {}, { next_player: seat, held_up, reactions });
    state.turn = seat ?? -1;
  },
  passed({ seat }, state) {
    state.window?.passed.push(seat ?? -1);
  },
  window_closed(_, state) {
    Object.assign(state, { turn: state.window?.by, window: null });
  },
  turn_lost({ seat }, state) {
    suitorAt(state, seat).skips += 1;
  },
  asset_lost({ seat, data: { card } }, state) {
    const suitor = suitorAt(state, seat);
    suitor.assets = without(suitor.assets, card);
    state.pit.push(card);
  },
  ex_turned_up({ seat, data: { count } }, state) {
    drawCards(state, seat, count);
  },
  hungover({ seat }, state) {
    suitorAt(state, seat).hungover = true;
  },
  sobered_up({ seat }, state) {
    suitorAt(state, seat).hungover = false;
  },
  asset_poached({ seat, data: { card, target } }, state) {
    const victim = suitorAt(state, target);
    victim.assets = without(victim.assets, card);
    suitorAt(state, seat).assets.push(card);
  },
  hand_opened({ seat, data: { cards } }, state) {
    state.shown.push({ seat: seat ?? -1, cards });
    Object.assign(suitorAt(state, seat), { open_hand: true, hand: cards });
  },
  hand_closed({ seat }, state) {
    Object.assign(suitorAt(state, seat), { open_hand: false, hand: null });
  },
  hands_covered(_, state) {
    state.shown = [];
  },
  thrown_out({ seat, data: { card, by } }, state) {
    const suitor = suitorAt(state, seat);
    suitor[pileOf(card)] = without(suitor[pileOf(card)], card);
    state.pit.push(card, by);
  },
  attack_lifted({ data: { card } }, state) {
    removeAttack(state, card);
  },
  attackable({ seat }, state) {
    suitorAt(state, seat).attacked_by = null;
  },
  pile_renewed({ data: { count } }, state) {
    Object.assign(state, { pile: state.pile + count, pit: [] });
  },
  game_counted({ data: { hands, ...line } }, state) {
    const scores = line.tallies.map(({ table, benefits, hand }) => table + benefits + hand);
    state.sheet.push({ ...line, context: state.context, starter: state.starter, scores });
    if (line.game < state.games) return void (state.shown = hands.map((cards, seat) => ({ seat, cards })));
    state.phase = "over";
    for (const suitor of state.seats) suitor.hand = hands[suitor.seat] ?? null;
  },
};
