"""Where files of books come from: mirrors on the web in any layout, copies of them, the library."""

import logging
import random
import time

import pytest

from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors import fetching, layouts
from dialogue_etl.sources.books.mirrors.backends import FolderBackend, WebMirror
from dialogue_etl.sources.books.mirrors.fetching import BookFetcher, MirrorGoneError
from dialogue_etl.sources.folder import Folder
from dialogue_etl.web.failures import ForbiddenError, MissingError, UnavailableError
from tests.conftest import SAMPLE, quick_runtime
from tests.fake_mirror import answers, hangs_up, slow
from tests.web.conftest import serve as serve  # noqa: PLC0414 - a fixture
from tests.web.test_client import client

BOOK = b"*** START OF THE PROJECT GUTENBERG EBOOK ***\n%b\n*** END OF THE PROJECT GUTENBERG EBOOK ***\n"
NUMBERS = [str(number) for number in range(100, 112)]
ENTRIES = [Entry(f"pg{number}") for number in NUMBERS]
ALL = {number: BOOK % number.encode() for number in NUMBERS}
HURRIED = {"first_pause": 0.01, "timeout": 5.0, "attempts": 3, "connections": 2}
PAGE = answers(200, b"<!DOCTYPE html><html>Sorry")
PATHS = {
    "cache": "cache/epub/{0}/pg{0}.txt",
    "files": "files/{0}/{0}-0.txt",
    "digits": "{1}/{0}/{0}-8.txt",
    "html": "cache/epub/{0}/pg{0}-images.html",
    "posted-html": "files/{0}/{0}-h/{0}-h.htm",
    "epub": "cache/epub/{0}/pg{0}.epub",
    "zip": "files/{0}/{0}-h.zip",
}


def path(number, layout="cache"):
    return PATHS[layout].format(number, "/".join(number[:-1]))


def files(numbers=NUMBERS, layout="cache"):
    return {path(number, layout): ALL[number] for number in numbers}


def source(*places, **changes):
    runtime = quick_runtime(mirror=" ".join(map(str, places)), **{**HURRIED, **changes})
    return BookFetcher("mirror", None, runtime)


def texts(results):
    """The bytes of what was had by number, None for what was not."""
    return {
        id.removeprefix("pg"): None if isinstance(result, UnavailableError) else result.path.read_bytes()
        for id, result in results.items()
    }


def folder_of(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def test_the_generated_file_comes_first_then_the_posted_ones_in_all_layouts():
    assert [(copy.path, copy.name) for copy in layouts.copies("1342")[:8]] == [
        ("cache/epub/1342/pg1342.txt", "cache/epub/1342/pg1342.txt"),
        ("files/1342/1342-0.txt", "files/1342/1342-0.txt"),
        ("files/1342/1342-8.txt", "files/1342/1342-8.txt"),
        ("files/1342/1342.txt", "files/1342/1342.txt"),
        ("1/3/4/1342/1342-0.txt", "files/1342/1342-0.txt"),
        ("1/3/4/1342/1342-8.txt", "files/1342/1342-8.txt"),
        ("1/3/4/1342/1342.txt", "files/1342/1342.txt"),
        ("1342/pg1342.txt", "cache/epub/1342/pg1342.txt"),
    ]
    assert layouts.copies("7")[4].path == "0/7/7-0.txt"
    ends = [copy.path.rpartition("1342")[2] for copy in layouts.copies("1342", ["text", "html", "epub"])]
    assert list(dict.fromkeys(ends)) == [
        *(".txt", "-0.txt", "-8.txt", "-images.html", ".html", "-h.htm"),
        *(".epub", "-images.epub", "-images-3.epub", "-0.zip", "-8.zip", ".zip", "-h.zip"),
    ]


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        (BOOK, ""),
        (b"He wrote <html> on the wall.", ""),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf \n<!-- proxy -->\n<head><title>Sorry</title>", "web page"),
    ],
)
def test_a_web_page_is_not_taken_for_a_book(head, problem):
    for expected in (layouts.expected("1.txt"), layouts.CATALOGUE):
        assert problem in expected.problem(head)
        assert bool(problem) == bool(expected.problem(head))


