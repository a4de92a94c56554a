from benchmarks.extraction import books
from benchmarks.extraction.library import MANIFEST
from tests.benchmarks.extraction.books import talk


def library(folder):
    (folder / "1.txt").write_text(talk("“", "”"), "utf-8")
    (folder / "2.txt").write_bytes(b"\0\1\2" * 100)
    (folder / MANIFEST).write_text("file\tlang\n2.txt\ten\n1.txt\ten\nnone.txt\ten\n", "utf-8")
    return folder


def test_a_book_that_cannot_be_read_is_named_and_the_rest_is_counted(tmp_path):
    counted, unreadable = books.count_folder(library(tmp_path), 1)
    assert [book.opened.paragraphs for book in counted] == [60]
    assert unreadable[0].reason.startswith("2.txt: the file is binary")
    assert unreadable[1].reason == "none.txt: No such file or directory"


def test_processes_change_nothing(tmp_path):
    folder = library(tmp_path)
    assert books.count_folder(folder, 1) == books.count_folder(folder, 2)
