import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.web import asking, body
from dialogue_etl.web.failures import RefusedError, UnavailableError
from dialogue_etl.web.kept import Downloads
from dialogue_etl.web.wanted import Doubt, Wanted
from tests.web import faults
from tests.web.clients import FILE, TEXT, WANTED, client, fetched
from tests.web.http_answer import Answer


@pytest.mark.parametrize(
    ("contact", "ends"), [("me@example.org", " (me@example.org)"), ("", " (no contact given)")]
)
def test_the_server_is_told_who_asks(serve, tmp_path, contact, ends):
    mirror = serve()
    fetched(client(tmp_path, mirror, contact=contact), mirror)
    for request in mirror.requests:
        assert request.headers["User-Agent"].startswith("dialogue-etl/")
        assert request.headers["User-Agent"].endswith(ends)


def test_redirects_are_followed_and_asked_for_one_by_one(serve, tmp_path):
    last = asking._MAX_REDIRECTS
    hops = {f"{hop}": faults.redirect(f"/{hop + 1}") for hop in range(1, last)}
    mirror = serve(always={**hops, f"{last}": faults.redirect(f"../{FILE}", 301)})
    assert fetched(client(tmp_path, mirror), mirror, "1") == TEXT
    assert [request.path for request in mirror.requests] == ["robots.txt", *hops, f"{last}", FILE]


@pytest.mark.parametrize(("second", "said"), [("/1", "in a circle"), ("/3", r"more than \d times")])
def test_redirects_end(serve, tmp_path, second, said):
    hops = {f"{hop}": faults.redirect(f"/{hop + 1}") for hop in range(3, 9)}
    mirror = serve(always={"1": faults.redirect("/2"), "2": faults.redirect(second), **hops})
    with pytest.raises(RefusedError, match=said):
        fetched(client(tmp_path, mirror), mirror, "1")
    assert len([request for request in mirror.requests if request.path != "robots.txt"]) <= 5


@pytest.mark.parametrize("location", ["https://127.0.0.1/x", "ftp://127.0.0.1/x", "file:///etc/hostname"])
def test_redirects_to_another_scheme_are_refused_at_once(serve, tmp_path, location):
    mirror = serve(always={FILE: faults.redirect(location)})
    with pytest.raises(RefusedError, match=f"redirects to {location.partition(':')[0]}://"):
        fetched(client(tmp_path, mirror), mirror)
    assert len(mirror.requests_for(FILE)) == 1


def test_the_page_that_comes_with_a_redirect_is_not_read(serve, tmp_path):
    def endless(exchange):
        exchange.head(Answer(302, b"x", {"Location": f"/{FILE}"}), sized=False)
        for _ in range(1000):
            exchange.write(bytes(1 << 16))
        exchange.close()

    mirror = serve(always={"moved": faults.Fault("endless page", endless)})
    assert fetched(client(tmp_path, mirror), mirror, "moved") == TEXT
    assert mirror.requests_for("moved")[0].sent < 1000 << 16


@pytest.mark.parametrize(("settled", "asked"), [(True, 2), (False, 2)])
def test_a_doubt_is_settled_by_the_same_bytes_twice_or_never(serve, tmp_path, settled, asked):
    wanted = Wanted(1_000_000, doubt=lambda first, last: Doubt("it looks odd", settled=settled))
    mirror = serve()
    if settled:
        assert fetched(client(tmp_path, mirror), mirror, wanted=wanted) == TEXT
    else:
        with pytest.raises(UnavailableError, match="it looks odd, 2 times"):
            fetched(client(tmp_path, mirror), mirror, wanted=wanted)
    assert len(mirror.requests_for(FILE)) == asked


def test_other_bytes_do_not_settle_a_doubt(serve, tmp_path):
    mirror = serve(faults={FILE: [faults.other_content(b"one"), faults.other_content(b"two")]})
    wanted = Wanted(1_000_000, doubt=lambda first, last: Doubt("it looks odd", settled=True))
    with pytest.raises(UnavailableError, match="it looks odd"):
        fetched(client(tmp_path, mirror), mirror, wanted=wanted)


def test_a_doubt_is_asked_about_both_ends(serve, tmp_path):
    seen = []
    fetched(
        client(tmp_path, mirror := serve()),
        mirror,
        wanted=Wanted(1_000_000, doubt=lambda *ends: seen.append(ends)),
    )
    ((first, last),) = seen
    assert TEXT.startswith(first)
    assert TEXT.endswith(last)
    assert len(first) == len(last) == 1 << 16


