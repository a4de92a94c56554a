"""Whatever goes wrong on the way, the bytes are exact or the failure has a reason."""

from datetime import timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dialogue_etl.web.failures import (
    ForbiddenError,
    MissingError,
    NoAnswerError,
    NotAllowedError,
    RefusedError,
    UnavailableError,
)
from tests.web import faults
from tests.web.clients import FILE, TEXT, UNPACKED, client, fetched, ranges
from tests.web.faulty_mirror import FaultyMirror
from tests.web.http_answer import Habits

MIDDLE = len(TEXT) // 3  # also before the end of the file packed
OTHER = TEXT.replace(b"a", b"xyz")
HABITS = {
    "plain": Habits(),
    "packed": Habits(compress=True),
    "weak": Habits(etags="weak", dated=False),
    "dated": Habits(etags=""),
    "bare": Habits(etags="", dated=False, ranges=False),
}


ONCE = {
    "silence": faults.silence(),
    "stall": faults.stall(MIDDLE),
    "cut before": faults.cut(None),
    "cut at the beginning": faults.cut(0),
    "cut": faults.cut(MIDDLE),
    "reset before": faults.reset(None),
    "reset": faults.reset(MIDDLE),
    "announced too long": faults.wrong_length(1000),
    "announced too short": faults.wrong_length(-1000),
    "chunks cut": faults.chunked(5000, cut_after=MIDDLE),
    "chunks cut inside": faults.chunked(5000, cut_after=MIDDLE + 7, inside=True),
    "gzip cut": faults.gzip_cut(),
    "gzip cut inside": faults.gzip_cut(200),
    "gzip corrupt": faults.gzip_corrupt(),
    "a web page": faults.web_page(),
    "empty": faults.empty(),
    "a range out of the blue": faults.status(416),
    **{f"status {code}": faults.status(code) for code in (408, 429, 500, 503, 524)},
    "wait": faults.status(503, 0),
    "wait until": faults.status(429, timedelta(0)),
    "wait for what is no time": faults.status(503, "soon"),
}


@pytest.mark.parametrize("habit", ["plain", "packed", "weak"])
@pytest.mark.parametrize("name", ONCE)
def test_what_goes_wrong_once_costs_one_request(serve, tmp_path, name, habit):
    mirror = serve(faults={FILE: [ONCE[name]]}, habits=HABITS[habit])
    timeout = 0.5 if name in {"silence", "stall"} else 5.0
    assert fetched(client(tmp_path, mirror, timeout=timeout), mirror) == TEXT
    assert len(mirror.requests_for(FILE)) == 2
    assert mirror.count == 3  # and robots.txt


@pytest.mark.parametrize(
    "fault", [faults.chunked(4096), faults.chunked(1 << 20), faults.labelled_gzip(), faults.slow(1_000_000)]
)
def test_what_is_unusual_but_right_costs_nothing(serve, tmp_path, fault):
    packed = faults.zeros_gzipped(500)
    labelled = fault.kind == "labelled gzip"
    mirror = serve({FILE: packed if labelled else TEXT}, always={FILE: fault})
    assert fetched(client(tmp_path, mirror, timeout=0.5), mirror) == (bytes(500) if labelled else TEXT)
    assert len(mirror.requests_for(FILE)) == 1


ANY = st.one_of(
    st.integers(0, len(TEXT)).map(faults.cut),
    st.integers(0, len(TEXT)).map(faults.reset),
    st.integers(-len(TEXT), 1000).filter(bool).map(faults.wrong_length),
    st.integers(0, len(TEXT)).map(lambda after: faults.chunked(3000, cut_after=after)),
    st.sampled_from([500, 502, 503, 429]).map(faults.status),
    st.sampled_from(
        [
            faults.range_ignored(),
            faults.gzip_cut(),
            faults.gzip_corrupt(),
            faults.cut(None),
            faults.range_shifted(1),
        ]
    ),
    st.just(faults.range_of_other(OTHER)),
)


