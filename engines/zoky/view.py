"""The table as one viewer may see it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, cast

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from engines.engine import Seat
from engines.zoky.actions import Gang, Quartier, ZokuNumber
from engines.zoky.content import (
    LIEUTENANTS,
    CardName,
    CardTargets,
    CardText,
    CardWindow,
    LieutenantFace,
    LieutenantSlug,
    OwnLieutenant,
    faces_of,
)
from engines.zoky.events import Landing
from engines.zoky.options import District, Odds
from engines.zoky.state import Fight, Move, Swap, Waiting, ZokyState

InPlay = Annotated[
    tuple[District, ...],
    Meta(description="Every Quartier in play and its face; number n is in `arrondissements[n // 5]`"),
]
InGame = Annotated[
    tuple[LieutenantFace, ...], Meta(description="The Lieutenants in the game, whether they were dealt or not")
]
AgreedOdds = Annotated[Odds, Meta(description="As in the options")]


class TurnView(Struct, frozen=True):
    """Whose placement turn it is."""

    seat: Seat
    lap: Annotated[int, Meta(description="1 clockwise, 2 on the way back")]
    limit: Annotated[int, Meta(description="How many Zokus this turn may place")]


class SpotView(Struct, frozen=True):
    """A Quartier on the table; Zokus that fight over it are in the street and not counted here."""

    place: Annotated[
        int, Meta(description="Its place in reading order, from 0; it does not change when others leave the table")
    ]
    quartier: Quartier
    zokus: Annotated[list[int], Meta(description="How many Zokus of each gang are on it, in seat order")]


class ZokuView(Struct, frozen=True):
    """A Zoku in the street."""

    zoku: ZokuNumber
    gang: Gang
    landing: Annotated[Landing, Meta(description="How it lies; `in_hand` before its first throw")]
    thrown: Annotated[bool, Meta(description="Whether it has been thrown this round")]
    kicked: Annotated[bool, Meta(description="Whether it has kicked this round")]


class FightView(Struct, frozen=True):
    """A fight under way."""

    quartier: Quartier
    round: Annotated[int, Meta(description="Its number, 1 to 3")]
    involved: Annotated[
        list[Gang],
        Meta(description="Who was on the Quartier when the fight began, in turn order"),
    ]
    street: Annotated[
        list[ZokuView],
        Meta(description="The Zokus that have not gone home, gang by gang in turn order, reinforcements after them"),
    ]
    called: Annotated[list[Gang], Meta(description="Who has said `throw` and waits for the others")]
    ready: Annotated[list[Gang], Meta(description="Who has said `ready` on this landing")]
    kicker: Annotated[Gang | None, Meta(description="Whose turn to kick it is; null outside the kicks")]


class LieutenantView(Struct, frozen=True):
    """A Lieutenant card. With `omit=content` only its slug is shown."""

    lieutenant: Annotated[LieutenantSlug, Meta(description="The slug that plays it")]
    name: CardName | UnsetType = UNSET
    text: CardText | UnsetType = UNSET
    window: CardWindow | UnsetType = UNSET
    targets: CardTargets | UnsetType = UNSET


NAMED = {slug: LieutenantView(slug) for slug in LIEUTENANTS}


class ChiefView(Struct, frozen=True):
    """A gang as everyone sees it; only the number of its face-down Lieutenants is shown."""

    seat: Seat
    reserve: Annotated[int, Meta(description="Zokus at home")]
    jail: Annotated[int, Meta(description="Zokus in jail")]
    quartiers: Annotated[list[Quartier], Meta(description="The Quartiers claimed so far, oldest first")]
    points: Annotated[int, Meta(description="Only the values of its Quartiers")]
    face_down: Annotated[int, Meta(description="How many Lieutenants are still unused")]
    face_up: Annotated[list[LieutenantView], Meta(description="The Lieutenants used, in the order they were played")]


class LookoutView(Struct, frozen=True):
    """What the viewer's lookout saw of a Day, as it was then, in reading order."""

    day: Annotated[int, Meta(description="Which Day")]
    quartiers: Annotated[list[Quartier], Meta(description="What lay there")]


