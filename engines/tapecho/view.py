"""The table as one viewer may see it."""

from typing import Annotated, Literal, cast

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.engine import Seat
from engines.tapecho.attacks import attack_of
from engines.tapecho.content import Card, Role
from engines.tapecho.options import Mode, TapechoOptions
from engines.tapecho.prospect import NextTurn, held_up, next_turn
from engines.tapecho.reactions import open_reactions
from engines.tapecho.scoring import benefits, table_scores, team_scores, totals, winners
from engines.tapecho.state import Laid, Lying, Phase, ReactionView, Sheet, Tally, TapechoState, Window

Until = Literal["attackers_turn", "end_of_game"]


class SuitorView(Struct, frozen=True):
    """A player."""

    seat: Seat
    role: Annotated[Role, Meta(description="What it plays")]
    team: Annotated[int, Meta(description="Seats with the same number play together")]
    hand_size: Annotated[
        int, Meta(description="How many cards it holds; two cards drawn in an exchange do not count until one is kept")
    ]
    hand: Annotated[list[Card] | None, Meta(description="Null if the viewer may not see it")]
    assets: Annotated[list[Card], Meta(description="In front of it on the table; the newest is last")]
    handicaps: Annotated[list[Card], Meta(description="In front of it on the table; the newest is last")]
    score: Annotated[int, Meta(description="The points in front of it, with attacks; the hand is not counted")]
    team_score: Annotated[int, Meta(description="The sum of `score` over its team")]
    total: Annotated[int, Meta(description="Points of the games of the series already counted")]
    team_total: Annotated[int, Meta(description="The sum of `total` over its team: the highest wins the series")]
    skips: Annotated[int, Meta(description="Turns it will lose; an attack in the window does not count yet")]
    hungover: Annotated[
        bool,
        Meta(description="Can lay no asset before its next turn is over; an attack in the window does not count yet"),
    ]
    open_hand: Annotated[bool, Meta(description="By an attack, everyone sees its hand until its next turn is over")]
    attacked_by: Annotated[
        int | None, Meta(description="Can receive no other attack until this attacker's next turn begins")
    ]


class WindowCard(Struct, frozen=True):
    """A card in the window, and what has been played against it."""

    card: Annotated[Card, Meta(description="What was laid")]
    target: Annotated[int, Meta(description="The seat in front of which it lies")]
    asset: Annotated[int | None, Meta(description="The `id` of the asset that the attack is to take; else null")]
    defended: Annotated[bool, Meta(description="For an attack: whether it has been undone")]
    out_of_context: Annotated[Card | None, Meta(description="The card that calls it out and will throw it out")]
    out_of_context_by: Annotated[int | None, Meta(description="The seat that played this card")]


class WindowView(Struct, frozen=True):
    """What may still be reacted to."""

    by: Annotated[int, Meta(description="The seat that laid the cards")]
    cards: Annotated[list[WindowCard], Meta(description="In the order laid")]
    reactions: Annotated[list[ReactionView], Meta(description="What may still be done")]
    passed: Annotated[list[int], Meta(description="The seats that have passed since the last reaction")]
    next_player: Annotated[int, Meta(description="The seat that is next; its action closes the window")]
    held_up: Annotated[bool, Meta(description="No turn begins before it closes; all who could react are awaited")]


class LyingAttackView(Struct, frozen=True):
    """An attack in front of its target."""

    card: Annotated[Card, Meta(description="The attack")]
    by: Annotated[int, Meta(description="The seat that laid it")]
    target: Annotated[int, Meta(description="The seat in front of which it lies")]
    until: Annotated[
        Until, Meta(description="When it is taken away: when the attacker's next turn begins or is skipped, or never")
    ]


class ShownView(Struct, frozen=True):
    """A hand that the last action opened, as it was at that moment."""

    seat: Seat
    cards: Annotated[list[Card], Meta(description="The hand")]


class SheetView(Struct, frozen=True):
    """One counted game of the series."""

    game: Annotated[int, Meta(description="Its number in the series, from 1")]
    context: Annotated[Card, Meta(description="The context of that game")]
    starter: Annotated[int, Meta(description="The seat that began")]
    reason: Annotated[str, Meta(description="How it ended, as in `endings`")]
    tallies: Annotated[list[Tally], Meta(description="Each seat's count")]
    scores: Annotated[list[int], Meta(description="Each seat's points, the sum of its count")]
    winners: Annotated[list[int], Meta(description="The seats that won it")]


class TapechoView(Struct, frozen=True, dict=True):
    """All that is needed to draw the table. The options, which are public too, are attached to it."""

    phase: Annotated[Phase, Meta(description="Somebody's turn, a choice of two cards drawn, reactions, or the end")]
    game: Annotated[int, Meta(description="The number of the game in the series, from 1; at the end, of the last")]
    games: Annotated[int, Meta(description="How many games the series has")]
    mode: Annotated[Mode, Meta(description="As in the options")]
    context: Annotated[Card, Meta(description="The context of this game")]
    starter: Annotated[int, Meta(description="The seat that began this game")]
    turn: Annotated[
        int, Meta(description="Whose turn it is; while a window is open, who is next; at the end, who was last")
    ]
    turns_begun: Annotated[int, Meta(description="Turns that have begun in the whole series, without skipped turns")]
    seats: Annotated[list[SuitorView], Meta(description="The players, by seat")]
    window: Annotated[WindowView | None, Meta(description="Null while there is nothing to react to")]
    attacks: Annotated[list[LyingAttackView], Meta(description="The attacks that lie in front of their targets")]
    drawn: Annotated[int, Meta(description="Cards drawn in an exchange, of which one will be kept")]
    drawn_cards: Annotated[list[Card] | None, Meta(description="For the player who drew: these cards; for others null")]
    pile: Annotated[int, Meta(description="How many cards it holds; when it is empty the pit makes a new one")]
    pit: Annotated[list[Card], Meta(description="The card thrown last comes last")]
    quiet_turns: Annotated[
        int, Meta(description="Turns in a row in which nothing was laid; skipped and passed turns count too")
    ]
    quiet_limit: Annotated[
        int,
        Meta(description="A quiet turn that brings `quiet_turns` to this or more ends the game: three whole rounds"),
    ]
    since: Annotated[
        int, Meta(description="Grows when cards are laid or a reaction is played: `reaction_seconds` restart")
    ]
    shown: Annotated[
        list[ShownView],
        Meta(
            description="Hands that the last action opened: by an attack, or by a count after which another game "
            "follows. Some may still be open. After the last count every `hand` is shown instead"
        ),
    ]
    sheet: Annotated[list[SheetView], Meta(description="The games counted so far")]

    @property
    def options(self) -> TapechoOptions:
        """What the table agreed on."""
        return cast(TapechoOptions, self.__dict__["options"])


