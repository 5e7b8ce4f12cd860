"""What never changes is sent once: the full view is the one without content plus the faces of the deck."""

import msgspec

from engines.chance import Chance
from engines.tapecho.content import CARDS
from service.i18n import encode, translate
from tests.games.tapecho.builders import ENGINE
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of


def plainly(value):
    return msgspec.json.decode(encode(value))


def merge(part, cards):
    """A view without content with every card put in its place."""
    if isinstance(part, list):
        return [merge(item, cards) for item in part]
    if not isinstance(part, dict):
        return part
    return cards[part["id"]] if "id" in part else {name: merge(it, cards) for name, it in part.items()}


def faces(part):
    """Every card in a view, however deep."""
    if isinstance(part, list):
        return [card for item in part for card in faces(item)]
    if isinstance(part, dict):
        return [part] if "id" in part else faces(list(part.values()))
    return []


def test_the_full_view_is_the_lean_one_and_the_content():
    """For every viewer, in random games of all variants; and without content it has only the numbers of cards."""
    for number, (seats, variant) in enumerate(settings_of("tapecho")):
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number))
        content = ENGINE.content(table.state)
        cards = plainly(content.cards)
        dice = Chance(seed_of(number + 1))
        for _ in play_on(table, Chance(seed_of(number)), 120):
            if dice.below(3):
                continue
            assert ENGINE.content(table.state) == content, "it never changes"
            viewer = dice.choice([None, *range(seats)])
            view = ENGINE.view(table.state, viewer)
            full, without_content = plainly(view), plainly(ENGINE.without_content(view))
            assert all(card.keys() == {"id"} for card in faces(without_content))
            assert merge(without_content, cards) == full
            assert plainly(view) == full, "the full view is left as it was"


def test_the_content_is_the_deck_of_this_game_by_number():
    assert ENGINE.content(open_table("tapecho", 4, options_for("tapecho", {}), seed_of(1)).state).cards == CARDS
    for seats, variant in settings_of("tapecho")[:6]:
        table = open_table("tapecho", seats, options_for("tapecho", variant), seed_of(seats))
        cards = ENGINE.content(table.state).cards
        assert [card.id for card in cards] == list(range(len(cards)))
        assert len(cards) == len(table.options.dealt) + len(table.options.contexts)


def test_the_content_holds_nothing_hidden():
    """It is the same for every table with these options, however the cards were dealt."""
    for seats, variant in settings_of("tapecho")[:6]:
        tables = [open_table("tapecho", seats, options_for("tapecho", variant), seed_of(number)) for number in (1, 2)]
        assert ENGINE.content(tables[0].state) == ENGINE.content(tables[1].state)
        other = ENGINE.resample(ENGINE.view(tables[0].state, None), None, Chance(seed_of(3)))
        assert ENGINE.content(other) == ENGINE.content(tables[0].state)


def test_a_lean_view_is_much_smaller():
    table = open_table("tapecho", 6, options_for("tapecho", {}), seed_of(5))
    for _ in play_on(table, Chance(seed_of(6)), 40):
        pass
    view = ENGINE.view(table.state, 0)
    assert len(encode(ENGINE.without_content(view))) * 2 < len(encode(view))


def test_the_french_names_on_cards_are_those_of_the_catalogue():
    """A view has the French name of a card in every language."""
    for card in ENGINE.faces(ENGINE.options_type()):
        assert translate(card.name, "fr") == card.name_fr.replace("'", "’")
