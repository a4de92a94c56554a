"""The guarantees of the client, each against a server on this machine."""

import gzip
import subprocess
import sys
import time
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.web.client import Client
from dialogue_etl.web.failures import (
    ForbiddenError,
    MissingError,
    NoAnswerError,
    NotAllowedError,
    StoppedError,
    UnavailableError,
)
from dialogue_etl.web.rate_limiter import RateLimiter
from dialogue_etl.web.request import Expected, redirect_target
from tests.conftest import quick_runtime
from tests.fake_mirror import FakeMirror, answers, cut_after, hangs_up, slow

FILE = "files/1342/1342-0.txt"
TEXT = b"\r\n".join(sha256(b"%d" % line).hexdigest().encode() for line in range(3_000))
OTHER = TEXT.replace(b"a", b"xyz")
MIDDLE = len(TEXT) // 3
BOOK = Expected(1_000_000, lambda head: "a web page came" if head.startswith(b"<!DOCTYPE") else "")


def client(store, *mirrors, **changes):
    runtime = quick_runtime(store=store, **{"first_pause": 0.001, "attempts": 3, "timeout": 5.0, **changes})
    return Client(runtime, [mirror.url for mirror in mirrors])


def fetch(asking, mirror, path=FILE):
    return asking.fetch(f"{mirror.url}/{path}", BOOK).read_bytes()


def kept(store):
    """The files of a store, and what is left of those that are not complete."""
    return [path for name in ("files", "partial") for path in (store / "downloads" / name).rglob("?" * 64)]


@pytest.mark.parametrize(
    "fault",
    [*map(answers, (408, 429, 500, 503, 524)), hangs_up, cut_after(0), cut_after(MIDDLE), answers(416)],
)
def test_what_fails_once_is_retried(serve, tmp_path, fault):
    mirror = serve({FILE: TEXT})
    mirror.faults[FILE] = [fault]
    assert fetch(client(tmp_path, mirror), mirror) == TEXT
    assert mirror.paths == [FILE] * 2


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (answers(404), (MissingError, "answers 404", 1)),
        (answers(403), (NotAllowedError, "answers 403", 1)),
        (answers(204), (UnavailableError, "answers 204", 1)),
        (answers(500), (UnavailableError, "answers 500, 3 attempts", 3)),
        (answers(429), (UnavailableError, "answers 429, 3 attempts", 3)),
        (answers(503, Retry_After=3600), (UnavailableError, "asks for a pause of 3,600 s", 1)),
        (answers(200, b"<!DOCTYPE html>Sorry"), (UnavailableError, "a web page came", 1)),
        (answers(200, bytes(1_000_001)), (UnavailableError, "larger than 1,000,000 bytes", 1)),
        (hangs_up, (NoAnswerError, r"127.0.0.1:\d+: the connection failed, 3 attempts", 3)),
        (cut_after(MIDDLE, ETag='W/"weak"'), (UnavailableError, "broke off", 3)),
    ],
)
def test_what_always_fails_has_a_reason_and_leaves_no_file(serve, tmp_path, fault, expected):
    kind, why, requests = expected
    mirror = serve({FILE: TEXT})
    mirror.always[FILE] = fault
    with pytest.raises(UnavailableError, match=why) as error:
        fetch(client(tmp_path, mirror), mirror)
    assert type(error.value) is kind
    assert len(mirror.paths) == requests
    assert not [path for path in kept(tmp_path) if path.parent.parent.name == "files"]


@pytest.fixture(scope="module")
def shared():
    """A mirror for many examples."""
    with FakeMirror({FILE: TEXT}) as mirror:
        yield mirror


@settings(max_examples=40, deadline=None)
@given(
    faults=st.lists(
        st.one_of(
            st.integers(0, len(TEXT)).map(cut_after),
            st.sampled_from([hangs_up, answers(503), answers(206, b"x", Content_Range="bytes 1-1/2")]),
        ),
        max_size=4,
    )
)
def test_whatever_fails_the_bytes_are_exact(shared, tmp_path_factory, faults):
    shared.faults[FILE] = list(faults)
    store = tmp_path_factory.mktemp("store")
    assert fetch(client(store, shared, attempts=5), shared) == TEXT
    assert [path.read_bytes() for path in kept(store)] == [TEXT]


def test_the_pauses_grow_and_retry_after_is_honoured(serve, tmp_path):
    mirror = serve({FILE: TEXT})
    mirror.faults[FILE] = [answers(500)] * 3
    began = time.monotonic()
    fetch(client(tmp_path / "a", mirror, first_pause=0.1, attempts=4), mirror)
    assert time.monotonic() - began >= 0.2 + 0.4  # none, 0.2 s, 0.4 s, and some more by chance
    mirror.faults[FILE] = [answers(503, Retry_After=1)]
    began = time.monotonic()
    fetch(client(tmp_path / "b", mirror), mirror)
    assert time.monotonic() - began >= 1


