import gzip
import resource
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.web import body
from dialogue_etl.web.failures import TryAgainError, UnavailableError
from tests.web import faults
from tests.web.clients import FILE, TEXT, client, fetched
from tests.web.test_asking import answered


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4))
def test_unpacking_gives_all_members_back(tmp_path_factory, parts):
    folder = tmp_path_factory.mktemp("gzip")
    (folder / "packed").write_bytes(b"".join(map(gzip.compress, parts)))
    body.unpack(folder / "packed", folder / "plain", 10_000)
    assert (folder / "plain").read_bytes() == b"".join(parts)


@given(st.integers(1, len(gzip.compress(TEXT[:500], mtime=0)) - 1))
def test_what_is_cut_off_is_not_unpacked(tmp_path_factory, by):
    folder = tmp_path_factory.mktemp("gzip")
    (folder / "packed").write_bytes(gzip.compress(TEXT[:500], mtime=0)[:-by])
    with pytest.raises(TryAgainError, match=r"cut off|damaged"):
        body.unpack(folder / "packed", folder / "plain", 10_000)


@given(st.integers(10, len(gzip.compress(TEXT[:500], mtime=0)) - 1), st.integers(1, 255))
def test_what_is_damaged_is_not_unpacked(tmp_path_factory, place, change):
    folder = tmp_path_factory.mktemp("gzip")
    packed = bytearray(gzip.compress(TEXT[:500], mtime=0))
    packed[place] ^= change
    (folder / "packed").write_bytes(packed)
    with pytest.raises(TryAgainError, match=r"cut off|damaged"):
        body.unpack(folder / "packed", folder / "plain", 10_000)


@pytest.mark.parametrize(("size", "fits"), [(200_000, True), (200_001, False)])
def test_unpacking_stops_at_the_limit(tmp_path, size, fits):
    (tmp_path / "packed").write_bytes(gzip.compress(bytes(size)))
    if fits:
        body.unpack(tmp_path / "packed", tmp_path / "plain", 200_000)
        assert (tmp_path / "plain").stat().st_size == size
    else:
        with pytest.raises(UnavailableError, match="unpacks to more than 200,000 bytes"):
            body.unpack(tmp_path / "packed", tmp_path / "plain", 200_000)
        assert (tmp_path / "plain").stat().st_size <= 200_000


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("bytes 0-9/10", (0, 10)),
        ("bytes 5-9/*", (5, None)),
        ("bytes 123456789012-123456789013/999999999999", None),
    ],
)
def test_a_range_says_where_it_begins(said, found):
    assert body.range_of(answered(Content_Range=said)) == (found or (123456789012, 999999999999))


@pytest.mark.parametrize(
    "said", ["", "bytes", "bytes */10", "bytes -1-9/10", "lines 0-9/10", f"bytes {'9' * 5000}-1/2"]
)
def test_a_range_that_says_nothing(said):
    with pytest.raises(TryAgainError):
        body.range_of(answered(Content_Range=said))


@pytest.mark.parametrize(
    ("said", "coding"), [("gzip", "gzip"), (" X-GZIP", "gzip"), ("identity", ""), ("", "")]
)
def test_the_coding(said, coding):
    assert body.coding(answered(Content_Encoding=said)) == coding


@pytest.mark.parametrize("said", ["br", "deflate", "gzip, gzip", "zstd"])
def test_a_coding_nobody_asked_for(said):
    with pytest.raises(UnavailableError, match="not asked for"):
        body.coding(answered(Content_Encoding=said))


def chunks(sizes, clock, seconds):
    for size in sizes:
        clock.append(clock[-1] + seconds)
        yield bytes(size)


@pytest.mark.parametrize(
    ("sizes", "seconds", "enough"),
    [
        ([100] * 100, 1, True),
        ([99] * 100, 1, False),
        ([1] * 100, 1, False),
        ([1_000_000, *[1] * 100], 1, False),  # fast at first
        ([1] * 9, 1, True),  # not long enough to say
        ([2_000] * 20, 11, True),
    ],
)
def test_slow_is_less_than_100_bytes_a_second_over_the_timeout(monkeypatch, sizes, seconds, enough):
    clock = [0.0]
    monkeypatch.setattr(body.time, "monotonic", lambda: clock[-1])
    came = body._not_too_slow(chunks(sizes, clock, seconds), 10)
    if enough:
        assert sum(map(len, came)) == sum(sizes)
    else:
        with pytest.raises(TryAgainError, match=r"sent [\d,]+ bytes in 1\d s"):
            list(came)


def test_a_short_file_announced_too_short_is_noticed(serve, tmp_path):
    mirror = serve({FILE: TEXT[:300]}, faults={FILE: [faults.wrong_length(-100)]})
    assert fetched(client(tmp_path, mirror), mirror) == TEXT[:300]
    assert len(mirror.requests_for(FILE)) == 2


def test_what_is_larger_than_a_file_may_be_here_is_no_trouble_of_the_network(serve, tmp_path):
    """The system refuses to let the file grow: as on a full disk."""
    mirror = serve(habits=None)
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from dialogue_etl.web.wanted import Wanted\n"
        "from dialogue_etl.web.client import Client, Manners\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))\n"
        "try:\n"
        "    client = Client(Path(sys.argv[1]), Manners((sys.argv[2],), delay=0))\n"
        "    client.fetch(sys.argv[2], Wanted(10_000_000, packed=False))\n"
        "except OSError as error:\n"
        "    print(type(error).__name__, error.errno)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path), f"{mirror.url}/{FILE}"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    assert said == "OSError 27\n"
    assert len(mirror.requests_for(FILE)) == 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 50_000
    # What was written is gone on from once there is room.
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert mirror.requests_for(FILE)[1].headers["Range"] == "bytes=50000-"
