"""What a Lieutenant's power is made of."""

from collections.abc import Callable
from typing import NamedTuple

from engines.contract import Event
from engines.zoky.state import Window


class Power(NamedTuple):
    """When a Lieutenant may be played, which targets it names, why it may not be, and what it does.

    `refuse(state, seat, *targets)` gives a reason or None; `use(state, seat, chance, *targets)` carries it out.
    """

    window: Window
    targets: tuple[str, ...]
    refuse: Callable[..., str | None]
    use: Callable[..., list[Event]]