@pytest.mark.parametrize(("layout", "wasted"), [("cache", 0), ("files", 5), ("digits", 5 * 5)])
def test_a_mirror_of_one_layout_costs_few_requests_in_vain(serve, tmp_path, layout, wasted):
    mirror = serve(files(layout=layout))
    assert texts(source(f"{mirror.url}/").books(ENTRIES, "en")) == ALL
    # The first five books are asked for everywhere before the layout that they are in.
    assert len(mirror.paths) - len(NUMBERS) <= wasted


def test_of_a_copy_that_is_no_book_another_is_taken_where_there_may_be_one(serve, tmp_path):
    mirror = serve({**files(layout="files"), **files(["100"])}, **{path("100"): PAGE})
    web = WebMirror(mirror.url, client(tmp_path, mirror))
    with pytest.raises(UnavailableError, match="a web page came"):
        web.book(Entry("pg100"))
    assert len(mirror.paths) == 1  # nothing was found yet in any other layout
    web.book(Entry("pg101"))
    web.settle()
    assert web.book(Entry("pg100")).name == "files/100/100-0.txt"


EDITIONS = {
    "html": b"<!DOCTYPE html><h2>The Project Gutenberg eBook of X</h2><p>%b</p>",
    "posted-html": b"<html><pre>*** START OF THIS PROJECT GUTENBERG EBOOK X ***</pre><p>%b</p>",
    "epub": b"PK\3\4%b",
    "zip": b"PK\3\4%b",
}


@pytest.mark.parametrize("layout", EDITIONS)
@pytest.mark.parametrize("on_the_web", [True, False])
def test_a_book_without_a_plain_text_is_had_in_another_format_and_one_with_it_is_not(
    serve, tmp_path, layout, on_the_web
):
    there = {**files(), **{path(number, layout): EDITIONS[layout] % number.encode() for number in NUMBERS}}
    missing = ["103", "108"]
    for number in missing:
        del there[path(number)]
    place = serve(there).url if on_the_web else folder_of(tmp_path, there)
    results = source(place).books(ENTRIES, "en")
    names = {id.removeprefix("pg"): result.name for id, result in results.items()}
    assert names == {number: path(number, layout if number in missing else "cache") for number in NUMBERS}
    runtime = quick_runtime(mirror=str(place), **HURRIED)
    plain = BookFetcher("mirror", None, runtime, ["text"]).books(ENTRIES, "en")
    gone = [id for id, result in plain.items() if isinstance(result, UnavailableError)]
    assert sorted(gone) == [f"pg{number}" for number in missing]


@pytest.mark.parametrize(
    ("layout", "data", "problem"),
    [
        ("html", b"<!DOCTYPE html><title>404 | Project Gutenberg</title>Sorry", "a web page came instead"),
        ("html", b" ", "empty"),
        ("html", b"Sorry", "something else came instead of the book"),
        ("epub", b"<!DOCTYPE html><title>404</title>", "a web page came instead"),
        ("zip", b"Sorry", "something else came instead of the archive"),
    ],
)
def test_what_comes_instead_of_another_edition_is_not_taken_for_it(layout, data, problem):
    assert problem in layouts.expected(path("1", layout)).problem(data)


def test_what_robots_may_not_have_may_be_had_in_another_layout(serve, tmp_path):
    rules = b"User-agent: *\nDisallow: /cache/\n"
    mirror = serve({**files(["100"]), **files(["100"], "files"), "robots.txt": rules})
    web = WebMirror(mirror.url, client(tmp_path, mirror))
    assert web.book(Entry("pg100")).name == "files/100/100-0.txt"
    with pytest.raises(ForbiddenError):
        web.book(Entry("pg101"))


@pytest.mark.parametrize("layout", ["cache", "files", "digits"])
def test_a_folder_may_have_any_layout_and_the_catalogue_beside_the_books(tmp_path, layout):
    folder_of(tmp_path, files(["101"], layout))
    (tmp_path / "pg_catalog.csv").write_bytes(b"x")
    folder = FolderBackend(Folder(tmp_path))
    assert folder.book(Entry("pg101")).path.read_bytes() == ALL["101"]
    assert folder.fetch("cache/epub/feeds/pg_catalog.csv").read_bytes() == b"x"
    with pytest.raises(MissingError, match="in none of the folders of the copy"):
        folder.book(Entry("pg124"))


@pytest.mark.parametrize("web_first", [True, False])
def test_each_place_gives_what_the_ones_before_do_not_have(serve, tmp_path, web_first):
    places = [serve(files(NUMBERS[:6])).url, folder_of(tmp_path, files(NUMBERS[4:]))]
    results = source(*(places if web_first else places[::-1])).books(ENTRIES, "en")
    assert texts(results) == ALL
    assert {result.name for result in results.values()} == set(files())


