"""What players know of hidden cards: hands that were revealed, and cards that were put back on the pile."""

from bots import learn
from engines.chance import Chance
from engines.engine import logged
from engines.tapecho.actions import Attack, Exchange, Keep
from engines.tapecho.remember import DRAWN, PILE, Place
from tests.games.tapecho.builders import ENGINE, Scene, attack, plain
from tests.support.tables import seed_of


class Witness:
    """A scene, and what each seat remembers of it."""

    def __init__(self, scene):
        self.scene, self.events = scene, []

    def act(self, seat, action):
        self.events += self.scene.act(seat, action)

    def all_pass(self):
        self.events += self.scene.all_pass()

    def known(self, seat, level="search"):
        knowledge = learn(ENGINE, (), map(logged, self.events), seat, level)
        assert ENGINE.agrees(self.scene.state, knowledge)
        for number in range(5):
            view = self.scene.view(seat)
            other = ENGINE.resample(view, seat, Chance(seed_of(number)), knowledge)
            assert ENGINE.view(other, seat) == view
            assert ENGINE.agrees(other, knowledge)
            assert ENGINE.inventory(other) == ENGINE.inventory(self.scene.state)
        return knowledge


def exchange(table, seat):
    """A seat exchanges its first card; it keeps one of the two drawn, and the other one goes back on top."""
    table.act(seat, Exchange(table.scene.state.hands[seat][0]))
    returned, kept = table.scene.state.drawn
    table.act(seat, Keep(kept))
    return returned


def revealed(*third):
    """Seat 0 has opened the hand of seat 1, which was closed again after its next turn. Seat 2 holds these cards."""
    reveal = attack("big_reveal")
    hands = {0: [reveal, plain("asset"), plain("asset", n=1)], 2: [*third, plain("asset", n=2), plain("asset", n=3)]}
    table = Witness(Scene(hands, fill=4))
    table.act(0, Attack(reveal, 1))
    table.all_pass()
    hand = list(table.scene.state.hands[1])
    returned = exchange(table, 1)
    assert not table.scene.state.opened[1]
    return table, hand, returned


def test_a_hand_that_was_revealed_stays_known_without_the_cards_it_has_lost():
    table, hand, _ = revealed()
    assert table.known(2) == tuple(Place(card, 1) for card in hand[1:])
    for number in range(9):
        other = ENGINE.resample(table.scene.view(2), 2, Chance(seed_of(number)), table.known(2))
        assert set(hand[1:]) < set(other.hands[1])


def test_the_view_alone_does_not_tell_it():
    """Otherwise there would be nothing to remember."""
    table, hand, _ = revealed()
    deals = [ENGINE.resample(table.scene.view(2), 2, Chance(seed_of(number))) for number in range(9)]
    assert not all(set(hand[1:]) < set(other.hands[1]) for other in deals)


def test_greedy_remembers_the_last_five_cards():
    reveal = attack("big_reveal")
    table = Witness(Scene({0: [reveal, plain("asset"), plain("asset", n=1)]}, fill=8))
    table.act(0, Attack(reveal, 1))
    table.all_pass()
    assert table.known(2, "greedy") == table.known(2)[-5:]
    assert len(table.known(2)) == 8


def test_only_who_put_a_card_back_on_the_pile_knows_it():
    table, _, returned = revealed()
    assert table.known(1)[-1] == Place(returned, PILE)
    assert Place(returned, PILE) not in table.known(2)
    for number in range(5):
        other = ENGINE.resample(table.scene.view(1), 1, Chance(seed_of(number)), table.known(1))
        assert other.pile[-1] == returned


def test_while_another_seat_chooses_what_to_keep_it_is_one_of_the_two_and_then_it_may_be_either():
    table, _, returned = revealed()
    table.act(2, Exchange(table.scene.state.hands[2][0]))
    assert table.known(1)[-1] == Place(returned, DRAWN)
    table.act(2, Keep(table.scene.state.drawn[0]))
    assert returned not in [fact.card for fact in table.known(1)]


def test_whoever_draws_it_without_a_choice_holds_it():
    ex = attack("the_ex")
    table, _, returned = revealed(ex)
    table.act(2, Attack(ex, 3))
    table.all_pass()
    assert table.known(1)[-1] == Place(returned, 3)


def test_after_two_hands_have_swapped_a_card_only_their_players_know_who_holds_what():
    swap = attack("swapped_numbers", "woman")
    table, hand, _ = revealed(swap)
    table.scene.state.blocked[1] = None
    table.act(2, Attack(swap, 1))
    table.all_pass()
    assert not table.known(3), "it may have been any of them"
    places = {fact.card: fact.holder for fact in table.known(2)}
    (event,) = [event for event in map(logged, table.events) if event.type == "numbers_swapped"]
    told = event.data_for(2)
    assert places[told["taken"].id] == 2
    assert places[told["given"].id] == 1
    assert all(places[card] == 1 for card in hand[1:] if card != told["taken"].id)


def test_a_new_deal_clears_the_memory():
    table, _, _ = revealed()
    again = [logged(event) for event in ENGINE.new(4, table.scene.options, Chance(seed_of(7)))[1]]
    assert learn(ENGINE, table.known(2), again, 2, "search") == ()
