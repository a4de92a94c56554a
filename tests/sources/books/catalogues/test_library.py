import csv
import hashlib

import pytest

from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.catalogues.entries import CatalogueError

BOOK = {"id": "emma", "language": "en", "title": "Emma; a novel", "rights": "CC BY 4.0", "data": b"one"}


def book(**changes):
    fields = {"authors": ("Austen, Jane", "Doe, John"), **BOOK, **changes}
    return library.entry(**fields), fields["data"]


def test_what_was_added_is_read_again(tmp_path):
    entry, data = book()
    library.add(tmp_path, [(entry, data)])
    assert library.read(tmp_path) == [entry]
    assert (tmp_path / entry.files[0]).read_bytes() == data
    assert entry.sha256 == hashlib.sha256(data).hexdigest()


def test_adding_a_book_twice_changes_nothing(tmp_path):
    library.add(tmp_path, [book()])
    before = (tmp_path / "catalogue.csv").read_bytes()
    library.add(tmp_path, [book()])
    assert (tmp_path / "catalogue.csv").read_bytes() == before


def test_a_book_of_the_same_id_is_replaced(tmp_path):
    library.add(tmp_path, [book(), book(id="other")])
    library.add(tmp_path, [book(title="New", data=b"two")])
    assert {entry.id: entry.title for entry in library.read(tmp_path)} == {
        "emma": "New",
        "other": "Emma; a novel",
    }
    assert (tmp_path / "books" / "emma.txt").read_bytes() == b"two"


def test_the_order_of_adding_does_not_matter(tmp_path):
    library.add(tmp_path / "a", [book(id="x"), book(id="b")])
    library.add(tmp_path / "b", [book(id="b")])
    library.add(tmp_path / "b", [book(id="x")])
    assert (tmp_path / "a" / "catalogue.csv").read_bytes() == (tmp_path / "b" / "catalogue.csv").read_bytes()


def test_a_catalogue_edited_by_hand_may_leave_the_hash_out_and_use_longer_codes(tmp_path):
    (tmp_path / "catalogue.csv").write_text(",".join(library.COLUMNS) + "\nemma,eng,Emma,A,CC0,emma.txt,\n")
    (entry,) = library.read(tmp_path)
    assert (entry.languages, entry.sha256, entry.files) == (("en",), None, ("emma.txt",))


def test_a_book_without_authors_has_none(tmp_path):
    library.add(tmp_path, [book(authors=())])
    assert library.read(tmp_path)[0].authors == ()


def test_without_a_catalogue_the_command_that_makes_one_is_named(tmp_path):
    with pytest.raises(CatalogueError, match="books add"):
        library.read(tmp_path)


def test_a_missing_column_is_named(tmp_path):
    (tmp_path / "catalogue.csv").write_text("id,language,title,authors,rights,file\n")
    with pytest.raises(CatalogueError, match="no column sha256"):
        library.read(tmp_path)


def test_a_catalogue_saved_with_a_byte_order_mark_is_read(tmp_path):
    library.add(tmp_path, [book()])
    path = tmp_path / "catalogue.csv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert [entry.id for entry in library.read(tmp_path)] == ["emma"]


def test_a_book_listed_twice_is_named(tmp_path):
    row = "emma,en,Emma,A,CC0,books/emma.txt,\n"
    (tmp_path / "catalogue.csv").write_text(",".join(library.COLUMNS) + f"\n{row}{row}")
    with pytest.raises(CatalogueError, match=r"book 2 \(emma\) is listed twice"):
        library.read(tmp_path)


def test_a_catalogue_with_a_cell_beyond_all_measure_is_a_sentence(tmp_path):
    (tmp_path / "catalogue.csv").write_text(",".join(library.COLUMNS) + "\n" + "x" * 11_000_000)
    with pytest.raises(CatalogueError, match=r"catalogue\.csv: field larger"):
        library.read(tmp_path)


def test_a_title_of_a_long_line_is_read(tmp_path):
    csv.field_size_limit(131_072)  # Python's own, whatever was read before
    library.add(tmp_path, [book(title="x" * 200_000)])
    assert len(library.read(tmp_path)[0].title) == 200_000


def test_a_short_row_of_a_catalogue_edited_by_hand_is_named(tmp_path):
    (tmp_path / "catalogue.csv").write_text(",".join(library.COLUMNS) + "\nemma,en\n")
    with pytest.raises(CatalogueError, match="emma"):
        library.read(tmp_path)


def test_a_catalogue_that_is_not_utf_8_is_a_sentence(tmp_path):
    (tmp_path / "catalogue.csv").write_bytes(",".join(library.COLUMNS).encode() + b"\nemma,en,caf\xe9\n")
    with pytest.raises(CatalogueError, match=r"catalogue\.csv"):
        library.read(tmp_path)


@pytest.mark.parametrize(
    ("authors", "title", "name"),
    [
        (("Austen, Jane",), "Emma", "austen-jane-emma"),
        (("Füzes, Barnabás", "Doe"), "A révész lámpása", "fuzes-barnabas-a-revesz-lampasa"),
        (("Őry",), "Űr / ../etc", "ory-ur-etc"),
        ((), "Emma", "emma"),
    ],
)
def test_an_id_is_made_of_first_author_and_title(authors, title, name):
    assert library.name(authors, title) == name


@pytest.mark.parametrize("title", ["x" * 500, "Война и мир", ""])
def test_long_and_unwritable_names_are_short_safe_and_told_apart(title):
    name = library.name((), title)
    assert 0 < len(name) < 100
    assert name.replace("-", "").isalnum()
    assert name != library.name((), title + "é")
