"""The table as one viewer may see it."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from engines.contract import Seat
from engines.tapecho.attacks import record_of
from engines.tapecho.content import Card, Role
from engines.tapecho.options import Mode, TapechoOptions
from engines.tapecho.outlook import Outlook, held_up, outlook
from engines.tapecho.reactions import Reaction, open_reactions
from engines.tapecho.scoring import benefits, table_score, totals, winners
from engines.tapecho.state import Laid, Lying, Phase, Sheet, Tally, TapechoState, Window

Until = Literal["attackers_turn", "end_of_game"]


class SuitorView(Struct, frozen=True):
    """A player."""

    seat: Seat
    role: Annotated[Role, Meta(description="What it plays")]
    team: Annotated[int, Meta(description="Seats with the same number play together")]
    hand_size: Annotated[int, Meta(description="How many cards it holds")]
    hand: Annotated[list[Card] | None, Meta(description="Null where the viewer may not see it")]
    assets: Annotated[list[Card], Meta(description="Before it on the table")]
    handicaps: Annotated[list[Card], Meta(description="Before it on the table")]
    score: Annotated[int, Meta(description="What lies on the table counts so far; the hand is left out")]
    total: Annotated[int, Meta(description="Points of the games of the series already counted")]
    skips: Annotated[int, Meta(description="Turns this seat is about to lose")]
    hungover: Annotated[bool, Meta(description="Can lay no asset on its next turn")]
    open_hand: Annotated[bool, Meta(description="The hand is open to all until the end of its next turn")]
    attacked_by: Annotated[
        int | None, Meta(description="Can receive no other attack until this attacker's next turn begins")
    ]


class ReactionView(Struct, frozen=True):
    """Something that may still be done in the window; those who could need not hold the card for it."""

    type: Annotated[Reaction, Meta(description="The action it takes")]
    against: Annotated[int, Meta(description="The `id` it names")]
    seats: Annotated[list[int], Meta(description="Who could do it, as far as all can see")]


class WindowCard(Struct, frozen=True):
    """A card in the window, and what has been played against it."""

    card: Annotated[Card, Meta(description="What was laid")]
    target: Annotated[int, Meta(description="The seat before whom it lies")]
    asset: Annotated[int | None, Meta(description="The `id` of the asset that the attack is after; else null")]
    defended: Annotated[bool, Meta(description="Of an attack: whether it has been undone")]
    out_of_context: Annotated[Card | None, Meta(description="The card that calls it out and will throw it out")]
    out_of_context_by: Annotated[int | None, Meta(description="The seat that played that")]


class WindowView(Struct, frozen=True):
    """What may still be reacted to."""

    by: Annotated[int, Meta(description="The seat that laid the cards")]
    cards: Annotated[list[WindowCard], Meta(description="In the order laid")]
    reactions: Annotated[list[ReactionView], Meta(description="What may still be done")]
    passed: Annotated[list[int], Meta(description="The seats that let it close")]
    next_player: Annotated[int, Meta(description="The seat whose action closes it")]
    held_up: Annotated[bool, Meta(description="Nobody begins a turn before it closes; all who could react are awaited")]


class LyingAttackView(Struct, frozen=True):
    """An attack in front of its target."""

    card: Annotated[Card, Meta(description="The attack")]
    by: Annotated[int, Meta(description="The seat that laid it")]
    target: Annotated[int, Meta(description="The seat it lies before")]
    until: Annotated[Until, Meta(description="When it is taken away")]


class ShownView(Struct, frozen=True):
    """A hand that the last action opened, as it was at that moment."""

    seat: Seat
    cards: Annotated[list[Card], Meta(description="The hand")]


class SheetView(Struct, frozen=True):
    """One counted game of the series."""

    game: Annotated[int, Meta(description="Its number in the series, from 1")]
    context: Annotated[Card, Meta(description="The context that held")]
    starter: Annotated[int, Meta(description="The seat that began")]
    reason: Annotated[str, Meta(description="How it ended, as in `endings`")]
    tallies: Annotated[list[Tally], Meta(description="Each seat's count")]
    scores: Annotated[list[int], Meta(description="Each seat's points, the sum of its count")]
    winners: Annotated[list[int], Meta(description="The seats that won it")]


class TapechoView(Struct, frozen=True, dict=True):
    """All there is to draw the table with. The options, which are public too, lie beside it."""

    phase: Annotated[Phase, Meta(description="Somebody's turn, a choice of two cards drawn, reactions, or the end")]
    game: Annotated[int, Meta(description="The game of the series, from 1")]
    games: Annotated[int, Meta(description="How many the series has")]
    mode: Annotated[Mode, Meta(description="As in the options")]
    context: Annotated[Card, Meta(description="The context that holds")]
    starter: Annotated[int, Meta(description="The seat that began this game")]
    turn: Annotated[int, Meta(description="Whose turn it is, or who is next while a window is open")]
    seats: Annotated[list[SuitorView], Meta(description="The players, by seat")]
    window: Annotated[WindowView | None, Meta(description="Null while there is nothing to react to")]
    attacks: Annotated[list[LyingAttackView], Meta(description="Those lying before their targets")]
    drawn: Annotated[int, Meta(description="Cards drawn in an exchange, of which one will be kept")]
    drawn_cards: Annotated[list[Card] | None, Meta(description="Shown to the player who drew them alone")]
    pile: Annotated[int, Meta(description="How many cards are left to draw")]
    pit: Annotated[list[Card], Meta(description="The card thrown last comes last")]
    quiet_turns: Annotated[int, Meta(description="Turns in a row in which nothing was laid")]
    since: Annotated[
        int, Meta(description="Grows when a card is laid or a reaction played: `reaction_seconds` restart")
    ]
    shown: Annotated[list[ShownView], Meta(description="Hands that the last action opened and that are closed again")]
    sheet: Annotated[list[SheetView], Meta(description="The games counted so far")]

    @property
    def options(self) -> TapechoOptions:
        """What the table agreed on."""
        return cast(TapechoOptions, self.__dict__["options"])


def view(state: TapechoState, viewer: int | None) -> TapechoView:
    """What lies open is everyone's; a hand is its holder's alone, unless it was opened or the game is over."""
    ahead, keeping = outlook(state), state.phase == "keep" and viewer == state.seat
    scores = totals(state.sheet, state.seats)
    seen = TapechoView(
        phase=state.phase,
        game=len(state.sheet) + (state.phase != "over"),
        games=state.options.games,
        mode=state.options.mode,
        context=state.card(state.context),
        starter=state.starter,
        turn=ahead.seat,
        seats=[suitor_view(state, seat, viewer, scores[seat]) for seat in range(state.seats)],
        window=None if state.window is None else window_view(state, state.window, ahead),
        attacks=[
            LyingAttackView(state.card(lying.card), lying.by, lying.target, until(state, lying))
            for lying in state.lying
        ],
        drawn=len(state.drawn),
        drawn_cards=state.faces(state.drawn) if keeping else None,
        pile=len(state.pile),
        pit=state.faces(state.pit),
        quiet_turns=state.quiet,
        since=state.since,
        shown=[ShownView(shown.seat, state.faces(shown.cards)) for shown in state.shown],
        sheet=[sheet_view(state, number, game) for number, game in enumerate(state.sheet, start=1)],
    )
    seen.__dict__["options"] = state.options
    return seen


def until(state: TapechoState, lying: Lying) -> Until:
    """How long an attack lies before its target."""
    return "end_of_game" if record_of(state.card(lying.card)).stays else "attackers_turn"


def suitor_view(state: TapechoState, seat: int, viewer: int | None, total: int) -> SuitorView:
    """One player, with their hand if this viewer may see it."""
    hand = state.hands[seat]
    known = seat == viewer or state.opened[seat] or state.phase == "over"
    return SuitorView(
        seat=seat,
        role=state.roles[seat],
        team=state.teams[seat],
        hand_size=len(hand),
        hand=state.faces(hand) if known else None,
        assets=state.faces(state.assets[seat]),
        handicaps=state.faces(state.handicaps[seat]),
        score=table_score(state, seat) + benefits(state, seat),
        total=total,
        skips=state.skips[seat],
        hungover=state.hungover[seat],
        open_hand=state.opened[seat],
        attacked_by=state.blocked[seat],
    )


def window_view(state: TapechoState, window: Window, ahead: Outlook) -> WindowView:
    """The window with each card in it, what may still be done to it and by whom."""
    return WindowView(
        by=window.by,
        cards=[window_card(state, laid) for laid in window.cards],
        reactions=[ReactionView(kind, against, seats) for kind, against, seats in open_reactions(state)],
        passed=list(window.passed),
        next_player=ahead.seat,
        held_up=held_up(state, ahead),
    )


def window_card(state: TapechoState, laid: Laid) -> WindowCard:
    """A card in the window."""
    doubt = None if laid.doubt is None else state.card(laid.doubt)
    return WindowCard(state.card(laid.card), laid.target, laid.asset, laid.defended, doubt, laid.doubted_by)


def sheet_view(state: TapechoState, number: int, game: Sheet) -> SheetView:
    """A line of the score sheet."""
    scores = [tally.score for tally in game.tallies]
    won = winners(scores, state.teams)
    return SheetView(number, state.card(game.context), game.starter, game.ending, game.tallies, scores, won)
