"""Tables arranged card by card, so that a rule can be shown on the one position it is about."""

from collections.abc import Iterable, Mapping
from typing import Any

from engines.chance import Chance
from engines.engine import Action, Event
from engines.registry import ENGINES
from engines.tapecho.actions import Asset, OutOfContext, Pass
from engines.tapecho.content import CARDS
from engines.tapecho.scoring import count
from engines.tapecho.state import Tally, TapechoState
from tests.support.tables import options_for, rejection, seed_of

Rows = Mapping[int, Iterable[int]]
ENGINE = ENGINES["tapecho"]
SEED = seed_of(2024)
CONTEXT = "yellow"


def pick(kind: str, n: int = 0, **face: Any) -> int:
    """The n-th card of the project's deck that looks like this."""
    return [card.id for card in CARDS if card.kind == kind and all(getattr(card, k) == v for k, v in face.items())][n]


def attack(slug: str, role: str = "mixed", n: int = 0) -> int:
    return pick("attack", n, attack=slug, role=role)


def defence(role: str, n: int = 0) -> int:
    return pick("defence", n, role=role)


def out(n: int = 0) -> int:
    return pick("out_of_context", n)


def plain(kind: str, role: str = "mixed", n: int = 0) -> int:
    """An asset or handicap without a spot."""
    return pick(kind, n, role=role, spot=None)


def spotted(kind: str, role: str = "mixed", spot: str = "purple", n: int = 0) -> int:
    return pick(kind, n, role=role, spot=spot)


class Scene:
    """Men sit at even seats, women at odd ones; seat 0 begins. Hands nobody named hold three cards without a spot.

    `pile` is all of the pile (its top is last); without it the pile is every card that is nowhere else.
    """

    def __init__(
        self,
        hands: Rows,
        *,
        seats: int = 4,
        assets: Rows | None = None,
        handicaps: Rows | None = None,
        pit: Iterable[int] = (),
        pile: Iterable[int] | None = None,
        fill: int = 3,
        **options: Any,
    ) -> None:
        self.options = options_for("tapecho", {"first_player": 0, **options})
        self.state: TapechoState = ENGINE.new(seats, self.options, Chance(SEED))[0]
        state = self.state
        state.context = pick("context", spot=CONTEXT)
        state.assets = [list((assets or {}).get(seat, ())) for seat in range(seats)]
        state.handicaps = [list((handicaps or {}).get(seat, ())) for seat in range(seats)]
        state.pit = list(pit)
        named = [card for rows in (hands, assets or {}, handicaps or {}) for row in rows.values() for card in row]
        used = {*named, *state.pit, *(pile or ())}
        worth = [card for card in CARDS if card.value is not None]
        fillers = [card.id for card in worth if card.spot is None and card.id not in used]
        state.hands = [
            sorted(hands[seat]) if seat in hands else sorted(fillers.pop() for _ in range(fill))
            for seat in range(seats)
        ]
        used |= {card for hand in state.hands for card in hand}
        state.pile = list(pile) if pile is not None else [card for card in self.options.dealt if card not in used]

    def act(self, seat: int, action: Action) -> list[Event]:
        """Do something that must be allowed now."""
        assert seat in ENGINE.turns(self.state), "the game does not turn to this seat"
        ENGINE.check(self.state, seat, action)
        assert action in list(ENGINE.legal(self.state, seat))
        return ENGINE.play(self.state, seat, action, SEED)

    def rejection_reason(self, seat: int, action: Action) -> str | None:
        """The reason why this seat may not do it; None if it may."""
        error = rejection(ENGINE, self.state, seat, action)
        assert (error is None) == (action in self.legal(seat))
        return error and error[0]

    def legal(self, seat: int) -> list[Action]:
        return list(ENGINE.legal(self.state, seat))

    def types(self, seat: int) -> list[str]:
        return ENGINE.types(self.state, seat)

    def awaited(self) -> list[int]:
        return [seat for seat, ask in ENGINE.turns(self.state).items() if ask.required]

    def may_react(self) -> list[int]:
        return [seat for seat, ask in ENGINE.turns(self.state).items() if not ask.required]

    def view(self, viewer: int | None = None) -> Any:
        return ENGINE.view(self.state, viewer)

    def all_pass(self) -> list[Event]:
        """Everybody lets the window close."""
        events: list[Event] = []
        while self.state.window is not None:
            seat = next(seat for seat in ENGINE.turns(self.state) if Pass() in self.legal(seat))
            events += self.act(seat, Pass())
        return events

    def turn_of(self) -> int:
        """Who acts next."""
        return self.view().turn


def called_out(**more: Any) -> Scene:
    """Seat 0 has laid an off-colour asset and holds a defence, seat 3 has called it out, seat 1 still could have."""
    off = spotted("asset")
    hands = {
        0: [off, defence("man"), plain("asset", "man")],
        1: [out(1), plain("asset")],
        3: [out(), plain("handicap", n=1)],
        **more.pop("hands", {}),
    }
    scene = Scene(hands, **more)
    scene.act(0, Asset(off))
    scene.act(3, OutOfContext(out(), off))
    return scene


def tally(scene: Scene, seat: int) -> Tally:
    """What this seat would count now."""
    return count(scene.state, "").tallies[seat]


def types_of(events: Iterable[Event]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]