class TapechoContent(Struct, frozen=True):
    """What never changes during a game."""

    cards: Annotated[tuple[Card, ...], Meta(description="The whole deck, contexts too; a card's place is its `id`")]


def view(state: TapechoState, viewer: int | None) -> TapechoView:
    """Everyone sees what lies open; only its holder sees a hand, unless it was opened or the game is over."""
    upcoming, keeping = next_turn(state), state.phase == "keep" and viewer == state.seat
    seen = TapechoView(
        phase=state.phase,
        game=len(state.sheet) + (state.phase != "over"),
        games=state.options.games,
        mode=state.options.mode,
        context=state.card(state.context),
        starter=state.starter,
        turn=upcoming.seat,
        turns_begun=state.begun,
        seats=suitors(state, viewer),
        window=None if state.window is None else window_view(state, state.window, upcoming),
        attacks=[
            LyingAttackView(state.card(lying.card), lying.by, lying.target, until(state, lying))
            for lying in state.lying
        ],
        drawn=len(state.drawn),
        drawn_cards=state.faces(state.drawn) if keeping else None,
        pile=len(state.pile),
        pit=state.faces(state.pit),
        quiet_turns=state.quiet,
        quiet_limit=state.quiet_limit,
        since=state.since,
        shown=[ShownView(shown.seat, state.faces(shown.cards)) for shown in state.shown],
        sheet=[sheet_view(state, number, game) for number, game in enumerate(state.sheet, start=1)],
    )
    seen.__dict__["options"] = state.options
    return seen


def until(state: TapechoState, lying: Lying) -> Until:
    """How long an attack lies in front of its target."""
    return "end_of_game" if attack_of(state.card(lying.card)).stays else "attackers_turn"


def suitors(state: TapechoState, viewer: int | None) -> list[SuitorView]:
    """All players, each with their hand if this viewer may see it."""
    cards, teams, over = state.options.cards, state.teams, state.phase == "over"
    scores = [table + more for table, more in zip(table_scores(state), benefits(state), strict=True)]
    counted = totals(state.sheet, state.seats)
    team_score, team_total = team_scores(scores, teams), team_scores(counted, teams)
    return [
        SuitorView(
            seat=seat,
            role=state.roles[seat],
            team=teams[seat],
            hand_size=len(hand),
            hand=[cards[card] for card in hand] if seat == viewer or state.opened[seat] or over else None,
            assets=[cards[card] for card in state.assets[seat]],
            handicaps=[cards[card] for card in state.handicaps[seat]],
            score=scores[seat],
            team_score=team_score[seat],
            total=counted[seat],
            team_total=team_total[seat],
            skips=state.skips[seat],
            hungover=state.hungover[seat],
            open_hand=state.opened[seat],
            attacked_by=state.blocked[seat],
        )
        for seat, hand in enumerate(state.hands)
    ]


def window_view(state: TapechoState, window: Window, upcoming: NextTurn) -> WindowView:
    """The window with each card in it, what may still be done to it and by whom."""
    return WindowView(
        by=window.by,
        cards=[window_card(state, laid) for laid in window.cards],
        reactions=open_reactions(state),
        passed=list(window.passed),
        next_player=upcoming.seat,
        held_up=held_up(state, upcoming),
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


def content(options: TapechoOptions) -> TapechoContent:
    """The deck, for all to see."""
    return TapechoContent(options.cards)


def without_content(view: TapechoView) -> TapechoView:
    """The same view with only the `id` of every card."""
    return replace(
        view,
        context=bare(view.context),
        seats=[
            replace(seat, hand=all_bare(seat.hand), assets=all_bare(seat.assets), handicaps=all_bare(seat.handicaps))
            for seat in view.seats
        ],
        window=None if view.window is None else replace(view.window, cards=[lean_laid(it) for it in view.window.cards]),
        attacks=[replace(lying, card=bare(lying.card)) for lying in view.attacks],
        drawn_cards=all_bare(view.drawn_cards),
        pit=all_bare(view.pit),
        shown=[replace(shown, cards=all_bare(shown.cards)) for shown in view.shown],
        sheet=[replace(game, context=bare(game.context)) for game in view.sheet],
    )


def lean_laid(laid: WindowCard) -> WindowCard:
    """A card in the window, and the one against it, without their faces."""
    doubt = laid.out_of_context
    return replace(laid, card=bare(laid.card), out_of_context=None if doubt is None else bare(doubt))


def bare(card: Card) -> Card:
    """A card without its face."""
    return Card(card.id)


def all_bare(cards: list[Card] | None) -> list[Card] | None:
    """Cards without their faces; None if the viewer may not see them."""
    return None if cards is None else [Card(card.id) for card in cards]
