import json
import multiprocessing
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import MissingError, NoAnswerError
from dialogue_etl.web.kept import Downloads, Record, Validators, digest
from tests.web import faults
from tests.web.clients import FILE, TEXT, WANTED, client, fetched, manners
from tests.web.http_answer import Habits

OTHER = TEXT[::-1]
URL = "http://a.org/x"


def statuses(mirror, path=FILE):
    return [request.status for request in mirror.requests_for(path)]


def test_what_is_fresh_is_not_asked_for(serve, tmp_path):
    mirror = serve()
    asking = client(tmp_path, mirror)
    assert fetched(asking, mirror) == fetched(asking, mirror) == TEXT
    with pytest.raises(MissingError, match="answers 404"):
        fetched(asking, mirror, "none.txt")
    count = mirror.count
    mirror.files = {"none.txt": b"It is here now."}
    for again in (asking, client(tmp_path, mirror)):
        assert fetched(again, mirror) == TEXT
        with pytest.raises(MissingError, match="answers 404"):
            fetched(again, mirror, "none.txt")
    assert mirror.count == count == 3


def test_the_store_serves_a_mirror_that_is_gone(serve, tmp_path):
    mirror = serve()
    fetched(client(tmp_path, mirror), mirror)
    mirror.__exit__(None)
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    mirror.__enter__()


@pytest.mark.parametrize("habits", [Habits(), Habits(compress=True), Habits(etags="weak"), Habits(etags="")])
def test_what_is_older_is_asked_for_in_case_it_has_changed(serve, tmp_path, habits):
    mirror = serve(habits=habits)
    asking = client(tmp_path, mirror, fresh=0)
    before = time.time()
    assert fetched(asking, mirror) == fetched(asking, mirror) == TEXT
    assert statuses(mirror) == [200, 304]
    assert sum(request.sent for request in mirror.requests_for(FILE)) <= len(TEXT)
    if habits.etags:
        mirror.files[FILE] = OTHER
        assert fetched(asking, mirror) == OTHER
        assert statuses(mirror) == [200, 304, 200]
    assert asking.downloads.find(f"{mirror.url}/{FILE}").checked >= before


def test_a_renewal_counts_from_now(serve, tmp_path):
    mirror = serve()
    asking = client(tmp_path, mirror)
    fetched(asking, mirror)
    record = asking.downloads.find(f"{mirror.url}/{FILE}")
    asking.downloads.note(Record(record.url, 200, 0, record.sha256, record.validators))
    for _ in range(2):
        fetched(asking, mirror)
    assert statuses(mirror) == [200, 304]


def test_a_clock_that_was_set_back_does_not_keep_a_file_for_ever(serve, tmp_path):
    mirror = serve()
    asking = client(tmp_path, mirror)
    fetched(asking, mirror)
    record = asking.downloads.find(f"{mirror.url}/{FILE}")
    asking.downloads.note(Record(record.url, 200, time.time() + 1e6, record.sha256, record.validators))
    fetched(asking, mirror)
    assert statuses(mirror) == [200, 304]


def test_what_was_missing_comes_and_what_was_there_goes(serve, tmp_path):
    mirror = serve({})
    asking = client(tmp_path, mirror, fresh=0)
    for _ in range(2):
        with pytest.raises(MissingError):
            fetched(asking, mirror)
        mirror.files[FILE] = TEXT
        assert fetched(asking, mirror) == TEXT
        mirror.files.clear()


@pytest.mark.parametrize(
    "fault", [faults.cut(None), faults.status(500), faults.status(403), faults.web_page()]
)
def test_an_older_version_is_better_than_none(serve, tmp_path, fault):
    mirror = serve()
    asking = client(tmp_path, mirror, fresh=0, attempts=2)
    fetched(asking, mirror)
    mirror.always[FILE] = fault
    mirror.files[FILE] = OTHER
    assert fetched(asking, mirror) == TEXT
    mirror.always.clear()
    assert fetched(asking, mirror) == OTHER


@pytest.mark.parametrize(
    "damage", [lambda file: file.write_bytes(b"x"), Path.unlink, lambda file: os.truncate(file, 9)]
)
def test_a_file_that_was_damaged_is_fetched_again(serve, tmp_path, damage):
    mirror = serve()
    asking = client(tmp_path, mirror)
    damage(asking.fetch(f"{mirror.url}/{FILE}", WANTED))
    assert fetched(asking, mirror) == TEXT
    assert statuses(mirror) == [200, 200]


