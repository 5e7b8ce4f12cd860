"""A table that looks the same to a viewer; the deck and the others' Lieutenants are dealt again."""

from collections.abc import Sequence

from msgspec import UnsetType

from engines.chance import Chance
from engines.zoky.content import (
    LIEUTENANTS,
    RANK,
    SIZE,
    Arrondissement,
    LieutenantFace,
    LieutenantSlug,
    OwnLieutenant,
    Quartier,
)
from engines.zoky.options import District, ZokyOptions
from engines.zoky.state import USUAL_LIMIT, Fight, Lookout, Spot, Zoku, ZokyState
from engines.zoky.view import FightView, ZokyView


def resample(view: ZokyView, viewer: int | None, chance: Chance) -> tuple[ZokyState, ZokyOptions]:
    """Build the table from a full view."""
    districts, lieutenants, odds, lookout = view.arrondissements, view.lieutenants, view.throw_odds, view.lookout
    if isinstance(districts, UnsetType) or isinstance(lieutenants, UnsetType) or isinstance(odds, UnsetType):
        raise ValueError("a view without its content does not show the cards in the game")
    hands, unseen = deal_lieutenants(view, [face.lieutenant for face in lieutenants], viewer, chance)
    state = ZokyState(
        arrondissements=tuple(range(len(districts))),
        first=view.first_player,
        deck=deal_deck(view, SIZE * len(districts), chance),
        claims=[list(chief.quartiers) for chief in view.chiefs],
        reserve=[chief.reserve for chief in view.chiefs],
        jail=[chief.jail for chief in view.chiefs],
        hands=hands,
        unseen=unseen,
        played=[[face.lieutenant for face in chief.face_up] for chief in view.chiefs],
        phase=view.phase,
        day=view.day,
        turn=turn_of(view),
        limit=USUAL_LIMIT if view.turn is None else view.turn.limit,
        table=[Spot(spot.place, spot.quartier, list(spot.zokus)) for spot in view.table],
        discarded=list(view.discarded),
        fight=None if view.fight is None else fight_of(view.fight),
        bribed=view.crooked_cop,
        kingpin=view.kingpin,
        lookout=None if lookout is None or viewer is None else Lookout(viewer, lookout.day, list(lookout.quartiers)),
        swap=view.swap,
        latest=view.latest,
    )
    return state, ZokyOptions(throw_odds=odds, quartiers=own_quartiers(districts), lieutenants=own_lines(lieutenants))


def own_lines(faces: tuple[LieutenantFace, ...]) -> tuple[OwnLieutenant, ...]:
    """The Lieutenants in the game as an option; empty for all of ours."""
    if faces == tuple(LIEUTENANTS.values()):
        return ()
    return tuple(OwnLieutenant(face.lieutenant, face.name, face.text) for face in faces)


def own_quartiers(districts: tuple[District, ...]) -> tuple[Arrondissement, ...]:
    """The faces in play; those out of play no longer matter."""
    return tuple(
        Arrondissement(district.name, tuple(Quartier(card.name, card.value) for card in district.quartiers))
        for district in districts
    )


def deal_lieutenants(
    view: ZokyView, in_game: Sequence[LieutenantSlug], viewer: int | None, chance: Chance
) -> tuple[list[list[LieutenantSlug]], list[LieutenantSlug]]:
    """The viewer's own hand as it is; the others' are dealt from the cards that the view does not show."""
    own = [face.lieutenant for face in view.hand or ()]
    seen = {*own, *(face.lieutenant for chief in view.chiefs for face in chief.face_up)}
    pile = chance.shuffled(slug for slug in in_game if slug not in seen)
    hands = []
    for chief in view.chiefs:
        if chief.seat == viewer:
            hands.append(own)
        else:
            hands.append(sorted((pile.pop() for _ in range(chief.face_down)), key=RANK.__getitem__))
    return hands, pile


def deal_deck(view: ZokyView, quartiers: int, chance: Chance) -> list[int]:
    """The Quartiers nobody has seen, in random order, except for what the viewer's lookout knows of the next Day."""
    gone = {*view.discarded, *(spot.quartier for spot in view.table)}
    gone.update(quartier for chief in view.chiefs for quartier in chief.quartiers)
    hidden = [quartier for quartier in range(quartiers) if quartier not in gone]
    known: list[int] = []
    if view.lookout is not None and view.lookout.day == view.day + 1:
        traded = {} if view.swap is None else {view.swap.new: view.swap.old}
        known = [traded.get(quartier, quartier) for quartier in view.lookout.quartiers]
    return known + chance.shuffled(quartier for quartier in hidden if quartier not in known)


def turn_of(view: ZokyView) -> int:
    """The number of the turn in the snake order."""
    seats = len(view.chiefs)
    if view.turn is None:
        return 2 * seats
    steps = (view.turn.seat - view.first_player) % seats
    return steps if view.turn.lap == 1 else 2 * seats - 1 - steps


def fight_of(fight: FightView) -> Fight:
    """The fight as everyone sees it."""
    return Fight(
        involved=list(fight.involved),
        street=[Zoku(z.zoku, z.gang, z.landing, z.thrown, z.kicked) for z in fight.street],
        round=fight.round,
        said=[*fight.called, *fight.ready],
        kicker=fight.kicker,
    )
