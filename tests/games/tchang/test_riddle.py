"""The final riddle: seven pieces cover a silhouette exactly, or they do not."""

from collections import Counter
from decimal import Decimal, localcontext
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bench import draw_silhouettes
from engines.engine import IllegalAction
from engines.shared_tomb.map import COLOURS
from engines.tchang import content
from engines.tchang.content import SET, SHAPES
from engines.tchang.reasons import REASONS
from engines.tchang.riddle import (
    SILHOUETTES,
    Placed,
    as_float,
    corners,
    footprint,
    match,
    minus,
    overlap,
    plus,
    recognise,
    shape,
    sign,
    times,
    turned,
)
from tests.games.tchang import solutions
from tests.games.tchang.solutions import SOLUTIONS

RIDDLE_REASONS = {slug for slug in REASONS if slug.startswith("riddle_")}
FIGURES = [silhouette for dragon in COLOURS for silhouette in SILHOUETTES[dragon]]
SOLVED = {name: solutions.pieces_of(rows) for figures in SOLUTIONS.values() for name, rows in figures.items()}
EVERY_FIGURE = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
numbers = st.tuples(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
# Ever smaller lengths: 0.17, 0.03, 0.005, and one of less than a hundred-millionth.
SLIVERS = [(3, -2), (17, -12), (99, -70), (54608393, -38613965)]
DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def move_piece(placed, x, y):
    return msgspec.structs.replace(placed, x=plus(placed.x, x), y=plus(placed.y, y))


def scaled(number, factor):
    return number[0] * factor, number[1] * factor


def with_piece(pieces, index, placed):
    return [*pieces[:index], placed, *pieces[index + 1 :]]


def doubled_area(ring):
    """Exactly, by the shoelace formula."""
    total = (0, 0)
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        total = plus(total, minus(times(x1, y2), times(x2, y1)))
    return total


def precisely(number):
    with localcontext() as context:
        context.prec = 60
        return number[0] + number[1] * Decimal(2).sqrt()


# The figures


def test_each_dragon_asks_for_four_figures():
    assert list(SILHOUETTES) == list(COLOURS)
    assert all(len(figures) == 4 for figures in SILHOUETTES.values())
    assert len({figure.name for figure in FIGURES}) == 16
    assert len({frozenset(footprint(figure.outlines).items()) for figure in FIGURES}) == 16


@EVERY_FIGURE
def test_a_silhouette_is_as_large_as_the_seven_pieces(figure):
    total = (0, 0)
    for ring in figure.outlines:
        total = plus(total, doubled_area(ring))
    pieces = sum(doubled_area(SHAPES[piece])[0] * count for piece, count in SET.items())
    assert total == (pieces, 0) == (64, 0)


@EVERY_FIGURE
def test_a_drawing_shows_the_exact_outlines(figure):
    assert [len(ring) for ring in figure.drawing] == [len(ring) for ring in figure.outlines]
    for ring, exact in zip(figure.drawing, figure.outlines, strict=True):
        for (x, y), corner in zip(ring, exact, strict=True):
            assert abs(Decimal(x) - precisely(corner[0])) < Decimal("0.0001")
            assert abs(Decimal(y) - precisely(corner[1])) < Decimal("0.0001")
    assert min(x for ring in figure.drawing for x, _ in ring) == 0
    assert min(y for ring in figure.drawing for _, y in ring) == 0


def test_the_silhouettes_are_traced_from_their_solutions():
    written = Path(content.__file__).read_text(encoding="utf-8")
    assert written == solutions.module(), "run python -m tests.games.tchang.solutions"


# Solutions


@EVERY_FIGURE
def test_the_worked_solution_is_accepted_in_any_order(figure):
    pieces = SOLVED[figure.name]
    assert match([figure], pieces) is figure
    assert match([figure], pieces[::-1]) is figure
    assert match([figure], pieces[3:] + pieces[:3]) is figure


@pytest.mark.parametrize("dragon", COLOURS)
def test_a_dragon_recognises_its_own_figures_and_no_others(dragon):
    own = {figure.name for figure in SILHOUETTES[dragon]}
    for name, pieces in SOLVED.items():
        if name in own:
            assert recognise(dragon, pieces).name == name
        else:
            with pytest.raises(IllegalAction) as error:
                recognise(dragon, pieces)
            assert error.value.reason == "riddle_outside"


def turned_solution(pieces, quarter):
    """The square's solution turned about its middle; it fills the same square."""
    middle = (0, 2)
    result = []
    for placed in pieces:
        x, y = turned((minus(placed.x, middle), minus(placed.y, middle)), 2 * quarter)
        rotation = (placed.rotation + 2 * quarter) % 8
        result.append(Placed(placed.piece, plus(x, middle), plus(y, middle), rotation, placed.flip))
    return result


def mirrored_solution(pieces, height):
    """Mirrored top to bottom: every piece is flipped, and turned the other way."""
    return [
        Placed(placed.piece, placed.x, minus(height, placed.y), -placed.rotation % 8, not placed.flip)
        for placed in pieces
    ]


def test_any_solution_is_accepted_not_only_the_worked_one():
    square = next(figure for figure in FIGURES if figure.name == "square")
    ways = [turned_solution(SOLVED["square"], quarter) for quarter in range(4)]
    ways += [mirrored_solution(pieces, (0, 4)) for pieces in ways]
    assert len({frozenset(frozenset(corners(placed)) for placed in way) for way in ways}) == 8
    assert [match([square], way) for way in ways] == [square] * 8


def test_a_flipped_triangle_or_square_is_the_same_piece_turned():
    for piece in set(SHAPES) - {"parallelogram"}:
        unflipped = {frozenset(corner) for corner in (shape(piece, rotation, False) for rotation in range(8))}
        assert {frozenset(shape(piece, rotation, True)) for rotation in range(8)} == unflipped
    flipped = {frozenset(shape("parallelogram", rotation, True)) for rotation in range(8)}
    assert not flipped & {frozenset(shape("parallelogram", rotation, False)) for rotation in range(8)}


# Near misses


@EVERY_FIGURE
@pytest.mark.parametrize("sliver", SLIVERS, ids=str)
def test_a_piece_moved_by_the_smallest_sliver_is_rejected(figure, sliver):
    """In every direction: it overlaps a neighbour or leaves the silhouette, and the reason says which."""
    pieces = SOLVED[figure.name]
    reasons = set()
    for index, placed in enumerate(pieces):
        for right, down in DIRECTIONS:
            near = move_piece(placed, scaled(sliver, right), scaled(sliver, down))
            reason = match([figure], with_piece(pieces, index, near))
            others = pieces[:index] + pieces[index + 1 :]
            overlaps = any(overlaps_precisely(corners(near), corners(other)) for other in others)
            assert reason == ("riddle_overlap" if overlaps else "riddle_outside")
            reasons.add(reason)
    assert reasons == {"riddle_overlap", "riddle_outside"}


def overlaps_precisely(one, other):
    """Another way to know: clip one convex piece by the other in sixty decimals and see whether anything is left."""
    with localcontext() as context:
        context.prec = 60
        rest = [tuple(map(precisely, corner)) for corner in one]
        edges = [tuple(map(precisely, corner)) for corner in other]
        for start, end in zip(edges, edges[1:] + edges[:1], strict=True):
            rest = clip(rest, start, end)
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(rest, rest[1:] + rest[:1], strict=True))
        return area > Decimal("1e-30")


