import tarfile
from itertools import permutations

import pytest

from dialogue_etl.sources import tar_archive
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.backends import Backends, LibraryFolder, MirrorFolder, WebMirror
from dialogue_etl.sources.books.mirrors.text_archive import TextArchive
from dialogue_etl.sources.folder import Folder
from dialogue_etl.web.failures import ForbiddenError, MissingError, NoAnswerError, UnavailableError
from tests.fake_mirror import answers, hangs_up
from tests.sources.test_tar_archive import tarred
from tests.web.conftest import serve as serve  # noqa: PLC0414 - a fixture
from tests.web.test_client import client

BOOK = b"*** START OF THE PROJECT GUTENBERG EBOOK ***\n%b\n*** END OF THE PROJECT GUTENBERG EBOOK ***\n"
NUMBERS = [str(number) for number in range(100, 130)]
PAGE = answers(200, b"<!DOCTYPE html><html>Sorry")
PATHS = {
    "cache": "cache/epub/{0}/pg{0}.txt",
    "files": "files/{0}/{0}-0.txt",
    "digits": "{1}/{0}/{0}-8.txt",
}


def entry(number, *files):
    return Entry(f"pg{number}", files=files)


def path(layout, number):
    return PATHS[layout].format(number, "/".join(number[:-1]))


def mirrored(layout, numbers=NUMBERS):
    return {path(layout, number): BOOK % number.encode() for number in numbers}


@pytest.mark.parametrize(("layout", "wasted"), [("cache", 0), ("files", 5), ("digits", 5 * 5)])
def test_a_mirror_of_one_layout_costs_few_requests_in_vain(serve, tmp_path, layout, wasted):
    mirror = serve(mirrored(layout))
    web = WebMirror(f"{mirror.url}/", client(tmp_path, mirror))
    for place, number in enumerate(NUMBERS):
        if place == 5:
            web.settle()
        assert web.book(entry(number)).path.read_bytes() == BOOK % number.encode()
    # The first five books are asked for everywhere before the layout that they are in.
    assert len(mirror.paths) - len(NUMBERS) <= wasted


def test_of_a_copy_that_is_no_book_another_is_taken_where_there_may_be_one(serve, tmp_path):
    mirror = serve({**mirrored("files"), **mirrored("cache", ["100"])})
    web = WebMirror(mirror.url, client(tmp_path, mirror))
    mirror.always[path("cache", "100")] = PAGE
    web.book(entry("101"))
    web.settle()
    assert web.book(entry("100")).name == "files/100/100-0.txt"


def test_of_a_copy_that_is_no_book_no_other_is_asked_for_where_none_was_found_yet(serve, tmp_path):
    mirror = serve({}, **{path("cache", "100"): PAGE})
    with pytest.raises(UnavailableError, match="a web page came"):
        WebMirror(mirror.url, client(tmp_path, mirror)).book(entry("100"))
    assert len(mirror.paths) == 1


def test_what_robots_may_not_have_may_be_had_in_another_layout(serve, tmp_path):
    rules = b"User-agent: *\nDisallow: /cache/\n"
    mirror = serve({**mirrored("cache", ["100"]), **mirrored("files", ["100"]), "robots.txt": rules})
    assert WebMirror(mirror.url, client(tmp_path, mirror)).book(entry("100")).name == "files/100/100-0.txt"
    with pytest.raises(ForbiddenError):
        WebMirror(mirror.url, client(tmp_path, mirror)).book(entry("101"))


def test_a_book_that_is_nowhere_is_missing_and_one_of_a_silent_server_is_asked_for_once(serve, tmp_path):
    mirror = serve({"robots.txt": b""}, **{path("cache", "100"): hangs_up})
    web = WebMirror(mirror.url, client(tmp_path, mirror, attempts=2))
    with pytest.raises(NoAnswerError):
        web.book(entry("100"))
    assert len(mirror.paths) == 2
    for _ in range(2):
        with pytest.raises(MissingError, match="in none of the mirror's folders"):
            web.book(entry("1"))
    assert len(mirror.paths) == 2 + 7


