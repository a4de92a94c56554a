"""`dialogue-etl books add`: one book, and several at once, of which bad ones keep no other out."""

import csv
import gzip
import io
import os
import shutil

import pytest

from dialogue_etl import params
from dialogue_etl.sources.books import gutenberg
from tests.conftest import SAMPLE
from tests.sources.books import hostile
from tests.sources.books.reading import made

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
    facts = "The Bell at Marrow Ferry (en; Public domain in the USA.; 2,187 words)"
    assert said.out.startswith(f"pg900001: Thessaly Marchgrove: {facts}")
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()
    said = command("books", "add", BOOK, *CATALOGUED)
    assert said.out.startswith(f"pg900001: Marchgrove, Thessaly: {facts}")
    assert ids(workspace) == ["pg900001"]


@pytest.mark.parametrize(
    "left_out",
    [["--language"], ["--title"], ["--author"], ["--rights"], [*FACTS[::2]], ["--title", "--rights"]],
)
def test_all_that_is_not_known_and_cannot_be_asked_for_is_named_at_once_with_its_options(
    command, workspace, plain, left_out
):
    given = [
        word for place in range(0, 8, 2) for word in FACTS[place : place + 2] if FACTS[place] not in left_out
    ]
    said = command("books", "add", plain, *given)
    assert (said.code, said.out) == (1, "")
    names = ", ".join(option.removeprefix("--") for option in left_out)
    assert f"{plain}: {names} not known; give {' and '.join(left_out)}" in said.err
    assert not (workspace / "library").exists()


