import gzip
from datetime import UTC, datetime

import pytest
from requests.structures import CaseInsensitiveDict

from tests.web.http_answer import MODIFIED, Asked, Habits, answer

TEXT = "“Is it far?” she asked.\r\n".encode() * 40
LATER = datetime(2025, 1, 1, tzinfo=UTC)
CODED = Habits(compress=True)


def ask(data=TEXT, habits=None, *, method="GET", path="pg1.txt", modified=MODIFIED, **headers):
    """Headers by their names with `_` for `-`."""
    named = CaseInsensitiveDict({name.replace("_", "-"): value for name, value in headers.items()})
    return answer(Asked(method, path, named), data, habits or Habits(), modified=modified)


def test_an_unchanged_file_is_304_with_its_validators_and_without_body():
    known = ask().headers
    for conditions in (
        {"if_none_match": known["ETag"]},
        {"if_none_match": f'"a", W/{known["ETag"]}'},  # compared weakly
        {"if_none_match": "*"},
        {"if_modified_since": known["Last-Modified"]},
    ):
        said = ask(**conditions)
        assert (said.status, said.body, said.headers["ETag"]) == (304, b"", known["ETag"])


def test_a_changed_file_is_sent_and_the_etag_goes_before_the_date():
    known = ask().headers
    tag, date = {"if_none_match": known["ETag"]}, {"if_modified_since": known["Last-Modified"]}
    assert ask(b"other", **tag).body == b"other"
    assert ask(b"other", **date).status == 304  # the date is the same
    assert ask(modified=LATER, **date).status == 200
    assert ask(modified=LATER, **date, **tag).status == 304
    assert ask(b"other", **date, **tag).status == 200


@pytest.mark.parametrize("since", ["yesterday", "", "Mon, 01 Jan 2024 00:00:00 -0000", "0"])
def test_what_is_no_http_date_is_not_heeded(since):
    assert ask(if_modified_since=since).status == 200


@pytest.mark.parametrize(
    ("asked", "status", "start", "end"),
    [
        ("bytes=10-19", 206, 10, 20),
        ("bytes=10-", 206, 10, None),
        ("bytes=-10", 206, -10, None),
        ("bytes=0-999999999", 206, 0, None),
        ("bytes=0-1,5-6", 200, 0, None),
        ("bytes=9-3", 200, 0, None),
        ("bytes=-", 200, 0, None),
        ("pages=1-2", 200, 0, None),
        ("bytes=999999999-", 416, 0, 0),
        ("bytes=-0", 416, 0, 0),
    ],
)
def test_ranges(asked, status, start, end):
    said = ask(range=asked)
    assert (said.status, said.body) == (status, TEXT[start:end])
    begin, stop, _ = slice(start, end).indices(len(TEXT))
    labels = {206: f"bytes {begin}-{stop - 1}/{len(TEXT)}", 416: f"bytes */{len(TEXT)}"}
    assert said.headers.get("Content-Range") == labels.get(status)
    assert ask(method="HEAD", range=asked).status == 200


def test_if_range_with_another_version_or_a_weak_etag_brings_the_whole():
    known = ask().headers
    assert ask(range="bytes=5-", if_range=known["ETag"]).status == 206
    assert ask(range="bytes=5-", if_range=known["Last-Modified"]).status == 206
    assert ask(range="bytes=5-", if_range='"other"').body == TEXT
    assert ask(b"other", range="bytes=1-", if_range=known["ETag"]).body == b"other"
    weak = ask(habits=Habits(etags="weak")).headers["ETag"]
    assert weak == f"W/{known['ETag']}"
    assert ask(habits=Habits(etags="weak"), range="bytes=5-", if_range=weak).body == TEXT


def test_a_server_without_validators_and_ranges():
    known = ask().headers
    conditions = {"if_none_match": known["ETag"], "if_modified_since": known["Last-Modified"]}
    said = ask(habits=Habits(ranges=False, etags="", dated=False), range="bytes=5-", **conditions)
    assert (said.status, said.body) == (200, TEXT)
    assert not {"ETag", "Last-Modified", "Accept-Ranges"} & set(said.headers)


@pytest.mark.parametrize("accepts", ["gzip", "deflate, gzip", "gzip;q=0.5, br", "br;q=0, gzip"])
def test_a_coding_has_an_etag_and_ranges_of_its_own(accepts):
    said = ask(habits=CODED, accept_encoding=accepts)
    assert said.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(said.body) == TEXT
    assert said.headers["ETag"] != ask(habits=CODED).headers["ETag"]
    assert ask(habits=CODED, accept_encoding=accepts, range="bytes=3-9").body == said.body[3:10]


@pytest.mark.parametrize("accepts", ["identity", "gzip;q=0", "gzip; q=0.0, br", ""])
def test_who_does_not_accept_gzip_gets_none(accepts):
    said = ask(habits=CODED, accept_encoding=accepts)
    assert (said.body, "Content-Encoding" in said.headers) == (TEXT, False)


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("1/3/4/1342/1342-0.txt", "text/plain; charset=utf-8"),
        ("cache/epub/feeds/pg_catalog.csv", "text/csv"),
        ("cache/epub/feeds/pg_catalog.csv.gz", "application/gzip"),
        ("cache/epub/feeds/rdf-files.tar.bz2", "application/octet-stream"),
    ],
)
def test_media_types(path, media_type):
    assert ask(path=path).headers["Content-Type"] == media_type


def test_what_is_not_there_is_404_whatever_is_asked():
    said = ask(None, range="bytes=5-", if_none_match="*")
    assert (said.status, said.headers) == (404, {"Content-Type": "text/html"})
