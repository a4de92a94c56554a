import hashlib
from collections import Counter
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.mirror import Http, UnavailableError
from tests.conftest import SAMPLE, quick_runtime

BOOK = "cache/epub/900001/pg900001.txt"
PAGES = {
    "/html": (200, b"  <!DOCTYPE html><title>Sorry</title>", {}),
    "/comment": (200, b"<!-- proxy -->\n<head><title>Sorry</title>", {}),
    "/moved": (302, b"", {"Location": "/" + BOOK}),
    "/forbidden": (403, b"no", {}),
    "/short": (200, b"half of it", {"Content-Length": "1000"}),
    "/empty": (200, b"", {}),
}


class Handler(BaseHTTPRequestHandler):
    """The sample as a mirror, with pages that go wrong; `seen` counts requests, `agents` who asked."""

    def do_GET(self):
        self.seen[self.path] += 1
        self.agents.add(self.headers["User-Agent"])
        status, data, headers = self._answer()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _answer(self):
        if self.path.startswith("/flaky/"):
            if self.seen[self.path] == 1:
                return 500, b"try again", {}
            return 200, (SAMPLE / self.path.removeprefix("/flaky/")).read_bytes(), {}
        if self.path in self.pages:
            return self.pages[self.path]
        file = SAMPLE / self.path.lstrip("/")
        if self.path in self.missing or not file.is_file():
            return 404, b"<html>Not found</html>", {}
        return 200, file.read_bytes(), {}

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    handler = type(
        "OwnHandler", (Handler,), {"seen": Counter(), "agents": set(), "missing": set(), "pages": dict(PAGES)}
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        Thread(target=partial(httpd.serve_forever, poll_interval=0.01), daemon=True).start()
        httpd.url = f"http://127.0.0.1:{httpd.server_port}"
        httpd.handler = handler
        yield httpd
        httpd.shutdown()


@pytest.fixture
def http(server, tmp_path):
    return Http(server.url, store=tmp_path / "store", contact="me@example.org", delay=0, timeout=5)


def test_books_arrive_byte_for_byte(http):
    for path in sorted(SAMPLE.rglob("pg*.*")):
        name = path.relative_to(SAMPLE).as_posix()
        assert http.read(name) == path.read_bytes()


def test_the_second_read_comes_from_the_store(http, server, tmp_path):
    first = http.read(BOOK)
    again = Http(server.url + "/", store=tmp_path / "store", contact="", delay=0, timeout=5)
    assert again.read(BOOK) == http.read(BOOK) == first
    assert server.handler.seen["/" + BOOK] == 1


def test_the_store_serves_a_mirror_that_is_gone(http, server):
    first = http.read(BOOK)
    server.shutdown()
    server.server_close()
    assert http.read(BOOK) == first


def test_the_mirror_is_told_who_asks(http, server):
    http.read(BOOK)
    (agent,) = server.handler.agents
    assert agent.startswith("dialogue-etl/")
    assert "(me@example.org)" in agent


def test_an_error_of_the_server_is_tried_again(http, server):
    assert http.read(f"flaky/{BOOK}") == (SAMPLE / BOOK).read_bytes()
    assert server.handler.seen[f"/flaky/{BOOK}"] == 2


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("cache/epub/1/pg1.txt", "the mirror answers 404"),
        ("forbidden", "the mirror answers 403"),
        ("moved", "the mirror answers 302"),
        ("html", "a web page came instead of the file"),
        ("comment", "a web page came instead of the file"),
        ("short", "ChunkedEncodingError|bytes came"),
    ],
)
def test_what_is_not_the_file_is_unavailable_and_not_kept(http, tmp_path, path, said):
    with pytest.raises(UnavailableError, match=f"^{path}: .*({said})"):
        http.read(path)
    assert not list(tmp_path.glob("store/**/*.*"))
    assert not [file for file in tmp_path.glob("store/**/*") if file.is_file()]


def test_a_file_is_asked_for_once_where_asking_again_is_of_no_use(http, server):
    with pytest.raises(UnavailableError):
        http.read("forbidden")
    assert server.handler.seen["/forbidden"] == 1


def test_a_mirror_that_does_not_answer_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("urllib3.util.retry.Retry.sleep", lambda *_: None)  # ten seconds of politeness
    http = Http("http://127.0.0.1:9", store=tmp_path, contact="", delay=0, timeout=1)
    with pytest.raises(UnavailableError, match=f"{BOOK}: ConnectionError from http://127.0.0.1:9"):
        http.read(BOOK)


def over_http(build, server, tmp_path, name, **changes):
    runtime = quick_runtime(mirror=server.url, store=tmp_path / "store", workers=2)
    return build({"books.source": "mirror", **changes}, name=name, runtime=runtime)


def test_a_download_over_http_gives_the_texts_of_the_folder(build, server, tmp_path, sample):
    made = over_http(build, server, tmp_path, "http").run("download")
    for language in made.params.languages:
        expected = [{**row, "source": "mirror"} for row in sample.rows("download", language, "texts")]
        assert made.rows("download", language, "texts") == expected


def test_a_missing_book_is_a_drop_row_and_the_rest_arrive(build, server, tmp_path):
    server.handler.missing.add("/" + BOOK)
    made = over_http(build, server, tmp_path, "http", languages=["en"]).run("download")
    assert len(made.rows("download", "en", "texts")) == 4
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["id"], drop["unit"], drop["reason"]) == ("pg900001", "file", "unavailable")
    assert drop["detail"] == f"{BOOK}: the mirror answers 404"


def test_a_book_that_failed_is_asked_for_again_and_the_others_are_not(build, server, tmp_path):
    server.handler.missing.add("/" + BOOK)
    over_http(build, server, tmp_path, "first", languages=["en"]).run("download")
    server.handler.missing.clear()
    server.handler.seen.clear()
    made = over_http(build, server, tmp_path, "second", languages=["en"]).run("download")
    assert len(made.rows("download", "en", "texts")) == 5
    assert set(server.handler.seen) == {f"/{BOOK}", f"/{catalogue.rdf_path('900001')}"}


def test_without_a_catalogue_nothing_is_written(build, server, tmp_path):
    server.handler.missing.add(f"/{catalogue.CATALOGUE_PATH}")
    made = over_http(build, server, tmp_path, "http")
    with pytest.raises(UnavailableError, match=r"pg_catalog\.csv: the mirror answers 404"):
        made.run("download")
    assert not made.folder.exists()


def test_a_record_that_cannot_be_had_does_not_change_the_rights_silently(build, server, tmp_path):
    server.handler.pages["/" + catalogue.rdf_path("900001")] = (403, b"slow down", {})
    made = over_http(build, server, tmp_path, "http", **{"books.ids": ["pg900001"], "languages": ["en"]})
    made.run("download")
    assert made.rows("download", "en", "texts") == []
    (drop,) = made.rows("download", "en", "drops")
    assert (drop["reason"], drop["id"]) == ("unavailable", "pg900001")
    assert "403" in drop["detail"]


def test_the_store_keeps_a_url_under_its_hash(http, server, tmp_path):
    http.read(BOOK)
    name = hashlib.sha256(f"{server.url}/{BOOK}".encode()).hexdigest()
    assert (tmp_path / "store/downloads" / name).read_bytes() == (SAMPLE / BOOK).read_bytes()
