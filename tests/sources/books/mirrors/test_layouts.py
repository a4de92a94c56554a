import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.layouts import copies, in_archive

START = b"*** START OF THE PROJECT GUTENBERG EBOOK X ***\r\n"


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
    assert paths("7")[4:7] == ["0/7/7-0.txt", "0/7/7-8.txt", "0/7/7.txt"]


def test_files_that_the_catalogue_lists_come_before_their_neighbours_but_not_those_of_other_books():
    listed = ["files/99/99-8.txt", "../1342-8.txt", "", "files/1342/1342.txt", "files/1342/1342-8.txt"]
    assert paths("1342", listed)[1:4] == [
        "files/1342/1342.txt",
        "files/1342/1342-8.txt",
        "files/1342/1342-0.txt",
    ]


@given(
    st.integers(1, 10**9 - 1),
    st.lists(st.sampled_from(["-0", "-8", ""]), max_size=3),
    st.sampled_from(["", "x/", "./", "/"]),
)
def test_names_are_the_same_whatever_the_layout_and_in_an_archive(number, suffixes, folder):
    found = copies(str(number), [f"files/{number}/{number}{suffix}.txt" for suffix in suffixes])
    names = {copy.layout: [c.name for c in found if c.layout == copy.layout] for copy in found}
    assert names["files"] == names["digits"]
    assert names["cache"] == names["epub"] == [f"cache/epub/{number}/pg{number}.txt"]
    assert len({copy.path for copy in found}) == len(found) == 8
    assert all(not re.search(r"//|\.\.|^/", copy.path) for copy in found)
    assert [in_archive(f"{folder}{copy.path}")[::2] for copy in found] == [
        (str(number), c.name) for c in found
    ]


@pytest.mark.parametrize(
    "path",
    ["", "readme.txt", "1.zip", "1.txt/", "1-9.txt", "x1.txt", "pg1-0.txt", "1.txt.bak", "1-0.htm", "pg.txt"],
)
def test_other_files_of_an_archive_are_no_books(path):
    for suffix in ("", ".utf8", ".utf-8"):  # an archive may name the encoding
        assert in_archive(f"cache/epub/5/pg5.txt{suffix}") == ("5", 0, "cache/epub/5/pg5.txt")
    assert in_archive(path) is None


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        (START, ""),
        (b"He wrote <html> on the wall.", ""),
        (b" \r\n\t", "empty"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"\xef\xbb\xbf \n<!-- proxy -->\n<head><title>Sorry</title>", "web page"),
    ],
)
def test_a_web_page_is_not_taken_for_a_book(head, problem):
    for expected in (layouts.BOOK, layouts.CATALOGUE, layouts.ARCHIVE):
        assert problem in expected.problem(head)
        assert bool(problem) == bool(expected.problem(head))
