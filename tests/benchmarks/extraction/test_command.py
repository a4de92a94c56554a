"""The command as people type it, over texts of our own."""

import pytest
from typer.testing import CliRunner

from benchmarks.extraction.__main__ import app
from benchmarks.extraction.switches import rules, switches
from dialogue_etl.errors import DialogueEtlError
from tests.benchmarks.extraction.books import library
from tests.benchmarks.extraction.test_ablation import text
from tests.conftest import ROOT
from tests.evaluation.texts import write

DOCUMENT = ROOT / "benchmarks" / "extraction.md"


def run(*arguments):
    return CliRunner().invoke(app, [*map(str, arguments), "--workers", "1"])


def test_the_document_holds_all_tables_and_no_path_of_this_machine(tmp_path):
    gold, books = tmp_path / "gold", tmp_path / "books"
    write(gold, text("pdnc/one"), licence="our own")
    books.mkdir()
    library(books)
    answer = run("--gold", gold, "--books", books, "--output", tmp_path / "out.md")
    assert answer.exit_code == 0, answer.output
    assert "left out: 2.txt: the file is binary" in answer.output
    written = (tmp_path / "out.md").read_text("utf-8")
    assert "Project Dialogism Novel Corpus" in written
    assert "| our own | 1 |" in written
    assert "### pdnc" in written
    assert "| English | reference | 1 | 1 | 0 |" in written
    assert "| English | 1 | 60 | 60 | 100.00 |" in written
    assert str(tmp_path) not in written


def test_without_an_output_it_is_printed(tmp_path):
    write(tmp_path, text())
    assert "### own\n\n|  | characters F1 |" in run("--gold", tmp_path).stdout


def test_something_has_to_be_asked_for():
    assert run().exit_code == 2


def test_a_folder_without_usable_texts_is_refused(tmp_path):
    write(tmp_path, text(language="xx"))
    answer = run("--gold", tmp_path)
    assert isinstance(answer.exception, DialogueEtlError)
    assert "no annotated text" in str(answer.exception)


@pytest.mark.parametrize("name", switches())
def test_the_document_of_the_repository_has_every_rule(name):
    """Run `python -m benchmarks.extraction` again after adding or removing a rule."""
    assert f"| `{name}: false` |" in DOCUMENT.read_text("utf-8")


def test_the_document_of_the_repository_describes_the_rules_as_their_parameters_do():
    written = DOCUMENT.read_text("utf-8")
    stale = [
        rule.name
        for rule in rules()
        if f"| `{rule.name}` | {rule.description} | {rule.source} |" not in written
    ]
    assert not stale
