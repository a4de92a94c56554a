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
    assert (tmp_path / entry.file).read_bytes() == data
    assert entry.sha256 == hashlib.sha256(data).hexdigest()


def test_a_book_of_the_same_id_is_replaced(tmp_path):
    library.add(tmp_path, [book(), book(id="other")])
    library.add(tmp_path, [book(title="New", data=b"two")])
    assert {entry.id: entry.title for entry in library.read(tmp_path)} == {
        "emma": "New",
        "other": "Emma; a novel",
    }
    assert (tmp_path / "books" / "emma.txt").read_bytes() == b"two"


HEAD = ",".join(library.COLUMNS).encode() + b"\n"
ROW = b"emma,en,Emma,A,CC0,books/emma.txt,\n"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "books add"),
        (b"id,language,title,authors,rights,file\n", "no column sha256"),
        (HEAD + ROW + ROW, r"book 2 \(emma\) is listed twice"),
        (HEAD + b"x" * 11_000_000, r"catalogue\.csv: field larger"),
        (HEAD + b"emma,en\n", "emma"),
        (HEAD + b"emma,en,caf\xe9\n", r"catalogue\.csv: not UTF-8"),
    ],
    ids=["none", "column", "twice", "cell", "short", "encoding"],
)
def test_a_wrong_catalogue_is_a_sentence(tmp_path, data, sentence):
    if data is not None:
        (tmp_path / "catalogue.csv").write_bytes(data)
    with pytest.raises(CatalogueError, match=sentence):
        library.read(tmp_path)


def test_a_catalogue_edited_by_hand_may_leave_the_hash_out_and_use_longer_codes(tmp_path):
    row = b"emma,eng,Emma,,CC0,emma.txt,\n"
    (tmp_path / "catalogue.csv").write_bytes(b"\xef\xbb\xbf" + HEAD + row)
    (entry,) = library.read(tmp_path)
    assert (entry.languages, entry.authors, entry.sha256) == (("en",), (), None)
    assert entry.file == "emma.txt"


@pytest.mark.parametrize(
    ("authors", "title", "name"),
    [
        (("Austen, Jane",), "Emma", "austen-jane-emma"),
        (("Füzes, Barnabás", "Doe"), "A révész lámpása", "fuzes-barnabas-a-revesz-lampasa"),
        ((), "Űr / ../etc", "ur-etc"),
        (("Æbelø",), "Straße nach Łódź", "aebelo-strasse-nach-lodz"),
    ],
)
def test_an_id_is_made_of_first_author_and_title(authors, title, name):
    assert library.name(authors, title) == name


@pytest.mark.parametrize(
    "title", ["x" * 500, "Война и мир", "战争与和平 1", "الحرب", "🙂", "..", "-", "", "con", "lpt1"]
)
def test_long_and_unwritable_names_are_short_safe_and_told_apart(title):
    name = library.name((), title)
    assert 0 < len(name) < 100
    assert name.replace("-", "").isalnum()
    assert name[0].isalnum()
    assert library.checked_id(name) == name
    assert name != library.name((), title + "é")


def test_books_are_removed_with_their_files_all_or_none(tmp_path):
    library.add(tmp_path, [book(), book(id="other")])
    with pytest.raises(
        CatalogueError, match=r"^eMma: not in .*; most like it: emma\nxyz: not in .*; there are emma, other$"
    ):
        library.remove(tmp_path, ["emma", "eMma", "xyz"])
    assert [entry.id for entry in library.remove(tmp_path, ["emma"])] == ["emma"]
    assert [entry.id for entry in library.read(tmp_path)] == ["other"]
    assert [path.name for path in (tmp_path / "books").iterdir()] == ["other.txt"]


def test_a_file_outside_of_the_library_is_never_removed(tmp_path):
    (tmp_path / "mine.txt").write_text("x")
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "catalogue.csv").write_bytes(HEAD + b"emma,en,Emma,A,CC0,../mine.txt,\n")
    library.remove(folder, ["emma"])
    assert (tmp_path / "mine.txt").read_text() == "x"
