"""A table that looks like a view; what is hidden and not remembered is dealt again."""

from functools import lru_cache

from engines.chance import Chance
from engines.engine import Knowledge
from engines.tokyo_poo_divers.actions import Ballot
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.content import DECK, FACE_NAMES, LayoutName
from engines.tokyo_poo_divers.options import PooOptions, Tie
from engines.tokyo_poo_divers.remember import Looked, Seen
from engines.tokyo_poo_divers.state import Known, PooState, Turn
from engines.tokyo_poo_divers.view import ContestView, PooView


def resample(view: PooView, viewer: int | None, chance: Chance, knowledge: Knowledge) -> tuple[PooState, PooOptions]:
    """Deal what the viewer does not know from the cards that are left. The state says what the viewer knows."""
    outline = tuple("".join("." if place == "." else "#" for place in row) for row in view.board)
    options = options_of(view.layout, outline if view.layout == "custom" else (), view.remember_peeks, view.tie)
    initial = {name: face for face, name in FACE_NAMES.items()}
    places = [place for row in view.board for place in row if place != "."]
    known = {options.numbers[peek.cell]: initial[peek.face] for peek in view.peeks if peek.face is not None}
    known |= {options.numbers[fact.cell]: fact.face for fact in knowledge if isinstance(fact, Seen)}
    seen = [place for place in places if place != "#"] + list(known.values())
    unseen = chance.shuffled("".join(face * (DECK.count(face) - seen.count(face)) for face in FACE_NAMES))
    faces = [
        place if place != "#" else known[number] if number in known else unseen.pop()
        for number, place in enumerate(places)
    ]
    peeked: list[list[int]] = [[] for _ in view.purses]
    for peek in view.peeks:
        peeked[peek.seat].append(options.numbers[peek.cell])
    state = PooState(
        faces="".join(faces),
        opened=[place != "#" for place in places],
        leftover="".join(unseen),
        peeked=peeked,
        purses=[Purse(purse.brown, purse.golden) for purse in view.purses],
        bank=Purse(view.bank.brown, view.bank.golden),
        turn=turn_of(view, options),
        phase=view.phase,
        ending=view.ending,
        latest=None if view.last_opened is None else options.numbers[view.last_opened],
    )
    if viewer is not None:
        state.known = Known(viewer, known, avoided(options, knowledge))
    if view.contest is not None:
        state.tied, state.winner = list(view.contest.tied), view.contest.winner
        state.ballots = ballots_of(view.contest, chance)
    return state, options


def avoided(options: PooOptions, knowledge: Knowledge) -> list[tuple[int, int]]:
    """The covers that other divers have avoided, each with the cover at which they dived instead."""
    return [
        (options.numbers[fact.cell], options.numbers[fact.instead])
        for fact in knowledge
        if isinstance(fact, Looked) and fact.instead is not None
    ]


@lru_cache(maxsize=64)
def options_of(layout: LayoutName, rows: tuple[str, ...], remember_peeks: bool, tie: Tie) -> PooOptions:
    """Made once and not for each table that a bot thinks on: what follows from the options is worked out only once."""
    return PooOptions(layout=layout, rows=rows, remember_peeks=remember_peeks, tie=tie)


def ballots_of(contest: ContestView, chance: Chance) -> list[Ballot]:
    """The votes that this view shows; a random one of each other player who has voted."""
    seen = {ballot.seat: ballot for ballot in contest.ballots}
    return [seen.get(seat) or Ballot(seat, chance.choice((*contest.tied, None))) for seat in contest.voted]


def turn_of(view: PooView, options: PooOptions) -> Turn:
    """The turn as everyone sees it."""
    return Turn(
        seat=view.turn,
        points=view.points,
        finds=view.finds,
        diver=None if view.diver is None else options.numbers[view.diver.cell],
        facing=None if view.diver is None else view.diver.facing,
        last=None if view.last_find is None else options.numbers[view.last_find],
    )
