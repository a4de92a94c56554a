import os
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dialogue_etl.engines import local


def square(number: int) -> int:
    return number * number


def process(_: int) -> int:
    return os.getpid()


def die_once(job: tuple[int, Path]) -> int:
    """The third job kills its worker the first time it is run."""
    number, mark = job
    if number == 2 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def always_die(_: int) -> int:
    os._exit(1)


def fail(number: int) -> int:
    raise ValueError(number)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers):
    assert list(local.run(square, range(20), workers)) == [number**2 for number in range(20)]


def test_one_worker_is_this_process():
    assert set(local.run(process, range(3), 1)) == {os.getpid()}


def test_a_single_job_needs_no_pool():
    assert list(local.run(process, [1], 8)) == [os.getpid()]


def test_no_jobs_have_no_results():
    assert list(local.run(square, [], 4)) == []


def test_more_workers_are_other_processes():
    assert os.getpid() not in set(local.run(process, range(4), 2))


def test_a_job_whose_worker_died_is_run_again(tmp_path):
    jobs = [(number, tmp_path / "mark") for number in range(5)]
    assert list(local.run(die_once, jobs, 2)) == list(range(5))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_job_is_raised(workers):
    with pytest.raises(ValueError, match="0"):
        list(local.run(fail, range(3), workers))


@pytest.mark.slow
def test_workers_that_keep_dying_are_an_error():
    with pytest.raises(BrokenProcessPool):
        list(local.run(always_die, range(3), 2))
