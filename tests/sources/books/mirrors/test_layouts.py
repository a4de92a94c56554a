import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.layouts import copies, doubt, in_archive

START = b"*** START OF THE PROJECT GUTENBERG EBOOK X ***\r\n"
END = b"*** END OF THE PROJECT GUTENBERG EBOOK X ***\r\n"
LICENCE = b"START: FULL LICENSE\r\n\r\nTHE FULL PROJECT GUTENBERG LICENSE\r\n"
LAST = b"subscribe to our email newsletter to hear about new eBooks.\r\n"


def paths(number, listed=()):
    return [copy.path for copy in copies(number, listed)]


def test_the_generated_file_comes_first_then_the_posted_ones_in_all_layouts():
    assert paths("1342") == [
        "cache/epub/1342/pg1342.txt",
        "files/1342/1342-0.txt",
        "files/1342/1342-8.txt",
        "files/1342/1342.txt",
        "1/3/4/1342/1342-0.txt",
        "1/3/4/1342/1342-8.txt",
        "1/3/4/1342/1342.txt",
        "1342/pg1342.txt",
    ]


def test_a_number_of_one_digit_lies_below_zero():
    assert paths("7")[4:7] == ["0/7/7-0.txt", "0/7/7-8.txt", "0/7/7.txt"]


def test_files_that_the_catalogue_lists_come_before_their_neighbours():
    assert paths("1342", ["files/1342/1342.txt", "files/1342/1342-8.txt"])[1:4] == [
        "files/1342/1342.txt",
        "files/1342/1342-8.txt",
        "files/1342/1342-0.txt",
    ]


@pytest.mark.parametrize(
    "listed", ["files/99/99-8.txt", "files/1342/99-8.txt", "../1342-8.txt", "cache/x.txt", ""]
)
def test_files_of_other_books_and_places_do_not_count(listed):
    assert paths("1342", [listed]) == paths("1342")


@given(st.integers(1, 10**9 - 1), st.lists(st.sampled_from(["-0", "-8", ""]), max_size=3))
def test_names_are_the_same_whatever_the_layout(number, suffixes):
    listed = [f"files/{number}/{number}{suffix}.txt" for suffix in suffixes]
    found = copies(str(number), listed)
    names = {copy.layout: [c.name for c in found if c.layout == copy.layout] for copy in found}
    assert names["files"] == names["digits"]
    assert sorted(names["files"]) == sorted(copy.path for copy in found if copy.layout == "files")
    assert names["cache"] == names["epub"] == [f"cache/epub/{number}/pg{number}.txt"]
    assert len({copy.path for copy in found}) == len(found) == 8
    assert all(not re.search(r"//|\.\.|^/", copy.path) for copy in found)


@given(st.integers(1, 10**9 - 1), st.sampled_from(["", "x/", "./", "a/b/", "/"]))
def test_an_archive_gives_the_names_of_the_web(number, folder):
    posted = [in_archive(f"{folder}{copy.path}") for copy in copies(str(number))]
    assert [found[2] for found in posted] == [copy.name for copy in copies(str(number))]
    assert {found[0] for found in posted} == {str(number)}
    ranks = [found[1] for found in posted]
    assert ranks[:4] == sorted(set(ranks))


@pytest.mark.parametrize(
    "path",
    ["", "readme.txt", "1.zip", "1.txt/", "1-9.txt", "x1.txt", "pg1-0.txt", "1.txt.bak", "1-0.htm", "pg.txt"],
)
def test_other_files_of_an_archive_are_no_books(path):
    assert in_archive(path) is None


def test_an_archive_may_name_the_encoding():
    assert in_archive("cache/epub/5/pg5.txt.utf8") == ("5", 0, "cache/epub/5/pg5.txt")
    assert in_archive("cache/epub/5/pg5.txt.utf-8") == ("5", 0, "cache/epub/5/pg5.txt")


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (b"Any text.", b"Any text."),
        (START, END),
        (START, END + LICENCE + LAST),
        (START.replace(b"*** S", b"***S"), b"End of the Project Gutenberg EBook of X"),
        (START, b"End of Project Gutenberg's X, by Y\r\n" + LICENCE + b"*** END: FULL LICENSE ***\r\n\r\n"),
        (b"He wrote <html> on the wall.", b"The end."),
    ],
)
def test_what_looks_like_a_book_is_not_doubted(first, last):
    assert doubt(first, last) is None


@pytest.mark.parametrize(
    ("first", "last", "why", "settled"),
    [
        (b"", b"", "empty", False),
        (b" \r\n\t", b" ", "empty", False),
        (b"<!DOCTYPE html><html>", b"</html>", "web page", False),
        (b"\xef\xbb\xbf \n<!-- proxy -->\n<head><title>Sorry</title>", b"", "web page", False),
        (START, b"and then she said", "end of the file is missing", True),
        (START, END + LICENCE + b"1.F.3. LIMITED", "end of the file is missing", True),
        (b"Old head", LICENCE + b"1.E.8", "end of the file is missing", True),
    ],
)
def test_what_speaks_against_a_file(first, last, why, settled):
    found = doubt(first, last)
    assert why in found.why
    assert found.settled is settled


def test_a_catalogue_may_end_as_it_likes_but_is_no_page_and_not_empty():
    assert layouts.catalogue_doubt(START, b"x") is None
    assert "web page" in layouts.catalogue_doubt(b"<html>", b"").why
    assert "empty" in layouts.catalogue_doubt(b"", b"").why