def clip(ring, start, end):
    def side(point):
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    corners_inside = []
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        if side(here) >= 0:
            corners_inside.append(here)
        if side(here) * side(there) < 0:
            share = side(here) / (side(here) - side(there))
            corners_inside.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return corners_inside


@EVERY_FIGURE
def test_a_piece_turned_the_wrong_way_is_rejected(figure):
    pieces = SOLVED[figure.name]
    for index, placed in enumerate(pieces):
        for turn in range(1, 8):
            wrong = msgspec.structs.replace(placed, rotation=(placed.rotation + turn) % 8)
            assert match([figure], with_piece(pieces, index, wrong)) in {"riddle_overlap", "riddle_outside"}


@EVERY_FIGURE
def test_the_parallelogram_the_wrong_side_up_is_rejected(figure):
    pieces = SOLVED[figure.name]
    index = next(index for index, placed in enumerate(pieces) if placed.piece == "parallelogram")
    for rotation in range(8):
        wrong = msgspec.structs.replace(pieces[index], flip=not pieces[index].flip, rotation=rotation)
        assert match([figure], with_piece(pieces, index, wrong)) in {"riddle_overlap", "riddle_outside"}


def test_a_piece_laid_elsewhere_leaves_a_gap_and_lies_outside():
    for figure in FIGURES:
        pieces = SOLVED[figure.name]
        assert match([figure], with_piece(pieces, 3, move_piece(pieces[3], (100, 0), (0, 0)))) == "riddle_outside"


