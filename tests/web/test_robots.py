import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from dialogue_etl.web import client as web_client
from dialogue_etl.web.failures import ForbiddenError, MissingError, NoAnswerError
from dialogue_etl.web.robots import Robots
from tests.web import faults
from tests.web.clients import FILE, RULES, TEXT, WANTED, client, fetched
from tests.web.http_answer import Habits

PRIVATE = "private/1.txt"


def rules(text):
    return Robots(lambda _url: text)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        (b"", True),
        (b"User-agent: *\nDisallow: /private/", False),
        (b"User-agent: *\nDisallow: /\nAllow: /private/", True),
        (b"User-agent: *\nDisallow:\n\nUser-agent: dialogue-etl\nDisallow: /", False),
        (b"User-agent: dialogue-etl\nAllow: /\n\nUser-agent: *\nDisallow: /", True),
        (b"User-agent: other\nDisallow: /", True),
        (b"<html>Not found</html>", True),
        (b"\xff\xfe\0\0\xed\xa0\x80", True),
        (b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /private", False),
    ],
)
def test_what_is_allowed(text, allowed):
    assert rules(text).allow(f"http://a.org/{PRIVATE}") is allowed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (b"", 0),
        (b"User-agent: *\nCrawl-delay: 2.5", 2.5),
        (b"User-agent: *\nCrawl-delay: soon", 0),
        (b"User-agent: *\nRequest-rate: 1/10", 10),
        (b"User-agent: *\nRequest-rate: 5/1m\nCrawl-delay: 3", 12),
        (b"User-agent: *\nRequest-rate: 0/5", 0),
    ],
)
def test_how_fast(text, seconds):
    assert rules(text).delay(f"http://a.org/{FILE}") == seconds


def test_each_server_is_asked_for_its_own_rules_once():
    asked = []
    robots = Robots(lambda url: asked.append(url) or b"")
    for url in ("http://a.org/1", "http://a.org/2", "https://a.org/1", "http://a.org:81/1"):
        robots.allow(url)
        robots.delay(url)
    assert asked == ["http://a.org/robots.txt", "https://a.org/robots.txt", "http://a.org:81/robots.txt"]


def test_what_is_forbidden_is_not_asked_for(serve, tmp_path):
    mirror = serve({PRIVATE: TEXT, FILE: TEXT, RULES: b"User-agent: *\nDisallow: /private/\n"})
    asking = client(tmp_path, mirror)
    with pytest.raises(ForbiddenError, match=r"robots\.txt forbids"):
        fetched(asking, mirror, PRIVATE)
    assert fetched(asking, mirror) == TEXT
    assert [request.path for request in mirror.requests] == [RULES, FILE]


def test_the_rules_hold_for_what_a_redirect_leads_to(serve, tmp_path):
    other = serve({FILE: TEXT, RULES: b"User-agent: *\nDisallow: /files/"})
    mirror = serve({}, always={FILE: faults.redirect(f"{other.url}/{FILE}")})
    with pytest.raises(ForbiddenError):
        fetched(client(tmp_path, mirror, other), mirror)
    assert [request.path for request in other.requests] == [RULES]


@pytest.mark.parametrize("status", [500, 503])
def test_a_server_that_keeps_its_rules_back_is_asked_for_nothing(serve, tmp_path, status):
    mirror = serve(always={RULES: faults.status(status)})
    asking = client(tmp_path, mirror, attempts=3)
    for path in (FILE, "other.txt", FILE):
        with pytest.raises(ForbiddenError, match=rf"robots\.txt can't be had .*answers {status}"):
            fetched(asking, mirror, path)
    assert {request.path for request in mirror.requests} == {RULES}
    # Not again for each file, but again in the next run.
    assert mirror.count == 3
    mirror.always.clear()
    assert fetched(client(tmp_path, mirror), mirror) == TEXT


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_server_that_has_no_rules_for_us_may_be_asked(serve, tmp_path, status):
    mirror = serve(always={RULES: faults.status(status)})
    asking = client(tmp_path, mirror)
    assert fetched(asking, mirror) == TEXT
    with pytest.raises(MissingError):
        fetched(asking, mirror, "other.txt")
    assert [request.path for request in mirror.requests] == [RULES, FILE, "other.txt"]