@pytest.mark.parametrize(("rate", "why"), [(50, r"sent \d+ bytes in 0 s, "), (0.5, "")])
def test_a_server_that_is_silent_or_sends_a_byte_now_and_then_is_given_up(serve, tmp_path, rate, why):
    mirror = serve({FILE: TEXT, "robots.txt": b""})
    mirror.always[FILE] = slow(rate)
    with pytest.raises(UnavailableError, match=f"{why}2 attempts"):
        fetch(client(tmp_path, mirror, timeout=0.3, attempts=2), mirror)


def test_a_broken_transfer_is_resumed_also_by_the_next_run(serve, tmp_path):
    mirror = serve({FILE: TEXT, "robots.txt": b""})
    mirror.faults[FILE] = [cut_after(MIDDLE)]
    mirror.always[FILE] = hangs_up
    with pytest.raises(NoAnswerError):
        fetch(client(tmp_path, mirror), mirror)
    mirror.always.clear()
    assert fetch(client(tmp_path, mirror), mirror) == TEXT
    assert mirror.headers("Range") == ["", *[f"bytes={MIDDLE}-"] * 3]
    assert mirror.sent == len(TEXT)


def complete(mirror, partial):
    partial.path.write_bytes(TEXT)


def another(mirror, partial):
    mirror.files[FILE] = OTHER


@pytest.mark.parametrize("change", [lambda *_: None, complete, another])
def test_a_part_is_neither_taken_for_the_whole_nor_continued_by_another_version(serve, tmp_path, change):
    mirror = serve({FILE: TEXT, "robots.txt": b""})
    mirror.faults[FILE] = [cut_after(MIDDLE), answers(500), answers(500)]
    asking = client(tmp_path, mirror)
    with pytest.raises(UnavailableError):
        fetch(asking, mirror)
    change(mirror, asking.cache.partial(f"{mirror.url}/{FILE}"))
    assert fetch(asking, mirror) == mirror.files[FILE]


def test_what_a_server_packs_unasked_is_unpacked(serve, tmp_path):
    mirror = serve({FILE: TEXT})
    mirror.always[FILE] = answers(200, gzip.compress(TEXT), Content_Encoding="gzip")
    assert fetch(client(tmp_path, mirror), mirror) == TEXT
    mirror.always[FILE] = answers(200, gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    with pytest.raises(UnavailableError, match="larger than"):
        fetch(client(tmp_path / "bomb", mirror), mirror)


def test_what_is_fresh_is_not_asked_for_and_what_is_older_only_if_it_changed(serve, tmp_path):
    mirror = serve({FILE: TEXT})
    for _ in range(2):
        assert fetch(client(tmp_path, mirror, contact="me@example.org"), mirror) == TEXT
    assert len(mirror.paths) == 1
    assert all("me@example.org" in request.headers["User-Agent"] for request in mirror.requests)
    assert fetch(client(tmp_path, mirror, fresh_days=0), mirror) == TEXT
    assert mirror.headers("If-None-Match")[-1]
    assert mirror.sent == len(TEXT)  # the second answer was 304
    mirror.files[FILE] = OTHER
    assert fetch(client(tmp_path, mirror, fresh_days=0), mirror) == OTHER
    (stored,) = [path for path in kept(tmp_path) if path.read_bytes() == OTHER]
    stored.write_bytes(OTHER[:MIDDLE])  # cut off, as after a power failure
    assert fetch(client(tmp_path, mirror), mirror) == OTHER


def test_without_the_server_the_store_answers(serve, tmp_path):
    with FakeMirror({FILE: TEXT, "robots.txt": b""}) as mirror:
        fetch(client(tmp_path, mirror), mirror)
        with pytest.raises(MissingError):
            fetch(client(tmp_path, mirror), mirror, "none.txt")
    assert fetch(client(tmp_path, mirror), mirror) == TEXT
    assert fetch(client(tmp_path, mirror, fresh_days=0), mirror) == TEXT  # old is better than none
    with pytest.raises(MissingError):
        fetch(client(tmp_path, mirror), mirror, "none.txt")


@pytest.mark.parametrize(
    ("rules", "seconds"),
    [
        (b"", 0.0),
        (b"User-agent: *\nDisallow: /private/\nCrawl-delay: 0.5", 0.5),
        (b"\xef\xbb\xbfUser-agent: dialogue-etl\nDisallow: /private/\nRequest-rate: 2/1", 0.5),
    ],
)
def test_robots_rules_and_their_pace_are_obeyed(serve, tmp_path, rules, seconds):
    mirror = serve({FILE: TEXT, "private/1.txt": TEXT, "robots.txt": rules})
    asking = client(tmp_path, mirror)
    if rules:
        with pytest.raises(ForbiddenError, match=r"robots\.txt forbids"):
            fetch(asking, mirror, "private/1.txt")
    began = time.monotonic()
    fetch(asking, mirror)
    with pytest.raises(MissingError):
        fetch(asking, mirror, "2.txt")
    assert time.monotonic() - began >= seconds
    assert [request.path for request in mirror.requests] == ["/robots.txt", f"/{FILE}", "/2.txt"]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [(answers(403), None), (answers(404), None), (answers(500), ForbiddenError), (hangs_up, NoAnswerError)],
)
def test_without_rules_all_is_allowed_and_with_rules_that_cannot_be_read_nothing(
    serve, tmp_path, fault, kind
):
    mirror = serve({FILE: TEXT})
    mirror.always["robots.txt"] = fault
    asking = client(tmp_path, mirror)
    for _ in range(2):
        if kind is None:
            assert fetch(asking, mirror) == TEXT
        else:
            with pytest.raises(kind):
                fetch(asking, mirror)
    assert len(mirror.paths) == (kind is None)


