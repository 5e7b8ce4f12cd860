"""Names: everybody at the table can see them, and emoji may be joined."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from marshmallow import ValidationError

from schemas.strict import Name
from tests.support.http import InProcess, Table, assert_ok, assert_problem

SEEN = {
    "letters": "Ana",
    "a blank inside": "Ana B.",
    "an accent of its own": "Zoe\u0308",
    "Korean": "\uc9c0\ubbfc",
    "Persian, with a non-joiner": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala, with a joiner": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "an emoji": "\U0001f984",
    "a family": "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "an astronaut with a skin tone": "\U0001f469\U0001f3fd\u200d\U0001f680",
    "a burning heart": "\u2764\ufe0f\u200d\U0001f525",
    "a rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "the flag of Japan": "\U0001f1ef\U0001f1f5",
    "the flag of Wales": "\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f",
    "a keycap": "1\ufe0f\u20e3",
    "a text heart": "\u2764\ufe0e Ana",
}
UNSEEN = {
    "nothing": "",
    "a blank": " ",
    "a blank at the end": "Ana ",
    "a zero width space": "\u200b",
    "a word joiner": "\u2060",
    "a joiner": "\u200d",
    "joiners": "\u200d\u200c\u200d",
    "a joiner at the beginning": "\u200dAna",
    "a joiner at the end": "Ana\u200d",
    "two joiners": "A\u200d\u200dna",
    "a joiner beside a blank": "A\u200d na",
    "a Hangul filler": "\u3164",
    "other Hangul fillers": "\u115f\u1160\uffa0",
    "a filler inside": "A\u3164na",
    "empty braille": "\u2800",
    "a variation selector": "\ufe0f",
    "variation selectors": "\ufe0f\U000e0100",
    "accents alone": "\u0301\u0302",
    "an accent at the beginning": "\u0301Ana",
    "a grapheme joiner": "A\u034fna",
    "tags": "\U000e0041\U000e006e\U000e0061",
    "tags without a flag": "A\U000e0067\U000e0062\U000e007f",
    "a flag without the end of its tags": "\U0001f3f4\U000e0067\U000e0062",
    "a no-break space": "Ana\u00a0B.",
    "a soft hyphen": "A\u00adna",
    "a byte order mark": "\ufeffAna",
    "a line break": "A\nna",
    "a line separator": "A\u2028na",
    "a private character": "\ue000",
    **{
        f"direction {ord(sign):x}": f"A{sign}na"
        for sign in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    },
}


def is_accepted(name: str) -> bool:
    try:
        return Name().deserialize(name) == name
    except ValidationError:
        return False


@pytest.mark.parametrize("name", SEEN.values(), ids=SEEN)
def test_a_name_that_can_be_seen_is_taken_as_it_is(name: str) -> None:
    assert is_accepted(name)


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_a_name_with_what_cannot_be_seen_is_rejected(name: str) -> None:
    assert not is_accepted(name)


def test_the_same_holds_at_the_table_and_on_cards(client: InProcess) -> None:
    table: Table = client.open(taken=1, free=2)
    assert_ok(table.join(SEEN["a family"]), 201)
    assert table.view()["seats"][1]["name"] == SEEN["a family"]
    for name in (UNSEEN["a Hangul filler"], UNSEEN["a zero width space"]):
        assert "name" in assert_problem(table.join(name), 422, "validation_error")["errors"]
    body = {"engine": "tapecho", "seats": [{}] * 4, "options": {"deck": [{"kind": "context", "name": "\u3164"}]}}
    assert "deck" in str(assert_problem(client.post("/v1/games", body), 422, "validation_error")["errors"])


SPACES_AND_SIGNS = st.characters(categories=["Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp"]) | st.sampled_from(
    "\u3164\u115f\u1160\uffa0\u2800\u034f"
)


@settings(max_examples=300)
@given(name=st.text(SPACES_AND_SIGNS, min_size=1, max_size=60))
def test_no_name_is_made_of_what_shows_nothing_by_itself(name: str) -> None:
    assert not is_accepted(name)


@settings(max_examples=300)
@given(name=st.text(min_size=1, max_size=60))
def test_a_name_that_is_taken_has_no_control_character_and_begins_with_something_to_see(name: str) -> None:
    if is_accepted(name):
        assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for sign in name)
        assert unicodedata.category(name[0])[0] in "LNPS"
        assert set(name) & set("\u202e\u2066\u200b\u3164") == set()


@settings(max_examples=200)
@given(
    name=st.text(
        st.characters(categories=["L", "N", "P", "S"], exclude_characters="\u3164\u115f\u1160\uffa0\u2800\U0001d159"),
        min_size=1,
        max_size=60,
    )
)
def test_letters_numbers_and_symbols_are_always_taken(name: str) -> None:
    assert is_accepted(name)
