"""Seeded draws that anyone can repeat in another language; docs/fairness.md defines them, with test vectors."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
WORD = 1 << 64
SEED_BYTES = 32


def commitment(server_seed: bytes) -> str:
    """The hash of the seed, shown as soon as the game is created, so that the seed cannot be changed later."""
    return hashlib.sha256(b"commit/1" + server_seed).hexdigest()


def game_seed(server_seed: bytes, game_id: str, entropies: Iterable[str]) -> bytes:
    """The secret seed of a game, made from the server's seed and the entropy of each seat ("" if it sent none)."""
    digests = b"".join(hashlib.sha256(entropy.encode()).digest() for entropy in entropies)
    return hmac.digest(server_seed, b"seed/1" + game_id.encode() + digests, "sha256")


class Chance:
    """Unbiased random numbers. Draw n is the first 64 bits of HMAC-SHA-256(seed, n as 8 bytes big-endian)."""

    __slots__ = ("draws", "seed")

    def __init__(self, seed: bytes, draws: int = 0) -> None:
        self.seed = seed
        self.draws = draws

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound - 1; words past the last full multiple of the bound are discarded."""
        if not 0 < bound <= WORD:
            raise ValueError(f"one word cannot choose among {bound}")
        limit = WORD - WORD % bound
        while True:
            digest = hmac.digest(self.seed, self.draws.to_bytes(8, "big"), "sha256")
            self.draws += 1
            word = int.from_bytes(digest[:8], "big")
            if word < limit:
                return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of these items, uniformly."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """These items in random order: Fisher–Yates, from the last place to the second."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def sample(self, items: Iterable[T], count: int) -> list[T]:
        """This many of these items, in random order."""
        return self.shuffled(items)[:count]
