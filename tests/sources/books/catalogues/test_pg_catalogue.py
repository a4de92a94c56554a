import csv
import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry, Unreadable
from tests.conftest import ends_soon

HEAD = "Text#,Type,Issued,Title,Language,Authors,Subjects,LoCC,Bookshelves\n"

NAME = "feeds/pg_catalog.csv"


@pytest.fixture
def read(tmp_path):
    def from_bytes(data):
        (tmp_path / "file").write_bytes(data)
        return list(pg_catalogue.read(tmp_path / "file", NAME))

    return from_bytes


@pytest.fixture
def listed(read):
    return lambda *lines, head=HEAD: read((head + "".join(f"{line}\n" for line in lines)).encode())


@pytest.fixture
def only(listed):
    def one(line):
        (found,) = listed(line)
        return found

    return one


def test_a_row_is_an_entry(only):
    row = (
        '1342,Text,1998-06-01,Pride and Prejudice,en,"Austen, Jane, 1775-1817",Love; England,PR; PZ,Best; Old'
    )
    assert only(row) == Entry(
        id="pg1342",
        type="Text",
        issued="1998-06-01",
        title="Pride and Prejudice",
        languages=("en",),
        authors=("Austen, Jane",),
        subjects=("Love", "England"),
        bookshelves=("Best", "Old"),
    )


def test_line_breaks_and_commas_in_a_title_make_one_line(only):
    assert only('1,Text,,"Emma,\r\nor\n  Else",en,,,,').title == "Emma, or Else"


def test_two_languages_are_two_tags_of_whatever_letters(only):
    assert only("1,Text,,T,ger; en; enm; eng,,,,").languages == ("de", "en", "enm")


@pytest.mark.parametrize("kind", ["Sound", "Image", "Dataset", "MovingImage", ""])
def test_other_types_are_entries_too(only, kind):
    assert only(f"1,{kind},,T,en,,,,").type == kind


def test_a_date_that_is_none_is_not_known(only):
    assert only("1,Text,soon,T,en,,,,").issued == ""


@pytest.mark.parametrize(
    ("cell", "authors"),
    [
        ("Austen, Jane, 1775-1817", ("Austen, Jane",)),
        ("Homer, 751? BCE-651? BCE", ("Homer",)),
        ("Sophocles, 496? BCE-407 BCE", ("Sophocles",)),
        ("Living, Author, 1950-", ("Living, Author",)),
        ("Doe, Jane [Editor]", ("Doe, Jane",)),
        ("Unknown", ("Unknown",)),
        ("Austen, Jane, 1775-1817; Doe, John, -1500?", ("Austen, Jane", "Doe, John")),
        ("Butler, Samuel, 1835-1902 [Translator]", ("Butler, Samuel",)),
        ("Doe, Jane; Doe, Jane [Illustrator]", ("Doe, Jane",)),
        ("1835-1902", ("1835-1902",)),
        ("[Editor]", ("[Editor]",)),
        ("", ()),
        (" ; ;", ()),
    ],
)
def test_authors_come_once_without_years_and_roles(only, cell, authors):
    assert only(f'1,Text,,T,en,"{cell}",,,').authors == authors


@pytest.mark.parametrize("number", ["", "x", "0", "01", "-1", "1.5", "²", "١", "9" * 10])
def test_a_row_without_a_number_is_told_of_and_the_next_one_arrives(listed, number):
    bad, good = listed(f"{number},Text,,T,en,,,,", "2,Text,,T,en,,,,")
    assert bad == Unreadable("row 1", f"{NAME}: row 1 (lines 2 to 2): {number!r} is no number of a book")
    assert good.id == "pg2"


@pytest.mark.parametrize(("row", "cells"), [("7,Text", 2), ("7,Text,,T,en,,,,,,", 11)])
def test_a_row_of_another_width_is_told_of_by_its_number(listed, row, cells):
    bad, _ = listed(row, "2,Text,,T,en,,,,")
    assert bad == Unreadable("pg7", f"{NAME}: row 1 (lines 2 to 2): {cells} cells under 9 columns")


def test_a_quotation_mark_that_does_not_end_is_told_of_with_its_lines(listed):
    rows = ['1,Text,,"A,en,,,,', "2,Text,,B,en,,,,", '3,Text,,"C",en,,,,', "4,Text,,D,en,,,,"]
    bad, good = listed(*rows)
    assert bad.id == "pg1"
    assert "row 1 (lines 2 to 4)" in bad.detail
    assert "quotation mark" in bad.detail
    assert good.id == "pg4"


