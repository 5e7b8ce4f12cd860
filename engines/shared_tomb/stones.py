"""The 25 stones. A face is a whole number: how many fireflies it shows, or `ANIMAL`."""

ANIMAL = -1
ANIMALS = 4
# How many stones show how many fireflies: tuned with `python -m bench.tchang_balance`.
FIREFLY_STONES: dict[int, int] = {1: 2, 2: 5, 3: 8, 4: 6}

STONES: tuple[int, ...] = (ANIMAL,) * ANIMALS + tuple(
    fireflies for fireflies, count in FIREFLY_STONES.items() for _ in range(count)
)
