"""How the game moves on: dealing, windows closing, turns beginning and ending, the end."""

from engines.chance import Chance
from engines.engine import Event, Secret
from engines.tapecho import events as ev
from engines.tapecho.attacks import attack_of
from engines.tapecho.lay_cards import nothing_possible
from engines.tapecho.options import HAND, TapechoOptions, roles_at, teams_at
from engines.tapecho.prospect import held_up, next_turn, pending, walk
from engines.tapecho.reactions import open_reactions
from engines.tapecho.scoring import count, next_starter, winners
from engines.tapecho.state import Laid, ReactionView, Shown, TapechoState

OUTLASTS_A_GAME = {"draws", "roles", "teams", "sheet", "since", "begun", "shown"}


def deal(seats: int, starter: int, options: TapechoOptions, chance: Chance) -> TapechoState:
    """Draw the context, shuffle the rest, ten cards each; the remainder is the pile."""
    context = chance.choice(options.contexts)
    pile = chance.shuffled(options.dealt)
    hands = [sorted(pile.pop() for _ in range(HAND)) for _ in range(seats)]
    roles = roles_at(seats, options)
    return TapechoState(
        roles=roles,
        teams=teams_at(roles, options),
        context=context,
        starter=starter,
        seat=starter,
        hands=hands,
        assets=[[] for _ in range(seats)],
        handicaps=[[] for _ in range(seats)],
        pile=pile,
        pit=[],
        blocked=[None] * seats,
        skips=[0] * seats,
        hungover=[False] * seats,
        opened=[False] * seats,
        lying=[],
        drawn=[],
        shown=[],
        sheet=[],
    )


def announce(state: TapechoState) -> list[Event]:
    """The events of a new deal."""
    dealt = [ev.Dealt(seat, len(hand), Secret((seat,), state.faces(hand))) for seat, hand in enumerate(state.hands)]
    began = ev.GameBegan(state.starter, len(state.sheet) + 1, state.card(state.context), len(state.pile))
    return [began, *dealt, ev.TurnBegan(state.starter)]


def settle(state: TapechoState, chance: Chance) -> list[Event]:
    """Close the window if all who could react have passed; else announce the reactions after a card was played."""
    passed, reactions = state.open_window.passed, open_reactions(state)
    if any(seat not in passed for reaction in reactions for seat in reaction.seats):
        return [] if passed else [window_open(state, reactions)]
    events = close(state, chance)
    if not all(state.hands):
        return [*events, *finish(state, "empty_hand", chance)]
    return [*events, *advance(state, chance)]


def window_open(state: TapechoState, reactions: list[ReactionView]) -> Event:
    """Who is next, and what may be done before they act."""
    upcoming = next_turn(state)
    return ev.WindowOpen(upcoming.seat, held_up(state, upcoming), reactions)


def close(state: TapechoState, chance: Chance) -> list[Event]:
    """What is pending happens now: attacks in the order laid, then out-of-context cards."""
    events: list[Event] = [ev.WindowClosed(None)]
    for laid, attack in pending(state):
        events += attack.strike(state, laid, chance)
    for laid in state.open_window.cards:
        if laid.doubt is not None:
            events.append(throw_out(state, laid, laid.doubt))
    state.window = None
    return events


def throw_out(state: TapechoState, laid: Laid, doubt: int) -> Event:
    """Out of context: both cards go to the pit."""
    table = state.assets if state.card(laid.card).kind == "asset" else state.handicaps
    table[laid.target].remove(laid.card)
    state.pit += [laid.card, doubt]
    return ev.ThrownOut(laid.target, state.card(laid.card), state.card(doubt))


def advance(state: TapechoState, chance: Chance) -> list[Event]:
    """Go to the next player who can do something; the turns of those who cannot are passed for them."""
    events: list[Event] = []
    while state.quiet < state.quiet_limit:
        events += begin_next(state)
        if not nothing_possible(state):
            state.phase = "turn"
            return events
        events += [ev.TurnPassed(state.seat), *end_turn(state)]
        state.quiet += 1
    return [*events, *finish(state, "quiet_rounds", chance)]


def begin_next(state: TapechoState) -> list[Event]:
    """Walk to the next player, using up the skips on the way, and begin their turn."""
    seat, skipped = walk(state.seat, state.skips)
    events: list[Event] = []
    for stood_up in skipped:
        state.skips[stood_up] -= 1
        state.seat = stood_up
        state.quiet += 1
        events += [ev.TurnSkipped(stood_up), *lift(state), *end_turn(state)]
    state.seat = seat
    state.begun += 1
    return [*events, ev.TurnBegan(seat), *lift(state)]


def lift(state: TapechoState) -> list[Event]:
    """The attacker's next turn has come: their attacks go to the pit and block nobody any longer."""
    seat = state.seat
    events: list[Event] = []
    for lying in [lying for lying in state.lying if lying.by == seat]:
        if not attack_of(state.card(lying.card)).stays:
            state.lying.remove(lying)
            state.pit.append(lying.card)
            events.append(ev.AttackLifted(seat, state.card(lying.card), lying.target))
    for target, attacker in enumerate(state.blocked):
        if attacker == seat:
            state.blocked[target] = None
            events.append(ev.Attackable(target))
    return events


def end_turn(state: TapechoState) -> list[Event]:
    """The hangover and the open hand end with the turn, even with a skipped one."""
    seat = state.seat
    events: list[Event] = []
    if state.hungover[seat]:
        state.hungover[seat] = False
        events.append(ev.SoberedUp(seat))
    if state.opened[seat]:
        state.opened[seat] = False
        events.append(ev.HandClosed(seat))
    return events


def finish(state: TapechoState, ending: str, chance: Chance) -> list[Event]:
    """Count the game with all hands open; deal the next game of the series, or end."""
    state.sheet.append(game := count(state, ending))
    scores = [tally.score for tally in game.tallies]
    left = [state.faces(hand) for hand in state.hands]
    counted = ev.GameCounted(None, len(state.sheet), ending, game.tallies, left, winners(scores, state.teams))
    if len(state.sheet) == state.options.games:
        state.phase = "over"
        return [counted]
    state.shown = [Shown(seat, hand) for seat, hand in enumerate(state.hands)]
    fresh = deal(state.seats, next_starter(game, state.teams), state.options, chance)
    for field in state.__struct_fields__:
        if field not in OUTLASTS_A_GAME:
            setattr(state, field, getattr(fresh, field))
    state.begun += 1
    return [counted, *announce(state)]
