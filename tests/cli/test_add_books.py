"""`dialogue-etl books add`: one book, and several at once, of which bad ones stop nothing."""

import csv
import os
import shutil

import pytest

from dialogue_etl import params
from tests.conftest import SAMPLE

BOOK = SAMPLE / "cache/epub/900001/pg900001.txt"
SECOND = SAMPLE / "cache/epub/900002/pg900002.txt"
FACTS = ("--language", "en", "--title", "Emma", "--author", "Austen, Jane", "--rights", "CC0")
CATALOGUED = ("--catalogue", SAMPLE / "cache/epub/feeds/pg_catalog.csv")


@pytest.fixture
def folder(tmp_path_factory):
    """Two books with headers, and room for bad ones."""
    folder = tmp_path_factory.mktemp("mixed")
    shutil.copy(BOOK, folder / "a.txt")
    shutil.copy(SAMPLE / "cache/epub/900101/pg900101.txt", folder / "c.txt")
    return folder


def catalogue(workspace):
    return list(csv.DictReader((workspace / "library/catalogue.csv").open(encoding="utf-8")))


def ids(workspace):
    return [row["id"] for row in catalogue(workspace)]


def test_a_header_answers_everything(command, workspace):
    said = command("books", "add", BOOK)
    assert said.code == 0, said.err
    facts = "The Bell at Marrow Ferry (en; Public domain in the USA.)"
    assert said.out.startswith(f"pg900001: Thessaly Marchgrove: {facts}")
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()
    said = command("books", "add", BOOK, *CATALOGUED)
    assert said.out.startswith(f"pg900001: Marchgrove, Thessaly: {facts}")
    assert ids(workspace) == ["pg900001"]


@pytest.mark.parametrize("option", ["--language", "--title", "--author", "--rights"])
def test_what_is_not_known_and_cannot_be_asked_for_is_named_with_its_option(
    command, workspace, plain, option
):
    place = FACTS.index(option)
    said = command("books", "add", plain, *FACTS[:place], *FACTS[place + 2 :])
    assert (said.code, said.out) == (1, "")
    assert f"{plain}: its " in said.err
    assert f"is not known; say it with {option}" in said.err
    assert not (workspace / "library").exists()


def test_options_answer_for_a_text_without_a_header_and_what_a_build_leaves_out_is_said(
    command, workspace, plain
):
    said = command("books", "add", plain, *FACTS[:-1], "CC BY 4.0")
    assert said.code == 0, said.err
    (row,) = catalogue(workspace)
    assert (row["id"], row["language"], row["title"]) == ("austen-jane-emma", "en", "Emma")
    assert (row["authors"], row["rights"]) == ("Austen, Jane", "CC BY 4.0")
    assert "its rights are not public domain: set prefilter.rights to any" in said.out
    assert "books.source" not in said.out


def test_a_language_that_is_not_built_yet_is_from_now_on(command, workspace, plain):
    command("params", "--set", "languages=[en]", "--set", "books.source=sample")
    said = command("books", "add", plain, "--language", "de", *FACTS[2:])
    assert (said.code, said.err) == (0, "")
    assert "languages is now en, de: that is what is built" in said.out
    assert "books.source is sample: set it to library" in said.out
    assert params.load(workspace / "params.yaml").languages == ["en", "de"]
    assert "languages is now" not in command("books", "add", plain, "--language", "de", *FACTS[2:]).out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--language", "xx"], "--language xx: not one of da, de, en, es, fi, fr, hu, it, nl, pl, pt, sv"),
        ([BOOK], "--title and --id are for a single file; here are 2"),
        (["--id", "../../escaped"], "--id"),
        (["--id", "my book"], "--id"),  # it could not be banned
    ],
)
def test_what_is_wrong_is_a_sentence_and_nothing_is_written(command, workspace, plain, words, sentence):
    said = command("books", "add", plain, *FACTS, *words)
    assert (said.code, said.out) == (1, "")
    assert sentence in said.err
    assert not (workspace / "library").exists()
    assert not (workspace.parent / "escaped.txt").exists()


def test_an_empty_folder_and_no_workspace_are_a_sentence(command, plain, tmp_path, request):
    said = command("books", "add", plain, *FACTS)
    assert (said.code, "dialogue-etl init DIR" in said.err) == (1, True)
    request.getfixturevalue("workspace")
    (tmp_path / "empty").mkdir()
    said = command("books", "add", tmp_path / "empty")
    assert (said.code, "no *.txt in" in said.err) == (1, True)


