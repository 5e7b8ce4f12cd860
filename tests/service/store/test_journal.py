"""The journal's digests: whatever is done to a line, or to the list of lines, is found."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.store.journal import JournalDamaged, digest_of, encode_journal, verify_journal
from service.store.stored import JournalEntry

GAME = "g" * 22
some = settings(max_examples=30)

entries = st.builds(
    JournalEntry,
    st.text("abc", min_size=12, max_size=12),
    st.sampled_from(["create", "join", "start", "act"]),
    st.integers(0, 2**41),
    st.none() | st.integers(0, 9),
    st.none() | st.fixed_dictionaries({"type": st.text(max_size=9)}),
    st.booleans(),
)
journals = st.lists(entries, min_size=2, max_size=9)


def stored(journal: list[JournalEntry], game_id: str = GAME) -> list[bytes]:
    """The lines, written in one commit for each entry."""
    lines: list[bytes] = []
    for entry in journal:
        lines += encode_journal(game_id, digest_of(lines[-1]) if lines else b"", [entry])
    return lines


@some
@given(journals)
def test_a_journal_is_read_as_it_was_written(journal: list[JournalEntry]) -> None:
    lines = stored(journal)
    assert lines == encode_journal(GAME, b"", journal), "one commit or several: the lines are the same"
    read = verify_journal(GAME, len(lines), digest_of(lines[-1]), lines)
    assert [msgspec.structs.replace(entry, digest=b"") for entry in read] == journal


@some
@given(journals, st.data())
def test_every_altered_line_is_found(journal: list[JournalEntry], data: st.DataObject) -> None:
    lines = stored(journal)
    last = digest_of(lines[-1])
    which = data.draw(st.integers(0, len(lines) - 1))
    line = bytearray(lines[which])
    line[data.draw(st.integers(0, len(line) - 1))] ^= data.draw(st.integers(1, 255))
    lines[which] = bytes(line)
    with pytest.raises(JournalDamaged, match=f"entry {which + 1} of {len(lines)} of the journal was altered"):
        verify_journal(GAME, len(lines), last, lines)


@some
@given(journals, st.data())
def test_every_missing_moved_repeated_or_foreign_line_is_found(
    journal: list[JournalEntry], data: st.DataObject
) -> None:
    lines = stored(journal)
    version, last = len(lines), digest_of(lines[-1])
    which = data.draw(st.integers(0, version - 1))
    foreign = stored(journal, "h" * 22)
    for wrong in (
        lines[:which],
        lines[:which] + lines[which + 1 :],
        lines[: which + 1] + lines[which:],
        lines[::-1],
        lines[:which] + foreign[which:],
        foreign,
        [],
    ):
        with pytest.raises(JournalDamaged):
            verify_journal(GAME, version, last, wrong)


@some
@given(journals, entries)
def test_an_end_that_was_written_anew_is_found(journal: list[JournalEntry], other: JournalEntry) -> None:
    """Each line of it is sound in itself, but the game knows the last one."""
    lines = stored(journal)
    forged = stored([*journal[:-1], msgspec.structs.replace(other, at=journal[-1].at + 1)])
    with pytest.raises(JournalDamaged, match="is not the one that was written"):
        verify_journal(GAME, len(lines), digest_of(lines[-1]), forged)


@some
@given(journals, journals, journals)
def test_lines_of_an_older_release_are_read_without_a_digest(
    first: list[JournalEntry], second: list[JournalEntry], third: list[JournalEntry]
) -> None:
    """It also drops the digest that the game stores, so the next line is written as if it were the first."""
    older = [msgspec.msgpack.encode(msgspec.structs.astuple(entry)[:-1]) for entry in second]
    lines = stored(first) + older + stored(third)
    assert len(verify_journal(GAME, len(lines), digest_of(lines[-1]), lines)) == len(lines)
    lines = stored(first) + older
    assert len(verify_journal(GAME, len(lines), b"", lines)) == len(lines)
    with pytest.raises(JournalDamaged):
        verify_journal(GAME, len(lines), digest_of(stored(first)[-1]), lines)
