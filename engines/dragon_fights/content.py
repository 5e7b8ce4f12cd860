"""The faces of the stones. The map and the stones themselves are in `engines.shared_tomb`."""

from typing import Annotated, Literal

from msgspec import Meta

from engines.shared_tomb.stones import ANIMAL

Face = Annotated[Literal["animal", 1, 2, 3, 4], Meta(description="An animal, or the number of fireflies")]
FACES: dict[int, Face] = {ANIMAL: "animal", 1: 1, 2: 2, 3: 3, 4: 4}
