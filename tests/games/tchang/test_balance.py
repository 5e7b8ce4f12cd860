"""How hard it is: the figures in the rules page, and the player they were measured with."""

import re
from pathlib import Path

import pytest

from bench.tchang_balance import ENGINE, LINES, SEATS, TABLES, ending
from engines.chance import Chance
from engines.tchang.plan import choose
from tests.games.tchang.test_games import WON, positions

PAGE = Path(__file__).parents[3] / "engines" / "tchang" / "rules" / "en.md"


def written():
    """The share of games won in each line, for 1 to 4 players, as the rules page has it."""
    rows = re.findall(r"^\| (.+?) \|((?: [\d.]+% \|){4})$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: [float(share) for share in re.findall(r"([\d.]+)%", shares)] for name, shares in rows}


def test_the_rules_page_has_every_line_that_is_measured():
    assert list(written()) == list(LINES)


def test_normal_at_four_players_is_won_forty_to_seventy_times_in_a_hundred():
    assert 40 <= written()["`normal`"][3] <= 70


def test_easy_is_clearly_easier_and_hard_clearly_harder_at_every_number_of_players():
    figures = written()
    for easy, normal, hard in zip(figures["`easy`"], figures["`normal`"], figures["`hard`"], strict=True):
        assert hard + 15 < normal < easy - 15


def test_the_sensible_player_looks_only_at_what_players_see():
    """Whatever lies face down, it does the same."""
    for number, state in enumerate(positions(WON[-1])):
        for seat, ask in ENGINE.turns(state).items():
            if ask.required:
                view = ENGINE.view(state, seat)
                other = ENGINE.resample(view, seat, Chance(number.to_bytes(2, "big")))
                assert choose(ENGINE.view(other, seat), seat) == choose(view, seat)


@pytest.mark.parametrize("seats", SEATS)
def test_the_sensible_player_plays_whole_games_and_wins_some(seats):
    endings = [ending(("`normal`", seats, number)) for number in range(12)]
    assert None not in endings
    assert "won" in endings


def test_why_hard_and_the_stones_are_as_they_are():
    """Five fireflies and `covered` are no harder than normal; with 72 on the stones normal is too easy."""
    figures = written()
    normal, hard = figures["`normal`"][3], figures["`hard`"][3]
    assert hard + 10 < figures["5 fireflies a pawn"][3] < figures["5 fireflies a pawn, `covered`"][3]
    assert abs(figures["5 fireflies a pawn, `covered`"][3] - normal) < 15
    assert figures["72 fireflies on the stones"][3] > 70


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name in LINES for seats in (SEATS if name in TABLES["difficulty"] else [4])],
)
def test_the_figures_in_the_rules_page_are_current(name, seats):
    won = sum(ending((name, seats, number)) == "won" for number in range(1000))
    assert written()[name][seats - 1] == pytest.approx(won / 10, abs=0.051)
