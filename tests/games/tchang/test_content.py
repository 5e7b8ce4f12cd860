"""What never changes is sent once, and a view without content leaves it out."""

import msgspec

from engines.chance import Chance
from engines.shared_tomb.map import MAP
from engines.tchang.content import SHAPES
from engines.tchang.riddle import SILHOUETTES, Placed, as_float, corners
from engines.tchang.view import TchangContent
from service.authoring.check_published import undescribed
from tests.games.tchang.builders import ENGINE
from tests.games.tchang.test_games import GAMES, positions
from tests.support.tables import open_table, options_for, play_on, seed_of, settings_of

LEFT_OUT = {"difficulty", "rules", "map"}


def to_json(thing):
    return msgspec.json.decode(msgspec.json.encode(thing))


def merge(without_content, content):
    """The full view, as a client can make it that has read the content once."""
    return {**without_content, **{name: content[name] for name in LEFT_OUT}}


def random_positions():
    for number, (seats, variant) in enumerate(settings_of("tchang")):
        table = open_table("tchang", seats, options_for("tchang", variant), seed_of(number))
        yield [table.copy(), *(table.copy() for _ in play_on(table, Chance(seed_of(number + 1))))]


def recorded_positions():
    for name in GAMES:
        yield [ENGINE.load(ENGINE.dump(state), state.options) for state in positions(name)]


def courses():
    yield from random_positions()
    yield from recorded_positions()


def test_the_content_of_a_game_never_changes_and_is_of_its_type():
    for course in courses():
        assert all(type(ENGINE.content(state)) is TchangContent is ENGINE.content_type for state in course)
        assert len({msgspec.json.encode(ENGINE.content(state)) for state in course}) == 1


def test_a_lean_view_and_the_content_are_the_full_view():
    for course in courses():
        content = to_json(ENGINE.content(course[0]))
        for state in course:
            view = ENGINE.view(state, None)
            without_content = to_json(ENGINE.without_content(view))
            assert not LEFT_OUT & without_content.keys()
            assert merge(without_content, content) == to_json(view)


def test_a_lean_view_leaves_the_full_one_as_it_is():
    view = ENGINE.view(next(positions("tchang/won_4.json")), 0)
    before = msgspec.json.encode(view)
    assert len(msgspec.json.encode(ENGINE.without_content(view))) < len(before) / 2.5
    assert msgspec.json.encode(view) == before


def test_the_figures_are_shown_when_the_riddle_is_asked_and_not_before():
    """The content could not hold them: it is the same from the first move on."""
    for state in positions("tchang/won_riddle_solved_4.json"):
        riddle_is_asked = state.ending == "won"
        for view in (ENGINE.view(state, None), ENGINE.without_content(ENGINE.view(state, None))):
            assert view.riddle.figures == (SILHOUETTES[state.exit] if riddle_is_asked else ())
        assert "figures" not in str(to_json(ENGINE.content(state)))


def test_the_content_holds_nothing_hidden():
    """It is the same on a table that was dealt afresh."""
    for course in random_positions():
        for state in course[:3]:
            other = ENGINE.resample(ENGINE.view(state, 0), 0, Chance(b"other"))
            assert ENGINE.content(other) == ENGINE.content(state)


def test_the_content_shows_the_map_the_rules_and_the_difficulty():
    state = open_table("tchang", 2, options_for("tchang", {"difficulty": "hard", "animals": 3}), seed_of(0)).state
    content = ENGINE.content(state)
    assert content.map == MAP
    assert (content.difficulty, content.rules) == ("hard", state.options.rules)
    assert content.pieces == (), "without the option nobody needs its shapes"


def test_the_content_shows_the_shapes_of_the_seven_pieces():
    pieces = ENGINE.content(open_table("tchang", 2, options_for("tchang", {"riddle": True}), seed_of(0)).state).pieces
    assert [shape.piece for shape in pieces] == list(SHAPES)
    assert sum(shape.count for shape in pieces) == 7
    for shape in pieces:
        assert shape.corners == corners(Placed(shape.piece, (0, 0), (0, 0)))
        assert shape.drawing == tuple((as_float(x), as_float(y)) for x, y in shape.corners)


def test_every_field_of_the_content_is_explained():
    assert list(undescribed("content", msgspec.json.schema(TchangContent))) == []