def test_the_whole_figure_laid_beside_the_silhouette_is_rejected():
    for figure in FIGURES:
        shifted = [move_piece(placed, SLIVERS[-1], (0, 0)) for placed in SOLVED[figure.name]]
        assert match([figure], shifted) == "riddle_outside"


def test_two_pieces_in_the_same_place_overlap():
    figure, pieces = FIGURES[0], SOLVED["square"]
    twin = with_piece(pieces, 1, pieces[0])
    assert match([figure], twin) == "riddle_overlap"


# The seven pieces


@EVERY_FIGURE
def test_exactly_the_seven_pieces_are_asked_for(figure):
    pieces = SOLVED[figure.name]
    assert len(pieces) == 7
    for index in range(7):
        assert match([figure], pieces[:index] + pieces[index + 1 :]) == "riddle_pieces"
        assert match([figure], [*pieces, pieces[index]]) == "riddle_pieces"
    assert match([figure], []) == "riddle_pieces"


@EVERY_FIGURE
def test_no_piece_stands_in_for_another(figure):
    pieces = SOLVED[figure.name]
    for index, placed in enumerate(pieces):
        for other in set(SHAPES) - {placed.piece}:
            swapped = with_piece(pieces, index, msgspec.structs.replace(placed, piece=other))
            assert match([figure], swapped) == "riddle_pieces"


def test_other_pieces_are_rejected_even_if_they_cover_the_same():
    """The square's place filled by two small triangles: covered exactly, but not with the seven pieces."""
    house, pieces = next(figure for figure in FIGURES if figure.name == "house"), SOLVED["house"]
    index = next(index for index, placed in enumerate(pieces) if placed.piece == "square")
    square = pieces[index]
    (x, y), _, (far_x, far_y), _ = corners(square)
    halves = [
        Placed("small_triangle", x, y, square.rotation),
        Placed("small_triangle", far_x, far_y, (square.rotation + 4) % 8),
    ]
    assert footprint(map(corners, halves)) == footprint([corners(square)])
    assert match([house], [*pieces[:index], *pieces[index + 1 :], *halves]) == "riddle_pieces"


# Exactness


def test_one_less_the_root_of_two_is_negative():
    """The smallest pair whose parts add up to 0."""
    assert (sign((1, -1)), sign((-1, 1))) == (-1, 1)


@given(numbers)
def test_the_sign_is_exact(number):
    value = precisely(number)
    assert sign(number) == (value > 0) - (value < 0)


@pytest.mark.parametrize("number", [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (-3, 2), (3, -2), (-7, 5), (7, -5)])
def test_the_sign_is_right_where_it_is_close(number):
    for factor in (1, -1):
        value = precisely(scaled(number, factor))
        assert sign(scaled(number, factor)) == (value > 0) - (value < 0)


@given(numbers, numbers)
def test_sums_and_products_are_those_of_the_numbers_they_stand_for(one, other):
    with localcontext() as context:
        context.prec = 60
        assert abs(precisely(plus(one, other)) - (precisely(one) + precisely(other))) < Decimal("1e-30")
        assert abs(precisely(minus(one, other)) - (precisely(one) - precisely(other))) < Decimal("1e-30")
        assert abs(precisely(times(one, other)) - precisely(one) * precisely(other)) < Decimal("1e-30")


