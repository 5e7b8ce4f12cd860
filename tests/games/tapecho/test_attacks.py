"""An attack is one record: all that the game knows about it is there and nowhere else."""

import re
from pathlib import Path

import pytest

from engines.tapecho.actions import Attack, Exchange, Keep
from engines.tapecho.attacks import ATTACKS, AttackRecord
from engines.tapecho.content import ATTACK_NAMES, CARDS
from engines.tapecho.events import TurnLost
from engines.tapecho.prospect import next_turn
from tests.games.tapecho.builders import Scene, attack, plain, tally, types_of

ENGINE_FILES = sorted((Path(__file__).parents[3] / "engines" / "tapecho").rglob("*.py"))
PLAIN, MAN = plain("asset"), plain("asset", "man")


def test_every_attack_has_its_record():
    assert set(ATTACKS) == set(ATTACK_NAMES) == {card.attack for card in CARDS if card.attack}


@pytest.mark.parametrize("slug", ATTACK_NAMES)
def test_an_attack_is_named_in_its_type_its_record_and_the_deck_alone(slug):
    """Quoted anywhere else, in code or in a text, it would be a second place to edit for a new attack."""
    quoted = re.compile(rf"[\"'`]{slug}[\"'`]")
    counts = {file.name: len(quoted.findall(file.read_text(encoding="utf-8"))) for file in ENGINE_FILES}
    assert {name: times for name, times in counts.items() if times} == {"content.py": 2, "attacks.py": 1}


class Whirlwind(AttackRecord):
    """An attack that does a bit of everything."""

    stays = True
    names_asset = True

    def update_prospect(self, ahead, state, laid):
        ahead.skips[laid.target] += 1
        ahead.hungover[2] = True
        ahead.assets[laid.target].remove(laid.asset)
        ahead.drawable += 1

    def strike(self, state, laid, chance):
        state.skips[laid.target] += 1
        state.hungover[2] = True
        state.assets[laid.target].remove(laid.asset)
        state.pit.append(laid.asset)
        return [TurnLost(laid.target)]

    def points(self, state, target):
        return 7


def test_a_new_attack_needs_nothing_but_its_record(monkeypatch):
    """The next turn, naming, effect, staying and the count all follow what the record says."""
    slug = "big_reveal"
    monkeypatch.setitem(ATTACKS, slug, Whirlwind())
    card = attack(slug)
    scene = Scene({0: [card, MAN]}, assets={1: [PLAIN]}, pile=[])
    assert scene.rejection_reason(0, Attack(card, 1)) == "asset_to_name"
    scene.act(0, Attack(card, 1, PLAIN))
    ahead = next_turn(scene.state)
    assert (ahead.seat, ahead.skipped, ahead.hungover, ahead.drawable) == (2, [1], True, 1)
    assert ahead.assets == [[], [], [], []]
    assert scene.view().attacks[0].until == "end_of_game"
    events = scene.act(2, Exchange(scene.state.hands[2][0]))
    assert types_of(events)[:3] == ["window_closed", "turn_lost", "turn_skipped"]
    for seat in (3, 0):
        scene.act(seat, Exchange(scene.state.hands[seat][0]))
        if scene.state.phase == "keep":
            scene.act(seat, Keep(scene.state.drawn[0]))
    assert [lying.card for lying in scene.state.lying] == [card]
    assert tally(scene, 1).benefits == 7
