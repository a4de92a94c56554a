import errno
import os

import pytest

from dialogue_etl.sources.books import mirror
from dialogue_etl.sources.books.mirror import Folder, MissingError, UnavailableError
from tests.conftest import SAMPLE

BOOK = "cache/epub/900001/pg900001.txt"


def test_a_folder_gives_its_files():
    assert Folder(SAMPLE).read(BOOK) == (SAMPLE / BOOK).read_bytes()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("cache/none.txt", "no such file"),
        ("../secret", "leads out of its folder"),
        ("cache/../../secret", "leads out of its folder"),
        ("/etc/hostname", "leads out of its folder"),
        ("cache/epub", "a directory, not a file"),
        ("cache/\0", "leads out of its folder"),
        (f"{BOOK}/x.txt", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("", "a directory, not a file"),
    ],
)
def test_a_folder_gives_nothing_else(path, said):
    with pytest.raises(UnavailableError, match=f"^{path}: .*{said}"):
        Folder(SAMPLE).read(path)


def test_a_folder_of_the_library_may_be_a_link_and_hold_links_to_its_files(tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/one.txt").write_bytes(b"One.")
    (tmp_path / "books/other.txt").symlink_to("one.txt")
    (tmp_path / "link").symlink_to("books")
    assert Folder(tmp_path / "link").read("other.txt") == b"One."


def test_a_link_out_of_the_folder_is_refused(tmp_path):
    (tmp_path / "secret.txt").write_bytes(b"Secret.")
    (tmp_path / "books").mkdir()
    (tmp_path / "books/file.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "books/folder").symlink_to(tmp_path)
    for path in ("file.txt", "folder/secret.txt"):
        with pytest.raises(UnavailableError, match="leads out of its folder"):
            Folder(tmp_path / "books").read(path)


def test_a_named_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnavailableError, match=r"pipe\.txt: a named pipe, not a file"):
        Folder(tmp_path).read("pipe.txt")


def before_opening(monkeypatch, do):
    """Something happens between the look at a file and its opening."""
    opened = mirror._without_waiting

    def opener(path, flags):
        do()
        return opened(path, flags)

    monkeypatch.setattr(mirror, "_without_waiting", opener)


def test_a_pipe_that_took_the_place_of_a_file_is_not_waited_for(tmp_path, monkeypatch):
    file = tmp_path / "x.txt"
    file.write_bytes(b"Text.")
    before_opening(monkeypatch, lambda: (file.unlink(), os.mkfifo(file)))
    assert Folder(tmp_path).read("x.txt") == b""


def test_a_file_that_vanishes_meanwhile_is_missing(tmp_path, monkeypatch):
    file = tmp_path / "x.txt"
    file.write_bytes(b"Text.")
    before_opening(monkeypatch, file.unlink)
    with pytest.raises(MissingError, match=r"x\.txt: no such file"):
        Folder(tmp_path).read("x.txt")


@pytest.mark.parametrize(
    ("number", "said"), [(errno.EACCES, "Permission denied"), (errno.ESTALE, "Stale file handle")]
)
def test_what_the_system_refuses_is_a_sentence(tmp_path, monkeypatch, number, said):
    (tmp_path / "x.txt").write_bytes(b"Text.")

    def refuse():
        raise OSError(number, os.strerror(number))

    before_opening(monkeypatch, refuse)
    with pytest.raises(UnavailableError, match=rf"^x\.txt: {said}$"):
        Folder(tmp_path).read("x.txt")


@pytest.mark.parametrize(("size", "fits"), [(3_000_000, True), (3_000_001, False)])
def test_a_file_is_read_up_to_a_limit(tmp_path, monkeypatch, size, fits):
    monkeypatch.setattr(mirror, "MAX_BYTES", 3_000_000)
    (tmp_path / "x.txt").write_bytes(b"x" * size)
    if fits:
        assert len(Folder(tmp_path).read("x.txt")) == size
    else:
        with pytest.raises(UnavailableError, match=r"larger than 3,000,000 bytes"):
            Folder(tmp_path).read("x.txt")
