"""The benchmarks run for every game, so that they do when they are needed."""

import pytest

from bench import engines
from bench.__main__ import USUAL, benchmarks, main, wanted
from engines.registry import ENGINES


def test_every_engine_can_be_measured(slug):
    cost = engines.Cost(ENGINES[slug]).measure(games=1, seconds=0.5)
    assert len(cost.row()) == len(engines.HEAD)
    for timed in (cost.act, cost.view, cost.legal, cost.store, cost.yardstick, cost.state_bytes, cost.view_bytes):
        assert timed.count == cost.act.count > 0
        assert timed.mean > 0


def test_the_yardstick_is_4_kb():
    assert 4000 <= len(engines.msgspec.json.encode(engines.YARDSTICK)) <= 4200


def test_the_usual_benchmarks_exist():
    assert set(USUAL) <= set(benchmarks())


def test_words_after_a_benchmark_are_its_arguments():
    assert wanted(["engines", "zoky", "tchang", "engines"], ["engines"]) == [
        ("engines", ["zoky", "tchang"]),
        ("engines", []),
    ]
    assert wanted([], ["engines"]) == [(name, []) for name in USUAL]


def test_an_unknown_benchmark_or_engine_is_told():
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
