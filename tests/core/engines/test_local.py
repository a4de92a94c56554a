import multiprocessing
import os
import time
from pathlib import Path

import pytest

from dialogue_etl.core.engines import local
from dialogue_etl.core.engines.local import WorkersDiedError
from dialogue_etl.errors import DialogueEtlError
from tests.conftest import ends_soon


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


def die_each_time(job: tuple[int, Path]) -> int:
    """Each job kills its worker the first time it is run, but the first two are told apart by time."""
    number, folder = job
    mark = folder / str(number)
    if not mark.exists():
        time.sleep(0.3 * (number + 1))
        mark.touch()
        os._exit(1)
    return number


def always_die(_: int) -> int:
    os._exit(1)


def begin(job: tuple[int, Path]) -> int:
    number, folder = job
    (folder / str(number)).touch()
    return number


def fail_or_sleep(number: int) -> None:
    if number:
        time.sleep(600)
    raise ValueError(number)


def fail(number: int) -> int:
    raise ValueError(number)


@pytest.mark.parametrize(
    ("jobs", "workers", "here"), [(20, 1, True), (20, 2, False), (1, 8, True), (0, 4, True)]
)
def test_results_come_in_the_order_of_the_jobs_and_one_worker_or_job_needs_no_pool(jobs, workers, here):
    assert list(local.run(square, range(jobs), workers)) == [number**2 for number in range(jobs)]
    assert set(local.run(process, range(jobs), workers)) <= {os.getpid()} or not here


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
def test_any_number_of_workers_may_die_as_long_as_work_gets_done(tmp_path):
    jobs = [(number, tmp_path) for number in range(4)]  # more than pools may break in a row
    assert list(local.run(die_each_time, jobs, 2)) == list(range(4))


def test_workers_that_keep_dying_are_an_error_people_can_do_something_about():
    with pytest.raises(WorkersDiedError, match="DIALOGUE_ETL_WORKERS=1") as caught:
        list(local.run(always_die, range(3), 2))
    assert isinstance(caught.value, DialogueEtlError)


@ends_soon
def test_an_error_does_not_wait_for_the_other_jobs():
    with pytest.raises(ValueError, match="0"):
        list(local.run(fail_or_sleep, range(3), 2))
    assert not multiprocessing.active_children()


def test_a_consumer_that_stops_ends_the_workers():
    results = local.run(square, range(50), 2)
    assert next(results) == 0
    results.close()
    assert not multiprocessing.active_children()


def test_only_so_many_jobs_are_begun_before_their_turn(tmp_path):
    results = local.run(begin, [(number, tmp_path) for number in range(100)], 2)
    assert next(results) == 0
    time.sleep(0.5)
    assert len(list(tmp_path.iterdir())) <= 2 * local._AHEAD
    assert list(results) == list(range(1, 100))
