"""`dialogue-etl books select`: figures of a selection, before anything is fetched."""

import re
import shutil

import pytest

from dialogue_etl.core import yaml_files
from tests.conftest import ROOT, tree


@pytest.fixture
def workspace(tmp_path, monkeypatch, sample):
    """A workspace in which the catalogue stage has run, and in it."""
    shutil.copytree(sample.stages / "catalogue", tmp_path / "data/books/catalogue")
    shutil.copy(ROOT / "params.yaml", tmp_path / "params.yaml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


@pytest.fixture
def select(command, workspace):
    def run(*changes, language="en"):
        options = [word for change in changes for word in ("--set", change)]
        return command("books", "select", "--language", language, *options)

    return run


def figures(out):
    """What the table says."""
    rows = re.findall(r"^ +([\d,]+)  (.+)$", out, re.MULTILINE)
    return {name: int(number.replace(",", "")) for number, name in rows}


def titles(out):
    return re.findall(r"^(pg\d+)  .+", out, re.MULTILINE)


def test_the_figures_add_up_and_the_first_books_are_named(select):
    said = select()
    assert (said.code, said.err) == (0, "")
    assert figures(said.out) == {"listed": 5, "left out by rights": 1, "selected": 4}
    assert titles(said.out) == ["pg900001", "pg900002", "pg900003", "pg900004"]
    assert "pg900001  The Bell at Marrow Ferry\n" in said.out
    assert "…" not in said.out


def test_the_workspace_is_where_it_begins_and_another_value_counts_for_this_call_alone(workspace, select):
    values = yaml_files.load((workspace / "params.yaml").read_text("utf-8"))
    values["books"]["max_books"] = 1
    (workspace / "params.yaml").write_text(yaml_files.dump(values))
    before = tree(workspace)
    left_out = {"listed": 5, "left out by rights": 1, "left out by max_books": 3, "selected": 1}
    assert figures(select().out) == left_out
    assert figures(select("books.max_books=2").out)["selected"] == 2
    said = select("books.authors=[marchgrove]", "prefilter.rights=any")
    assert figures(said.out) == {"listed": 5, "left out by authors": 4, "selected": 1}
    assert list(figures(select().out)) == list(left_out)  # in the order of the rules
    assert tree(workspace) == before


def test_books_that_were_not_named_are_a_row_and_unknown_ids_a_sentence(select):
    said = select("books.ids=[pg900002, pg1, pg900101]")
    assert figures(said.out) == {"listed": 5, "not among books.ids": 4, "selected": 1}
    assert "books.ids names it, but" in said.out
    assert re.findall(r"^(pg\d+): ", said.out, re.MULTILINE) == ["pg1"]  # the other one is Hungarian
