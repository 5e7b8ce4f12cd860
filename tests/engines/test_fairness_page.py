"""docs/fairness.md is true: its test vectors against the code, and against the code it prints."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from engines.chance import Chance, commitment, game_seed
from engines.registry import ENGINES

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def block(language):
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return code


VECTORS = json.loads(block("json"))
SEED = bytes.fromhex(VECTORS["seed"])


@pytest.fixture(scope="module")
def page_functions():
    """The functions on the page, run as they are printed."""
    functions = {}
    exec(compile(block("python"), "docs/fairness.md", "exec"), functions)
    return functions


def test_the_commitment_is_as_the_page_says(page_functions):
    server_seed = bytes.fromhex(VECTORS["server_seed"])
    assert commitment(server_seed) == page_functions["commitment"](server_seed) == VECTORS["seed_commitment"]


def test_the_seed_is_as_the_page_says(page_functions):
    parts = bytes.fromhex(VECTORS["server_seed"]), VECTORS["game_id"], VECTORS["entropies"]
    assert game_seed(*parts) == page_functions["seed_of"](*parts) == SEED
    digests = [hashlib.sha256(entropy.encode()).hexdigest() for entropy in VECTORS["entropies"]]
    assert digests == VECTORS["entropy_digests"]


def test_the_words_are_as_the_page_says(page_functions):
    for n, word in enumerate(VECTORS["words"]):
        assert Chance(SEED, n).below(2**64) == page_functions["word"](SEED, n) == int(word, 16)


@pytest.mark.parametrize("vector", VECTORS["numbers"], ids=lambda vector: f"{vector['draws']} below {vector['bound']}")
def test_the_numbers_are_as_the_page_says(page_functions, vector):
    chance, due = Chance(SEED, vector["draws"]), (int(vector["number"]), vector["then"])
    assert (chance.below(int(vector["bound"])), chance.draws) == due
    assert page_functions["below"](SEED, vector["draws"], int(vector["bound"])) == due


def test_some_vector_throws_words_away():
    assert any(vector["then"] > vector["draws"] + 1 for vector in VECTORS["numbers"])


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_the_shuffles_are_as_the_page_says(page_functions, vector):
    chance, due = Chance(SEED, vector["draws"]), (list(vector["shuffled"]), vector["then"])
    assert (chance.shuffled(vector["items"]), chance.draws) == due
    assert page_functions["shuffled"](SEED, vector["draws"], vector["items"]) == due


@pytest.mark.parametrize("vector", VECTORS["samples"])
def test_the_samples_are_as_the_page_says(vector):
    chance = Chance(SEED, vector["draws"])
    assert "".join(chance.sample(vector["items"], vector["count"])) == vector["sample"]
    assert chance.draws == vector["then"]


def test_the_set_up_is_as_the_page_says(page_functions):
    vector, engine = VECTORS["tokyo_poo_divers"], ENGINES["tokyo_poo_divers"]
    state, _ = engine.new(vector["seats"], engine.options_type(**vector["options"]), Chance(SEED))
    assert (state.faces, state.leftover) == (vector["faces"], vector["leftover"])
    assert (state.turn.seat, state.draws) == (vector["first_player"], vector["then"])
    cards, n = page_functions["shuffled"](SEED, 0, "F" * 42 + "X" * 14 + "Z" * 14)
    assert "".join(cards) == vector["faces"] + vector["leftover"]
    assert page_functions["below"](SEED, n, vector["seats"]) == (vector["first_player"], vector["then"])


def test_every_vector_is_tested():
    outputs = {"server_seed", "seed_commitment", "game_id", "entropies", "entropy_digests", "seed", "words"}
    assert set(VECTORS) == outputs | {"numbers", "shuffles", "samples", "tokyo_poo_divers"}


def test_the_page_says_what_is_not_proved():
    assert "binds the operator only where a seat sent entropy after the commitment was shown" in PAGE
    assert "does not bind an operator who also holds a seat" in PAGE
