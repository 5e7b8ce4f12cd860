"""An owner of the box chooses the Lieutenants in the game, and gives them its names and texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import Chance
from engines.text import NAME_LENGTH
from engines.zoky.content import LIEUTENANTS, LONGEST_TEXT, RANK, OwnLieutenant
from engines.zoky.options import ZokyOptions
from service.i18n import encode, translate
from tests.games.zoky.builders import ENGINE
from tests.games.zoky.variants import OTHER_LIEUTENANTS
from tests.support.tables import open_table, option_errors_of, options_for, play_on, seed_of

SLUGS = list(LIEUTENANTS)


def lines(*slugs):
    return [{"lieutenant": slug} for slug in slugs]


def every_lieutenant(state):
    """All that are in anybody's hand, face up or left over."""
    hands = [slug for hand in (*state.hands, *state.played) for slug in hand]
    return sorted([*hands, *state.unseen], key=RANK.__getitem__)


@given(seats=st.integers(2, 5), number=st.integers(0, 2**32), data=st.data())
def test_only_the_chosen_lieutenants_are_in_the_game(seats, number, data):
    chosen = data.draw(st.lists(st.sampled_from(SLUGS), min_size=3 * seats, unique=True))
    table = open_table("zoky", seats, options_for("zoky", {"lieutenants": lines(*chosen)}), seed_of(number))
    in_order = sorted(chosen, key=RANK.__getitem__)
    for _ in play_on(table, Chance(seed_of(number)), data.draw(st.integers(0, 40))):
        pass
    state = table.state
    assert every_lieutenant(state) == in_order
    assert [face.lieutenant for face in ENGINE.content(state).lieutenants] == in_order
    for viewer in (None, *range(seats)):
        view = ENGINE.view(state, viewer)
        assert [face.lieutenant for face in view.lieutenants] == in_order
        other = ENGINE.resample(view, viewer, Chance(seed_of(number + 1)))
        assert every_lieutenant(other) == in_order
        assert ENGINE.view(other, viewer) == view
        assert ENGINE.content(other) == ENGINE.content(state)


def test_without_the_option_all_fifteen_are_ours():
    state, _ = ENGINE.new(2, ZokyOptions(), Chance(seed_of(1)))
    assert every_lieutenant(state) == SLUGS
    assert ENGINE.content(state).lieutenants == tuple(LIEUTENANTS.values())


def test_names_and_texts_of_a_box_are_shown_everywhere_and_the_powers_stay():
    options = options_for("zoky", {"lieutenants": OTHER_LIEUTENANTS})
    table = open_table("zoky", 5, options, seed_of(3))
    own = {line["lieutenant"]: (line["name"], line["text"]) for line in OTHER_LIEUTENANTS}
    shown = set()
    while (step := table) is not None:
        for seat in range(5):
            view = ENGINE.view(table.state, seat)
            cards = [*view.hand, *view.lieutenants, *(card for chief in view.chiefs for card in chief.face_up)]
            for card in cards:
                assert (card.name, card.text) == own[card.lieutenant]
                ours = LIEUTENANTS[card.lieutenant]
                assert (card.window, card.targets) == (ours.window, ours.targets)
            shown |= {card.lieutenant for chief in view.chiefs for card in chief.face_up}
        step = next(play_on(table, Chance(seed_of(len(table.actions))), 1), None)
        table = step
    assert len(shown) > 5, "some have been played"


def test_a_name_without_a_text_stands_over_our_text():
    line = {"lieutenant": "medic", "name": "Dr Hana"}
    options = options_for("zoky", {"lieutenants": [line, *lines(*(slug for slug in SLUGS if slug != "medic"))]})
    face = options.faces["medic"]
    assert (face.name, face.text) == ("Dr Hana", LIEUTENANTS["medic"].text)
    assert list(options.faces) == SLUGS, "in our order"
    assert translate(face.text, "fr") != face.text, "ours is translated"
    state, _ = ENGINE.new(2, options, Chance(seed_of(1)))
    assert "Dr Hana" in encode(ENGINE.content(state), "de").decode()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_lieutenants_for_each_player_are_needed(seats):
    for count in range(1, 16):
        errors = option_errors_of("zoky", {"lieutenants": lines(*SLUGS[:count])}, seats)
        assert set(errors) == (set() if count >= 3 * seats else {"lieutenants"})


@pytest.mark.parametrize(
    "wrong",
    [
        [*lines(*SLUGS[:6]), {"lieutenant": SLUGS[0]}],
        [*lines(*SLUGS[:6]), {"lieutenant": SLUGS[6], "name": str(LIEUTENANTS[SLUGS[0]].name)}],
        [{"lieutenant": slug, "name": "Same"} for slug in SLUGS[:6]],
        [*lines(*SLUGS[:6]), {"lieutenant": "admiral"}],
        [*lines(*SLUGS[:6]), {"name": "No power"}],
        [*lines(*SLUGS[:6]), {"lieutenant": SLUGS[6], "value": 3}],
        *(
            [*lines(*SLUGS[:6]), {"lieutenant": SLUGS[6], "name": name}]
            for name in ("", " blank", "x" * (NAME_LENGTH + 1), "a\nb", "a\u202eb", "a\u200bb", 3)
        ),
        *(
            [*lines(*SLUGS[:6]), {"lieutenant": SLUGS[6], "text": text}]
            for text in ("", " blank", "x" * (LONGEST_TEXT + 1), "a\nb", "a\u202eb", 3)
        ),
    ],
)
def test_lieutenants_that_make_no_box_are_rejected(wrong):
    assert set(option_errors_of("zoky", {"lieutenants": wrong}, 2)) == {"lieutenants"}


def test_the_longest_box_fits_into_the_options():
    longest = [
        {"lieutenant": slug, "name": f"{number:02}" + "n" * (NAME_LENGTH - 2), "text": "t" * LONGEST_TEXT}
        for number, slug in enumerate(SLUGS)
    ]
    assert option_errors_of("zoky", {"lieutenants": longest}, 5) == {}
    assert options_for("zoky", {"lieutenants": longest}).lieutenants[0] == OwnLieutenant(**longest[0])