@pytest.mark.parametrize("piece", SHAPES)
@pytest.mark.parametrize("flip", [False, True])
def test_turning_and_flipping_keep_a_piece_as_it_is(piece, flip):
    """Same area, walked the same way round, same sides, and a whole turn of eight steps that are all different."""

    def sides(ring):
        return Counter(
            plus(times(minus(x2, x1), minus(x2, x1)), times(minus(y2, y1), minus(y2, y1)))
            for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True)
        )

    rings = [shape(piece, rotation, flip) for rotation in range(8)]
    assert {doubled_area(ring) for ring in rings} == {doubled_area(SHAPES[piece])}
    assert all(sides(ring) == sides(SHAPES[piece]) for ring in rings)
    assert all(((0, 0), (0, 0)) in ring for ring in rings)
    for before, after in zip(rings, rings[1:] + rings[:1], strict=True):
        assert len(set(before) | set(after)) > len(before)
        for (x, y), (u, v) in zip(map(floats, before), map(floats, after), strict=True):
            assert abs(u - (x - y) / 2**0.5) < 1e-3
            assert abs(v - (x + y) / 2**0.5) < 1e-3


def floats(corner):
    return tuple(map(as_float, corner))


placements = st.builds(
    Placed,
    st.sampled_from(list(SHAPES)),
    st.tuples(st.integers(-4, 4), st.integers(-3, 3)),
    st.tuples(st.integers(-4, 4), st.integers(-3, 3)),
    st.integers(0, 7),
    st.booleans(),
)


@given(placements, placements)
def test_an_overlap_is_detected_and_touching_is_none(one, other):
    assert overlap(corners(one), corners(other)) == overlaps_precisely(corners(one), corners(other))


@given(st.lists(placements, min_size=1, max_size=4), st.lists(placements, min_size=1, max_size=4))
def test_different_covers_have_different_footprints(one, other):
    """Wherever a point is covered more often by one lot of pieces than by the other, the footprints differ."""
    assume(one != other)
    same = footprint(map(corners, one)) == footprint(map(corners, other))
    points = [(x + 0.0123, y + 0.0457) for x in range(-13, 14) for y in range(-13, 14)]
    ours, theirs = ([[floats(corner) for corner in corners(placed)] for placed in lot] for lot in (one, other))
    if any(covers(ours, point) != covers(theirs, point) for point in points):
        assert not same


def covers(rings, point):
    """How many of these shapes lie over a point."""
    return sum(
        all(
            (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) > 0
            for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True)
        )
        for ring in rings
    )


# What travels over HTTP


def test_a_placed_piece_is_written_with_whole_numbers_only():
    written = '{"piece":"square","x":[2,0],"y":[0,1],"rotation":1,"flip":false}'
    placed = msgspec.json.decode(written, type=Placed)
    assert placed == Placed("square", (2, 0), (0, 1), 1)
    assert msgspec.json.encode(placed).decode() == written
    for wrong in ('"rotation":8', '"rotation":-1', '"rotation":1.5'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(written.replace('"rotation":1', wrong), type=Placed)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(written.replace("[2,0]", "[2.5,0]"), type=Placed)


def test_every_reason_is_documented():
    tries = (SOLVED["house"], [], [SOLVED["square"][0]] * 7)
    seen = {match(FIGURES[:1], pieces) for pieces in tries}
    assert seen <= RIDDLE_REASONS
    assert {"riddle_pieces", "riddle_overlap", "riddle_outside"} == RIDDLE_REASONS


def test_pairs_of_pieces_in_a_solution_touch_without_overlapping():
    for pieces in SOLVED.values():
        assert not any(overlap(corners(one), corners(other)) for one, other in combinations(pieces, 2))


def test_the_drawing_of_the_silhouettes_is_current():
    assert draw_silhouettes.FILE.read_text(encoding="utf-8") == draw_silhouettes.svg(), "run bench.draw_silhouettes"


def test_the_example_in_the_guide_is_a_solution():
    guide = (Path(__file__).parents[3] / "docs" / "riddle.md").read_text(encoding="utf-8")
    example = guide.partition("```json\n")[2].partition("```")[0]
    assert recognise("red", msgspec.json.decode(example, type=list[Placed])).name == "square"
    for word in (*RIDDLE_REASONS, *SHAPES):
        assert f"`{word}`" in guide