@settings(max_examples=60)
@given(st.lists(ANY, max_size=4), st.sampled_from(sorted(HABITS)))
def test_whatever_goes_wrong_the_bytes_are_exact(tmp_path_factory, several, habit):
    with FaultyMirror({FILE: TEXT}, faults={FILE: several}, habits=HABITS[habit]) as mirror:
        # Two versions of one date and without ETag can't be told apart.
        assume(habit != "dated" or "range of other" not in {fault.kind for fault in several})
        store = tmp_path_factory.mktemp("store")
        assert fetched(client(store, mirror, first_pause=0.001), mirror) in {TEXT, OTHER}
        assert len(mirror.requests_for(FILE)) <= 1 + len(several)
        assert sum(path.is_file() for path in (store / "downloads/files").rglob("*")) == 2 - 1
        assert not [path for path in (store / "downloads/partial").rglob("*") if path.is_file()]


@pytest.mark.parametrize("by", [1, 1000, len(TEXT) - MIDDLE - 1])
@pytest.mark.parametrize("habit", ["plain", "dated"])
def test_a_file_that_broke_off_is_gone_on_from(serve, tmp_path, habit, by):
    mirror = serve(faults={FILE: [faults.cut(MIDDLE), faults.cut(by)]}, habits=HABITS[habit])
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert ranges(mirror) == ["", f"bytes={MIDDLE}-", f"bytes={MIDDLE + by}-"]
    first, second, third = mirror.requests_for(FILE)
    assert {request.headers["If-Range"] for request in (second, third)} != {None}
    assert [first.sent, second.sent, third.sent] == [MIDDLE, by, len(TEXT) - MIDDLE - by]
    assert [second.status, third.status] == [206, 206]


@pytest.mark.parametrize("habit", ["packed", "weak", "bare"])
def test_what_cannot_be_gone_on_from_is_asked_for_whole(serve, tmp_path, habit):
    mirror = serve(faults={FILE: [faults.cut(1000)]}, habits=HABITS[habit])
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert ranges(mirror) == ["", ""]


def test_a_large_file_is_asked_for_unpacked_so_that_it_can_be_gone_on_from(serve, tmp_path):
    mirror = serve(faults={FILE: [faults.cut(MIDDLE)]}, habits=HABITS["packed"])
    assert fetched(client(tmp_path, mirror), mirror, wanted=UNPACKED) == TEXT
    assert ranges(mirror) == ["", f"bytes={MIDDLE}-"]


def test_a_file_that_changed_meanwhile_is_fetched_anew(serve, tmp_path):
    mirror = serve(faults={FILE: [faults.cut(MIDDLE)]})
    with pytest.raises(NoAnswerError):
        mirror.always[FILE] = faults.cut(None)
        fetched(client(tmp_path, mirror, attempts=2), mirror)
    mirror.always.clear()
    mirror.files[FILE] = OTHER
    assert fetched(client(tmp_path, mirror), mirror) == OTHER
    assert ranges(mirror)[-1] == f"bytes={MIDDLE}-"
    assert mirror.requests_for(FILE)[-1].status == 200


@pytest.mark.parametrize(
    ("wrong", "asked", "statuses"),
    [
        (faults.range_ignored(), [f"bytes={MIDDLE}-"], [200]),
        (faults.range_of_other(OTHER), [f"bytes={MIDDLE}-", ""], [206, 200]),
        (faults.range_shifted(1), [f"bytes={MIDDLE}-", ""], [206, 200]),
        (faults.range_shifted(-1), [f"bytes={MIDDLE}-", ""], [206, 200]),
        (faults.status(416), [f"bytes={MIDDLE}-", ""], [416, 200]),
        (faults.other_content(TEXT), [f"bytes={MIDDLE}-"], [200]),
    ],
)
def test_a_rest_that_is_none_is_not_appended(serve, tmp_path, wrong, asked, statuses):
    mirror = serve(faults={FILE: [faults.cut(MIDDLE), wrong]})
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert ranges(mirror) == ["", *asked]
    assert [request.status for request in mirror.requests_for(FILE)] == [200, *statuses]


