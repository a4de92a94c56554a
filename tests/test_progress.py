"""How far long work is: what a log says of it, and that the results pass as they are."""

import logging
import re

import pytest

from dialogue_etl import progress as module
from dialogue_etl.progress import progress

MEGABYTE = 1_000_000


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


def test_the_results_pass_in_their_order_one_at_a_time(said):
    asked = []
    results = progress("reading", (asked.append(n) or n for n in "cab"), 3)
    assert (next(results), asked) == ("c", ["c"])
    assert list(results) == ["a", "b"]
    assert said() == ["reading: 3 of 3 shards"]


def test_a_log_has_a_line_every_few_seconds_with_what_is_left(clock, said):
    list(progress("reading", taking(clock, 2, range(10)), 10))
    assert said() == [
        "reading: 3 of 10 shards, 0:00:14 left",
        "reading: 6 of 10 shards, 0:00:08 left",
        "reading: 9 of 10 shards, 0:00:02 left",
        "reading: 10 of 10 shards",
    ]


def test_the_rate_counts_bytes_where_results_have_a_size(clock, said):
    results = taking(clock, 10, [3 * MEGABYTE, 1 * MEGABYTE])
    list(progress("fetch en", results, 2, unit="books", size=int))
    assert said() == [
        "fetch en: 1 of 2 books, 3.0 MB, 0.3 MB/s, 0:00:10 left",
        "fetch en: 2 of 2 books, 4.0 MB, 0.2 MB/s",
    ]
    list(progress("fetch en", [MEGABYTE], 1, unit="books", size=int))  # in no time
    assert re.fullmatch(r"fetch en: 1 of 1 books, 1\.0 MB, [\d.]+ MB/s", said()[-1])
