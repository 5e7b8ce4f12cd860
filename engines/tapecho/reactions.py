"""Out of turn: defences, out-of-context cards and passes, while a window is open."""

from collections.abc import Iterator

from engines.engine import Event, Offers
from engines.tapecho import events as ev
from engines.tapecho.actions import Defend, OutOfContext, Pass
from engines.tapecho.lay_cards import held, in_hand
from engines.tapecho.prospect import pending
from engines.tapecho.reasons import illegal
from engines.tapecho.state import ReactionView, TapechoState


def open_reactions(state: TapechoState) -> list[ReactionView]:
    """The reactions still possible in the window, by public facts only. A seat without a card counts as passed."""
    window, cards, hands = state.open_window, state.options.cards, state.hands
    reactions = []
    for laid in window.cards:
        card = cards[laid.card]
        if card.kind == "attack":
            if not laid.defended and hands[laid.target]:
                reactions.append(ReactionView("defend", laid.card, [laid.target]))
        elif laid.doubt is not None:
            if hands[window.by]:
                reactions.append(ReactionView("defend", laid.doubt, [window.by]))
        elif card.clashes(cards[state.context]):
            others = [seat for seat, hand in enumerate(hands) if hand and seat != window.by]
            if others:
                reactions.append(ReactionView("out_of_context", laid.card, others))
    return reactions


def reactors(state: TapechoState) -> set[int]:
    """The seats that could react."""
    return {seat for reaction in open_reactions(state) for seat in reaction.seats}


def offered_reactions(state: TapechoState, seat: int) -> Offers:
    """What a seat may do out of turn with the cards it holds."""
    possible = [reaction for reaction in open_reactions(state) if seat in reaction.seats]
    return {
        Defend: possible_defences(state, seat, possible),
        OutOfContext: possible_doubts(state, seat, possible),
        Pass: iter([Pass()] if possible and seat not in state.open_window.passed else []),
    }


def possible_defences(state: TapechoState, seat: int, possible: list[ReactionView]) -> Iterator[Defend]:
    """Each defence of the seat's own role, against each card it could defend against."""
    role = state.roles[seat]
    for reaction in possible:
        if reaction.type == "defend":
            defences = held(state, seat, "defence")
            yield from (Defend(card.id, reaction.against) for card in defences if card.suits(role))


def possible_doubts(state: TapechoState, seat: int, possible: list[ReactionView]) -> Iterator[OutOfContext]:
    """Each out-of-context card, against each card it could be played against."""
    for reaction in possible:
        if reaction.type == "out_of_context":
            yield from (OutOfContext(card.id, reaction.against) for card in held(state, seat, "out_of_context"))


def check_reaction(state: TapechoState, seat: int, action: Defend | OutOfContext | Pass) -> None:
    """Raise IllegalAction unless this may be done out of turn."""
    match action:
        case Defend():
            check_defence(state, seat, action)
        case OutOfContext():
            check_out_of_context(state, seat, action)
        case Pass():
            check_pass(state, seat)


def check_pass(state: TapechoState, seat: int) -> None:
    """Each seat that could react may pass once; after a reaction it may pass again."""
    if seat not in reactors(state):
        raise illegal("nothing_to_pass_on")
    if seat in state.open_window.passed:
        raise illegal("already_passed")


def check_defence(state: TapechoState, seat: int, action: Defend) -> None:
    """The target of an attack, or the player whose card was called out, defends with a defence of their own role."""
    window = state.open_window
    defenders = {laid.card: laid.target for laid, _ in pending(state)}
    defenders |= {laid.doubt: window.by for laid in window.cards if laid.doubt is not None}
    if action.against not in defenders:
        raise illegal("too_late")
    if defenders[action.against] != seat:
        raise illegal("not_yours_to_defend")
    card = in_hand(state, seat, action.card)
    if card.kind != "defence":
        raise illegal("wrong_kind")
    if not card.suits(state.roles[seat]):
        raise illegal("wrong_role")


def check_out_of_context(state: TapechoState, seat: int, action: OutOfContext) -> None:
    """Anyone except the player who laid it may call out an asset or handicap of another colour than the context."""
    window = state.open_window
    laid = next((laid for laid in window.cards if laid.card == action.against), None)
    if laid is None or laid.doubt is not None:
        raise illegal("too_late")
    if window.by == seat:
        raise illegal("own_card")
    if not state.card(laid.card).clashes(state.card(state.context)):
        raise illegal("in_context")
    if in_hand(state, seat, action.card).kind != "out_of_context":
        raise illegal("wrong_kind")


def react(state: TapechoState, seat: int, action: Defend | OutOfContext | Pass) -> Event:
    """A reaction cancels all passes."""
    window = state.open_window
    if isinstance(action, Pass):
        window.passed.append(seat)
        return ev.Passed(seat)
    window.passed = []
    state.since += 1
    return defend(state, seat, action) if isinstance(action, Defend) else call_out(state, seat, action)


def defend(state: TapechoState, seat: int, action: Defend) -> Event:
    """Both cards go to the pit; the attack, or the out-of-context card, has no effect."""
    state.hands[seat].remove(action.card)
    for laid in state.open_window.cards:
        if laid.card == action.against:
            laid.defended = True
            state.lying = [lying for lying in state.lying if lying.card != action.against]
        elif laid.doubt == action.against:
            laid.doubt = laid.doubted_by = None
    state.pit += [action.against, action.card]
    return ev.Defended(seat, state.card(action.card), state.card(action.against))


def call_out(state: TapechoState, seat: int, action: OutOfContext) -> Event:
    """The card lies on top of the one it is played against until the window closes or it is defended against."""
    state.hands[seat].remove(action.card)
    laid = next(laid for laid in state.open_window.cards if laid.card == action.against)
    laid.doubt, laid.doubted_by = action.card, seat
    return ev.CalledOut(seat, state.card(action.card), state.card(action.against))
