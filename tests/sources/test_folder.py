import os
from pathlib import Path

import pytest

from dialogue_etl.sources.folder import Folder, leads_inside, read_file
from dialogue_etl.web.failures import MissingError, UnavailableError
from tests.conftest import SAMPLE

MOST = 3_000_000
BOOK = "cache/epub/900001/pg900001.txt"


def test_a_folder_gives_its_files():
    assert Folder(SAMPLE).fetch(BOOK) == SAMPLE / BOOK
    assert read_file(SAMPLE / BOOK, "x", MOST) == (SAMPLE / BOOK).read_bytes()


@pytest.mark.parametrize(
    ("path", "said", "kind"),
    [
        ("cache/none.txt", "no such file", MissingError),
        (f"{BOOK}/x.txt", "no such file", MissingError),
        ("../secret", "leads out of its folder", UnavailableError),
        ("cache/../../secret", "leads out of its folder", UnavailableError),
        ("/etc/hostname", "leads out of its folder", UnavailableError),
        ("cache/\0", "leads out of its folder", UnavailableError),
        ("cache/epub", "a directory, not a file", UnavailableError),
        ("", "a directory, not a file", UnavailableError),
        ("x" * 300, "File name too long", UnavailableError),
    ],
)
def test_a_folder_gives_nothing_else(path, said, kind):
    with pytest.raises(UnavailableError, match=f"^{said}$") as error:
        Folder(SAMPLE).fetch(path)
    assert type(error.value) is kind


@pytest.mark.parametrize(
    ("path", "inside"), [("a/b", True), ("..", False), ("a/..", False), ("a..b/...", True)]
)
def test_what_leads_inside(path, inside):
    assert leads_inside(path) is inside


def test_a_folder_of_the_library_may_be_a_link_and_hold_links_to_its_files(tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/one.txt").write_bytes(b"One.")
    (tmp_path / "books/other.txt").symlink_to("one.txt")
    (tmp_path / "link").symlink_to("books")
    assert Folder(tmp_path / "link").fetch("other.txt").read_bytes() == b"One."


@pytest.mark.parametrize("path", ["file.txt", "folder/secret.txt", "gone.txt"])
def test_a_link_out_of_the_folder_is_refused(tmp_path, path):
    (tmp_path / "secret.txt").write_bytes(b"Secret.")
    (tmp_path / "books").mkdir()
    (tmp_path / "books/file.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "books/folder").symlink_to(tmp_path)
    (tmp_path / "books/gone.txt").symlink_to("../nowhere")
    with pytest.raises(UnavailableError, match="leads out of its folder"):
        Folder(tmp_path / "books").fetch(path)


def test_a_link_in_a_circle_is_a_reason(tmp_path):
    (tmp_path / "a.txt").symlink_to("b.txt")
    (tmp_path / "b.txt").symlink_to("a.txt")
    with pytest.raises(UnavailableError, match="Too many levels"):
        Folder(tmp_path).fetch("a.txt")


def test_a_named_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnavailableError, match=r"^a named pipe, not a file"):
        Folder(tmp_path).fetch("pipe.txt")
    with pytest.raises(UnavailableError, match=r"^pipe\.txt: a named pipe, not a file"):
        read_file(tmp_path / "pipe.txt", "pipe.txt", MOST)


def test_a_device_is_no_file():
    with pytest.raises(UnavailableError, match="a device, not a file"):
        read_file(Path("/dev/null"), "x", MOST)


@pytest.mark.parametrize(("size", "fits"), [(MOST, True), (MOST + 1, False)])
def test_a_file_is_read_up_to_a_limit(tmp_path, size, fits):
    (tmp_path / "x.txt").write_bytes(b"x" * size)
    if fits:
        assert len(read_file(tmp_path / "x.txt", "x", MOST)) == size
    else:
        with pytest.raises(UnavailableError, match=r"^x: larger than 3,000,000 bytes"):
            read_file(tmp_path / "x.txt", "x", MOST)
