import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise
from threading import Thread

import pytest

from dialogue_etl.web.failures import StoppedError, UnavailableError
from dialogue_etl.web.gate import Gate
from tests.conftest import ends_soon
from tests.web import faults
from tests.web.clients import WANTED, client

SLACK = 0.05  # seconds by which a busy machine may delay the sending of a request

SERVER = "a.org:80"
FILES = {f"{number}.txt": b"Text %d." % number for number in range(8)}


def pass_through(folder, delay, times, passed):
    gate = Gate(folder)
    for _ in range(times):
        gate.wait(SERVER, delay)
        passed.put(time.time())


def test_turns_are_apart_over_threads_and_processes(tmp_path):
    context = multiprocessing.get_context("spawn")
    passed = context.Queue()
    arguments = (tmp_path, 0.1, 4, passed)
    others = [context.Process(target=pass_through, args=arguments) for _ in range(2)]
    others += [Thread(target=pass_through, args=arguments) for _ in range(2)]
    for other in others:
        other.start()
    times = sorted(passed.get(timeout=30) for _ in range(16))
    for other in others:
        other.join()
    gaps = [after - before for before, after in pairwise(times)]
    assert min(gaps) > 0.1 - SLACK
    assert times[-1] - times[0] > 15 * 0.1 - SLACK


@ends_soon
def test_servers_do_not_wait_for_each_other(tmp_path):
    gate = Gate(tmp_path)
    gate.wait(SERVER, 600)
    gate.wait("b.org:80", 600)
    gate.wait("a.org:8080", 600)


def test_a_closed_gate_holds_up_also_who_waits_already(tmp_path):
    gate = Gate(tmp_path)
    gate.wait(SERVER, 0.1)
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(lambda: (gate.wait(SERVER, 0), time.monotonic())[1])
        began = time.monotonic()
        gate.close(SERVER, 0.4)
        gate.close(SERVER, 0.2)  # does not open it
        assert waiting.result() - began > 0.4 - SLACK


@pytest.mark.parametrize("written", ["", "soon", "nan", "inf", "-inf", "1e300", "\0" * 40])
@ends_soon
def test_a_gate_that_was_damaged_or_a_clock_set_back_locks_nobody_out(tmp_path, written):
    gate = Gate(tmp_path)
    gate.wait(SERVER, 0)
    (file,) = (tmp_path / "gates").iterdir()
    file.write_text(written, "ascii")
    gate.wait(SERVER, 0)


@ends_soon
def test_stop_wakes_whoever_waits_and_lets_nobody_in(tmp_path):
    gate = Gate(tmp_path)
    gate.wait(SERVER, 600)
    with ThreadPoolExecutor() as threads:
        waiting = [threads.submit(gate.wait, SERVER, 0), threads.submit(gate.rest, 600)]
        time.sleep(0.05)
        gate.stop()
        for waiter in waiting:
            assert isinstance(waiter.exception(timeout=5), StoppedError)
    with pytest.raises(StoppedError):
        gate.wait("b.org:80", 0)


def ask_for_all(asking, mirror, paths=tuple(FILES), threads=4):
    """All files at once; those that were had."""

    def ask(path):
        with suppress(UnavailableError):
            return asking.fetch(f"{mirror.url}/{path}", WANTED).read_bytes()

    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(paths, pool.map(ask, paths), strict=True))


