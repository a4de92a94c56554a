"""How far long work is: what a log says of it, and that the results pass as they are."""

import logging

import pytest

from dialogue_etl.core import progress as module
from dialogue_etl.core.progress import progress


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes when it is told to."""

    class Clock:
        now = 100.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def said(caplog):
    """What the log says."""
    caplog.set_level(logging.INFO, "dialogue_etl")
    return lambda: [record.getMessage() for record in caplog.records]


def taking(clock, seconds, results):
    """Results of work of which each takes so long."""
    for result in results:
        clock.now += seconds
        yield result


def test_the_results_pass_in_their_order(said):
    assert list(progress("reading", iter("cab"), 3)) == ["c", "a", "b"]
    assert said() == ["reading: 3 of 3 shards"]


def test_nothing_to_do_is_no_line(said):
    assert list(progress("reading", [], 0)) == []
    assert said() == []


def test_a_log_has_a_line_every_few_seconds_with_what_is_left(clock, said):
    list(progress("reading", taking(clock, 2, range(10)), 10))
    assert said() == [
        "reading: 3 of 10 shards, 0:00:14 left",
        "reading: 6 of 10 shards, 0:00:08 left",
        "reading: 9 of 10 shards, 0:00:02 left",
        "reading: 10 of 10 shards",
    ]


def test_quick_work_has_one_line(clock, said):
    list(progress("reading", taking(clock, 0.001, range(1_000)), 1_000))
    assert said() == ["reading: 1,000 of 1,000 shards"]


def test_work_that_fails_fails_here():
    def failing():
        yield 1
        raise RuntimeError("broken")

    results = progress("reading", failing(), 2)
    assert next(results) == 1
    with pytest.raises(RuntimeError, match="broken"):
        next(results)


def test_results_are_asked_for_one_at_a_time():
    asked = []
    results = progress("reading", (asked.append(n) or n for n in range(3)), 3)
    assert (next(results), asked) == (0, [0])
    assert (next(results), asked) == (1, [0, 1])
    results.close()
    assert asked == [0, 1]
