import pytest

from benchmarks.extraction import boundary_models
from benchmarks.extraction.library import MANIFEST, Entry

NEAR = "He looked out of the window for a while and saw that the rain had come back, as it always did in May."
FAR = "The rain went on, the clock struck, and nobody in the house had anything to add to that. " * 24


@pytest.fixture
def book(tmp_path):
    talk = f"“It is late,” said Ann.\n\n{NEAR}\n\n“So it is,” said Bob.\n\n" * 4
    path = tmp_path / "own.txt"
    path.write_text(f"{talk}{FAR}\n\n" * 10, "utf-8")
    return path


def test_a_book_gives_pairs_of_both_kinds(book):
    pairs = boundary_models.pairs_of_book(Entry(book, "en"))
    assert {pair.different for pair in pairs} == {False, True}
    assert {pair.source_id for pair in pairs} == {"own"}


def test_what_is_no_book_of_talk_gives_none(tmp_path):
    path = tmp_path / "own.txt"
    path.write_text(FAR, "utf-8")
    assert boundary_models.pairs_of_book(Entry(path, "en")) == []
    path.write_bytes(b"\0\1\2" * 100)
    assert boundary_models.pairs_of_book(Entry(path, "en")) == []
    assert boundary_models.pairs_of_book(Entry(tmp_path / "none.txt", "en")) == []


def test_a_language_with_too_few_books_has_no_model(book):
    (book.parent / MANIFEST).write_text("file\tlang\nown.txt\ten\n", "utf-8")
    assert boundary_models.train_each(book.parent, 1) == {}


def test_a_language_with_books_enough_has_one(book):
    text = book.read_text("utf-8")
    names = [f"{number}.txt" for number in range(40)]
    for name in names:
        (book.parent / name).write_text(text, "utf-8")
    (book.parent / MANIFEST).write_text("file\tlang\n" + "".join(f"{name}\ten\n" for name in names), "utf-8")
    models = boundary_models.train_each(book.parent, 1)
    assert list(models) == ["en"]
    assert models["en"].training["works"] == len(names)
