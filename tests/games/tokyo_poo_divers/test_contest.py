"""A tie for the first place, with the option that the tied players hold a contest and vote on who has won it."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.engine import IllegalAction, Secret
from engines.registry import GAMES
from engines.testing import CHECKS
from engines.tokyo_poo_divers.actions import Ballot, Bank, Vote
from engines.tokyo_poo_divers.bank import Purse
from engines.tokyo_poo_divers.events import ContestBegan, ContestDecided, Voted
from engines.tokyo_poo_divers.options import PooOptions
from engines.tokyo_poo_divers.steps import majority
from tests.games.tokyo_poo_divers.builders import POO, Sewer, sewer, types
from tests.support.tables import open_table, options_for, play_on, seed_of

FIVE, SIX = Purse(0, 1), Purse(1, 1)


def tied(*purses: Purse, tie: str = "contest") -> Sewer:
    """A table at which seat 0 has just opened the last cover, a blank."""
    table = sewer("x", seats=len(purses), purses=list(purses), options=PooOptions(tie=tie))
    table.dive(0, 0)
    return table


def reason(table: Sewer, seat: int, action: Vote | Bank) -> str | None:
    try:
        POO.check(table.state, seat, action)
    except IllegalAction as error:
        return error.reason
    return None


def winners(table: Sewer) -> list[int]:
    outcome = POO.outcome(table.state)
    assert outcome.reason == "contest"
    return outcome.winners


def test_a_tie_is_shared_without_a_vote_by_default() -> None:
    assert PooOptions().tie == "shared"
    table = tied(FIVE, FIVE, tie="shared")
    assert (POO.outcome(table.state).reason, POO.outcome(table.state).winners) == ("last_cover", [0, 1])
    assert table.view().contest is None


def test_without_a_tie_there_is_no_contest() -> None:
    table = tied(SIX, FIVE, FIVE)
    assert (POO.outcome(table.state).reason, POO.outcome(table.state).winners) == ("last_cover", [0])
    assert table.view().contest is None


def test_the_tied_players_and_nobody_else_vote_at_once() -> None:
    table = sewer("x", seats=4, purses=[FIVE, SIX, Purse(0), SIX], options=PooOptions(tie="contest"))
    assert table.dive(0, 0)[-1] == ContestBegan(None, (1, 3))
    assert POO.outcome(table.state) is None
    asks = POO.turns(table.state)
    assert {seat: (ask.required, ask.simultaneous) for seat, ask in asks.items()} == {1: (True, True), 3: (True, True)}
    assert list(POO.legal(table.state, 3)) == [Vote(1), Vote(3), Vote()]
    assert reason(table, 0, Vote(1)) == "not_your_turn"
    assert reason(table, 1, Vote(0)) == "not_tied"
    assert reason(table, 1, Bank()) == "not_now"
    table.vote(1, 1)
    assert reason(table, 1, Vote(3)) == "not_your_turn", "a vote stands"
    assert list(POO.turns(table.state)) == [3]


def test_nobody_votes_while_covers_are_opened() -> None:
    assert sewer("ff", options=PooOptions(tie="contest")).rejection_reason(Vote(0)) == "not_now"


def test_a_payment_that_empties_the_bank_may_lead_to_a_contest() -> None:
    table = sewer("ffx", bank=Purse(1), purses=[Purse(1), Purse(2)], options=PooOptions(tie="contest"))
    table.dive(0, 0)
    assert types(table.bank()) == ["paid", "contest_began"]
    assert (table.view().ending, table.view().phase) == (None, "vote")


@pytest.mark.parametrize("votes", list(product((0, 1, None), repeat=2)))
def test_two_tied_players_have_to_agree(votes: tuple[int | None, ...]) -> None:
    table = tied(FIVE, FIVE)
    for seat, winner in enumerate(votes):
        events = table.vote(seat, winner)
    agreed = votes[0] if votes[0] == votes[1] else None
    assert events[-1] == ContestDecided(None, tuple(Ballot(seat, vote) for seat, vote in enumerate(votes)), agreed)
    assert winners(table) == ([0, 1] if agreed is None else [agreed])
    assert [score.score for score in POO.outcome(table.state).scores] == [5, 5]


@given(data=st.data())
def test_more_than_half_of_the_tied_decide(data: st.DataObject) -> None:
    seats = data.draw(st.lists(st.integers(0, 3), min_size=2, max_size=4, unique=True))
    ballots = [Ballot(seat, data.draw(st.sampled_from([*seats, None]))) for seat in seats]
    got = majority(ballots, seats)
    for seat in seats:
        votes = sum(ballot.winner == seat for ballot in ballots)
        assert (got == seat) == (votes > len(seats) - votes)


def test_who_voted_is_public_and_for_whom_is_secret_until_all_have_voted() -> None:
    table = tied(FIVE, FIVE, FIVE)
    assert table.vote(2, 0) == [Voted(2, Secret((2,), 0))]
    for viewer in (None, 0, 1):
        contest = table.view(viewer).contest
        assert contest is not None
        assert (contest.tied, contest.voted, contest.ballots) == ([0, 1, 2], [2], [])
    own = table.view(2).contest
    assert own is not None
    assert (own.ballots, own.winner) == ([Ballot(2, 0)], None)
    table.vote(0, None)
    table.vote(1, 0)
    shown = table.view().contest
    assert shown is not None
    assert shown.ballots == [Ballot(2, 0), Ballot(0, None), Ballot(1, 0)]
    assert (shown.winner, table.view().ending, winners(table)) == (0, "contest", [0])


def test_a_vote_that_is_not_seen_may_be_any_vote() -> None:
    table = tied(FIVE, FIVE)
    table.vote(0, 0)
    dealt = [POO.resample(table.view(1), 1, Chance(seed_of(number))) for number in range(40)]
    assert {state.ballots[0].winner for state in dealt} == {0, 1, None}
    assert POO.resample(table.view(0), 0, Chance(seed_of(1))).ballots == [Ballot(0, 0)]
    table.vote(1, 0)
    over = POO.resample(table.view(), None, Chance(seed_of(1)))
    assert (over.ballots, POO.outcome(over)) == (table.state.ballots, POO.outcome(table.state))


def test_the_clock_and_bots_vote_for_nobody() -> None:
    table = tied(FIVE, FIVE)
    assert POO.default(table.state, 0, Chance(bytes(32))) == Vote()
    heuristic = GAMES["tokyo_poo_divers"].heuristic
    assert heuristic is not None
    assert list(heuristic.moves(table.state, 1, Chance(bytes(32)))) == [Vote()]
    assert heuristic.evaluate(table.state) == [0.5, 0.5]
    table.vote(0, 1)
    table.vote(1, 1)
    assert heuristic.evaluate(table.state) == [0.0, 1.0], "who has won the contest is ahead"


def test_the_vector_says_who_has_yet_to_vote() -> None:
    table = tied(FIVE, Purse(2), FIVE)
    table.vote(0, 0)
    voting = [POO.features(table.view(seat), seat)[-9:-6] for seat in range(3)]
    assert voting == [[0, 0, 1], [0, 1, 0], [1, 0, 0]], "the viewer comes first"


def test_a_table_at_a_contest_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random tables are seldom tied, so they play for a small bank here."""
    votes, sizes = 0, set()
    for number in range(200):
        bank = 3 + number % 2
        monkeypatch.setattr("engines.tokyo_poo_divers.engine.full_bank", lambda bank=bank: Purse(bank))
        table = open_table(POO.slug, 3, options_for(POO.slug, {"tie": "contest"}), seed_of(number))
        for after in play_on(table, Chance(seed_of(number + 1))):
            if after.state.phase == "vote" and votes < 30:
                votes += 1
                sizes.add(len(after.state.tied))
                for check in CHECKS:
                    check(after, votes)
    assert votes == 30
    assert sizes == {2, 3}