def test_a_file_announced_too_long_is_whole_once_there_is_no_rest(serve, tmp_path):
    mirror = serve(faults={FILE: [faults.wrong_length(1000)]})
    assert fetched(client(tmp_path, mirror), mirror) == TEXT
    assert ranges(mirror) == ["", f"bytes={len(TEXT)}-"]
    assert mirror.requests_for(FILE)[1].status == 416
    assert mirror.requests_for(FILE)[1].sent == 0


ALWAYS = [
    ("404", None, MissingError, "answers 404", 1),
    ("410", faults.status(410), MissingError, "answers 410", 1),
    ("403", faults.status(403), NotAllowedError, "answers 403", 1),
    ("401", faults.status(401), NotAllowedError, "answers 401", 1),
    ("204", faults.status(204), UnavailableError, "answers 204", 1),
    ("500", faults.status(500), UnavailableError, "answers 500, 3 times", 3),
    ("429", faults.status(429), UnavailableError, "answers 429, 3 times", 3),
    ("wait too long", faults.status(503, 3600), UnavailableError, "left alone for 3,600 s", 1),
    ("a web page", faults.web_page(), UnavailableError, "a web page came", 2),
    ("empty", faults.empty(), UnavailableError, "is empty", 2),
    ("silence", faults.silence(), NoAnswerError, r"no answer in 0\.3 s, 3 times", 3),
    ("cut before", faults.cut(None), NoAnswerError, "connection broke, or none came", 3),
    ("reset before", faults.reset(None), NoAnswerError, "connection broke, or none came", 3),
    ("stall", faults.stall(0), UnavailableError, "stopped sending, 3 times", 3),
    ("cut", faults.cut(0), UnavailableError, "broke off before its end, 3 times", 3),
    ("chunks", faults.chunked(9, cut_after=0), UnavailableError, "broke off before its end, 3 times", 3),
    ("reset", faults.reset(0), UnavailableError, "broke.*, 3 times", 3),
    ("slow", faults.slow(50), UnavailableError, r"sent \d+ bytes in 0 s, 3 times", 3),
    ("gzip cut", faults.gzip_cut(), UnavailableError, "gzip data is cut off, 3 times", 3),
    ("gzip corrupt", faults.gzip_corrupt(), UnavailableError, "gzip data is damaged, 3 times", 3),
    ("gzip bomb", faults.gzip_bomb(20_000_000), UnavailableError, "to more than 10,000,000 bytes", 1),
    ("bomb", faults.bomb(limit=1 << 25), UnavailableError, "larger than 10,000,000 bytes", 1),
    ("announced bomb", faults.bomb(10_000_001), UnavailableError, "larger than 10,000,000 bytes", 1),
    ("itself", faults.redirect(f"/{FILE}"), RefusedError, "in a circle", 1),
    ("endless", faults.endless_redirects(), RefusedError, r"more than \d times", 1),
    ("no place", faults.redirect("http://[::1"), RefusedError, "no address", 1),
    ("no port", faults.redirect("http://a:99999/"), RefusedError, "no address", 1),
    ("bad name", faults.redirect("http://a..b/"), ForbiddenError, "robots.txt can't be had .*a..b", 1),
    ("no name", faults.redirect("http://?x"), RefusedError, "circle", 2),
    ("no scheme", faults.redirect("x:y"), RefusedError, "redirects to x://", 1),
]


@pytest.mark.parametrize(
    ("fault", "expected"), [(row[1], row[2:]) for row in ALWAYS], ids=[row[0] for row in ALWAYS]
)
def test_what_always_goes_wrong_has_a_reason_and_is_not_kept(serve, tmp_path, fault, expected):
    kind, said, asked = expected
    mirror = serve({}, always={FILE: fault} if fault else {})
    if fault:
        mirror.files[FILE] = TEXT
    timeout = 0.3 if kind is NoAnswerError or (fault and fault.kind in {"stall", "slow"}) else 5.0
    for again in (1, 2):
        with pytest.raises(UnavailableError, match=said) as error:
            fetched(client(tmp_path, mirror, timeout=timeout, attempts=3), mirror)
        assert type(error.value) is kind
        assert not [p for p in (tmp_path / "downloads/files").rglob("*") if p.is_file()]
        # What is not there is not asked for again for a while.
        assert len(mirror.requests_for(FILE)) == (asked if kind is MissingError else asked * again)
