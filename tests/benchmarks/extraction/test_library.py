import pytest

from benchmarks.extraction import library
from benchmarks.extraction.library import BadManifestError

HEADER = "file\tlang\tbytes\n"


def listed(folder, *rows, header=HEADER):
    (folder / library.MANIFEST).write_text(header + "".join(f"{row}\n" for row in rows), "utf-8")
    return folder


def test_books_by_language_and_file(tmp_path):
    listed(tmp_path, "nl/2.txt\tnl\t1", "en/2.txt\ten\t1", 'en/1.txt\ten\t"', "zz/1.txt\tzz\t1")
    found = [
        (entry.path.relative_to(tmp_path).as_posix(), entry.language) for entry in library.entries(tmp_path)
    ]
    assert found == [("en/1.txt", "en"), ("en/2.txt", "en"), ("nl/2.txt", "nl")]


def test_a_list_that_is_not_there_or_lacks_something_is_named(tmp_path):
    with pytest.raises(BadManifestError, match="no such file"):
        library.entries(tmp_path)
    with pytest.raises(BadManifestError, match="no column lang"):
        library.entries(listed(tmp_path, "1.txt", header="file\n"))
    with pytest.raises(BadManifestError, match="no book in"):
        library.entries(listed(tmp_path, "1.txt\tzz\t1"))


def test_a_book_is_read_in_its_encoding_without_header(tmp_path):
    path = tmp_path / "7.txt"
    path.write_bytes(
        "Character set encoding: ISO-8859-1\n\n*** START OF THIS PROJECT GUTENBERG EBOOK X ***\n\n"
        "Über alles.\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\n".encode("latin-1")
    )
    book = library.read(library.Entry(path, "de"))
    assert (book.id, book.language.tag, book.text) == ("7", "de", "Über alles.")
