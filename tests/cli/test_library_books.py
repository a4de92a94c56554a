"""`dialogue-etl books list` and `remove`: what is in the library, what became of it, and taking it out."""

import json
import shutil

import pytest

from dialogue_etl.workspace import programs as tracked
from tests.conftest import SAMPLE

GIVEN = ("--language", "en", "--rights", "CC0")


@pytest.fixture
def filled(command, workspace, tmp_path_factory):
    """A workspace with two stories of the sample, and one whose rights leave it out."""
    folder = tmp_path_factory.mktemp("stories")
    for number in ("900001", "900002"):
        shutil.copy(SAMPLE / f"cache/epub/{number}/pg{number}.txt", folder)
    (folder / "own.html").write_text("<title>Mine</title><p>“Yes,” she said.")
    assert command("books", "add", folder, *GIVEN).code == 0
    return workspace


def test_an_empty_library_says_how_to_fill_it(command, workspace):
    assert command("books", "list").out == "no books; `dialogue-etl books add` brings some in\n"
    assert json.loads(command("books", "list", "--json").out) == []


def test_books_are_listed_with_what_the_latest_build_made_of_them(command, filled, build):
    lines = command("books", "list").out.splitlines()
    size = (filled / "library/books/pg900001.txt").stat().st_size / 1e3
    story = "pg900001: Thessaly Marchgrove: The Bell at Marrow Ferry"
    assert lines[0] == f"{story} (en; {size:,.0f} kB, txt): not built yet"
    assert lines[2].startswith("unknown-mine: Unknown: Mine (en; 0 kB, html)")
    changes = {
        "books.source": "library",
        "languages": ["en"],
        "prefilter.min_words": 100,
        "prefilter.rights": "any",
    }
    made = build(changes, library=filled / "library")
    made.run("catalogue", "download", "works", "prefilter", "extract", "postfilter", "split")
    shutil.copytree(made.folder / "data", filled / "data")
    rows = {row["id"]: row for row in json.loads(command("books", "list", "--json").out)}
    assert 1_000 < rows["pg900001"]["words"] < 3_000
    assert "dialogues" in rows["pg900001"]["state"]
    assert rows["unknown-mine"]["state"].startswith("left out by prefilter, min_words")
    (filled / "library/books/pg900001.txt").write_text("“Another text,” she said.")
    command(
        "books",
        "add",
        filled / "library/books/pg900001.txt",
        *GIVEN,
        "--id",
        "pg900001",
        "--title",
        "New",
        "--author",
        "A",
    )
    assert "(en; 0 kB, txt): not built yet" in command("books", "list").out


def test_removed_books_are_named_and_dvc_takes_note(command, filled, monkeypatch):
    noted = []
    monkeypatch.setattr(tracked, "track", noted.append)
    said = command("books", "remove", "pg900001", "pg90002")
    assert (said.code, said.out, noted) == (1, "", [])
    assert "pg90002: not in " in said.err
    assert said.err.count("\n") == 1
    assert "; most like it: pg900002" in said.err
    said = command("books", "remove", "pg900001", "unknown-mine")
    assert said.out.splitlines() == [
        "pg900001 is out of library: Thessaly Marchgrove: The Bell at Marrow Ferry",
        "unknown-mine is out of library: Unknown: Mine",
        "Removed 2 books; 1 left",
    ]
    assert len(noted) == 1
    assert [path.name for path in (filled / "library/books").iterdir()] == ["pg900002.txt"]


def test_what_was_dropped_without_a_threshold_is_listed_too(command, filled, build):
    for number in (1, 2):
        shutil.copy(SAMPLE / "cache/epub/900001/pg900001.txt", filled / f"edition{number}.txt")
        name = f"edition-{number}"
        (filled / f"edition{number}.txt").open("a").write(f"\nEdition {number}.\n")
        assert command("books", "add", filled / f"edition{number}.txt", "--id", name).code == 0
    made = build({"books.source": "library", "languages": ["en"]}, library=filled / "library")
    made.run("catalogue", "download", "works", "prefilter", "extract", "postfilter", "split")
    shutil.copytree(made.folder / "data", filled / "data")
    lines = command("books", "list").out.splitlines()
    assert sum("left out by prefilter" in line and "edition" in line for line in lines) >= 2


def test_an_address_in_title_or_author_is_neither_in_the_id_nor_printed(command, workspace, tmp_path):
    (tmp_path / "page.html").write_text(
        "<title>Call +49 30 901820</title><meta name='author' content='ann.lee@example.org'>"
        "<p>“Yes,” she said."
    )
    (tmp_path / "other.txt").write_text("“No,” she said.")
    said = command("books", "add", tmp_path, *GIVEN).out
    printed = said + command("books", "list").out
    assert [file.name for file in sorted((workspace / "library/books").iterdir())] == [
        "email-call-phone.html",
        "unknown-other.txt",
    ]
    printed += command("books", "remove", "email-call-phone").out
    assert not any(secret in printed for secret in ("901820", "ann.lee", "ann-lee"))