@pytest.mark.parametrize("layout", PATHS)
def test_a_folder_may_have_any_layout(tmp_path, layout):
    file = tmp_path / path(layout, "123")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x")
    assert MirrorFolder(Folder(tmp_path)).book(entry("123")).path == file
    with pytest.raises(MissingError, match="in none of the folders of the copy"):
        MirrorFolder(Folder(tmp_path)).book(entry("124"))


def test_the_catalogue_may_lie_beside_the_books_and_the_library_has_what_it_lists(tmp_path):
    (tmp_path / "pg_catalog.csv").write_bytes(b"x")
    folder = Folder(tmp_path)
    assert MirrorFolder(folder).fetch("cache/epub/feeds/pg_catalog.csv").read_bytes() == b"x"
    assert LibraryFolder(folder).book(entry("x", "pg_catalog.csv")).name == "pg_catalog.csv"
    archive = TextArchive(lambda: folder.fetch("none.tar"), folder.fetch, client(tmp_path).cache)
    archive.prepare([entry("1")])
    for place in (LibraryFolder(folder), archive):
        with pytest.raises(MissingError, match="no such file"):
            place.book(entry("x", "two.txt"))


@pytest.fixture
def passes(monkeypatch):
    """How often archives were read."""
    seen = []
    members = tar_archive.members

    def counted(file, max_bytes):
        seen.append([number for number in "12345" if max_bytes(f"{number}.txt") > 0])
        return members(file, max_bytes)

    monkeypatch.setattr(tar_archive, "members", counted)
    return seen


@pytest.fixture
def packed(tmp_path):
    """Makes a place of an archive of these members, prepared for books."""

    def make(data, *numbers):
        (tmp_path / "in").mkdir(exist_ok=True)
        data, file = data if isinstance(data, bytes) else tarred(data), tmp_path / "in/txt-files.tar"
        if not file.exists() or file.read_bytes() != data:
            file.write_bytes(data)
        beside = Folder(tmp_path / "in")
        place = TextArchive(
            lambda: beside.fetch("txt-files.tar"), beside.fetch, client(tmp_path / "store").cache
        )
        place.prepare([entry(number) for number in numbers])
        return place

    return make


def test_books_are_taken_out_of_an_archive_in_one_pass(packed, passes):
    place = packed({"1/1.txt": b"One.", "2/2-0.txt": b"Two.", "3/3.txt": b"Three."}, "1", "2", "4")
    assert [place.book(entry(n)).path.read_bytes() for n in "12"] == [b"One.", b"Two."]
    assert place.book(entry("2")).name == "files/2/2-0.txt"
    for number in "34":
        with pytest.raises(UnavailableError):
            place.book(entry(number))
    assert passes == [["1", "2", "4"]]


@pytest.mark.parametrize(
    "members", [{"1/1.txt": b"One.", "2/2.txt": b"", "5/5.txt": b"Five."}, {"readme": b"x"}]
)
def test_an_archive_is_not_passed_again_in_vain(packed, passes, members):
    for _ in range(3):
        packed(members, "1", "2", "4")
    assert passes == [["1", "2", "4"]]
    packed(members, "1", "2", "4", "5")
    assert passes[1:] == ([["5"]] if "5/5.txt" in members else [])


def test_a_changed_archive_is_passed_again(packed, passes):
    packed({"1/1.txt": b"One."}, "1")
    place = packed({"1/1.txt": b"Changed.", "2/2.txt": b"x" * 600}, "1")
    assert place.book(entry("1")).path.read_bytes() == b"Changed."
    assert len(passes) == 2


FILES = {"cache/epub/7/pg7.txt": b"", "7/7-0.txt": b"second", "7/7-8.txt": b"third"}


