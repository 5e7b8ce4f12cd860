"""Being paid: goldens for fives, change where possible, and a bank that is finite."""

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.chance import Chance
from engines.tokyo_poo_divers.actions import Bank, Dive, Risk
from engines.tokyo_poo_divers.bank import Purse, full_bank, pay
from engines.tokyo_poo_divers.content import FIND
from engines.tokyo_poo_divers.events import Paid
from engines.tokyo_poo_divers.options import PooOptions
from tests.games.tokyo_poo_divers.builders import POO, sewer
from tests.support.tables import open_table, seed_of

PURSES = st.builds(Purse, brown=st.integers(0, 20), golden=st.integers(0, 30))
POINTS = st.integers(1, 60)
TABLES = st.integers(2, 4)


def pieces(*purses):
    return sum(purse.brown for purse in purses), sum(purse.golden for purse in purses)


def best_value(bank, purse, points):
    """The largest value not above what is due, over every handful of the pieces of bank and purse."""
    brown, golden = pieces(bank, purse)
    values = (b + 5 * g for b, g in product(range(brown + 1), range(golden + 1)))
    return max(value for value in values if value <= purse.value + points)


@pytest.mark.parametrize(
    ("points", "purse"), [(1, Purse(1)), (4, Purse(4)), (5, Purse(0, 1)), (8, Purse(3, 1)), (36, Purse(1, 7))]
)
def test_goldens_are_paid_for_fives_and_browns_for_the_rest(points, purse):
    paid = Purse()
    assert pay(full_bank(), paid, points) == 0
    assert paid == purse


def test_five_browns_are_changed_for_a_golden():
    bank, purse = Purse(16, 30), Purse(4)
    assert pay(bank, purse, 3) == 0
    assert (purse, bank) == (Purse(2, 1), Purse(18, 29))


def test_five_browns_are_kept_once_the_bank_has_no_golden():
    bank, purse = Purse(10), Purse(4)
    assert pay(bank, purse, 3) == 0
    assert (purse, bank) == (Purse(7), Purse(7))


def test_change_is_given():
    """The bank has no brown: two are owed to a holder of three, who gives them back for a golden."""
    bank, purse = Purse(0, 5), Purse(3)
    assert pay(bank, purse, 2) == 0
    assert (purse, bank) == (Purse(0, 1), Purse(3, 4))


def test_what_the_pieces_cannot_make_is_forfeited():
    """Six held and three owed make nine: nearest below it, with one brown about, is six again."""
    bank, purse = Purse(0, 5), Purse(1, 1)
    assert pay(bank, purse, 3) == 3
    assert (purse, bank) == (Purse(1, 1), Purse(0, 5))


def test_points_the_bank_has_not_are_forfeited():
    bank, purse = Purse(2, 1), Purse()
    assert pay(bank, purse, 10) == 3
    assert (purse, bank) == (Purse(2, 1), Purse())


@settings(max_examples=300)
@given(PURSES, PURSES, POINTS)
@example(Purse(0, 5), Purse(1, 1), 3)
@example(Purse(0, 1), Purse(0, 0), 4)
def test_a_payment_makes_the_largest_value_the_pieces_can(bank, purse, points):
    held, due = purse.value, best_value(bank, purse, points)
    forfeited = pay(bank, purse, points)
    assert purse.value == due
    assert purse.value + forfeited == held + points
    assert purse.value >= held, "nobody loses by being paid"


@given(PURSES, PURSES, POINTS)
def test_a_payment_makes_and_loses_no_piece(bank, purse, points):
    before = pieces(bank, purse)
    pay(bank, purse, points)
    assert pieces(bank, purse) == before
    assert min(bank.brown, bank.golden, purse.brown, purse.golden) >= 0


@given(PURSES, PURSES, POINTS)
def test_nobody_keeps_five_browns_while_the_bank_has_a_golden(bank, purse, points):
    pay(bank, purse, points)
    assert purse.brown < 5 or bank.golden == 0


def shortfalls(seats, payments):
    """Make these payments one after another until the bank is empty; each with what it lacked."""
    bank, purses = full_bank(), [Purse() for _ in range(seats)]
    for seat, points in payments:
        forfeited = pay(bank, purses[seat % seats], points)
        yield forfeited, bank, purses
        if bank.empty:
            return


@settings(max_examples=200)
@given(TABLES, st.lists(st.tuples(st.integers(0, 3), st.integers(1, 40)), min_size=5, max_size=60))
def test_a_payment_falls_short_only_if_it_empties_the_bank(seats, payments):
    """Whatever is paid to whom: a wider world than the positions that dives can reach."""
    for forfeited, bank, purses in shortfalls(seats, payments):
        assert bank.empty or not forfeited
        assert pieces(bank, *purses) == (20, 30)
        assert bank.golden == 0 or all(purse.brown < 5 for purse in purses)


def test_a_fifth_and_sixth_player_would_break_that():
    """So the property above can fail: five with four browns each leave the sixth none, and a bank full of gold."""
    payments = [*((seat, 4) for seat in range(5)), (5, 1)]
    assert [forfeited for forfeited, _, _ in shortfalls(6, payments)] == [0, 0, 0, 0, 0, 1]


def wise(state, action):
    """What a diver who sees through covers would do: bank, or open nothing but finds."""
    if isinstance(action, Risk):
        return state.faces[state.openable()[state.turn.facing or action.direction]] == FIND
    if isinstance(action, Dive):
        return state.faces[state.options.numbers[action.cell]] == FIND
    return isinstance(action, Bank)


def lucky_game(number, seats):
    """A game of divers who see through covers and mostly open them in reading order, which pays best; each payment."""
    table, dice = open_table("tokyo_poo_divers", seats, PooOptions(layout="donut"), seed_of(number)), Chance(b"luck")
    while POO.turns(table.state):
        state, seat = table.state, table.state.turn.seat
        legal = list(POO.legal(state, seat))
        happy = [action for action in legal if wise(state, action)]
        action = (happy or legal)[0] if dice.below(20) else dice.choice(happy or legal)
        for event in POO.play(state, seat, action, table.seed):
            if isinstance(event, Paid):
                yield event, state


@settings(max_examples=25)
@given(st.integers(0, 2**64), TABLES)
def test_in_play_too_a_payment_falls_short_only_if_it_empties_the_bank(number, seats):
    for paid, state in lucky_game(number, seats):
        assert state.bank.empty or not paid.forfeited
        assert pieces(state.bank, *state.purses) == (20, 30)


def test_lucky_games_do_run_the_bank_dry_and_forfeit_points():
    """Else the test above would have nothing to test."""
    endings = [list(lucky_game(number, 2))[-1] for number in range(30)]
    assert any(paid.forfeited for paid, _ in endings)


def test_the_event_of_a_payment_has_what_was_paid_and_forfeited_and_what_the_diver_holds():
    table = sewer("fFFFFFFf", "x", bank=Purse(1, 1), purses=[Purse(2, 1), Purse(17, 28)])
    table.dive(0, 0)
    assert table.bank() == [Paid(seat=0, why="banked", points=6, forfeited=1, brown=3, golden=2)]
