"""Chance can be redone in any language, and favours nothing."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import WORD, Chance, commitment, game_seed

SEED = bytes(range(32))
SERVER_SEED = bytes(range(32, 64))


def word(seed, n):
    """Draw n, written the long way round: HMAC by its definition (RFC 2104), not by the library."""
    key = seed.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + n.to_bytes(8, "big")).digest()
    return int.from_bytes(hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()[:8], "big")


def chi_square(counts, kinds, total):
    expected = total / kinds
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (kinds - len(counts))


def test_the_commitment_is_the_tagged_digest_of_the_server_seed():
    assert commitment(SERVER_SEED) == hashlib.sha256(b"commit/1" + SERVER_SEED).hexdigest()


def test_the_seed_is_keyed_by_the_server_and_covers_the_id_and_every_entropy_in_order():
    message = b"seed/1" + b"table-7" + hashlib.sha256("Zoë".encode()).digest() + hashlib.sha256(b"").digest()
    assert game_seed(SERVER_SEED, "table-7", ["Zoë", ""]) == hmac.new(SERVER_SEED, message, "sha256").digest()


def test_the_seed_changes_with_each_of_its_parts():
    seeds = {
        game_seed(SERVER_SEED, "table-7", ["a", "b"]),
        game_seed(SEED, "table-7", ["a", "b"]),
        game_seed(SERVER_SEED, "table-8", ["a", "b"]),
        game_seed(SERVER_SEED, "table-7", ["b", "a"]),
        game_seed(SERVER_SEED, "table-7", ["ab", ""]),
        game_seed(SERVER_SEED, "table-7", ["a", "b", ""]),
    }
    assert len(seeds) == 6


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**40))
def test_draw_n_is_the_first_word_of_the_hmac_of_n(seed, n):
    assert Chance(seed, n).below(WORD) == word(seed, n)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1000))
def test_a_number_is_the_word_modulo_the_bound(seed, bound):
    chance = Chance(seed)
    assert chance.below(bound) == word(seed, 0) % bound
    assert chance.draws == 1


@given(st.binary(min_size=32, max_size=32), st.sampled_from([WORD // 2 + 1, WORD // 2 + 12345, WORD * 2 // 3]))
def test_words_past_the_last_full_multiple_are_thrown_away(seed, bound):
    """Such a bound fits once into a word, so that each word at or above it must be drawn again."""
    chance, n = Chance(seed), 0
    while word(seed, n) >= bound:
        n += 1
    assert chance.below(bound) == word(seed, n)
    assert chance.draws == n + 1


def test_the_rejection_leaves_no_bias():
    """Modulo a bound of 2/3 of all words, without rejection, numbers of the lower half would come twice as often."""
    chance, bound, total = Chance(SEED), WORD * 2 // 3, 3000
    low = sum(chance.below(bound) < bound // 2 for _ in range(total))
    assert abs(low - total / 2) < 4 * (total / 4) ** 0.5
    assert 1.4 < chance.draws / total < 1.6, "half a rejection a number"


@pytest.mark.parametrize("bound", [1, 2, 2**63, 2**64])
def test_a_power_of_two_never_rejects(bound):
    chance = Chance(SEED)
    for _ in range(50):
        assert 0 <= chance.below(bound) < bound
    assert chance.draws == 50


@pytest.mark.parametrize("bound", [0, -1, WORD + 1])
def test_a_bound_no_word_can_reach_is_rejected(bound):
    with pytest.raises(ValueError, match="cannot choose among"):
        Chance(SEED).below(bound)


def test_nothing_cannot_be_chosen_from():
    with pytest.raises(ValueError, match="among 0"):
        Chance(SEED).choice([])


def test_small_numbers_are_equally_likely():
    chance = Chance(SEED)
    counts = Counter(chance.below(6) for _ in range(6000))
    assert chi_square(counts, 6, 6000) < 20.5, "the 0.1 % point of chi-square with 5 degrees of freedom"


def test_every_order_of_a_shuffle_is_equally_likely():
    chance = Chance(SEED)
    counts = Counter(tuple(chance.shuffled("abcd")) for _ in range(4800))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24, 4800) < 49.7, "the 0.1 % point of chi-square with 23 degrees of freedom"


def test_every_sample_in_every_order_is_equally_likely():
    chance = Chance(SEED)
    counts = Counter(tuple(chance.sample("abcd", 2)) for _ in range(2400))
    assert set(counts) == set(permutations("abcd", 2))
    assert chi_square(counts, 12, 2400) < 31.3, "the 0.1 % point of chi-square with 11 degrees of freedom"


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=40))
def test_a_shuffle_is_fisher_yates_from_the_last_place_to_the_second(seed, items):
    expected = list(items)
    for n, last in enumerate(range(len(items) - 1, 0, -1)):
        other = word(seed, n) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    chance, before = Chance(seed), list(items)
    assert chance.shuffled(items) == expected
    assert chance.draws == max(0, len(items) - 1)
    assert items == before, "what was given is left as it was"


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 100), max_size=20), st.integers(0, 20))
def test_chance_goes_on_where_its_counter_says(seed, bounds, pause):
    whole = Chance(seed)
    expected = [whole.below(bound) for bound in bounds]
    first = Chance(seed)
    got = [first.below(bound) for bound in bounds[:pause]]
    second = Chance(seed, first.draws)
    assert got + [second.below(bound) for bound in bounds[pause:]] == expected
