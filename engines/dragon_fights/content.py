"""What everyone may see: the map, and the faces of stones. The stones themselves are in `engines.tomb`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.tomb.map import MAP, MapView
from engines.tomb.stones import ANIMAL

Face = Annotated[Literal["animal", 1, 2, 3, 4], Meta(description="An animal, or the number of fireflies")]
FACES: dict[int, Face] = {ANIMAL: "animal", 1: 1, 2: 2, 3: 3, 4: 4}


class DragonFightsContent(Struct, frozen=True):
    """What is the same in every view of every game."""

    map: Annotated[MapView, Meta(description="The tomb: squares and the ways between them")]


CONTENT = DragonFightsContent(MAP)
