"""What the rules ask of the map."""

import msgspec

from bench import draw_map
from engines.shared_tomb.map import (
    COLOURS,
    DISTANCE,
    DRAGONS,
    EDGES,
    HALL,
    MAP,
    NEIGHBOURS,
    PLACES,
    SQUARES,
    turned,
)

CORNERS = {square.colour: square.id for square in SQUARES if square.kind == "corner"}
AT = {(square.x, square.y): square for square in SQUARES}


def quarter_turn(square):
    return AT[turned((square.x, square.y), 1)]


def test_ids_are_places_in_the_list_and_no_two_squares_share_a_point():
    assert [square.id for square in SQUARES] == list(range(len(SQUARES)))
    assert len(AT) == len(SQUARES)


def test_there_are_40_to_52_squares_besides_the_hall_and_the_dragons():
    assert 40 <= len(PLACES) <= 52
    assert len(SQUARES) == len(PLACES) + 1 + len(DRAGONS)
    assert {SQUARES[place].kind for place in PLACES} == {"corridor", "corner"}
    assert SQUARES[HALL].kind == "hall"


def test_the_map_is_connected():
    assert all(len(steps) == len(SQUARES) for steps in DISTANCE)


def test_the_map_is_the_same_under_quarter_turns():
    for square in SQUARES:
        assert quarter_turn(square).kind == square.kind
    images = {tuple(sorted((quarter_turn(SQUARES[a]).id, quarter_turn(SQUARES[b]).id))) for a, b in EDGES}
    assert images == set(EDGES)


def test_a_quarter_turn_leads_from_each_colour_to_the_next():
    for colour, following in zip(COLOURS, COLOURS[1:] + COLOURS[:1], strict=True):
        assert quarter_turn(SQUARES[CORNERS[colour]]).id == CORNERS[following]
        assert quarter_turn(SQUARES[DRAGONS[colour]]).id == DRAGONS[following]


def test_every_corner_is_six_steps_from_the_hall():
    assert {DISTANCE[HALL][corner] for corner in CORNERS.values()} == {6}


def test_a_dragon_is_one_step_beyond_its_corner_and_nowhere_else():
    for colour in COLOURS:
        assert NEIGHBOURS[DRAGONS[colour]] == (CORNERS[colour],)
        assert SQUARES[CORNERS[colour]].colour == SQUARES[DRAGONS[colour]].colour == colour


def test_neighbours_are_exactly_the_squares_at_distance_one():
    for here, steps in enumerate(DISTANCE):
        assert NEIGHBOURS[here] == tuple(there for there, step in enumerate(steps) if step == 1)
    assert all(low < high and high in NEIGHBOURS[low] for low, high in EDGES)
    assert sum(map(len, NEIGHBOURS)) == 2 * len(EDGES)


def test_distances_are_the_same_both_ways_and_no_detour_is_shorter():
    """Against an independent computation (Floyd and Warshall's)."""
    everywhere = range(len(SQUARES))
    far = [[0 if a == b else 1 if b in NEIGHBOURS[a] else 999 for b in everywhere] for a in everywhere]
    for via in everywhere:
        for a in everywhere:
            for b in everywhere:
                far[a][b] = min(far[a][b], far[a][via] + far[via][b])
    assert [list(row) for row in DISTANCE] == far


def test_no_shortest_way_leads_through_a_dragon():
    for dragon in DRAGONS.values():
        for a in PLACES:
            assert all(DISTANCE[a][b] < DISTANCE[a][dragon] + DISTANCE[dragon][b] for b in PLACES)


def test_the_view_of_the_map_is_complete():
    drawn = msgspec.json.decode(msgspec.json.encode(MAP))
    assert drawn["squares"][45] == {"id": 45, "x": 4, "y": 4, "kind": "dragon", "colour": "red"}
    assert drawn["edges"] == [list(edge) for edge in EDGES]


def test_the_drawing_in_the_rules_pages_is_current():
    for file in draw_map.FILES:
        assert file.read_text(encoding="utf-8") == draw_map.svg(), "run python -m bench.draw_map"