def test_in_a_terminal_what_is_not_known_is_asked_for_once_for_all_books(
    command, workspace, folder, plain, monkeypatch
):
    answers = io.StringIO("qq\nen\nCC0\n")
    answers.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", answers)
    for name in ("Doe, Ann - One.txt", "Two.txt"):
        (folder / name).write_text(f"“{name},” he said.")
    said = command("books", "add", folder)
    assert (said.code, answers.read()) == (0, "")
    assert "2 of 4 books: language, rights not known" in said.out
    facts = {(row["id"], row["authors"], row["language"], row["rights"]) for row in catalogue(workspace)}
    assert facts > {("doe-ann-one", "Doe, Ann", "en", "CC0"), ("unknown-two", "Unknown", "en", "CC0")}


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
        (
            ["--language", "xx"],
            "'xx' is not a language; languages with a file of their own: da (Danish), de (German), ",
        ),
        ([BOOK], "--title and --id are for a single file; here are 2"),
        (["--id", "../../escaped"], "--id"),
        (["--id", "my book"], "--id"),  # it could not be banned
        (["--id", ".."], "--id"),
        (["--id", "con.txt"], "--id"),
        (["--id", "x" * 101], "--id"),
    ],
)
def test_what_is_wrong_is_a_sentence_and_nothing_is_written(command, workspace, plain, words, sentence):
    said = command("books", "add", plain, *FACTS, *words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert not (workspace / "library").exists()
    assert not (workspace.parent / "escaped.txt").exists()


def test_an_empty_folder_and_no_workspace_are_a_sentence(command, plain, tmp_path, request):
    said = command("books", "add", plain, *FACTS)
    assert (said.code, "dialogue-etl init DIR" in said.err) == (1, True)
    request.getfixturevalue("workspace")
    (tmp_path / "empty").mkdir()
    said = command("books", "add", tmp_path / "empty")
    assert (said.code, f"no books in {tmp_path / 'empty'}: .txt, .html, .epub" in said.err) == (1, True)


@pytest.fixture
def bad(folder):
    """A folder with two books and everything that is none; the sentences that say so, by name."""
    (folder.parent / "outside").mkdir(exist_ok=True)
    (folder / "link.txt").symlink_to(BOOK)
    (folder / "linked").symlink_to(folder.parent / "outside")
    (folder / "round").symlink_to(folder)
    (folder / "gone.txt").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.txt")
    (folder / "unpacked.epub/OEBPS").mkdir(parents=True)
    (folder / "unpacked.epub/OEBPS/one.xhtml").write_text(made.page("<p>one"))
    files = {
        "b ö.txt": (b"", "the file is empty"),
        "blob.TXT": (b"%PDF-1.4", "the file is binary: a PDF document"),
        "notes.pdf": (b"%PDF-1.4", "PDF is not supported; convert it: pdftotext notes.pdf notes.txt"),
        "my book.mobi": (b"x", "Kindle's form is not supported; convert it: ebook-convert 'my book.mobi'"),
        "rich.txt": (rb"{\rtf1\ansi x}", "an RTF document; save it as text, HTML or EPUB"),
        "all.tar.gz": (b"x", "this archive is not supported; unpack it"),
        "up.zip": (hostile.archive({"../a.txt": "x"}), "a zip archive with a file that leads out of it"),
        "fake.epub": (b"PK\3\4 not at all", "a broken zip archive"),
        "cover.jpg": (b"x", None),
        ".hidden.txt": (b"x", None),
    }
    for name, (data, _) in files.items():
        (folder / name).write_bytes(data)
    return {name: sentence for name, (_, sentence) in files.items() if sentence} | {
        "link.txt": "a link out of the folder, not followed",
        "linked": "a link out of the folder, not followed",
        "gone.txt": "a link to no file",
        "pipe.txt": "a named pipe, not a file",
        "unpacked.epub": "an EPUB book that was unpacked",
    }


def test_what_can_not_be_added_is_named_with_its_reason_and_the_rest_is_added(
    command, workspace, folder, bad
):
    said = command("books", "add", folder, folder / "a.txt", "--language", "en")
    *lines, last = said.err.splitlines()
    assert (said.code, last) == (1, f"Added 2 of {len(bad) + 2} books; {len(bad)} not: see above")
    named = dict(line.removeprefix(f"{folder}/").split(": ", 1) for line in lines)
    assert named.keys() == bad.keys()
    assert {name: named[name].startswith(sentence) for name, sentence in bad.items()} == dict.fromkeys(
        bad, True
    )
    assert "not books: 1 .jpg" in said.out
    assert ids(workspace) == ["pg900001", "pg900101"]
    assert {path.name for path in (workspace / "library/books").iterdir()} == {"pg900001.txt", "pg900101.txt"}


def test_books_in_any_form_are_kept_as_they_are_and_read_in_the_pipeline(command, workspace, folder, build):
    text = SECOND.read_text("utf-8")
    story = made.page("".join(made.paragraphs(gutenberg.strip(text))))
    (folder / "page.XHTML").write_text(story)
    (folder / "book.EPUB").write_bytes(made.epub({"a.xhtml": story}))
    (folder / "wide.txt").write_bytes(text.replace("900002", "900003").encode("utf-16"))
    (folder / "packed.TXT.gz").write_bytes(gzip.compress(text.encode()))
    (folder / "zipped.zip").write_bytes(hostile.archive({"x.txt": text.replace("900002", "900004")}))
    said = command("books", "add", folder, "--rights", "Public domain")
    assert said.code == 0, said.err
    assert "Added 7 books" in said.out
    assert "its title is a guess from the page: The Ferry" in said.out
    files = {row["id"]: row["file"] for row in catalogue(workspace)}
    assert files == {
        "ann-doe-the-ferry": "books/ann-doe-the-ferry.epub",
        "pg900001": "books/pg900001.txt",
        "pg900002": "books/pg900002.txt.gz",
        "pg900003": "books/pg900003.txt",
        "pg900004": "books/pg900004.zip",
        "pg900101": "books/pg900101.txt",
        "unknown-the-ferry": "books/unknown-the-ferry.html",
    }
    assert (workspace / "library/books/ann-doe-the-ferry.epub").read_bytes() == (
        folder / "book.EPUB"
    ).read_bytes()
    changes = {"books.source": "library", "languages": ["en"], "works.editions": "all"}
    built = build(changes, library=workspace / "library")
    built.run("catalogue", "download", "works", "prefilter", "extract")
    found = {}
    for row in built.rows("extract", "en", "dialogues"):
        turns = [" ".join(turn["text"].split()) for turn in row["turns"]]
        found.setdefault(row["source_id"], []).append(turns)
    same = [found.get(id) for id in files if id not in {"pg900001", "pg900101"}]
    assert same[0]
    assert all(one == same[0] for one in same)


def test_of_a_book_in_several_formats_the_plain_text_is_taken(command, workspace, folder):
    page = made.page(f"<pre>{BOOK.read_text('utf-8')}</pre>")
    (folder / "0.htm").write_text(page)
    (folder / "1.epub").write_bytes(made.epub({"a.xhtml": page}))
    said = command("books", "add", folder)
    assert (said.code, said.err) == (0, "")
    for name in ("0.htm", "1.epub"):
        assert f"{folder}/{name}: pg900001 is taken from {folder}/a.txt\n" in said.out
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()


def test_a_catalogue_in_the_folder_states_what_differs_between_its_books(command, workspace, folder, plain):
    (folder / "sub").mkdir()
    for name in ("sub/one.txt", "two.txt"):
        (folder / name).write_text(f"“{name},” she said.")
    rows = "file,id,title,author,language,rights\nsub/one.txt,own-1,One,A; B,en,CC0\ntwo.txt,,Two,C,it,\n"
    (folder / "catalogue.csv").write_text(f"{rows}no.txt,,,,,\n")
    said = command("books", "add", folder, "--rights", "CC BY 4.0")
    assert said.err == f"{folder}/catalogue.csv: no.txt: no such file\nAdded 4 of 5 books; 1 not: see above\n"
    facts = {
        row["id"]: [row[name] for name in ("title", "authors", "language", "rights")]
        for row in catalogue(workspace)
    }
    assert facts["own-1"] == ["One", "A; B", "en", "CC BY 4.0"]  # options come before the catalogue
    assert facts["c-two"] == ["Two", "C", "it", "CC BY 4.0"]


@pytest.mark.parametrize("rows", ["name,title\nx,y\n", "file\n../x.txt\n", "file\n/etc/passwd\n"])
def test_a_catalogue_in_the_folder_that_can_not_be_used_is_a_sentence(command, workspace, folder, rows):
    (folder / "catalogue.csv").write_text(rows)
    said = command("books", "add", folder)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{folder}/catalogue.csv: ")
    assert not (workspace / "library").exists()


@pytest.mark.parametrize("data", [b"", b"<html>"])
def test_a_single_file_that_is_no_text_is_refused(command, workspace, plain, data):
    plain.write_bytes(data)
    said = command("books", "add", plain, *FACTS)
    assert (said.code, said.out) == (1, "")
    assert f"{plain}: " in said.err
    assert not (workspace / "library").exists()


def test_of_several_files_title_and_author_are_guessed_from_the_name(command, workspace, folder, plain):
    shutil.copy(plain, folder / "my_story.txt")
    said = command("books", "add", folder, "--language", "en")
    assert said.code == 1
    assert "my_story.txt: rights not known; give --rights" in said.err
    assert ids(workspace) == ["pg900001", "pg900101"]
    said = command("books", "add", folder, "--language", "en", "--rights", "CC0")
    assert (said.code, said.err) == (0, "")
    assert "unknown-my-story: Unknown: my story (en; CC0; 4 words)\n" in said.out
    assert "  its title is a guess from the file name: my story\n  its author is unknown\n" in said.out


def test_books_of_the_same_name_are_told_apart_and_the_same_book_replaces_itself(command, workspace, plain):
    facts = ("--language", "en", "--author", "Doe", "--rights", "CC0")
    for title in ("Yes!", "Yes?", "Yes?"):
        plain.write_text(f"“{title}”")
        assert command("books", "add", plain, "--title", title, *facts).code == 0
    assert ids(workspace)[0] == "doe-yes"
    assert [row["title"] for row in catalogue(workspace)] == ["Yes!", "Yes?"]
    plain.write_text("<html><p>“Yes!”</html>")
    assert command("books", "add", plain, "--title", "Yes!", *facts).code == 0
    assert sorted(path.suffix for path in (workspace / "library/books").iterdir()) == [".html", ".txt"]


def test_two_files_of_the_same_id_are_both_named_and_the_first_is_kept(command, workspace, folder):
    (folder / "b.txt").write_bytes(BOOK.read_bytes() + b"More.")
    shutil.copy(BOOK, folder / "d.txt")
    said = command("books", "add", folder)
    assert said.code == 1
    assert f"{folder / 'b.txt'}: its id pg900001 is that of {folder / 'a.txt'} too" in said.err
    assert f"{folder / 'd.txt'}: the same file as {folder / 'a.txt'}" in said.err
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()