def test_requests_of_several_clients_and_threads_are_apart(serve, tmp_path):
    mirror = serve(FILES)
    clients = [client(tmp_path, mirror, delay=0.1) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        halves = [tuple(FILES)[:4], tuple(FILES)[4:]]
        came = list(
            pool.map(lambda one: ask_for_all(one[0], mirror, one[1], 3), zip(clients, halves, strict=True))
        )
    assert {**came[0], **came[1]} == FILES
    assert mirror.count == len(FILES) + 1
    assert mirror.smallest_gap > 0.1 - SLACK


def test_no_more_connections_than_threads(serve, tmp_path):
    mirror = serve(FILES, always={path: faults.slow(100) for path in FILES})
    assert ask_for_all(client(tmp_path, mirror), mirror, threads=2) == FILES
    assert mirror.most_in_flight == 2
    assert mirror.connections <= 3


@pytest.mark.parametrize(("status", "after"), [(429, 1), (503, 1), (503, timedelta(seconds=1))])
def test_a_server_that_asks_to_be_left_alone_is_left_alone_by_all(serve, tmp_path, status, after):
    mirror = serve({**FILES, "robots.txt": b""})
    asking = client(tmp_path, mirror, delay=0.1)
    asking.fetch(f"{mirror.url}/0.txt", WANTED)
    mirror.faults["1.txt"] = [faults.status(status, after)]
    assert ask_for_all(asking, mirror) == FILES
    assert mirror.count == 1 + len(FILES) + 1
    stopped = next(request.time for request in mirror.requests if request.fault)
    later = [request.time - stopped for request in mirror.requests if request.time > stopped]
    assert later
    # A date has no parts of a second; and one request may be on its way already.
    assert min(later) > (0.9 if after == 1 else 0.4) - SLACK


@ends_soon
def test_a_server_that_asks_for_too_long_is_given_up_at_once(serve, tmp_path):
    mirror = serve(FILES, always={"1.txt": faults.status(429, timedelta(hours=2))})
    with pytest.raises(UnavailableError, match=r"answers 429 and wants to be left alone for 7,\d\d\d s"):
        client(tmp_path, mirror).fetch(f"{mirror.url}/1.txt", WANTED)
    assert len(mirror.requests_for("1.txt")) == 1


def test_a_burst_of_trouble_is_outlived(serve, tmp_path):
    mirror = serve(FILES)
    mirror.burst(5, 503)
    assert ask_for_all(client(tmp_path, mirror, attempts=8), mirror, threads=2) == FILES
    assert mirror.count == len(FILES) + 1 + 5


def test_a_server_that_gave_no_answer_for_several_files_is_asked_no_more(serve, tmp_path):
    mirror = serve({**FILES, "robots.txt": b""})
    asking = client(tmp_path, mirror, attempts=2)
    asking.fetch(f"{mirror.url}/0.txt", WANTED)
    for path in FILES:
        mirror.always[path] = faults.cut(None)
    assert ask_for_all(asking, mirror, [f"{n}.txt" for n in range(1, 5)], threads=1) == dict.fromkeys(
        [f"{n}.txt" for n in range(1, 5)]
    )
    assert asking.down() == []
    ask_for_all(asking, mirror, ["5.txt", "6.txt", "7.txt"], threads=1)
    assert asking.down() == [f"127.0.0.1:{mirror.port}"]
    assert mirror.count == 2 + 2 * 5


def test_one_answer_of_whatever_kind_and_a_server_is_not_down(serve, tmp_path):
    mirror = serve(FILES)
    asking = client(tmp_path, mirror, attempts=1)
    for turn in range(3):
        for number in range(3):
            mirror.always[f"{number}.txt"] = faults.cut(None)
        ask_for_all(asking, mirror, ["0.txt", "1.txt", "2.txt"], threads=1)
        mirror.always["3.txt"] = faults.status(500 + turn)
        ask_for_all(asking, mirror, ["3.txt"])
    assert asking.down() == []
    assert mirror.count == 1 + 12


def test_stop_ends_what_waits_for_a_turn(serve, tmp_path):
    mirror = serve(FILES)
    asking = client(tmp_path, mirror, delay=600)
    with ThreadPoolExecutor() as threads:
        waiting = [threads.submit(asking.fetch, f"{mirror.url}/{path}", WANTED) for path in FILES]
        assert mirror.wait_for_requests(1)
        time.sleep(0.1)
        asking.stop()
        assert {type(waiter.exception(timeout=5)) for waiter in waiting} == {StoppedError}
    assert mirror.count == 1
