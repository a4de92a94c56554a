import http.client
import math
import socket
import time
import zlib
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise
from threading import Thread
from urllib.parse import urlsplit

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ends_soon
from tests.web import faults
from tests.web.faulty_mirror import FaultyMirror

BOOK = "1/3/4/1342/1342-0.txt"

TEXT = "“Is it far?” she asked.\r\n".encode() * 4_000
OTHER = TEXT.replace(b"far", b"near")
PLAIN = {"Accept-Encoding": "identity"}


@contextmanager
def serving(**settings):
    files = {BOOK: TEXT, "robots.txt": b"User-agent: *\n"}
    with FaultyMirror(files, **settings) as mirror:
        yield mirror


@pytest.fixture
def mirror():
    with serving() as mirror:
        yield mirror


def get(mirror, path=BOOK, headers=PLAIN, **rest):
    return requests.get(f"{mirror.url}/{path}", headers=headers, timeout=5, allow_redirects=False, **rest)


def received(mirror, path=BOOK, **headers):
    """Status, all bytes of the body that came, and the error that ended them, below what `requests` hides."""
    connection = http.client.HTTPConnection("127.0.0.1", mirror.port, timeout=5)
    connection.request("GET", f"/{path}", headers=headers)
    answer = connection.getresponse()
    body = b""
    try:
        while piece := answer.read1(1 << 16):
            body += piece
    except (http.client.HTTPException, OSError) as error:
        return answer.status, body, type(error)
    finally:
        connection.close()
    return answer.status, body, None


