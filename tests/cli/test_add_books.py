import pytest

from tests.conftest import SAMPLE

BOOK = SAMPLE / "cache/epub/900001/pg900001.txt"
FACTS = ("--language", "en", "--title", "Emma", "--author", "Austen, Jane", "--rights", "CC0")


def catalogue(workspace):
    return (workspace / "library/catalogue.csv").read_text("utf-8").splitlines()[1:]


def test_a_header_answers_everything(command, workspace):
    said = command("books", "add", BOOK)
    assert said.code == 0, said.err
    assert said.out.startswith(
        "pg900001: Thessaly Marchgrove: The Bell at Marrow Ferry (en; Public domain in the USA.)"
    )
    assert (workspace / "library/books/pg900001.txt").read_bytes() == BOOK.read_bytes()
    assert len(catalogue(workspace)) == 1


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


def test_options_answer_for_a_text_without_a_header(command, workspace, plain):
    said = command("books", "add", plain, *FACTS)
    assert said.code == 0, said.err
    assert catalogue(workspace)[0].startswith(
        'austen-jane-emma,en,Emma,"Austen, Jane",CC0,books/austen-jane-emma.txt,'
    )


def test_rights_that_the_filter_will_not_pass_are_pointed_out(command, workspace, plain):
    said = command("books", "add", plain, *FACTS[:-1], "CC BY 4.0")
    assert "its rights are not public domain: set prefilter.rights to any" in said.out
    assert "books.source is sample: set it to library" in said.out


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
    assert said.code == 1
    assert "dialogue-etl init DIR" in said.err
    request.getfixturevalue("workspace")
    (tmp_path / "empty").mkdir()
    said = command("books", "add", tmp_path / "empty")
    assert said.code == 1
    assert "no *.txt in" in said.err


def test_titles_come_from_a_catalogue_that_is_named(command, workspace):
    said = command("books", "add", BOOK, "--catalogue", SAMPLE / "cache/epub/feeds/pg_catalog.csv")
    assert said.out.startswith("pg900001: Marchgrove, Thessaly: The Bell at Marrow Ferry")
