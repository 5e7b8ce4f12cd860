"""The tomb as everyone sees it."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.contract import Seat
from engines.tchang.actions import Square
from engines.tchang.content import TANGRAMS, Figure
from engines.tchang.options import Difficulty, Rules
from engines.tchang.riddle import SILHOUETTES, Placed, Silhouette
from engines.tchang.state import MOST_SHARES, Phase, TchangState
from engines.tomb.map import COLOURS, DRAGONS, MAP, Colour, MapView
from engines.tomb.stones import ANIMAL


class PawnView(Struct, frozen=True):
    """A pawn, and the seat it belongs to."""

    pawn: Annotated[int, Meta(description="Its number")]
    seat: Seat
    square: Square
    fireflies: Annotated[int, Meta(description="What it carries")]
    bitten: Annotated[bool, Meta(description="Whether an animal holds it until another pawn comes")]


class StatueView(Struct, frozen=True):
    """A statue."""

    square: Square
    figure: Annotated[
        Figure | None, Meta(description="A dragon of this colour, or a tangram; null while it lies face down")
    ]


class StoneCount(Struct, frozen=True):
    """How many stones there are of one face."""

    face: Annotated[int, Meta(description="Fireflies; 0 is the blank stone, -1 an animal")]
    hidden: Annotated[int, Meta(description="Still face down")]
    total: Annotated[int, Meta(description="At the start")]


class ExitView(Struct, frozen=True):
    """The way out."""

    dragon: Annotated[Colour, Meta(description="Its colour")]
    square: Square
    open: Annotated[bool, Meta(description="Whether pawns may step onto it: once all tangrams are found")]


class RiddleView(Struct, frozen=True):
    """How the riddle stands."""

    figures: Annotated[tuple[Silhouette, ...], Meta(description="The exit's four figures, once all pawns are out")]
    declined: Annotated[list[int], Meta(description="The seats that leave it to others")]
    solver: Annotated[int | None, Meta(description="The seat that solved it")]
    solved: Annotated[str | None, Meta(description="The name of the figure it laid")]
    pieces: Annotated[tuple[Placed, ...], Meta(description="The seven pieces as it laid them; none before")]


class TchangView(Struct, frozen=True):
    """All there is to draw the table with. Nobody knows more than anybody else."""

    phase: Annotated[Phase, Meta(description="What the seat in turn has to do; at the `riddle` any seat may act")]
    turn: Annotated[int, Meta(description="Whose turn it is; once it is over, whose it was last")]
    pawns: Annotated[list[PawnView], Meta(description="By number")]
    reserve: Annotated[int, Meta(description="Fireflies that no pawn holds")]
    statues: Annotated[list[StatueView], Meta(description="By square")]
    stones: Annotated[list[Square], Meta(description="Where a stone lies face down")]
    animals: Annotated[list[Square], Meta(description="Where an animal lies face up and holds a pawn")]
    stones_by_face: Annotated[
        list[StoneCount], Meta(description="What is known of the stones without looking under them")
    ]
    tangrams: Annotated[int, Meta(description=f"Tangrams face up, of {TANGRAMS}")]
    dragons: Annotated[dict[Colour, int], Meta(description="Dragons face up by colour")]
    exit: Annotated[ExitView | None, Meta(description="Null until three dragons of one colour lie face up")]
    shares_left: Annotated[
        int, Meta(description=f"Shares left to the seat in turn: {MOST_SHARES} before its move, as many again after it")
    ]
    idle_turns: Annotated[int, Meta(description="Turns in a row without a move, automatic passes included")]
    idle_limit: Annotated[int, Meta(description="With so many idle turns the game is lost: two whole rounds")]
    concede_votes: Annotated[list[int], Meta(description="The seats that want to give up")]
    riddle: Annotated[RiddleView | None, Meta(description="Null without the option `riddle`")]
    difficulty: Annotated[Difficulty, Meta(description="As in the options")]
    rules: Annotated[Rules, Meta(description="What the difficulty and the single options come to")]
    map: Annotated[MapView, Meta(description="The same in every game")]
    ending: Annotated[
        str | None, Meta(description="How it ended, null before; `won` already while the riddle is asked")
    ]


def view(state: TchangState) -> TchangView:
    """What lies face up, where things lie face down, and what can be counted from that."""
    options = state.options
    uncovered = {square: state.statues[square] for square in state.uncovered}
    figures = list(uncovered.values())
    animals = sorted(pawn.square for pawn in state.pawns if pawn.bitten)
    return TchangView(
        phase=state.phase,
        turn=state.turn,
        pawns=[PawnView(n, n % state.seats, p.square, p.fireflies, p.bitten) for n, p in enumerate(state.pawns)],
        reserve=state.reserve,
        statues=[StatueView(at, uncovered.get(at)) for at, figure in enumerate(state.statues) if figure is not None],
        stones=[at for at, face in enumerate(state.stones) if face is not None and at not in animals],
        animals=animals,
        stones_by_face=counts(state, len(animals)),
        tangrams=figures.count("tangram"),
        dragons={colour: figures.count(colour) for colour in COLOURS},
        exit=None if state.exit is None else ExitView(state.exit, DRAGONS[state.exit], state.way_out() is not None),
        shares_left=state.shares_left,
        idle_turns=state.idle,
        idle_limit=state.idle_limit,
        concede_votes=list(state.votes),
        riddle=riddle(state) if options.riddle else None,
        difficulty=options.difficulty,
        rules=options.rules,
        map=MAP,
        ending=state.ending,
    )


def riddle(state: TchangState) -> RiddleView:
    """The riddle; its figures are shown when it is asked."""
    figures = SILHOUETTES[state.exit] if state.exit is not None and state.ending == "won" else ()
    return RiddleView(figures, list(state.declined), state.solver, state.solved, state.pieces)


def counts(state: TchangState, biting: int) -> list[StoneCount]:
    """The stones by face, those face down worked out from those that have been seen."""
    removed = state.removed
    return [
        StoneCount(face, total - removed.count(face) - (biting if face == ANIMAL else 0), total)
        for face, total in state.options.stones_by_face.items()
    ]