def test_empty_lines_are_no_rows(listed):
    assert [found.id for found in listed("", "1,Text,,T,en,,,,", "", "")] == ["pg1"]


@pytest.mark.parametrize("column", pg_catalogue.COLUMNS)
def test_a_missing_column_is_named(listed, column):
    with pytest.raises(CatalogueError, match=f"^{NAME}: no column {column}$"):
        listed(head=HEAD.replace(column, "Other", 1))


def test_columns_may_come_in_another_order(listed):
    head = "Bookshelves,Title,Text#,Type,Issued,Language,Authors,Subjects\n"
    (entry,) = listed("B,T,5,Text,,en,A,S", head=head)
    assert (entry.id, entry.title, entry.bookshelves, entry.subjects) == ("pg5", "T", ("B",), ("S",))


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0" * 5_000, b"\x89PNG\r\n", HEAD.encode("utf-16")])
def test_what_is_no_catalogue_is_a_sentence(read, data):
    with pytest.raises(CatalogueError, match=f"^{NAME}: no column"):
        read(data)


@pytest.mark.parametrize("packed", [False, True])
def test_a_web_page_is_called_one(read, packed):
    page = b"<!DOCTYPE html><html><head><title>Text#,Type</title>"
    with pytest.raises(CatalogueError, match=r"a web page, not a pg_catalog\.csv"):
        read(gzip.compress(page) if packed else page)


def test_a_byte_order_mark_is_no_part_of_the_first_column(read):
    assert len(read(b"\xef\xbb\xbf" + HEAD.encode() + b"1,Text,,T,en,,,,\n")) == 1


def test_packed_is_the_same_as_plain(read):
    data = (HEAD + "".join(f"{n},Text,,Title {n},en,,,,\n" for n in range(1, 3_000))).encode()
    assert read(gzip.compress(data)) == read(data)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.99])
def test_a_packed_file_cut_short_is_a_sentence(read, share):
    data = gzip.compress((HEAD + "".join(f"{n},Text,,{n * n},en,,,,\n" for n in range(1, 3_000))).encode())
    with pytest.raises(CatalogueError, match=f"^{NAME}: "):
        read(data[: max(2, int(len(data) * share))])


def test_a_packed_file_with_a_damaged_byte_is_a_sentence(read):
    data = bytearray(gzip.compress((HEAD + "".join(f"{n},Text,,T,en,,,,\n" for n in range(1, 900))).encode()))
    data[-6] ^= 0xFF  # of the checksum
    with pytest.raises(CatalogueError, match=f"^{NAME}: "):
        read(bytes(data))


def test_without_the_file_there_is_a_sentence(tmp_path):
    with pytest.raises(CatalogueError, match=f"^{NAME}: No such file"):
        list(pg_catalogue.read(tmp_path / "none", NAME))


def test_a_file_that_unpacks_beyond_all_measure_is_refused(read, monkeypatch):
    monkeypatch.setattr(pg_catalogue, "_MAX_CHARACTERS", 1_000_000)
    with pytest.raises(CatalogueError, match="more than 1,000,000 characters"):
        read(gzip.compress(HEAD.encode() + b"\n" * 2_000_000))


@pytest.mark.parametrize("filling", [b" ", b"[", b" [", b",", b";", b'"', b"\r", b"a, ", b"1", b"\n1,"])
@ends_soon
def test_megabytes_of_anything_end_soon(read, filling):
    found = read(HEAD.encode() + b'1,Text,,T,en,"A' + filling * (3_000_000 // len(filling)) + b'",,,\n')
    found += read(HEAD.encode() + b"1,Text,,T,en," + filling * (900_000 // len(filling)) + b",,,\n")
    assert found


def test_a_cell_beyond_all_measure_is_told_of(listed):
    found = listed(f'1,Text,,"{"x" * 1_500_000}",en,,,,', "2,Text,,T,en,,,,")
    assert isinstance(found[0], Unreadable)
    assert found[-1].id == "pg2"


@given(st.lists(st.lists(st.text(max_size=8), min_size=9, max_size=9), max_size=5))
def test_every_row_is_an_entry_or_told_of(tmp_path_factory, cells):
    text = io.StringIO()
    csv.writer(text).writerows(cells)
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes((HEAD + text.getvalue()).encode())
    found = list(pg_catalogue.read(path, NAME))
    assert len(found) <= len(cells)
    for entry in found:
        assert "\n" not in entry.row().get("title", "")