@given(
    st.binary(max_size=2_000), st.lists(st.integers(0, 2_100), max_size=4), st.sampled_from([None, 1, 7, 999])
)
def test_what_is_served_honestly_is_exact_whole_in_ranges_and_in_chunks(shared_mirror, data, cuts, chunk):
    mirror, session = shared_mirror
    mirror.files["x"] = data
    mirror.always = {"x": faults.chunked(chunk)} if chunk else {}
    whole = session.get(f"{mirror.url}/x", headers=PLAIN)
    assert whole.content == data
    joined, asked = b"", [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    for start, end in pairwise(asked):
        if start < end:
            range_headers = {**PLAIN, "Range": f"bytes={start}-{end - 1}", "If-Range": whole.headers["ETag"]}
            part = session.get(f"{mirror.url}/x", headers=range_headers)
            assert part.status_code == 206
            assert part.headers["Content-Range"] == f"bytes {start}-{end - 1}/{len(data)}"
            joined += part.content
    assert joined == data


@pytest.fixture(scope="module")
def shared_mirror():
    with serving() as mirror, requests.Session() as session:
        yield mirror, session
        assert mirror.connections == 1  # kept alive over all of it


def test_a_file_comes_with_validators_and_head_without_body(mirror):
    answer = get(mirror)
    assert (answer.status_code, answer.content) == (200, TEXT)
    assert answer.headers["Content-Length"] == str(len(TEXT))
    head = requests.head(f"{mirror.url}/{BOOK}", headers=PLAIN, timeout=5)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("ETag", "Last-Modified", "Content-Length", "Content-Type", "Accept-Ranges"):
        assert head.headers[name] == answer.headers[name]
    missing = get(mirror, "files/1342/1342-8.txt")
    assert (missing.status_code, missing.headers["Content-Type"]) == (404, "text/html")
    assert [(it.method, it.status, it.fault) for it in mirror.requests] == [
        ("GET", 200, ""),
        ("HEAD", 200, ""),
        ("GET", 404, ""),
    ]


def test_a_304_leaves_the_connection_open(mirror):
    with requests.Session() as session:
        known = session.get(f"{mirror.url}/{BOOK}").headers
        again = session.get(f"{mirror.url}/{BOOK}", headers={"If-None-Match": known["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        mirror.modified[BOOK] = datetime(2025, 1, 1, tzinfo=UTC)
        mirror.habits.etags = ""
        headers = {"If-Modified-Since": known["Last-Modified"]}
        assert session.get(f"{mirror.url}/{BOOK}", headers=headers).content == TEXT
    assert mirror.connections == 1


@pytest.mark.parametrize(
    ("fault", "came", "error"),
    [
        (faults.cut(1_000), 1_000, None),  # read1 does not mind; requests does, below
        (faults.reset(1_000), 1_000, ConnectionResetError),
        (faults.wrong_length(5), len(TEXT), None),
        (faults.wrong_length(-5), len(TEXT) - 5, None),
        (faults.chunked(300, cut_after=900), 900, http.client.IncompleteRead),
        (faults.chunked(300, cut_after=1_000, inside=True), 1_000, http.client.IncompleteRead),
        (faults.chunked(300), len(TEXT), None),
        (faults.slow(1_000_000), len(TEXT), None),
        (faults.empty(), 0, None),
    ],
)
def test_a_body_goes_wrong_and_the_next_one_is_whole(mirror, fault, came, error):
    mirror.faults[BOOK] = [fault]
    assert received(mirror) == (200, TEXT[:came], error)
    assert received(mirror) == (200, TEXT, None)
    assert [(it.fault, it.status) for it in mirror.requests] == [(fault.kind, 200), ("", 200)]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (faults.cut(None), requests.ConnectionError),
        (faults.reset(None), requests.ConnectionError),
        (faults.cut(1_000), requests.exceptions.ChunkedEncodingError),
        (faults.reset(1_000), requests.exceptions.ChunkedEncodingError),
        (faults.wrong_length(5), requests.exceptions.ChunkedEncodingError),
        (faults.chunked(300, cut_after=900), requests.exceptions.ChunkedEncodingError),
        (faults.gzip_corrupt(), requests.exceptions.ContentDecodingError),
    ],
)
def test_what_requests_notices(mirror, fault, error):
    mirror.always[BOOK] = fault
    for _ in range(2):
        with pytest.raises(error):
            get(mirror)


def test_a_resumed_file_is_cut_again_where_its_part_is(mirror):
    mirror.faults[BOOK] = [faults.cut(1_000), faults.cut(500)]
    body = received(mirror)[1]
    for _ in range(2):
        body += received(mirror, Range=f"bytes={len(body)}-")[1]
    assert body == TEXT
    assert [it.sent for it in mirror.requests] == [1_000, 500, len(TEXT) - 1_500]


def test_a_gzip_coding_without_its_end_is_shorter_than_it_says(mirror):
    mirror.faults[BOOK] = [faults.gzip_cut()]
    answer = get(mirror, stream=True)
    coded = answer.raw.read(decode_content=False)
    assert len(coded) == int(answer.headers["Content-Length"])
    unpacker = zlib.decompressobj(wbits=31)
    assert TEXT.startswith(unpacker.decompress(coded))
    assert not unpacker.eof


@pytest.mark.parametrize("fault", [faults.silence(0.1), faults.stall(1_000, 0.1)])
def test_a_wait_ends_by_time_by_release_and_by_the_client(mirror, fault):
    mirror.faults[BOOK] = [fault]
    began = time.monotonic()
    assert get(mirror).content == TEXT
    assert time.monotonic() - began > 0.1
    mirror.always[BOOK] = faults.silence() if fault.kind == "silence" else faults.stall(1_000)
    with pytest.raises((requests.Timeout, requests.ConnectionError)):
        requests.get(f"{mirror.url}/{BOOK}", timeout=0.1)
    Thread(target=lambda: mirror.wait_for_requests(3) and mirror.release()).start()
    assert get(mirror).content == TEXT
    assert mirror.most_in_flight == 1  # who timed out is not counted any more


def test_slow_bytes_take_their_time(mirror):
    mirror.faults["robots.txt"] = [faults.slow(100)]
    began = time.monotonic()
    assert get(mirror, "robots.txt").content == b"User-agent: *\n"
    assert time.monotonic() - began > 0.13


@pytest.mark.parametrize(("given", "sent"), [(None, None), (7, "7"), ("soon", "soon")])
def test_a_status_with_retry_after(mirror, given, sent):
    mirror.faults[BOOK] = [faults.status(503, given)]
    answer = get(mirror)
    assert (answer.status_code, answer.headers.get("Retry-After")) == (503, sent)
    assert get(mirror).status_code == 200


def test_retry_after_as_a_date_is_never_too_early(mirror):
    mirror.faults[BOOK] = [faults.status(429, timedelta(seconds=30))]
    before = datetime.now(UTC)
    then = parsedate_to_datetime(get(mirror).headers["Retry-After"])
    assert timedelta(seconds=30) <= then - before < timedelta(seconds=33)


def test_a_burst_comes_before_the_faults_of_a_path_whatever_path(mirror):
    mirror.always[BOOK] = faults.status(500)
    mirror.burst(2, 429, 1)
    assert [get(mirror, path).status_code for path in ("robots.txt", BOOK, BOOK)] == [429, 429, 500]
    assert [it.fault for it in mirror.requests] == ["status 429", "status 429", "status 500"]


def test_pages_instead_of_files(mirror):
    mirror.faults[BOOK] = [faults.web_page(), faults.web_page("text/plain")]
    for media_type in ("text/html", "text/plain"):
        answer = get(mirror)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, media_type)
        assert answer.content.startswith(b"<!DOCTYPE html>")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_leads_to_a_file_by_relative_and_absolute_locations(mirror, code):
    for location in ("/robots.txt", "robots.txt", f"{mirror.url}/robots.txt"):
        mirror.faults["old.txt"] = [faults.redirect(location, code)]
        assert requests.get(f"{mirror.url}/old.txt", timeout=5).content == b"User-agent: *\n"


def test_redirects_in_a_circle_and_to_ever_new_paths(mirror):
    mirror.always = {
        "self": faults.redirect("/self"),
        "a": faults.redirect("/b"),
        "b": faults.redirect("/a"),
        "chain": faults.endless_redirects(),
    }
    for path in ("self", "a", "chain"):
        with pytest.raises(requests.TooManyRedirects):
            requests.get(f"{mirror.url}/{path}", timeout=5)
    chained = [it.path for it in mirror.requests if it.path.startswith("chain")]
    assert len(chained) == len(set(chained)) == 31


@pytest.mark.parametrize(
    "location",
    ["https://127.0.0.1/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://10.0.0.1/", "http://[::1]:9/"],
)
def test_redirects_to_elsewhere_are_sent_as_they_stand(mirror, location):
    mirror.faults[BOOK] = [faults.redirect(location)]
    assert get(mirror).headers["Location"] == location


def test_a_second_mirror_counts_who_was_led_astray(mirror):
    with FaultyMirror({}) as elsewhere:
        mirror.faults[BOOK] = [faults.redirect(f"http://localhost:{elsewhere.port}/secret")]
        assert requests.get(f"{mirror.url}/{BOOK}", timeout=5).status_code == 404
        assert (elsewhere.count, elsewhere.connections) == (1, 1)


@pytest.mark.skipif(not socket.has_ipv6, reason="this Python knows no IPv6")
def test_a_mirror_at_the_other_loopback_address():
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no ::1")
    with serving(host="::1") as mirror:
        assert get(mirror).content == TEXT
        assert urlsplit(mirror.url).hostname == "::1"


def test_a_bomb_goes_on_until_the_client_hangs_up(mirror):
    mirror.always[BOOK] = faults.bomb()
    with get(mirror, stream=True) as answer:
        assert "Content-Length" not in answer.headers
        assert sum(len(answer.raw.read(1 << 20)) for _ in range(8)) == 8 << 20
    mirror.always[BOOK] = faults.bomb(limit=1 << 20)
    assert get(mirror).content == bytes(1 << 20)
    mirror.always[BOOK] = faults.bomb(10**12)
    assert requests.head(f"{mirror.url}/{BOOK}", timeout=5).headers["Content-Length"] == str(10**12)


def test_a_gzip_bomb_unpacks_to_a_thousand_times_its_size(mirror):
    mirror.always[BOOK] = faults.gzip_bomb(20_000_001)
    answer = get(mirror)
    assert answer.content == bytes(20_000_001)
    assert int(answer.headers["Content-Length"]) < 25_000


def test_a_labelled_gzip_file_is_unpacked_on_its_way(mirror):
    path = "cache/epub/feeds/pg_catalog.csv.gz"
    mirror.files[path] = faults.zeros_gzipped(1_000)
    mirror.faults[path] = [faults.labelled_gzip()]
    assert get(mirror, path).content == bytes(1_000)
    assert get(mirror, path).content == mirror.files[path]


def test_faults_of_conditions_and_ranges(mirror):
    tag = get(mirror).headers["ETag"]
    part = {**PLAIN, "Range": "bytes=100-199", "If-Range": tag}
    cases = [
        (faults.other_content(OTHER), {**PLAIN, "If-None-Match": tag}, 200, OTHER, False),
        (faults.range_ignored(), part, 200, TEXT, True),
        (faults.range_of_other(OTHER), part, 206, OTHER[100:200], False),
        (faults.range_shifted(10), part, 206, TEXT[110:210], True),
    ]
    for fault, headers, status, body, same in cases:
        mirror.faults[BOOK] = [fault]
        answer = get(mirror, headers=headers)
        assert (answer.status_code, answer.content) == (status, body)
        assert (answer.headers["ETag"] == tag) is same
    assert answer.headers["Content-Range"] == f"bytes 110-209/{len(TEXT)}"
    assert mirror.requests[-1].headers["range"] == "bytes=100-199"


def test_it_knows_how_many_asked_at_once_and_how_soon(mirror):
    assert math.isinf(mirror.smallest_gap)
    for _ in range(20):
        get(mirror)  # each over a connection of its own
    assert mirror.most_in_flight == 1
    assert mirror.connections == 20
    mirror.always[BOOK] = faults.silence()
    threads = [Thread(target=get, args=(mirror,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert mirror.wait_for_requests(23)
    mirror.release()
    for thread in threads:
        thread.join()
    assert mirror.most_in_flight == 3
    times = [it.time for it in mirror.requests]
    assert times == sorted(times)
    assert mirror.smallest_gap == min(after - before for before, after in pairwise(times))


def test_who_hung_up_or_has_all_is_not_in_flight_even_if_the_server_dawdles(mirror):
    def dawdle(exchange):
        exchange.send(exchange.honest())
        time.sleep(0.1)

    mirror.always["all"] = faults.Fault("dawdle", dawdle)
    mirror.files["all"] = TEXT
    with requests.Session() as session:  # which keeps its connection
        assert session.get(f"{mirror.url}/all").content == get(mirror).content == TEXT
    mirror.always["hung up"] = faults.Fault("deaf", lambda exchange: time.sleep(0.1))
    with socket.create_connection(("127.0.0.1", mirror.port)) as client:
        client.sendall(b"GET /hung%20up HTTP/1.1\r\nHost: x\r\n\r\n")
        assert mirror.wait_for_requests(3)
    assert get(mirror).content == TEXT
    assert mirror.requests[2].fault == "deaf"
    assert mirror.most_in_flight == 1


def test_requests_of_a_path_are_found_by_it(mirror):
    get(mirror, "robots.txt?x=1", headers={"User-Agent": "me"})
    get(mirror)
    (found,) = mirror.requests_for("/robots.txt")
    assert (found.path, found.headers["user-agent"], found.status) == ("robots.txt?x=1", "me", 200)
    assert mirror.count == 2


@ends_soon
def test_it_shuts_down_at_once_under_hanging_connections_and_prints_nothing(capfd):
    always = {"quiet": faults.silence(), BOOK: faults.stall(10), "bomb": faults.bomb()}
    clients = []
    with serving(always=always) as mirror:
        for path in (*always, None):  # the last one connects and says nothing
            client = socket.create_connection(("127.0.0.1", mirror.port))
            clients.append(client)
            if path:
                client.sendall(f"GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        client = socket.create_connection(("127.0.0.1", mirror.port))
        client.sendall(b"\x16\x03\x01\x02\0 no HTTP at all\r\n\r\n")
        assert client.recv(100).startswith(b"<!DOCTYPE HTML>")  # http.server's own
        clients.append(client)
        assert mirror.wait_for_requests(3)
    for client in clients:
        client.close()
    assert capfd.readouterr() == ("", "")


def test_an_error_of_the_server_itself_is_raised_at_the_end():
    def mistaken(exchange):
        raise ZeroDivisionError

    mirror = FaultyMirror({}, always={BOOK: faults.Fault("mistaken", mistaken)})
    with pytest.raises(ZeroDivisionError), mirror, pytest.raises(requests.ConnectionError):
        get(mirror)
