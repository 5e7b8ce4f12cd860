"""Random actions for bots and tests: every sort of action can come up."""

from engines.chance import Chance
from engines.tapecho.actions import Asset, Exchange, Handicap, Pair, Pass
from engines.tapecho.content import CARDS
from tests.games.tapecho.builders import ENGINE, Scene, out, plain, spotted
from tests.support.tables import seed_of

TRIES = 60


def sample(scene, seat):
    """The types of action that come up in many tries."""
    dice = Chance(seed_of(7))
    return {type(ENGINE.sample(scene.state, seat, dice)) for _ in range(TRIES)}


def test_two_lays_that_make_a_pair_are_sometimes_laid_as_one():
    """Each of the two cards has only one player it may go to."""
    scene = Scene({0: [plain("handicap", "woman"), plain("handicap", "woman", 1)]})
    scene.state.roles = ["man", "man", "woman", "man"]
    assert len([action for action in scene.legal(0) if isinstance(action, Handicap)]) == 2
    assert sample(scene, 0) == {Handicap, Pair, Exchange}


def test_the_next_player_sometimes_reacts_instead_of_beginning_a_turn():
    card = spotted("asset")
    scene = Scene({0: [card, plain("asset", "man")], 1: [out(), plain("asset", "woman")]})
    scene.act(0, Asset(card))
    assert scene.turn_of() == 1
    assert {Pass, Asset, Exchange} <= sample(scene, 1)


def test_what_must_add_up_is_counted_by_kind():
    counted = ENGINE.inventory(Scene({}).state)
    dealt = [card.kind for card in CARDS if card.kind != "context"]
    assert counted == {"cards": len(dealt), "different": len(dealt), **{kind: dealt.count(kind) for kind in dealt}}