def test_a_server_that_is_down_is_not_asked_any_more(serve, tmp_path):
    mirror = serve({"robots.txt": b""})
    asking = client(tmp_path, mirror, attempts=1)
    mirror.always = {f"{number}": hangs_up for number in range(9)}
    for number in range(9):
        with pytest.raises(NoAnswerError):
            fetch(asking, mirror, f"{number}")
    assert len(mirror.paths) == 5
    assert asking.down() == [mirror.url.removeprefix("http://")]


TAKE = """
import sys, time
from pathlib import Path
from dialogue_etl.web.rate_limiter import RateLimiter
limiter = RateLimiter(Path(sys.argv[1]))
for _ in range(4):
    limiter.acquire("a.org:80", 0.1)
    print(time.time())
"""


def test_processes_share_the_rate(tmp_path):
    command = [sys.executable, "-c", TAKE, str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    times = sorted(float(line) for process in running for line in process.communicate()[0].split())
    assert len(times) == 12
    assert times[-1] - times[0] >= 11 * 0.1 - 0.02


def test_a_server_that_asks_for_a_pause_gets_it_from_all_and_others_are_not_held_up(tmp_path):
    limiter = RateLimiter(tmp_path)
    limiter.block("a.org:80", 0.3)
    began = time.monotonic()
    RateLimiter(tmp_path).acquire("b.org:80", 9)
    assert time.monotonic() - began < 0.2
    RateLimiter(tmp_path).acquire("a.org:80", 9)
    assert time.monotonic() - began >= 0.25


def test_whoever_waits_is_woken_up_by_a_stop(serve, tmp_path):
    asking = client(tmp_path, serve({FILE: TEXT}), delay=600)
    asking.stop()
    with pytest.raises(StoppedError):
        asking.fetch("http://127.0.0.1:9/x", BOOK)


def redirecting(serve, target):
    mirror = serve({"robots.txt": b""})
    mirror.always[FILE] = answers(302, bytes(100), Location=target)
    return mirror


def test_a_redirect_to_a_named_server_is_followed_where_its_robots_allow_it(serve, tmp_path):
    other = serve({FILE: TEXT})
    mirror = redirecting(serve, f"{other.url}/{FILE}")
    with pytest.raises(UnavailableError, match="name it as a mirror"):
        fetch(client(tmp_path, mirror), mirror)
    assert other.requests == []
    assert fetch(client(tmp_path, mirror, other), mirror) == TEXT
    other.files["robots.txt"] = b"User-agent: *\nDisallow: /files/"
    with pytest.raises(ForbiddenError):
        fetch(client(tmp_path / "b", mirror, other), mirror)
    assert len(other.paths) == 1


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("https://a.org/y", None),
        ("/y", None),
        ("http://b.org/y", "redirects to http://b.org"),
        ("http://127.0.0.1/y", "redirects to http://127.0.0.1"),
        ("http://a.org:22/y", "redirects to http://a.org"),
        ("file:///etc/passwd", "redirects to file://"),
        ("ftp://a.org/y", "redirects to ftp://a.org"),
        ("http://[::1", "not an address"),
        ("http://a:99999/", "not an address"),
    ],
)
def test_a_redirect_elsewhere_is_refused_before_anything_is_sent(target, why):
    if why is None:
        assert redirect_target("http://a.org/x", target, {"a.org:80"}).endswith("a.org/y")
        return
    with pytest.raises(UnavailableError, match=why):
        redirect_target("http://a.org/x", target, {"a.org:80"})