def test_a_dead_mirror_is_no_trouble_while_another_place_has_the_books(serve):
    dead = serve({"robots.txt": b""}, **dict.fromkeys(files(), hangs_up))
    results = source(dead.url, serve(files()).url).books(ENTRIES, "en")
    assert texts(results) == ALL
    assert len(dead.paths) < 3 * (5 + 2)  # no more once it is known to be down


@pytest.mark.parametrize(("connections", "seed"), [(1, 0), (8, 0), (8, 1)])
def test_results_do_not_depend_on_who_comes_first(serve, connections, seed):
    chance = random.Random(seed)
    slowly = {name: slow(chance.choice([3_000, 10_000, 1_000_000]), 50) for name in files(NUMBERS[:-1])}
    mirror = serve(files(NUMBERS[:-1]), **slowly)
    results = source(mirror.url, connections=connections).books(ENTRIES, "en")
    assert texts(results) == {**ALL, NUMBERS[-1]: None}
    missing = results[ENTRIES[-1].id]
    assert (type(missing), str(missing)) == (MissingError, "in none of the mirror's folders")


def test_a_mirror_that_dies_ends_the_run_and_the_next_asks_only_for_the_rest(serve, tmp_path):
    mirror = serve({**files(), "robots.txt": b""}, **{path(n): hangs_up for n in NUMBERS[4:]})
    with pytest.raises(MirrorGoneError, match=r"127\.0\.0\.1:\d+ does not answer any more .*is kept"):
        source(mirror.url, store=tmp_path).books(ENTRIES, "en")
    mirror.always.clear()
    mirror.requests.clear()
    assert texts(source(mirror.url, store=tmp_path).books(ENTRIES, "en")) == ALL
    assert sorted(mirror.paths) == sorted(map(path, NUMBERS[4:]))


def test_failures_are_summed_up_by_reason_and_who_does_not_say_who_asks_is_told_to(serve, caplog):
    mirror = serve(files(NUMBERS[:8]), **{path("103"): answers(403), path("102"): answers(403)})
    with caplog.at_level(logging.WARNING, "dialogue_etl"):
        source(mirror.url).books(ENTRIES, "en")
        source(mirror.url, contact="me@example.org")
        source("/some/folder")
    contact, failures = (record.getMessage() for record in caplog.records)
    assert "DIALOGUE_ETL_CONTACT is not set" in contact
    assert failures == (
        "fetch en: 6 of 12 books are not available: "
        "in none of the mirror's folders: 4; the server answers 403: 2"
    )


def test_a_full_disk_ends_the_run(serve, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    mirror = serve({**files(), "robots.txt": b""})
    books = source(mirror.url)
    books.books(ENTRIES[:1], "en")
    monkeypatch.setattr("dialogue_etl.web.body.save", full)
    with pytest.raises(OSError, match="No space left"):
        books.books(ENTRIES, "en")
    assert len(mirror.paths) < 1 + len(ENTRIES)


def test_an_interrupted_run_ends_soon(serve, monkeypatch):
    mirror = serve(files())

    def interrupted(*arguments, **rest):
        while not mirror.requests:
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(fetching, "_ALONE", 0)
    monkeypatch.setattr(fetching, "as_completed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        source(mirror.url, delay=600.0).books(ENTRIES, "en")
    assert len(mirror.requests) == 1


@pytest.fixture
def sample_mirror(serve):
    return serve(
        {
            file.relative_to(SAMPLE).as_posix(): file.read_bytes()
            for file in SAMPLE.rglob("*")
            if file.is_file()
        }
    )


def over_http(build, mirror, tmp_path, name, **changes):
    runtime = quick_runtime(mirror=mirror.url, store=tmp_path / "store", **HURRIED)
    return build({"books.source": "mirror", **changes}, name=name, runtime=runtime)


STAGES = ("catalogue", "download")


def test_a_download_over_http_gives_the_texts_of_the_folder(build, sample_mirror, tmp_path, sample):
    made = over_http(build, sample_mirror, tmp_path, "http").run(*STAGES)
    for language in made.params.languages:
        came = {row["id"]: row for row in made.rows("download", language, "texts")}
        for row in sample.rows("download", language, "texts"):
            assert came[row["id"]] == {**row, "source": "mirror"}
