"""The tomb as everyone sees it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from engines.engine import Seat
from engines.shared_tomb.map import COLOURS, DRAGONS, MAP, Colour, MapView
from engines.shared_tomb.stones import ANIMAL
from engines.tchang.actions import Square
from engines.tchang.content import TANGRAMS, Figure
from engines.tchang.laying import unlaid_statues, unlaid_stones
from engines.tchang.options import Difficulty, Rules, TchangOptions
from engines.tchang.riddle import PIECE_SHAPES, SILHOUETTES, PieceShape, Placed, Silhouette
from engines.tchang.state import MOST_SHARES, Phase, TchangState


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

    face: Annotated[int, Meta(description="Fireflies; -1 is an animal")]
    hidden: Annotated[int, Meta(description="Still face down")]
    total: Annotated[int, Meta(description="At the start")]


class ExitView(Struct, frozen=True):
    """The way out."""

    dragon: Annotated[Colour, Meta(description="Its colour")]
    square: Square
    open: Annotated[bool, Meta(description="Whether pawns may step onto it: once all tangrams are found")]


class RiddleView(Struct, frozen=True):
    """How the riddle stands."""

    declined: Annotated[list[int], Meta(description="The seats that have left it to others; they may still solve it")]
    solver: Annotated[int | None, Meta(description="The seat that solved it; null before, or if nobody did")]
    solved: Annotated[str | None, Meta(description="The name of the figure that was laid")]
    pieces: Annotated[tuple[Placed, ...], Meta(description="The seven pieces of the solution; none before")]
    figures: Annotated[
        tuple[Silhouette, ...], Meta(description="The exit's four figures; none until all pawns are out")
    ]


class ToLay(Struct, frozen=True):
    """What the players still have to lay before the first turn: all statues, then all stones."""

    statues: Annotated[int, Meta(description="How many statues")]
    stones: Annotated[int, Meta(description="How many stones")]


class TchangView(Struct, frozen=True):
    """All that is needed to draw the table, for all viewers. `omit=content` leaves out `difficulty`, `rules`, `map`."""

    phase: Annotated[
        Phase,
        Meta(
            description="Before the first turn, while the players lay out the tomb (`lay`), before the move (`move`), "
            "after it (`share`), during the dragon's riddle (`riddle`), which any seat may solve, or `over`"
        ),
    ]
    turn: Annotated[int, Meta(description="Whose turn it is; during the riddle and after the end, whose it was last")]
    pawns: Annotated[list[PawnView], Meta(description="By number")]
    reserve: Annotated[int, Meta(description="Fireflies that no pawn holds")]
    statues: Annotated[list[StatueView], Meta(description="By square")]
    stones: Annotated[list[Square], Meta(description="Where a stone lies face down")]
    animals: Annotated[list[Square], Meta(description="Where an animal lies face up and holds a pawn")]
    stones_by_face: Annotated[
        list[StoneCount], Meta(description="How many stones there are of each face, and how many still lie face down")
    ]
    tangrams: Annotated[int, Meta(description=f"Tangrams face up, of {TANGRAMS}")]
    dragons: Annotated[dict[Colour, int], Meta(description="Dragons face up by colour")]
    exit: Annotated[ExitView | None, Meta(description="Null until three dragons of one colour lie face up")]
    shares_left: Annotated[
        int, Meta(description=f"Shares left in this step of the turn: {MOST_SHARES} before a move, as many after it")
    ]
    idle_turns: Annotated[int, Meta(description="Turns in a row without a move, automatic passes included")]
    idle_limit: Annotated[int, Meta(description="The game is lost with this many idle turns: two whole rounds")]
    concede_votes: Annotated[list[int], Meta(description="The seats whose vote to give up stands")]
    riddle: Annotated[RiddleView | None, Meta(description="Null without the option `riddle`")]
    ending: Annotated[
        str | None, Meta(description="How it ended, null before; `won` already while the riddle is asked")
    ]
    to_lay: Annotated[ToLay | None, Meta(description="Null unless the players still have something to lay")]
    difficulty: Annotated[Difficulty | UnsetType, Meta(description="As in the options")] = UNSET
    rules: Annotated[Rules | UnsetType, Meta(description="What the difficulty and the single options come to")] = UNSET
    map: Annotated[MapView | UnsetType, Meta(description="The same in every game")] = UNSET


class TchangContent(Struct, frozen=True):
    """What never changes during a game."""

    map: Annotated[MapView, Meta(description="The same in every game")]
    difficulty: Annotated[Difficulty, Meta(description="As in the options")]
    rules: Annotated[Rules, Meta(description="What the difficulty and the single options come to")]
    pieces: Annotated[
        tuple[PieceShape, ...],
        Meta(description="The riddle's seven pieces by kind; none without the option `riddle`"),
    ]


def view(state: TchangState) -> TchangView:
    """What lies face up, where things lie face down, and what can be counted from these."""
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
        concede_votes=state.votes,
        riddle=riddle(state) if options.riddle else None,
        ending=state.ending,
        to_lay=to_lay(state) if options.rules.placement == "players" else None,
        difficulty=options.difficulty,
        rules=options.rules,
        map=MAP,
    )


def to_lay(state: TchangState) -> ToLay | None:
    """How much the players still have to lay."""
    statues, stones = len(unlaid_statues(state)), len(unlaid_stones(state))
    return ToLay(statues, stones) if statues or stones else None


def content(options: TchangOptions) -> TchangContent:
    """The map, the rules of this game, and with the riddle its pieces; its figures are shown when it is asked."""
    return TchangContent(MAP, options.difficulty, options.rules, PIECE_SHAPES if options.riddle else ())


def without_content(view: TchangView) -> TchangView:
    """The view without what the content holds."""
    return replace(view, difficulty=UNSET, rules=UNSET, map=UNSET)


def riddle(state: TchangState) -> RiddleView:
    """The riddle; its figures are shown when it is asked."""
    figures = SILHOUETTES[state.exit] if state.exit is not None and state.ending == "won" else ()
    return RiddleView(state.declined, state.solver, state.solved, state.pieces, figures)


def counts(state: TchangState, biting: int) -> list[StoneCount]:
    """The stones by face; how many are face down follows from those that have been seen."""
    removed = state.removed
    return [
        StoneCount(face, total - removed.count(face) - (biting if face == ANIMAL else 0), total)
        for face, total in state.options.stones_by_face.items()
    ]
