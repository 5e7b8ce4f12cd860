"""What the embedded store's file has lost: the launcher finds it, and the workers show it in /readyz."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

LOSSES_FILE = "LUDOTHEQUE_LOSSES"
"""The variable that names the file in which the launcher lists the losses of this run."""


class StoreLoss(msgspec.Struct, frozen=True, kw_only=True):
    """What a part of the embedded store's file has lost."""

    file: Annotated[str, Meta(description="The name of the part")]
    found_at: Annotated[str, Meta(description="When it was found: at a start of the embedded store")]
    dropped_bytes: Annotated[
        int, Meta(description="Bytes at its end that were dropped, because they were not a whole entry")
    ]
    missing_bytes: Annotated[
        int,
        Meta(
            description="Bytes of confirmed changes that are known to be missing. 0: only an entry that was not "
            "finished is gone, as after a crash; no change in it was confirmed"
        ),
    ]
    known_bytes: Annotated[int, Meta(description="The size the part was last known to have; 0 if it was not known")]
    known_at: Annotated[
        str | None,
        Meta(description="When it had that size; null if it was not known. Later changes may be missing too"),
    ]

    def describe(self, folder: Path) -> str:
        """The line for the operator; the folder is not for everybody who may read /readyz."""
        path = folder / self.file
        if self.missing_bytes:
            return (
                f"{path} was cut: {self.missing_bytes:,} of the {self.known_bytes:,} bytes it had at {self.known_at} "
                "are missing, and all that came later. Confirmed actions are lost; stop the service and put a backup "
                "back, or go on without them"
            )
        known = f"all {self.known_bytes:,} bytes it had at {self.known_at} are there"
        return (
            f"dropped the last {self.dropped_bytes:,} bytes of {path}, an entry that was not finished when the store "
            f"ended, and so not confirmed; {known if self.known_at else 'its size before is not known'}"
        )


def encode_losses(losses: Sequence[StoreLoss]) -> bytes:
    """The file that lists the losses of a run."""
    return msgspec.json.encode(losses)


def read_losses() -> list[StoreLoss]:
    """The losses that the launcher of this process has found; none where there is no launcher."""
    try:
        return msgspec.json.decode(Path(os.environ[LOSSES_FILE]).read_bytes(), type=list[StoreLoss])
    except (KeyError, OSError, msgspec.DecodeError):
        return []
