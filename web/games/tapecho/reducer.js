/** The table by ear, as a spectator knows it from the events alone; as in tests/engines/tapecho/ear.py. */

/** @import { Card, State, Tally } from "./types.js" */

/** What a player has in front of them when a game begins. */
const bare = () => ({
  hand: null,
  assets: [],
  handicaps: [],
  skips: 0,
  hungover: false,
  open_hand: false,
  attacked_by: null,
});

/** @param {any[]} events @param {State} last */
export function opening(events, { games, mode, quiet_limit, seats }) {
  /** @type {any} */
  const state = {
    games,
    mode,
    quiet_limit,
    turns_begun: 0,
    window: null,
    drawn: 0,
    drawn_cards: null,
    since: 0,
    shown: [],
    sheet: [],
    seats: seats.map(({ seat, role, team }) => ({ seat, role, team })),
  };
  for (const event of events) if (event.type in EARS) hear(state, event);
  return state;
}

/** @param {State} state @param {any} event */
export function hear(state, { type, seat, data }) {
  EARS[type]?.(state, data, state.seats[seat], seat);
  addUp(state);
}

/** What follows from the cards on the tables and from the sheet. @param {State} state */
function addUp({ seats, attacks, sheet }) {
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

/** A card leaves a hand, also one that lies open. @param {any} suitor @param {Card} card */
function play(suitor, card) {
  suitor.hand_size -= 1;
  suitor.hand &&= without(suitor.hand, card);
}

/** Cards go unseen into a hand. @param {State} state @param {any} suitor @param {number} count */
function draw(state, suitor, count) {
  state.pile -= count;
  suitor.hand_size += count;
}

/** An attack goes from the table. @param {State} state @param {Card} attack */
function lift(state, attack) {
  state.attacks = state.attacks.filter(({ card }) => card.id !== attack.id);
  state.pit.push(attack);
}

/** A reaction cancels all passes; returns the card in the window that it is about. @param {any} state @param {Card} against @returns {any} */
function reacted(state, against) {
  state.window.passed = [];
  state.since += 1;
  return state.window.cards.find(
    (/** @type {any} */ { card, out_of_context: doubt }) => card.id === against.id || doubt?.id === against.id,
  );
}

/** What each event changes. @type {{ [type: string]: (state: any, data: any, suitor: any, seat: number) => void }} */
const EARS = {
  game_began(state, { game, context, pile }, _, starter) {
    for (const suitor of state.seats) Object.assign(suitor, bare());
    Object.assign(state, { game, context, starter, pile, pit: [], attacks: [], quiet_turns: 0 });
  },
  dealt: (_, { count }, suitor) => void (suitor.hand_size = count),
  turn_began: (state, _, __, turn) =>
    void Object.assign(state, { turn, phase: "turn", turns_begun: state.turns_begun + 1 }),
  turn_skipped(state, _, suitor) {
    suitor.skips -= 1;
    state.quiet_turns += 1;
  },
  turn_passed: (state) => void (state.quiet_turns += 1),
  card_laid(state, { card, target, asset }, suitor, by) {
    play(suitor, card);
    if (!state.window) state.since += 1;
    state.window ??= { by, cards: [], passed: [] };
    state.window.cards.push({ card, target, asset, defended: false, out_of_context: null, out_of_context_by: null });
    Object.assign(state, { phase: "window", quiet_turns: 0 });
    if (card.kind !== "attack") return state.seats[target][`${card.kind}s`].push(card);
    state.attacks.push({
      card,
      by,
      target,
      until: card.attack === "friend_with_benefits" ? "end_of_game" : "attackers_turn",
    });
    state.seats[target].attacked_by = by;
  },
  exchanged(state, { discarded, count }, suitor) {
    play(suitor, discarded);
    state.pit.push(discarded);
    if (count > 1) return Object.assign(state, { phase: "keep", drawn: count, pile: state.pile - count });
    draw(state, suitor, count);
    state.quiet_turns += 1;
  },
  kept(state, _, suitor) {
    state.pile += state.drawn;
    draw(state, suitor, 1);
    state.drawn = 0;
    state.quiet_turns += 1;
  },
  defended(state, { card, against }, suitor) {
    play(suitor, card);
    const laid = reacted(state, against);
    Object.assign(
      laid,
      laid.card.id === against.id ? { defended: true } : { out_of_context: null, out_of_context_by: null },
    );
    lift(state, against);
    state.pit.push(card);
  },
  called_out(state, { card, against }, suitor, by) {
    play(suitor, card);
    Object.assign(reacted(state, against), { out_of_context: card, out_of_context_by: by });
  },
  window_open(state, { held_up, reactions }, _, turn) {
    Object.assign(state.window, { next_player: turn, held_up, reactions });
    state.turn = turn;
  },
  passed: (state, _, __, seat) => state.window.passed.push(seat),
  window_closed: (state) => void Object.assign(state, { turn: state.window.by, window: null }),
  turn_lost: (_, __, suitor) => void (suitor.skips += 1),
  asset_lost(state, { card }, suitor) {
    suitor.assets = without(suitor.assets, card);
    state.pit.push(card);
  },
  ex_turned_up: (state, { count }, suitor) => draw(state, suitor, count),
  hungover: (_, __, suitor) => void (suitor.hungover = true),
  sobered_up: (_, __, suitor) => void (suitor.hungover = false),
  asset_poached(state, { card, target }, suitor) {
    state.seats[target].assets = without(state.seats[target].assets, card);
    suitor.assets.push(card);
  },
  hand_opened(state, { cards }, suitor, seat) {
    state.shown.push({ seat, cards });
    Object.assign(suitor, { open_hand: true, hand: cards });
  },
  hand_closed: (_, __, suitor) => void Object.assign(suitor, { open_hand: false, hand: null }),
  hands_covered: (state) => void (state.shown = []),
  thrown_out(state, { card, by }, suitor) {
    suitor[`${card.kind}s`] = without(suitor[`${card.kind}s`], card);
    state.pit.push(card, by);
  },
  attack_lifted: (state, { card }) => lift(state, card),
  attackable: (_, __, suitor) => void (suitor.attacked_by = null),
  pile_renewed: (state, { count }) => void Object.assign(state, { pile: state.pile + count, pit: [] }),
  game_counted(state, { hands, ...line }) {
    const scores = line.tallies.map((/** @type {Tally} */ { table, benefits, hand }) => table + benefits + hand);
    state.sheet.push({ ...line, context: state.context, starter: state.starter, scores });
    if (line.game < state.games)
      return (state.shown = hands.map((/** @type {Card[]} */ cards, /** @type {number} */ seat) => ({ seat, cards })));
    state.phase = "over";
    for (const suitor of state.seats) suitor.hand = hands[suitor.seat];
  },
};
