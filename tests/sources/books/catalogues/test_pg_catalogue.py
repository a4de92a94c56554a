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


@pytest.mark.parametrize(
    ("row", "name", "value"),
    [
        ('1,Text,,"Emma,\r\nor\n  Else",en,,,,', "title", "Emma, or Else"),
        ("1,Text,,T,ger; en; enm; eng,,,,", "languages", ("de", "en", "enm")),
        ("1,Sound,,T,en,,,,", "type", "Sound"),
        ("1,,,T,en,,,,", "type", ""),
        *(
            (f"1,Text,{text},T,en,,,,", "issued", "")
            for text in ("soon", "1998-02-30", "19980601", "1998-W01-1", "١٩٩٨-٠٦-٠١")
        ),
    ],
)
def test_a_cell_as_it_comes(listed, row, name, value):
    (found,) = listed("", row, "", "")  # empty lines are no rows
    assert getattr(found, name) == value


@pytest.mark.parametrize(
    ("cell", "authors"),
    [
        ("Austen, Jane, 1775-1817", ("Austen, Jane",)),
        ("Homer, 751? BCE-651? BCE", ("Homer",)),
        ("Living, Author, 1950-", ("Living, Author",)),
        ("Austen, Jane, 1775-1817; Doe, John, -1500?", ("Austen, Jane", "Doe, John")),
        ("Butler, Samuel, 1835-1902 [Translator]", ("Butler, Samuel",)),
        ("Doe, Jane; Doe, Jane [Illustrator]", ("Doe, Jane",)),
        ("[Editor]", ("[Editor]",)),
        (" ; ;", ()),
    ],
)
def test_authors_come_once_without_years_and_roles(only, cell, authors):
    assert only(f'1,Text,,T,en,"{cell}",,,').authors == authors


@pytest.mark.parametrize(
    ("row", "id", "why"),
    [
        *(
            (f"{number},Text,,T,en,,,,", "row 1", f"{number!r} is no number of a book")
            for number in ("", "x", "01", "1.5", "²", "9" * 10)
        ),
        ("7,Text", "pg7", "2 cells under 9 columns"),
        ("7,Text,,T,en,,,,,,", "pg7", "11 cells under 9 columns"),
    ],
)
def test_a_row_that_is_wrong_is_told_of_and_the_next_one_arrives(listed, row, id, why):
    bad, good = listed(row, "2,Text,,T,en,,,,")
    assert bad == Unreadable(id, f"{NAME}: row 1 (lines 2 to 2): {why}")
    assert good.id == "pg2"


def test_a_quotation_mark_that_does_not_end_is_told_of_with_its_lines(listed):
    rows = ['1,Text,,"A,en,,,,', "2,Text,,B,en,,,,", '3,Text,,"C",en,,,,', "4,Text,,D,en,,,,"]
    bad, good = listed(*rows)
    assert bad.id == "pg1"
    assert "row 1 (lines 2 to 4)" in bad.detail
    assert "quotation mark" in bad.detail
    assert good.id == "pg4"


@pytest.mark.parametrize("column", pg_catalogue.COLUMNS)
def test_a_missing_column_is_named(listed, column):
    with pytest.raises(CatalogueError, match=f"^{NAME}: no column {column}$"):
        listed(head=HEAD.replace(column, "Other", 1))


def test_columns_may_come_in_another_order_and_state_rights(listed):
    head = "Bookshelves,Title,Text#,Type,Rights,Issued,Language,Authors,Subjects\n"
    (entry,) = listed("B,T,5,Text,CC0,,en,A,S", head=head)
    assert (entry.id, entry.title, entry.bookshelves, entry.subjects) == ("pg5", "T", ("B",), ("S",))
    assert entry.rights == "CC0"


ROWS = (HEAD + "".join(f"{n},Text,,Title {n * n},en,,,,\n" for n in range(1, 3_000))).encode()
PAGE = b"<!DOCTYPE html><html><head><title>Text#,Type</title>"


def test_packed_is_the_same_as_plain_also_with_a_byte_order_mark(read):
    assert read(gzip.compress(ROWS)) == read(ROWS) == read(b"\xef\xbb\xbf" + ROWS)
    packed = bytearray(gzip.compress(ROWS))
    packed[-6] ^= 0xFF  # of the checksum
    for broken in (packed, *(packed[: max(2, int(len(packed) * share))] for share in (0.001, 0.1, 0.99))):
        with pytest.raises(CatalogueError, match=f"^{NAME}: "):
            read(bytes(broken))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        *(
            (data, "no column")
            for data in (b"", b"\n\n", b"\0" * 5_000, b"\x89PNG\r\n", HEAD.encode("utf-16"))
        ),
        *((page, r"a web page, not a pg_catalog\.csv") for page in (PAGE, gzip.compress(PAGE, mtime=0))),
    ],
)
def test_what_is_no_catalogue_is_a_sentence(read, tmp_path, data, why):
    with pytest.raises(CatalogueError, match=f"^{NAME}: {why}"):
        read(data)
    with pytest.raises(CatalogueError, match=f"^{NAME}: No such file"):
        list(pg_catalogue.read(tmp_path / "none", NAME))


def test_a_file_that_unpacks_beyond_all_measure_is_refused(read, monkeypatch):
    monkeypatch.setattr(pg_catalogue, "_MAX_BYTES", 1_000_000)
    with pytest.raises(CatalogueError, match="more than 1,000,000 bytes"):
        read(gzip.compress(HEAD.encode() + b"\n" * 2_000_000))


@pytest.mark.parametrize("filling", [b" ", b"[", b" [", b",", b";", b'"', b"\r", b"a, ", b"1", b"\n1,"])
@ends_soon
def test_megabytes_of_anything_end_soon(read, filling):
    found = read(HEAD.encode() + b'1,Text,,T,en,"A' + filling * (1_000_000 // len(filling)) + b'",,,\n')
    found += read(HEAD.encode() + b"1,Text,,T,en," + filling * (300_000 // len(filling)) + b",,,\n")
    assert found


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
