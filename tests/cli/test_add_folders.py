"""Several files at once: bad ones are taken or named, and stop nothing."""

import csv
import os
import shutil
from pathlib import Path

import pytest

from tests.cli.test_add_books import BOOK, FACTS, catalogue
from tests.conftest import SAMPLE


@pytest.fixture
def folder(tmp_path_factory):
    """Two books with headers, and room for bad ones."""
    folder = tmp_path_factory.mktemp("mixed")
    shutil.copy(BOOK, folder / "a.txt")
    shutil.copy(SAMPLE / "cache/epub/900101/pg900101.txt", folder / "c.txt")
    return folder


def ids(workspace):
    return [row.split(",")[0] for row in catalogue(workspace)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\0", "the file is binary: it holds NUL characters"),
        (b"%PDF-1.4", "the file is binary: a PDF document"),
        (b"<html><p>Sorry", "a web page, not a text"),
    ],
)
def test_of_a_folder_files_that_are_no_texts_are_taken_with_a_warning(
    command, workspace, folder, data, reason
):
    (folder / "b ö.txt").write_bytes(data)
    assert command("books", "add", folder).code == 0
    said = command("books", "add", folder, folder / "a.txt")  # again, and one of them named twice
    assert (said.code, said.err) == (0, "")
    assert f"{folder / 'b ö.txt'}: {reason}: the download stage will quarantine it\n" in said.out
    assert ids(workspace) == ["b-o", "pg900001", "pg900101"]
    row = next(csv.DictReader((workspace / "library/catalogue.csv").open(encoding="utf-8")))
    assert (row["title"], row["authors"], row["rights"], row["language"]) == ("b ö", "", "", "hu")
    assert (workspace / "library/books/b-o.txt").read_bytes() == data


def test_what_was_taken_becomes_a_row_of_the_run(command, workspace, folder, build):
    (folder / "b.txt").write_bytes(b"")
    command("books", "add", folder, "--language", "en")
    made = build({"books.source": "library", "languages": ["en"]}, library=workspace / "library")
    (drop,) = made.run("catalogue", "download").rows("download", "en", "drops")
    assert (drop["id"], drop["detail"]) == ("b", "books/b.txt: the file is empty")


def test_what_a_bad_file_does_not_say_most_others_or_a_catalogue_say(command, workspace, folder):
    shutil.copy(SAMPLE / "cache/epub/900002/pg900002.txt", folder / "d.txt")
    (folder / "b.txt").write_bytes(b"")
    (folder / "900003-0.txt").write_bytes(b"\0")
    command("books", "add", folder, "--catalogue", SAMPLE / "cache/epub/feeds/pg_catalog.csv")
    assert ids(workspace) == ["b", "pg900001", "pg900002", "pg900003", "pg900101"]
    assert catalogue(workspace)[0].startswith("b,en,b,,,books/b.txt,")


def test_a_bad_file_does_not_replace_a_book_of_the_library(command, workspace, folder):
    shutil.copy(SAMPLE / "cache/epub/900002/pg900002.txt", folder / "pg900002.txt")
    catalogued = ("--catalogue", SAMPLE / "cache/epub/feeds/pg_catalog.csv")
    assert command("books", "add", folder, *catalogued).code == 0
    (folder / "pg900002.txt").write_bytes(b"")
    said = command("books", "add", folder, *catalogued)
    assert said.code == 1
    assert f"{folder / 'pg900002.txt'}: the file is empty; the library keeps the pg900002 it has" in said.err
    assert (workspace / "library/books/pg900002.txt").stat().st_size > 1_000


def test_what_cannot_be_read_is_named_and_skipped(command, workspace, folder):
    os.mkfifo(folder / "pipe.txt")
    (folder / "gone.txt").symlink_to("nowhere")
    (folder / "inner.txt").mkdir()
    shutil.copy(SAMPLE / "cache/epub/900002/pg900002.txt", folder / "inner.txt/x.txt")
    said = command("books", "add", folder)
    assert said.code == 1
    assert said.err == (
        f"{folder / 'gone.txt'}: no such file\n{folder / 'pipe.txt'}: a named pipe, not a file\n"
        "2 of 5 files not added\n"
    )
    assert ids(workspace) == ["pg900001", "pg900002", "pg900101"]


def test_a_folder_that_may_not_be_looked_into_is_named(command, workspace, folder, monkeypatch):
    walk = os.walk

    def refused(path, onerror):
        onerror(PermissionError(13, "Permission denied", str(folder / "secret")))
        return walk(path, onerror=onerror)

    monkeypatch.setattr(os, "walk", refused)
    said = command("books", "add", folder)
    assert (said.code, said.err) == (1, f"{folder / 'secret'}: Permission denied\n")
    assert not (workspace / "library").exists()


@pytest.mark.parametrize("data", [b"", b"<html>"])
def test_a_single_file_that_is_no_text_is_refused(command, workspace, plain, data):
    plain.write_bytes(data)
    said = command("books", "add", plain, *FACTS)
    assert (said.code, said.out) == (1, "")
    assert f"{plain}: " in said.err
    assert not (workspace / "library").exists()


def test_of_several_files_the_name_stands_in_for_title_and_author(command, workspace, folder, plain):
    shutil.copy(plain, folder / "my story.txt")
    said = command("books", "add", folder, "--language", "en", "--rights", "CC0")
    assert (said.code, said.err) == (0, "")
    assert "unknown-my-story: Unknown: my story (en; CC0)\n" in said.out
    assert "  its title is not known: my story is put in its place\n" in said.out
    assert "  its author is not known: Unknown is put in its place\n" in said.out


@pytest.mark.parametrize("option", ["--language", "--rights"])
def test_of_several_files_language_and_rights_are_still_to_be_said(command, workspace, folder, plain, option):
    shutil.copy(plain, folder / "b.txt")
    options = {"--language": "en", "--rights": "CC0"}
    del options[option]
    said = command("books", "add", folder, *(word for pair in options.items() for word in pair))
    assert said.code == 1
    assert f"b.txt: its {option.strip('-')} is not known; say it with {option}" in said.err
    assert ids(workspace) == ["pg900001", "pg900101"]


def test_two_files_of_the_same_id_are_both_named_and_the_first_is_kept(command, workspace, folder):
    (folder / "b.txt").write_bytes(BOOK.read_bytes() + b"More.")
    said = command("books", "add", folder)
    assert said.code == 1
    assert f"{folder / 'b.txt'}: its id pg900001 is that of {folder / 'a.txt'} too" in said.err
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()


def test_names_of_files_that_are_no_utf_8_are_printed_and_kept(command, workspace, folder):
    for name, data in ((b"caf\xe9.txt", b""), (b"\xff.txt", b"<html>")):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_bytes(data)
    said = command("books", "add", folder)
    assert (said.code, said.err) == (0, "")
    assert "caf\ufffd.txt: the file is empty" in said.out
    assert len(ids(workspace)) == 4
