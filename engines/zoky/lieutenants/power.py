"""What a Lieutenant's power is made of."""

from collections.abc import Callable
from typing import NamedTuple

from engines.engine import Event


class Power(NamedTuple):
    """Why a Lieutenant may not be used on these targets, and what it does. Its card names its window and its targets.

    `refuse(state, seat, *targets)` gives a reason or None; `use(state, seat, chance, *targets)` carries it out.
    """

    refuse: Callable[..., str | None]
    use: Callable[..., list[Event]]
