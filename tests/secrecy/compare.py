"""Everything that an engine gives a viewer, compared between the two tables of a pair."""

from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any, NamedTuple

import msgspec

from engines.chance import Chance
from engines.engine import Action, Engine, logged
from engines.testing import rejection, seed_of
from engines.text import english
from tests.secrecy.pairs import Pair

MOST_LISTED = 150
"""Of the legal actions, so many are compared; the service lists some of them in the same way."""
_encode = msgspec.json.Encoder(enc_hook=english).encode


class Difference(NamedTuple):
    """What this viewer gets on one table and not on the other."""

    what: str
    one: Any
    other: Any

    def __str__(self) -> str:
        """Where the two differ, and what comes before and after."""
        one, other = repr(self.one), repr(self.other)
        at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        return f"{self.what}: …{one[max(0, at - 200) : at + 100]}… and …{other[max(0, at - 20) : at + 100]}…"


def difference(engine: Engine[Any, Any], pair: Pair) -> Difference | None:
    """The first thing that this engine gives the viewer of a pair on one of its tables and not on the other."""
    tries = pair.tries()
    one, other = (
        observations(engine, engine.clone(state), actions, seed, pair.viewer, tries)
        for state, actions, seed in pair.sides
    )
    for ours, theirs in zip_longest(one, other):
        if ours != theirs:
            return Difference((ours or theirs)[0], ours, theirs)
    return None


def observations(
    engine: Engine[Any, Any],
    state: Any,
    actions: list[tuple[int, Action]],
    seed: bytes,
    viewer: int | None,
    tries: list[Action],
) -> Iterator[tuple[str, Any]]:
    """All that a viewer gets on the way of these actions."""
    yield from glimpse(engine, state, viewer, tries)
    for seat, action in actions:
        for event in map(logged, engine.play(state, seat, action, seed)):
            yield "events", (event.type, event.seat, _encode(event.data_for(viewer)))
        yield "end of events", None
        yield from glimpse(engine, state, viewer, tries)


def glimpse(engine: Engine[Any, Any], state: Any, viewer: int | None, tries: list[Action]) -> Iterator[tuple[str, Any]]:
    """All that a viewer gets of one state."""
    view = engine.view(state, viewer)
    turns = engine.turns(state)
    yield "view", _encode(view)
    yield "view without content", _encode(engine.without_content(view))
    yield "content", _encode(engine.content(state))
    yield "turns", list(turns.items())
    yield "outcome", engine.outcome(state)
    resampled = engine.resample(view, viewer, Chance(seed_of(7)))
    yield "resampled", (engine.dump(resampled), resampled.options)
    if viewer is None:
        return
    yield "types", engine.types(state, viewer)
    yield "legal", [_encode(action) for action in islice(engine.legal(state, viewer), MOST_LISTED)]
    yield "rejections", [rejection(engine, state, viewer, action) for action in tries]
    yield "features", engine.features(view, viewer)
    if viewer in turns:
        yield "default", engine.default(state, viewer, Chance(seed_of(8))) if turns[viewer].required else None
        yield "vote", engine.vote_for_bot(state, viewer, range(1))
        if next(engine.legal(state, viewer), None) is not None:
            yield "sample", engine.sample(state, viewer, Chance(seed_of(9)))
