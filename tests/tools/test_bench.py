"""The benchmarks run for every game, so that they do when they are needed."""

import re

import pytest

from bench import actions, bots, engines, items, plain, random_play
from bench.__main__ import USUAL, benchmarks, main, parse_arguments
from engines.registry import ENGINES
from tests.support.valkey import ValkeyServer


@pytest.mark.parametrize("slug", sorted(ENGINES))
def test_every_engine_can_be_measured(slug):
    cost = engines.Cost(ENGINES[slug]).measure(games=1, seconds=0.5)
    assert len(cost.row()) == len(engines.HEAD)
    for timed in (cost.act, cost.view, cost.legal, cost.store, cost.yardstick, cost.state_bytes, cost.view_bytes):
        assert timed.count == cost.act.count > 0
        assert timed.mean > 0


def test_the_yardstick_is_4_kb():
    assert 4000 <= len(engines.msgspec.json.encode(engines.YARDSTICK)) <= 4200


def test_the_usual_benchmarks_exist():
    assert set(USUAL) | {"peers"} <= set(benchmarks())


def test_the_costs_of_requests_are_printed_with_their_ratios(capsys):
    main(["actions", "--rounds", "1", "--requests", "64"])
    printed = capsys.readouterr().out
    rows = [line.strip("| ").split("|") for line in printed.splitlines() if line.startswith("|")]
    names = [row[0].strip() for row in rows]
    for what, above, below, goal in actions.RATIOS:
        _, measured, named, costs = (cell.strip() for cell in rows[names.index(what)])
        assert named == goal
        if below == actions.PEER:
            assert (measured, costs) == ("", "`make bench-peers` measures this")
        else:
            assert 0 < float(measured) < 100
            assert {above, below} <= set(names)
    (lines,) = re.findall(r"^([\d,]+) lines were in the log", printed, re.M)
    assert int(lines.replace(",", "")) >= 5 * 2 * 64, "each request of both rounds, of five kinds"


def test_the_share_of_each_package_is_printed(capsys):
    main(["items", "0.01"])
    rows = [line.strip("| ").split("|") for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [row[0].strip() for row in rows[2:]] == [*items.PACKAGES, "the benchmark"]
    for shares in zip(*(row[1:] for row in rows[2:]), strict=True):
        assert 90 <= sum(int(share.strip().rstrip("%")) for share in shares) <= 110, "they are rounded"


def test_the_costs_of_long_games_and_of_many_are_printed(capsys):
    main(["growth", "--rounds", "1", "--late", "10", "--many", "20"])
    printed = capsys.readouterr().out
    for what in ("move 10 / move 5", "20 games / 10 games"):
        (ratios,) = re.findall(rf"^\| an action: {what} +\| ([\d.]+) +\| ([\d.]+) ", printed, re.M)
        assert all(0 < float(ratio) < 100 for ratio in ratios)


def test_the_plain_apps_send_and_store_as_many_bytes_as_requested(monkeypatch):
    assert len(plain.constant().test_client().get("/200/1272").data) == 1272
    with ValkeyServer() as store:
        monkeypatch.setenv("REDIS_URL", store.url)
        client = plain.stored().test_client()
        for moves in ("1", "2"):
            assert len(client.post("/games/one/1272", json={"type": "dive"}).data) == 1272
            assert store.ask("HGET", "one", "version") == moves
            assert store.ask("HSTRLEN", "one", "state") == plain.STATE_BYTES


def test_words_after_a_benchmark_are_its_arguments():
    assert parse_arguments(["engines", "zoky", "tchang", "engines"], ["engines"]) == [
        ("engines", ["zoky", "tchang"]),
        ("engines", []),
    ]
    assert parse_arguments([], ["engines"]) == [(name, []) for name in USUAL]


def test_an_unknown_benchmark_or_engine_is_an_error():
    with pytest.raises(SystemExit, match=r"no benchmark 'nonsense', only: .*engines"):
        main(["nonsense"])
    with pytest.raises(SystemExit, match=r"no engine chess, only: .*tokyo_poo_divers"):
        main(["engines", "chess"])


def test_a_benchmark_prints_a_table(capsys, monkeypatch):
    whole = engines.Cost.measure
    monkeypatch.setattr(engines.Cost, "measure", lambda cost: whole(cost, games=1))
    main(["engines", "tokyo_poo_divers"])
    heading, _, head, rule, row, *_ = capsys.readouterr().out.splitlines()
    assert heading.startswith("## engines: ")
    assert len(head) == len(rule) == len(row)


def test_the_speed_of_random_play_is_printed_for_every_game(capsys, monkeypatch):
    monkeypatch.setattr(random_play, "peers", dict)
    random_play.main([], seconds=0.001)
    printed = capsys.readouterr().out
    for slug in ENGINES:
        assert re.search(rf"^\| {slug} +\| +\d+ \| +[1-9][\d,]* ", printed, re.M)
    assert "OpenSpiel is not installed" in printed
    with pytest.raises(SystemExit, match="no engine chess"):
        random_play.main(["chess"])


@pytest.mark.parametrize("seats", [2, 4])
def test_both_levels_of_a_pairing_have_every_seat_equally_often(seats):
    seatings = bots.halves("search", "greedy", seats)
    for seat in range(seats):
        assert sum(levels[seat] == "search" for levels in seatings) * 2 == len(seatings)


def test_to_beat_is_to_finish_ahead_pair_by_pair_a_tie_as_a_half():
    levels = ["search", "greedy", "search", "greedy"]
    assert bots.share([9, 5, 5, 1], levels, "search") == (1 + 1 + 0.5 + 1) / 4
    assert bots.share([1, 5, 2, 9], levels, "search") == 0


def test_where_the_deal_decides_the_same_seat_is_ahead_whoever_has_it():
    one, other = ["search", "greedy"], ["greedy", "search"]
    assert bots.dealt([([9, 5], one, 0), ([7, 5], other, 0)], "search") == 1
    assert bots.dealt([([9, 5], one, 0), ([5, 7], other, 0), ([1, 0], other, 1)], "search") == 0


def test_the_strength_of_bots_is_printed(capsys):
    main(["bots", "--game", "dragon_fights", "--game", "tchang", "--games", "2", "--iterations", "2"])
    printed = capsys.readouterr().out
    assert printed.count("| dragon_fights | ") == 3
    assert all(printed.count(f"| {level} ") == 3 for level in ("easy", "normal", "hard"))


def test_what_others_notice_of_a_flood_is_printed(capsys):
    main(["flood", "--connections", "4", "--others", "2", "--seconds", "0.5"])
    printed = capsys.readouterr().out
    for what in ("view", "action"):
        for when in ("before", "during the flood"):
            assert re.search(rf"^\| {what}, {when} +\| [\d.]+ ms +\| [\d.]+ ms +\| [\d.]+ ms +\| [1-9]", printed, re.M)