def test_a_server_that_does_not_answer_is_not_taken_for_one_that_forbids(serve, tmp_path):
    mirror = serve(always={RULES: faults.cut(None)})
    with pytest.raises(NoAnswerError):
        fetched(client(tmp_path, mirror, attempts=2), mirror)


@pytest.mark.parametrize("text", [None, b"User-agent: *\nAllow: /"])
def test_rules_are_asked_for_once_a_day(serve, tmp_path, monkeypatch, text):
    mirror = serve({FILE: TEXT, "2.txt": TEXT, "3.txt": TEXT, **({RULES: text} if text else {})})
    fetched(client(tmp_path, mirror), mirror)
    fetched(client(tmp_path, mirror), mirror, "2.txt")
    assert len(mirror.requests_for(RULES)) == 1
    a_day_later = time.time() + 86_401
    monkeypatch.setattr(web_client.time, "time", lambda: a_day_later)
    fetched(client(tmp_path, mirror), mirror, "3.txt")
    assert [request.status for request in mirror.requests_for(RULES)] == ([200, 304] if text else [404, 404])


def test_rules_that_break_off_are_not_taken_by_halves(serve, tmp_path):
    text = b"User-agent: *\nAllow: /\n" + b"#" * 5000 + b"\nDisallow: /files/"
    for cut in (faults.cut(30), faults.gzip_cut(), faults.stall(30)):
        mirror = serve(
            {FILE: TEXT, RULES: text}, faults={RULES: [cut]}, habits=Habits(compress=cut.kind != "cut")
        )
        with pytest.raises(ForbiddenError):
            fetched(client(tmp_path / cut.kind, mirror, timeout=0.5), mirror)
        assert len(mirror.requests_for(RULES)) == 2


def test_rules_may_be_elsewhere(serve, tmp_path):
    other = serve({RULES: b"User-agent: *\nDisallow: /private/\n"})
    mirror = serve({PRIVATE: TEXT, FILE: TEXT}, always={RULES: faults.redirect(f"{other.url}/{RULES}")})
    asking = client(tmp_path, mirror, other)
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(fetched, asking, mirror).result(timeout=10) == TEXT
    with pytest.raises(ForbiddenError):
        fetched(asking, mirror, PRIVATE)


@pytest.mark.parametrize("wish", [b"Crawl-delay: 0.3", b"Request-rate: 10/3"])
def test_a_server_sets_the_pace_also_of_second_tries(serve, tmp_path, wish):
    files = {f"{number}.txt": TEXT for number in range(3)}
    text = b"User-agent: *\n" + wish
    mirror = serve({**files, RULES: text}, faults={path: [faults.status(500)] for path in files})
    asking = client(tmp_path, mirror)
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda path: asking.fetch(f"{mirror.url}/{path}", WANTED), files))
    starts = [request.time for request in mirror.requests if request.path != RULES]
    assert len(starts) == 6
    # Any of them may arrive late; without a pause before second tries it would be half of this.
    assert max(starts) - min(starts) > 0.8 * 5 * 0.3


def test_rules_are_fetched_by_one_client_at_a_time(serve, tmp_path):
    mirror = serve({FILE: TEXT, RULES: b"User-agent: *"}, always={RULES: faults.slow(60)})
    with ThreadPoolExecutor() as threads:
        clients = [client(tmp_path, mirror) for _ in range(4)]
        assert list(threads.map(lambda asking: fetched(asking, mirror), clients)) == [TEXT] * 4
    assert mirror.count == 2
