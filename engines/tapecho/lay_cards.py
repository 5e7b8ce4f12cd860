"""A turn: what may be laid or exchanged, judged on the table as the next player will find it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.chance import Chance
from engines.engine import Action, Offers, flatten
from engines.tapecho.actions import Asset, Attack, Exchange, Handicap, Lay, Pair
from engines.tapecho.attacks import attack_of
from engines.tapecho.content import Card, Kind
from engines.tapecho.prospect import NextTurn, barred, next_turn
from engines.tapecho.reasons import illegal
from engines.tapecho.state import TapechoState

TurnAction = Asset | Handicap | Attack | Pair | Exchange


class Aim(Struct, frozen=True):
    """A handicap or an attack that may be laid in front of a target, with every asset it may name (None: no asset)."""

    card: int
    target: int
    assets: Sequence[int | None] = (None,)

    def lays(self) -> Iterator[Lay]:
        """The ways to lay it, one for each asset."""
        return (Lay(self.card, self.target, asset) for asset in self.assets)


def offers(state: TapechoState, upcoming: NextTurn) -> Offers:
    """Everything the next player may do with their turn; the pairs come last, as there can be thousands."""
    return {
        Asset: legal_assets(state, upcoming),
        Handicap: (alone(state, lay) for aim in handicaps(state, upcoming) for lay in aim.lays()),
        Attack: (alone(state, lay) for aim in attacks(state, upcoming) for lay in aim.lays()),
        Exchange: legal_exchanges(state, upcoming),
        Pair: legal_pairs(state, upcoming),
    }


def nothing_possible(state: TapechoState) -> bool:
    """Whether the seat whose turn has begun can do nothing at all; with a card to draw there is always an exchange."""
    return not state.pile and not state.pit and next(flatten(offers(state, next_turn(state))), None) is None


def sample(state: TapechoState, upcoming: NextTurn, others: list[Action], chance: Chance) -> list[Action]:
    """All actions of one sort, which is drawn at random; `others` are one of the sorts; at most one pair is made."""
    lays = [lay for aim in aims(state, upcoming) for lay in aim.lays()]
    sorts: list[list[Action]] = [
        others,
        list(legal_assets(state, upcoming)),
        [alone(state, lay) for lay in lays],
        [Pair(two) for two in random_pair(state, lays, chance)],
        list(legal_exchanges(state, upcoming)),
    ]
    return chance.choice([sort for sort in sorts if sort])


def random_pair(state: TapechoState, lays: list[Lay], chance: Chance) -> list[tuple[Lay, Lay]]:
    """One pair that can be laid with a card drawn at random, if there is one."""
    if len(lays) < 2:
        return []
    one = chance.choice(lays)
    others = [other for other in lays if fits(state, one, other)]
    return [(one, chance.choice(others))] if others else []


def legal_assets(state: TapechoState, upcoming: NextTurn) -> Iterator[Asset]:
    """Assets in front of oneself, and in the team modes in front of team-mates."""
    if upcoming.hungover:
        return
    seat, roles = upcoming.seat, state.roles
    mates = state.mates(seat)
    for card in held(state, seat, "asset"):
        if card.suits(roles[seat]):
            yield Asset(card.id)
        yield from (Asset(card.id, mate) for mate in mates if card.suits(roles[mate]))


def aims(state: TapechoState, upcoming: NextTurn) -> list[Aim]:
    """Single handicaps and attacks, by card and then by target."""
    return [*handicaps(state, upcoming), *attacks(state, upcoming)]


def handicaps(state: TapechoState, upcoming: NextTurn) -> Iterator[Aim]:
    """Every handicap at every other player of its role."""
    others = [seat for seat in range(state.seats) if seat != upcoming.seat]
    for card in held(state, upcoming.seat, "handicap"):
        yield from (Aim(card.id, target) for target in others if card.suits(state.roles[target]))


def attacks(state: TapechoState, upcoming: NextTurn) -> Iterator[Aim]:
    """Every attack at every opponent of its role who has had none within the round."""
    foes = [seat for seat in range(state.seats) if state.teams[seat] != state.teams[upcoming.seat]]
    free = {seat: nameable(state, upcoming, seat) for seat in foes if not barred(state, upcoming, seat)}
    for card in held(state, upcoming.seat, "attack"):
        naming = attack_of(card).names_asset
        for target, assets in free.items():
            if card.suits(state.roles[target]):
                yield Aim(card.id, target, (naming and assets) or (None,))


def legal_pairs(state: TapechoState, upcoming: NextTurn) -> Iterator[Pair]:
    """Any two cards that make a pair, in both orders. Which cards do is judged once, not for each asset again."""
    targets = aims(state, upcoming)
    for one in targets:
        others = [other for other in targets if fits(state, one, other)]
        for first in one.lays():
            yield from (Pair((first, second)) for other in others for second in other.lays())


def legal_exchanges(state: TapechoState, upcoming: NextTurn) -> Iterator[Exchange]:
    """Any card can be exchanged while there is one to draw."""
    if upcoming.drawable:
        yield from (Exchange(card) for card in state.hands[upcoming.seat])


def held(state: TapechoState, seat: int, kind: Kind) -> Iterator[Card]:
    """The cards of this kind in a hand."""
    cards = state.options.cards
    return (cards[card] for card in state.hands[seat] if cards[card].kind == kind)


def nameable(state: TapechoState, upcoming: NextTurn, target: int) -> list[int]:
    """The assets an attack may name: on the target's table, mixed or of the attacker's role."""
    role = state.roles[upcoming.seat]
    return [asset for asset in upcoming.assets[target] if state.card(asset).suits(role)]


def alone(state: TapechoState, lay: Lay) -> Handicap | Attack:
    """One card of a pair as an action of its own."""
    if state.card(lay.card).kind == "handicap":
        return Handicap(lay.card, lay.target)
    return Attack(lay.card, lay.target, lay.asset)


def fits(state: TapechoState, one: Lay | Aim, other: Lay | Aim) -> bool:
    """Whether two cards make a pair: they are two, and two attacks have two targets."""
    return one.card != other.card and not clash(state, one, other)


def clash(state: TapechoState, one: Lay | Aim, other: Lay | Aim) -> bool:
    """Two attacks on one target."""
    cards = state.options.cards
    return one.target == other.target and cards[one.card].kind == cards[other.card].kind == "attack"


def check(state: TapechoState, upcoming: NextTurn, action: TurnAction) -> None:
    """Raise IllegalAction unless the next player may do this with their turn."""
    match action:
        case Asset():
            check_asset(state, upcoming, action)
        case Handicap():
            check_lay(state, upcoming, Lay(action.card, action.target), ("handicap",))
        case Attack():
            check_lay(state, upcoming, Lay(action.card, action.target, action.asset), ("attack",))
        case Pair():
            check_pair(state, upcoming, *action.cards)
        case Exchange():
            in_hand(state, upcoming.seat, action.card)
            if not upcoming.drawable:
                raise illegal("nothing_to_draw")


def in_hand(state: TapechoState, seat: int, number: int) -> Card:
    """The card with this number, if the seat holds it."""
    if number not in state.hands[seat]:
        raise illegal("not_in_hand")
    return state.card(number)


def check_asset(state: TapechoState, upcoming: NextTurn, action: Asset) -> None:
    """An asset goes in front of oneself or a team-mate of its role, and not with a hangover."""
    card = in_hand(state, upcoming.seat, action.card)
    if card.kind != "asset":
        raise illegal("wrong_kind")
    if action.target == upcoming.seat:
        raise illegal("yourself_unnamed")
    if action.target is not None and action.target not in state.mates(upcoming.seat):
        raise illegal("not_a_team_mate" if action.target in range(state.seats) else "no_such_seat")
    if upcoming.hungover:
        raise illegal("hungover")
    if not card.suits(state.roles[upcoming.seat if action.target is None else action.target]):
        raise illegal("wrong_role")


def check_pair(state: TapechoState, upcoming: NextTurn, one: Lay, other: Lay) -> None:
    """Each card may be laid, they are two, and two attacks have two targets."""
    for lay in (one, other):
        check_lay(state, upcoming, lay, ("handicap", "attack"))
    if one.card == other.card:
        raise illegal("one_card_twice")
    if clash(state, one, other):
        raise illegal("one_target_twice")


def check_lay(state: TapechoState, upcoming: NextTurn, lay: Lay, kinds: tuple[Kind, ...]) -> None:
    """A handicap or an attack goes in front of another player of its role."""
    card = in_hand(state, upcoming.seat, lay.card)
    if card.kind not in kinds:
        raise illegal("wrong_kind")
    if not 0 <= lay.target < state.seats:
        raise illegal("no_such_seat")
    if lay.target == upcoming.seat:
        raise illegal("not_yourself")
    if not card.suits(state.roles[lay.target]):
        raise illegal("wrong_role")
    if card.kind == "attack":
        check_attack(state, upcoming, card, lay)
    elif lay.asset is not None:
        raise illegal("nothing_to_name")


def check_attack(state: TapechoState, upcoming: NextTurn, card: Card, lay: Lay) -> None:
    """An attack goes in front of an opponent who has had none within the round, and may have to name an asset."""
    if state.teams[lay.target] == state.teams[upcoming.seat]:
        raise illegal("team_mate")
    if barred(state, upcoming, lay.target):
        raise illegal("already_attacked")
    if not attack_of(card).names_asset:
        if lay.asset is not None:
            raise illegal("nothing_to_name")
        return
    assets = nameable(state, upcoming, lay.target)
    if lay.asset is None and assets:
        raise illegal("asset_to_name")
    if lay.asset is not None and lay.asset not in assets:
        raise illegal("asset_not_there")
