"""The table as one viewer may see it."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.engine import Seat
from engines.tokyo_poo_divers.actions import Ballot, Cell, Direction
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.content import FACE_NAMES, FaceName, LayoutName
from engines.tokyo_poo_divers.options import Tie
from engines.tokyo_poo_divers.state import Phase, PooState

Board = Annotated[list[str], Meta(description="Row by row: `#` closed, `F` find, `X` blank, `Z` sleeper, `.` hole")]


class Diver(Struct, frozen=True):
    """The figure: where the turn's first find was opened, and in which direction it goes on."""

    cell: Cell
    facing: Annotated[Direction | None, Meta(description="Where it looks; null before the first risk of the turn")]


class PurseView(Struct, frozen=True):
    """What a seat has been paid."""

    seat: Seat
    brown: Annotated[int, Meta(description="Pieces worth 1")]
    golden: Annotated[int, Meta(description="Pieces worth 5")]
    points: Annotated[int, Meta(description="What they are worth together")]


class PeekView(Struct, frozen=True):
    """A closed cover that somebody has looked under; only they see its `face`."""

    seat: Annotated[int, Meta(description="Who looked")]
    cell: Cell
    face: FaceName | None


class ContestView(Struct, frozen=True):
    """The contest of the tied players: they vote on who has won it."""

    tied: Annotated[list[int], Meta(description="The seats that are tied and vote")]
    voted: Annotated[list[int], Meta(description="The seats that have voted, in this order")]
    ballots: Annotated[
        list[Ballot], Meta(description="The viewer's own vote; all votes, in the same order, once everyone has voted")
    ]
    winner: Annotated[int | None, Meta(description="Who has a majority; null before the end, and if nobody has one")]


class PooView(Struct, frozen=True):
    """All that is needed to draw the table."""

    phase: Annotated[Phase, Meta(description="What the seat whose turn it is, or in a vote each tied seat, has to do")]
    turn: Annotated[int, Meta(description="Whose turn it is; after the last turn, whose it was")]
    points: Annotated[int, Meta(description="What the turn is worth if it is banked now")]
    finds: Annotated[int, Meta(description="Finds opened in this turn; the next one is worth one more")]
    diver: Annotated[Diver | None, Meta(description="Null until a find has been opened in this turn")]
    last_find: Annotated[
        Cell | None, Meta(description="The find opened last in this turn; a later risk opens the cover next to it")
    ]
    layout: Annotated[LayoutName, Meta(description="As in the options")]
    board: Board
    last_opened: Annotated[Cell | None, Meta(description="The cover opened last, in any turn; null before the first")]
    covers_left: Annotated[int, Meta(description="How many covers are still closed")]
    peeks: Annotated[list[PeekView], Meta(description="Closed covers that were looked under, by seat")]
    bank: Annotated[Purse, Meta(description="What is left to be paid out")]
    purses: Annotated[list[PurseView], Meta(description="By seat")]
    remember_peeks: Annotated[bool, Meta(description="As in the options")]
    tie: Annotated[Tie, Meta(description="As in the options")]
    contest: Annotated[ContestView | None, Meta(description="Null unless the best are tied and hold a contest")]
    ending: Annotated[str | None, Meta(description="Why it is over, null before")]


def view(state: PooState, viewer: int | None) -> PooView:
    """Everyone sees what lies open; under closed covers a seat sees only what it has peeked at."""
    options, turn = state.options, state.turn
    return PooView(
        phase=state.phase,
        turn=turn.seat,
        points=turn.points,
        finds=turn.finds,
        diver=None if turn.diver is None else Diver(options.cells[turn.diver], turn.facing),
        last_find=None if turn.last is None else options.cells[turn.last],
        layout=options.layout,
        board=board(state),
        last_opened=None if state.latest is None else options.cells[state.latest],
        covers_left=state.opened.count(False),
        peeks=[
            PeekView(seat, options.cells[number], FACE_NAMES[state.faces[number]] if mine else None)
            for seat, numbers in enumerate(state.peeked)
            for mine in [seat == viewer and options.remember_peeks]
            for number in numbers
            if not state.opened[number]
        ],
        bank=Purse(state.bank.brown, state.bank.golden),
        purses=[PurseView(seat, p.brown, p.golden, p.value) for seat, p in enumerate(state.purses)],
        remember_peeks=options.remember_peeks,
        tie=options.tie,
        contest=contest_view(state, viewer) if state.tied else None,
        ending=state.ending,
    )


def contest_view(state: PooState, viewer: int | None) -> ContestView:
    """Everyone sees who has voted; a seat sees its own vote, and everyone sees all votes at the end."""
    over = state.phase == "over"
    return ContestView(
        tied=list(state.tied),
        voted=[ballot.seat for ballot in state.ballots],
        ballots=[ballot for ballot in state.ballots if over or ballot.seat == viewer],
        winner=state.winner,
    )


def board(state: PooState) -> list[str]:
    """The outline with every open face drawn into it."""
    faces = [face if opened else "#" for face, opened in zip(state.faces, state.opened, strict=True)]
    return (state.options.drawing % tuple(faces)).split("\n")
