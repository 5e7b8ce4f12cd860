"""A sample of all the ways to break a game: the same for the same seed and the same sources."""

from collections.abc import Mapping
from pathlib import Path
from random import Random

from tests.mutants.places import files_of, mutants, signatures_for
from tests.mutants.source import Mutant, Source

Ways = dict[str, list[Mutant]]


class Game:
    """The sources of a game and every way to break them, by file."""

    def __init__(self, root: Path, slug: str) -> None:
        self.slug = slug
        self.sources = {path: Source(path, (root / path).read_text(encoding="utf-8")) for path in files_of(root, slug)}
        known = signatures_for(root, self.sources.values())
        self.ways: Ways = {path: mutants(source, known) for path, source in self.sources.items()}

    def sample(self, count: int, seed: int) -> list[Mutant]:
        """So many mutants, one a place, spread over the files by the number of their places."""
        places = {path: {(way.start, way.end) for way in ways} for path, ways in self.ways.items()}
        shares = shared_out(count, {path: len(found) for path, found in places.items()})
        drawn = [way for path, share in shares.items() for way in self._drawn(path, share, seed)]
        Random(f"{seed} {self.slug}").shuffle(drawn)
        return drawn

    def _drawn(self, path: str, share: int, seed: int) -> list[Mutant]:
        """Mutants of one file, in random order until there are enough; what changes nothing is passed over."""
        ways = list(self.ways[path])
        Random(f"{seed} {path}").shuffle(ways)
        found: dict[tuple[int, int], Mutant] = {}
        for way in ways:
            if len(found) == share:
                break
            if (way.start, way.end) not in found and self.sources[path].really_changes(way):
                found[way.start, way.end] = way
        return list(found.values())


def shared_out(count: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """`count` divided by size, no share above its size; what the rounding leaves goes to the largest remainders."""
    total = sum(sizes.values())
    count = min(count, total)
    exact = {name: count * size / total for name, size in sizes.items() if size}
    shares = {name: int(share) for name, share in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (shares[name] - exact[name], name))
    for name in by_remainder[: count - sum(shares.values())]:
        shares[name] += 1
    return shares