class ZokyView(Struct, frozen=True):
    """What is needed to draw the table; `omit=content` leaves out `arrondissements`, `lieutenants`, `throw_odds`."""

    phase: Annotated[
        Waiting,
        Meta(
            description="What is awaited: a placement, throws, `ready` after a landing (`landed`), kicks, or nothing "
            "because the game is over"
        ),
    ]
    day: Annotated[int, Meta(description="The Day, 1 to 5")]
    first_player: Annotated[int, Meta(description="The seat with the First Player card")]
    turn: Annotated[TurnView | None, Meta(description="Null outside Placement")]
    table: Annotated[list[SpotView], Meta(description="The Quartiers still to be settled today, in reading order")]
    fight: Annotated[FightView | None, Meta(description="Null outside a fight")]
    chiefs: Annotated[list[ChiefView], Meta(description="By seat")]
    hand: Annotated[
        list[LieutenantView] | None, Meta(description="The viewer's own face-down Lieutenants; null for a spectator")
    ]
    lookout: Annotated[LookoutView | None, Meta(description="Null unless the viewer has played the `lookout`")]
    deck: Annotated[int, Meta(description="How many Quartiers are still to come")]
    discarded: Annotated[list[Quartier], Meta(description="Quartiers nobody got, in the order they went")]
    crooked_cop: Annotated[
        Gang | None, Meta(description="The gang that the `crooked_cop` protects from jail until this Day is over")
    ]
    kingpin: Annotated[
        Gang | None, Meta(description="Who gets the First Player card at the end of this Day because of the `kingpin`")
    ]
    swap: Annotated[Swap | None, Meta(description="What the `shark` traded, shown until the game ends; null before")]
    latest: Annotated[Move | None, Meta(description="What was done last, and by whom; null before the first action")]
    arrondissements: InPlay | UnsetType = UNSET
    lieutenants: InGame | UnsetType = UNSET
    throw_odds: AgreedOdds | UnsetType = UNSET


class ZokyContent(Struct, frozen=True):
    """What is printed on the cards, and the odds: everyone may see it, and it never changes during a game."""

    arrondissements: InPlay
    lieutenants: InGame
    throw_odds: AgreedOdds


@lru_cache(maxsize=256)
def cards_of(own: tuple[OwnLieutenant, ...]) -> Mapping[LieutenantSlug, LieutenantView]:
    """The cards of the Lieutenants in a game: the table's own, or ours."""
    return {slug: LieutenantView(**asdict(face)) for slug, face in faces_of(own).items()}


def view(state: ZokyState, viewer: int | None) -> ZokyView:
    """Everyone sees all but the deck and the face-down Lieutenants; a chief sees their own Lieutenants."""
    seen, cards = state.lookout, cards_of(state.options.lieutenants)
    return ZokyView(
        phase=cast(Waiting, state.phase),
        day=state.day,
        first_player=state.first,
        turn=TurnView(state.placer, state.lap, state.limit) if state.phase == "placement" else None,
        table=[SpotView(spot.place, spot.quartier, list(spot.zokus)) for spot in state.table],
        fight=None if state.fight is None else fight_view(state, state.fight),
        chiefs=[chief(state, seat, cards) for seat in range(state.seats)],
        hand=None if viewer is None else [cards[slug] for slug in state.hands[viewer]],
        lookout=None if seen is None or seen.seat != viewer else LookoutView(seen.day, list(seen.quartiers)),
        deck=len(state.deck),
        discarded=list(state.discarded),
        crooked_cop=None if state.phase == "over" else state.bribed,
        kingpin=state.kingpin,
        swap=state.swap,
        latest=state.latest,
        arrondissements=state.cards.districts,
        lieutenants=tuple(state.options.faces.values()),
        throw_odds=state.options.throw_odds,
    )


def without_content(view: ZokyView) -> ZokyView:
    """The same view, with only the slugs of Lieutenants, and without the faces of all cards and the odds."""
    return replace(
        view,
        chiefs=[replace(chief, face_up=[NAMED[card.lieutenant] for card in chief.face_up]) for chief in view.chiefs],
        hand=None if view.hand is None else [NAMED[card.lieutenant] for card in view.hand],
        arrondissements=UNSET,
        lieutenants=UNSET,
        throw_odds=UNSET,
    )


def content(state: ZokyState) -> ZokyContent:
    """The faces of the Quartiers in play and of the Lieutenants in the game."""
    return ZokyContent(state.cards.districts, tuple(state.options.faces.values()), state.options.throw_odds)


def fight_view(state: ZokyState, fight: Fight) -> FightView:
    """The street and who has said what."""
    said = list(fight.said)
    return FightView(
        quartier=state.table[0].quartier,
        round=fight.round,
        involved=list(fight.involved),
        street=[ZokuView(z.zoku, z.gang, z.landing, z.thrown, z.kicked) for z in fight.street],
        called=said if state.phase == "throw" else [],
        ready=said if state.phase == "landed" else [],
        kicker=fight.kicker,
    )


def chief(state: ZokyState, seat: int, cards: Mapping[LieutenantSlug, LieutenantView]) -> ChiefView:
    """One gang, as all may see it."""
    return ChiefView(
        seat=seat,
        reserve=state.reserve[seat],
        jail=state.jail[seat],
        quartiers=list(state.claims[seat]),
        points=state.points(seat),
        face_down=len(state.hands[seat]),
        face_up=[cards[slug] for slug in state.played[seat]],
    )