GARBAGE = [
    b"", b"{", b"[]", b"null", b"5", b"\xff\xfe", b"[" * 100_000, b'{"url": "x"}',
    *(json.dumps({"url": "x", "status": 200, "checked": 9, "sha256": "", "validators": {}, **change}).encode()
      for change in (
          {"sha256": "../../secret"}, {"sha256": None}, {"sha256": 5}, {"checked": "x"}, {"checked": None},
          {"status": "x"}, {"validators": 5}, {"validators": {"etag": 5}}, {"validators": None}, {"url": []},
      )),
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_a_record_that_is_garbage_is_none(serve, tmp_path, garbage):
    mirror = serve()
    asking = client(tmp_path, mirror)
    fetched(asking, mirror)
    for record in (tmp_path / "downloads/records").rglob("*.json"):
        record.write_bytes(garbage)
    assert fetched(asking, mirror) == TEXT


@pytest.mark.parametrize("garbage", GARBAGE[:8], ids=range(8))
def test_validators_that_are_garbage_are_none(serve, tmp_path, garbage):
    mirror = serve(faults={FILE: [faults.cut(1000)]})
    with pytest.raises(Exception, match="broke off"):
        fetched(client(tmp_path, mirror, attempts=1), mirror)
    (beside,) = (tmp_path / "downloads/partial").glob("*.json")
    beside.write_bytes(garbage)
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert statuses(mirror) == [200, 200]


@given(st.text(max_size=9), st.text(max_size=9), st.floats(0, 1e10), st.sampled_from([404, 410]))
def test_a_record_is_read_as_it_was_written(tmp_path_factory, etag, modified, checked, status):
    downloads = Downloads(tmp_path_factory.mktemp("store"))
    record = Record(URL, status, checked, "", Validators(etag, modified))
    assert downloads.note(record) == downloads.find(URL) == record
    assert downloads.find(f"{URL}2") is None


@pytest.mark.parametrize(
    ("etag", "modified", "strong"),
    [('"a"', "", '"a"'), ('"a"', "Mon", '"a"'), ('W/"a"', "Mon", ""), ("", "Mon", "Mon"), ("", "", "")],
)
def test_only_a_strong_validator_stands_for_every_byte(etag, modified, strong):
    assert Validators(etag, modified).strong == strong


def test_the_same_content_from_two_addresses_is_kept_once(serve, tmp_path):
    mirror = serve({FILE: TEXT, "2.txt": TEXT})
    asking = client(tmp_path, mirror)
    assert fetched(asking, mirror) == fetched(asking, mirror, "2.txt")
    assert [p.name for p in (tmp_path / "downloads/files").rglob("*") if p.is_file()] == [digest(
        asking.fetch(f"{mirror.url}/{FILE}", WANTED)
    )]  # fmt: skip


def test_sweeping_removes_what_nobody_can_be_at(tmp_path):
    downloads = Downloads(tmp_path)
    downloads.note(Record(URL, 404, 0))
    (record,) = tmp_path.rglob("*.json")
    old, new = record.with_name(".1.json.7.partial"), record.with_name(".2.json.7.partial")
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    os.utime(record, (0, 0))
    downloads.sweep()
    assert sorted(record.parent.iterdir()) == sorted([new, record])


def test_one_address_is_fetched_by_one_thread(serve, tmp_path):
    mirror = serve(always={FILE: faults.slow(1_000_000)})
    clients = [client(tmp_path, mirror), client(tmp_path, mirror)]
    with ThreadPoolExecutor() as threads:
        assert set(threads.map(lambda number: fetched(clients[number % 2], mirror), range(6))) == {TEXT}
    assert len(mirror.requests_for(FILE)) == 1


def fetch_alone(store, its_manners, url):
    Client(store, its_manners).fetch(url, WANTED)


def started(store, mirror, **changes):
    arguments = (store, manners(mirror, **changes), f"{mirror.url}/{FILE}")
    process = multiprocessing.get_context("spawn").Process(target=fetch_alone, args=arguments)
    process.start()
    return process


def test_one_address_is_fetched_by_one_process(serve, tmp_path):
    mirror = serve(always={FILE: faults.slow(300_000)})
    processes = [started(tmp_path, mirror) for _ in range(2)]
    for process in processes:
        process.join(30)
    assert [process.exitcode for process in processes] == [0, 0]
    assert mirror.count == 2
    assert fetched(client(tmp_path, mirror), mirror) == TEXT


@pytest.mark.parametrize("seed", range(2))
def test_a_killed_process_leaves_no_half_file_and_the_next_goes_on(serve, tmp_path, seed):
    mirror = serve(faults={FILE: [faults.slow(200_000)] * 3})
    chance = random.Random(seed)
    for kill in range(1, 4):
        process = started(tmp_path, mirror)
        while len(mirror.requests_for(FILE)) < kill:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.25))
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        for file in (tmp_path / "downloads/files").rglob("*"):
            assert file.is_dir() or digest(file) == file.name
    begun = Downloads(tmp_path).partial(f"{mirror.url}/{FILE}").size()
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert mirror.requests_for(FILE)[-1].sent == len(TEXT) - begun
    assert not [path for path in (tmp_path / "downloads/partial").iterdir() if path.suffix != ".partial"]


def test_a_silent_server_and_nothing_kept_is_no_file(serve, tmp_path):
    mirror = serve(always={FILE: faults.reset(None)})
    with pytest.raises(NoAnswerError):
        fetched(client(tmp_path, mirror, attempts=1), mirror)
