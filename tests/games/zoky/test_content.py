"""What is public and never changes is sent once, and left out of a view without content."""

import msgspec
import pytest

from engines.chance import Chance
from engines.zoky.actions import Lieutenant
from engines.zoky.content import LIEUTENANTS
from engines.zoky.lieutenants import TARGETS
from service.authoring.check_published import undescribed
from service.i18n import encode
from tests.games.zoky.builders import ENGINE, Game
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def random_games():
    """Every table of a random game of every setting, each with its viewers."""
    for number, (seats, variant) in enumerate(settings_of("zoky")):
        table = open_table("zoky", seats, options_for("zoky", variant), seed_of(number))
        for _ in play_on(table, Chance(seed_of(number + 3))):
            yield table, [None, *range(seats)]


def to_json(struct):
    return msgspec.json.decode(encode(struct))


def merge(without_content, content):
    """The full view, as a client puts it together."""
    faces = {face["lieutenant"]: face for face in content["lieutenants"]}
    full = {**without_content, **content}
    for chief in full["chiefs"]:
        chief["face_up"] = [faces[card["lieutenant"]] for card in chief["face_up"]]
    if full["hand"] is not None:
        full["hand"] = [faces[card["lieutenant"]] for card in full["hand"]]
    return full


def test_the_full_view_is_made_of_the_lean_view_and_the_content():
    for table, viewers in random_games():
        content = to_json(ENGINE.content(table.state))
        for viewer in viewers[:2]:
            view = ENGINE.view(table.state, viewer)
            assert merge(to_json(ENGINE.without_content(view)), content) == to_json(view)


def test_the_content_never_changes_during_a_game():
    first = {}
    for table, _ in random_games():
        content = ENGINE.content(table.state)
        assert isinstance(content, ENGINE.content_type)
        assert first.setdefault(table.seed, content) == content
    assert len(set(map(encode, first.values()))) > 5


def test_the_content_is_the_same_whatever_is_hidden():
    for step, (table, viewers) in enumerate(random_games()):
        for viewer in viewers if step % 40 == 0 else ():
            other = ENGINE.resample(ENGINE.view(table.state, viewer), viewer, Chance(seed_of(1)))
            assert ENGINE.content(other) == ENGINE.content(table.state)


def test_a_lean_view_names_cards_and_shows_no_faces():
    game = Game().deal({0: ["medic", "lookout"]})
    game.play(0, "lookout")
    without_content = to_json(ENGINE.without_content(game.view(0)))
    assert without_content["hand"] == [{"lieutenant": "medic"}]
    assert without_content["chiefs"][0]["face_up"] == [{"lieutenant": "lookout"}]
    assert without_content.keys() == to_json(game.view(0)).keys() - {"arrondissements", "lieutenants", "throw_odds"}
    assert to_json(ENGINE.without_content(game.view()))["hand"] is None


def test_the_content_lists_all_fifteen_lieutenants_and_the_quartiers_in_play():
    content = ENGINE.content(Game().state)
    assert content.lieutenants == tuple(LIEUTENANTS.values())
    assert [len(district.quartiers) for district in content.arrondissements] == [5] * 6
    numbers = [card.quartier for district in content.arrondissements for card in district.quartiers]
    assert numbers == list(range(30)), "number n is in the n // 5th Arrondissement"


def test_every_lieutenant_is_played_on_the_targets_of_its_card():
    seen = set()
    for table, viewers in random_games():
        for seat in viewers[1:]:
            for play in ENGINE.legal(table.state, seat):
                if not isinstance(play, Lieutenant):
                    break
                named = [name for name in TARGETS if getattr(play, name) is not None]
                assert tuple(named) == LIEUTENANTS[play.lieutenant].targets
                seen.add(play.lieutenant)
    assert seen == set(LIEUTENANTS)


def test_every_field_of_the_content_is_explained():
    assert list(undescribed("content", msgspec.json.schema(ENGINE.content_type))) == []


def test_a_table_cannot_be_dealt_from_a_view_without_its_content():
    with pytest.raises(ValueError, match="without its content"):
        ENGINE.resample(ENGINE.without_content(Game().view(0)), 0, Chance(seed_of(0)))
