"""The table as one viewer may see it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from engines.dragon_fights.actions import Gesture, SquareId
from engines.dragon_fights.content import FACES, Face
from engines.dragon_fights.events import Shown
from engines.dragon_fights.state import BARE, DragonState, Phase
from engines.engine import Seat
from engines.shared_tomb.map import MAP, MapView
from engines.shared_tomb.stones import ANIMAL


class StoneView(Struct, frozen=True):
    """A stone on the map."""

    square: SquareId
    up: Annotated[bool, Meta(description="Whether it lies face up: turned over in this go and not put back yet")]
    face: Annotated[Face | None, Meta(description="Shown while it is up, and with `memory_aid` once it has been seen")]


class DragonView(Struct, frozen=True):
    """A player."""

    seat: Seat
    choosing: Annotated[bool, Meta(description="Whether they take part in the current throw")]
    chosen: Annotated[bool, Meta(description="Whether they have chosen their gesture for it")]
    stones: Annotated[list[int], Meta(description="The fireflies on each stone they have taken, oldest first")]
    fireflies: Annotated[int, Meta(description="How many they have taken in all")]


class DragonFightsView(Struct, frozen=True):
    """All that is needed to draw the table."""

    phase: Annotated[Phase, Meta(description="What the awaited seats have to do")]
    round: Annotated[int, Meta(description="Which round it is, from 1")]
    player: Annotated[
        int | None,
        Meta(description="Who turns stones over; after the end, who did so last; null while gestures are chosen"),
    ]
    dragons: Annotated[list[DragonView], Meta(description="The players, by seat")]
    your_gesture: Annotated[Gesture | None, Meta(description="What the viewer has chosen and nobody has seen yet")]
    last_throw: Annotated[
        list[Shown],
        Meta(
            description="The gestures shown last, also if in the round before, by seat; only of those who were choosing"
        ),
    ]
    undecided: Annotated[
        int, Meta(description="How many throws in a row of this round, up to the last, have eliminated nobody")
    ]
    stones: Annotated[list[StoneView], Meta(description="Those that lie on the map, by square")]
    turned: Annotated[
        list[SquareId], Meta(description="Stones of this go that lie face up, in the order they were turned over")
    ]
    at_stake: Annotated[int, Meta(description="The fireflies on them; 0 while they are put back after an animal")]
    fireflies_left: Annotated[int, Meta(description="How many fireflies are on the stones that lie face down")]
    memory_aid: Annotated[bool, Meta(description="As in the options")]
    map: Annotated[MapView | UnsetType, Meta(description="The same in every game")] = UNSET


class DragonFightsContent(Struct, frozen=True):
    """What is the same in every view of every game."""

    map: Annotated[MapView, Meta(description="The tomb: squares and the ways between them")]


def view(state: DragonState, viewer: int | None) -> DragonFightsView:
    """Everyone sees the stones that are turned over; only its owner sees a gesture that is not shown yet."""
    return DragonFightsView(
        phase=state.phase,
        round=state.round,
        player=state.player,
        dragons=[
            DragonView(seat, seat in state.choosing, state.gestures[seat] is not None, list(stones), sum(stones))
            for seat, stones in enumerate(state.taken)
        ],
        your_gesture=None if viewer is None else state.gestures[viewer],
        last_throw=[Shown(seat, gesture) for seat, gesture in enumerate(state.shown) if gesture is not None],
        undecided=state.undecided,
        stones=stones_of(state),
        turned=list(state.turned),
        at_stake=state.at_stake(),
        fireflies_left=sum(state.stones[square] for square in state.face_down() if state.stones[square] != ANIMAL),
        memory_aid=state.options.memory_aid,
        map=MAP,
    )


def content() -> DragonFightsContent:
    """The map, the same for all tables."""
    return DragonFightsContent(MAP)


def without_content(view: DragonFightsView) -> DragonFightsView:
    """The same view without the map."""
    return replace(view, map=UNSET)


def stones_of(state: DragonState) -> list[StoneView]:
    """The stones by square, so that their order reveals nothing."""
    aid, seen, turned = state.options.memory_aid, state.seen, state.turned
    stones = []
    for square, face in enumerate(state.stones):
        if face != BARE:
            up = square in turned
            stones.append(StoneView(square, up, FACES[face] if up or (aid and seen[square]) else None))
    return stones
