"""The tomb as everyone sees it, and a tomb that would look the same."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.chance import Chance
from engines.tchang.actions import Figure, Square
from engines.tchang.difficulty import Difficulty, Rules
from engines.tchang.layout import laid
from engines.tchang.riddle import SILHOUETTES, Silhouette
from engines.tchang.state import STATUES, TANGRAMS, Pawn, Phase, TchangOptions, TchangState
from engines.tomb.map import COLOURS, DRAGONS, MAP, Colour, MapView
from engines.tomb.stones import ANIMAL


class PawnView(Struct, frozen=True):
    """A pawn, whose it is, and how it fares."""

    pawn: int
    seat: int
    square: Square
    fireflies: int
    bitten: bool


class StatueView(Struct, frozen=True):
    """A statue; its figure once it has been turned over."""

    square: Square
    figure: Figure | None


class StoneCount(Struct, frozen=True):
    """How many stones of one face there are: still face down, and in all."""

    face: Annotated[int, Meta(description="Fireflies; 0 is the blank stone, -1 an animal")]
    hidden: int
    total: int


class ExitView(Struct, frozen=True):
    """The way out; `open` once all tangrams are found as well."""

    dragon: Colour
    square: Square
    open: bool


class RiddleView(Struct, frozen=True):
    """How the riddle stands: the figures the dragon asks for, who leaves it to others, who solved it and which."""

    figures: Annotated[tuple[Silhouette, ...], Meta(description="The exit's four figures, once all pawns are out")]
    declined: list[int]
    solver: int | None
    solved: str | None


class TchangView(Struct, frozen=True):
    """All there is to draw the table with. Nobody knows more than anybody else."""

    phase: Phase
    turn: int
    pawns: list[PawnView]
    reserve: int
    statues: list[StatueView]
    stones: Annotated[list[Square], Meta(description="Where a stone lies face down")]
    animals: Annotated[list[Square], Meta(description="Where an animal lies face up and holds a pawn")]
    stones_by_face: list[StoneCount]
    tangrams: Annotated[int, Meta(description=f"Tangrams face up, of {TANGRAMS}")]
    dragons: Annotated[dict[Colour, int], Meta(description="Dragons face up by colour")]
    exit: ExitView | None
    idle_turns: Annotated[int, Meta(description="Turns in a row without a move; two whole rounds of them lose")]
    concede_votes: list[int]
    riddle: RiddleView | None
    difficulty: Difficulty
    rules: Rules
    map: MapView
    ending: str | None


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
        idle_turns=state.idle,
        concede_votes=state.votes,
        riddle=riddle(state) if options.riddle else None,
        difficulty=options.difficulty,
        rules=options.rules,
        map=MAP,
        ending=state.ending,
    )


def riddle(state: TchangState) -> RiddleView:
    """The riddle; its figures are shown when it is asked."""
    figures = SILHOUETTES[state.exit] if state.exit is not None and state.ending == "won" else ()
    return RiddleView(figures, state.declined, state.solver, state.solved)


def counts(state: TchangState, biting: int) -> list[StoneCount]:
    """The stones by face, those face down worked out from those that have been seen."""
    removed = state.removed
    return [
        StoneCount(face, total - removed.count(face) - (biting if face == ANIMAL else 0), total)
        for face, total in state.options.stones_by_face.items()
    ]


def resample(view: TchangView, chance: Chance) -> tuple[TchangState, TchangOptions]:
    """Deal what lies face down from what has not been seen."""
    rules = view.rules
    options = TchangOptions(
        difficulty=view.difficulty,
        fireflies=rules.fireflies,
        animals=rules.animals,
        tangram_bonus=rules.tangram_bonus,
        placement=rules.placement,
        riddle=view.riddle is not None,
    )
    state = TchangState(
        seats=1 + max(pawn.seat for pawn in view.pawns),
        pawns=[Pawn(pawn.square, pawn.fireflies, pawn.bitten) for pawn in view.pawns],
        reserve=view.reserve,
        statues=dealt_statues(view, chance),
        uncovered=[statue.square for statue in view.statues if statue.figure is not None],
        stones=dealt_stones(view, chance),
        removed=removed(view),
        exit=None if view.exit is None else view.exit.dragon,
        turn=view.turn,
        phase=view.phase,
        idle=view.idle_turns,
        votes=list(view.concede_votes),
        ending=view.ending,
    )
    if view.riddle is not None:
        state.declined = list(view.riddle.declined)
        state.solver, state.solved = view.riddle.solver, view.riddle.solved
    return state, options


def dealt_statues(view: TchangView, chance: Chance) -> list[Figure | None]:
    """The statues seen as they are, the figures not seen under the others."""
    unseen = list(STATUES)
    for statue in view.statues:
        if statue.figure is not None:
            unseen.remove(statue.figure)
    unseen = chance.shuffled(unseen)
    return laid({statue.square: statue.figure or unseen.pop() for statue in view.statues})


def dealt_stones(view: TchangView, chance: Chance) -> list[int | None]:
    """Animals where they hold a pawn, the faces still hidden under the other stones."""
    hidden = chance.shuffled([count.face for count in view.stones_by_face for _ in range(count.hidden)])
    return laid({**dict(zip(view.stones, hidden, strict=True)), **dict.fromkeys(view.animals, ANIMAL)})


def removed(view: TchangView) -> list[int]:
    """The faces of the stones that have left the game."""
    biting = len(view.animals)
    return [
        count.face
        for count in view.stones_by_face
        for _ in range(count.total - count.hidden - (biting if count.face == ANIMAL else 0))
    ]