def test_of_a_folder_files_that_are_no_texts_are_taken_with_a_warning(command, workspace, folder, build):
    bad = {
        "b ö": (b"", "the file is empty"),
        "d": (b"%PDF-1.4", "a PDF document"),
        "e": (b"<html>x", "a web page"),
    }
    for name, (data, _) in bad.items():
        (folder / f"{name}.txt").write_bytes(data)
    assert command("books", "add", folder).code == 0
    said = command("books", "add", folder, folder / "a.txt", "--language", "en")  # again, one named twice
    assert (said.code, said.err) == (0, "")
    for name, (_, reason) in bad.items():
        (line,) = [line for line in said.out.splitlines() if line.startswith(f"{folder / name}.txt: ")]
        assert reason in line
        assert line.endswith(": the download stage will quarantine it")
    row = catalogue(workspace)[0]
    assert (row["id"], row["title"], row["authors"], row["rights"]) == ("b-o", "b ö", "", "")
    assert ids(workspace) == ["b-o", "d", "e", "pg900001", "pg900101"]
    made = build({"books.source": "library", "languages": ["en"]}, library=workspace / "library")
    drops = made.run("catalogue", "download").rows("download", "en", "drops")
    assert {row["id"]: row["detail"].split(":")[0] for row in drops} == {
        id: f"books/{id}.txt" for id in ("b-o", "d", "e")
    }


def test_a_bad_file_does_not_replace_a_book_of_the_library(command, workspace, folder):
    shutil.copy(SECOND, folder / "pg900002.txt")
    assert command("books", "add", folder, *CATALOGUED).code == 0
    (folder / "pg900002.txt").write_bytes(b"")
    said = command("books", "add", folder, *CATALOGUED)
    assert said.code == 1
    assert f"{folder / 'pg900002.txt'}: the file is empty; the library keeps the pg900002 it has" in said.err
    assert (workspace / "library/books/pg900002.txt").stat().st_size > 1_000


def test_what_cannot_be_read_is_named_and_skipped(command, workspace, folder):
    os.mkfifo(folder / "pipe.txt")
    (folder / "gone.txt").symlink_to("nowhere")
    (folder / "inner.txt").mkdir()
    shutil.copy(SECOND, folder / "inner.txt/x.txt")
    said = command("books", "add", folder)
    assert said.code == 1
    assert said.err == (
        f"{folder / 'gone.txt'}: no such file\n{folder / 'pipe.txt'}: a named pipe, not a file\n"
        "2 of 5 files not added\n"
    )
    assert ids(workspace) == ["pg900001", "pg900002", "pg900101"]


@pytest.mark.parametrize("data", [b"", b"<html>"])
def test_a_single_file_that_is_no_text_is_refused(command, workspace, plain, data):
    plain.write_bytes(data)
    said = command("books", "add", plain, *FACTS)
    assert (said.code, said.out) == (1, "")
    assert f"{plain}: " in said.err
    assert not (workspace / "library").exists()


def test_of_several_files_the_name_stands_in_for_title_and_author_alone(command, workspace, folder, plain):
    shutil.copy(plain, folder / "my story.txt")
    said = command("books", "add", folder, "--language", "en")
    assert said.code == 1
    assert "my story.txt: its rights is not known; say it with --rights" in said.err
    assert ids(workspace) == ["pg900001", "pg900101"]
    said = command("books", "add", folder, "--language", "en", "--rights", "CC0")
    assert (said.code, said.err) == (0, "")
    assert "unknown-my-story: Unknown: my story (en; CC0)\n" in said.out
    assert "  its title is not known: my story is put in its place\n" in said.out
    assert "  its author is not known: Unknown is put in its place\n" in said.out


def test_two_files_of_the_same_id_are_both_named_and_the_first_is_kept(command, workspace, folder):
    (folder / "b.txt").write_bytes(BOOK.read_bytes() + b"More.")
    said = command("books", "add", folder)
    assert said.code == 1
    assert f"{folder / 'b.txt'}: its id pg900001 is that of {folder / 'a.txt'} too" in said.err
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()