def answered(**headers):
    answer = requests.Response()
    answer.headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return answer


@pytest.mark.parametrize(
    ("said", "seconds"), [("0", 0), ("7", 7), (" 120 ", 120), ("999999999", 999_999_999)]
)
def test_retry_after_in_seconds(said, seconds):
    assert asking._retry_after(answered(Retry_After=said)) == seconds


@pytest.mark.parametrize("ahead", [0, 90, 7200])
def test_retry_after_as_a_date(ahead):
    said = format_datetime(datetime.now(UTC) + timedelta(seconds=ahead), usegmt=True)
    assert asking._retry_after(answered(Retry_After=said)) == pytest.approx(ahead, abs=2)


@pytest.mark.parametrize("said", ["", "soon", "-5", "1.5", "9" * 5000, "٣", "Mon, 99 Foo 2020 00:00:00 GMT"])
def test_retry_after_that_says_nothing(said):
    assert asking._retry_after(answered(Retry_After=said)) is None


@given(st.text(max_size=40) | st.from_regex(r"\w{3}, \d{1,2} (Jan|Dec) \d{1,5} \d\d:\d\d:\d\d [+-]\d{1,6}"))
def test_retry_after_is_never_an_error(said):
    answer = answered()
    answer.headers = {"Retry-After": said}
    seconds = asking._retry_after(answer)
    assert seconds is None or seconds >= 0


@pytest.mark.parametrize(
    "header", ["Content-Length", "Content-Range", "Retry-After", "ETag", "Last-Modified"]
)
@pytest.mark.parametrize("value", ["9" * 5000, "-1", "bytes 9-1/1", '"\x01"', "x" * 5000])
def test_headers_of_whatever_kind_end_in_a_file_or_a_reason(serve, tmp_path, header, value):
    def odd(exchange):
        said = exchange.honest()
        code = {"Content-Range": 206, "Retry-After": 503}.get(header, 200)
        exchange.head(Answer(code, said.body, {header: value}), sized=False)
        exchange.write(said.body)
        exchange.close()

    mirror = serve(always={FILE: faults.Fault("odd", odd)})
    try:
        assert fetched(client(tmp_path, mirror, attempts=2), mirror) == TEXT
    except UnavailableError as error:
        assert str(error)
        assert header in {"Content-Length", "Content-Range", "Retry-After"}


def test_an_encoding_that_was_not_asked_for_is_a_reason(serve, tmp_path):
    def brotli(exchange):
        exchange.send(Answer(200, TEXT, {"Content-Encoding": "br"}))

    mirror = serve(always={FILE: faults.Fault("brotli", brotli)})
    with pytest.raises(UnavailableError, match="encoding br, which was not asked for"):
        fetched(client(tmp_path, mirror), mirror)
    assert len(mirror.requests_for(FILE)) == 1


@pytest.mark.parametrize("number", [28, 122])  # no space left, disk quota exceeded
def test_a_full_disk_is_not_taken_for_the_network(serve, tmp_path, monkeypatch, number):
    def full(*_, **__):
        raise OSError(number, "no room")

    mirror = serve({FILE: TEXT, "robots.txt": b"x"})
    asking_client = client(tmp_path, mirror)
    fetched(asking_client, mirror, "robots.txt")
    monkeypatch.setattr(body, "_not_too_slow", full)
    with pytest.raises(OSError, match="no room") as error:
        fetched(asking_client, mirror)
    assert error.value.errno == number
    assert len(mirror.requests_for(FILE)) == 1
    monkeypatch.undo()
    assert fetched(asking_client, mirror) == TEXT


def test_what_was_begun_is_not_mixed_with_what_is_asked_under_a_condition(serve, tmp_path):
    mirror = serve()
    asking_client = client(tmp_path, mirror, fresh=0, attempts=1)
    assert fetched(asking_client, mirror) == TEXT
    mirror.files[FILE] = TEXT[::-1]
    mirror.faults[FILE] = [faults.cut(1000)]
    # The older version meanwhile; the newer one has begun.
    assert fetched(asking_client, mirror) == TEXT
    assert Downloads(tmp_path).partial(f"{mirror.url}/{FILE}").size() == 1000
    assert fetched(asking_client, mirror) == TEXT[::-1]
    assert [request.headers.get("Range") for request in mirror.requests_for(FILE)][-1] == "bytes=1000-"
    assert time.time() - Downloads(tmp_path).find(f"{mirror.url}/{FILE}").checked < 60
    assert WANTED.packed
