"""The results of long work pass as they are."""

import pytest

from dialogue_etl.core.progress import progress


def test_the_results_pass_in_their_order():
    assert list(progress("reading", iter("cab"), 3)) == ["c", "a", "b"]


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