@pytest.mark.parametrize("order", list(permutations(FILES)))
@pytest.mark.parametrize("first", [b"", b"first"])
def test_of_several_files_of_a_book_the_best_is_taken_in_whatever_order(packed, order, first):
    members = {name: FILES[name] or first for name in order}
    found = packed(members, "7").book(entry("7"))
    best = ("cache/epub/7/pg7.txt", b"first") if first else ("files/7/7-0.txt", b"second")
    assert (found.name, found.path.read_bytes()) == best


def test_a_book_that_is_too_large_in_the_archive_is_a_reason(packed, monkeypatch, passes):
    monkeypatch.setattr(layouts, "MAX_BYTES", 10)
    for _ in range(2):
        with pytest.raises(
            UnavailableError, match=f"empty, or larger than {layouts.MAX_BYTES:,} bytes"
        ) as error:
            packed({"1/1.txt": b"x" * 11}, "1").book(entry("1"))
        assert not isinstance(error.value, MissingError)
    assert len(passes) == 1


def test_of_a_broken_archive_the_first_books_are_had_also_the_next_time(packed):
    data = tarred({"1/1.txt": b"One. " * 300, "2/2.txt": b"Two. " * 3000})[:4000]
    for wanted in (["1", "2"], ["1"], ["1", "2"]):
        place = packed(data, *wanted)
        assert place.book(entry("1")).path.read_bytes() == b"One. " * 300
        assert place.book(entry("1")).name == "files/1/1.txt"
    for number in "29":
        with pytest.raises(UnavailableError, match=r"txt-files\.tar: broken") as error:
            place.book(entry(number))
        assert not isinstance(error.value, MissingError)


def test_a_run_that_was_killed_while_it_passed_an_archive_is_no_trouble(packed, tmp_path):
    packed({"1/1.txt": b"One.", "2/2.txt": b"Two."}, "1")
    (index,) = (tmp_path / "store/downloads/notes").iterdir()
    for damage in (index.unlink, lambda: index.write_bytes(b"{"), lambda: index.write_bytes(b'{"1": 5}')):
        damage()
        assert packed({"1/1.txt": b"One.", "2/2.txt": b"Two."}, "1").book(entry("1")).name == "files/1/1.txt"


def test_hostile_members_write_nothing_but_to_the_store(packed, tmp_path):
    link = tarfile.TarInfo("3/3.txt")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
    place = packed(tarred([("../../1.txt", b"One."), ("/2.txt", b"Two."), (link, None)]), "1", "2", "3")
    assert [place.book(entry(n)).path.read_bytes() for n in "12"] == [b"One.", b"Two."]
    with pytest.raises(MissingError):
        place.book(entry("3"))
    outside = [p for p in tmp_path.rglob("*") if p.is_file() and "store" not in p.parts]
    assert [p.name for p in outside] == ["txt-files.tar"]


def test_an_archive_on_the_web_is_fetched_once(serve, tmp_path, passes):
    mirror = serve({"txt-files.tar.zip": tarred({"1/1.txt": b"One."})})
    asking = client(tmp_path, mirror)
    for _ in range(2):
        place = TextArchive(
            lambda: asking.fetch(f"{mirror.url}/txt-files.tar.zip", layouts.ARCHIVE), None, asking.cache
        )
        place.prepare([entry("1")])
        assert place.book(entry("1")).path.read_bytes() == b"One."
    assert (len(mirror.paths), len(passes)) == (1, 1)


class Fixed:
    """A place that has a book, or an error."""

    def __init__(self, answer):
        self.answer = answer

    def book(self, entry):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


TROUBLE = [MissingError("missing"), UnavailableError("broken"), NoAnswerError("silent")]


@pytest.mark.parametrize("order", list(permutations([*TROUBLE, "found"])))
def test_the_first_place_that_has_a_book_gives_it_or_the_first_trouble_that_is_more_than_a_miss(order):
    assert Backends([Fixed(answer) for answer in order]).book(entry("1")) == "found"
    trouble = [one for one in order if one != "found"]
    with pytest.raises(UnavailableError) as error:
        Backends([Fixed(answer) for answer in trouble]).book(entry("1"))
    assert error.value is next(one for one in trouble if not isinstance(one, MissingError))
