import json
import shutil

import pytest

from dialogue_etl.params import parameters
from tests.conftest import ROOT


def test_json_lists_every_parameter_with_its_value(command, tmp_path):
    shutil.copy(ROOT / "params.yaml", tmp_path / "params.yaml")
    text = (tmp_path / "params.yaml").read_text("utf-8").replace("dialogue_gap: 525", "dialogue_gap: 99")
    (tmp_path / "params.yaml").write_text(text, "utf-8")
    rows = json.loads(command("params", "--json", "--file", tmp_path / "params.yaml").out)
    assert [row["key"] for row in rows] == [parameter.key for parameter in parameters()]
    changed = {row["key"]: (row["value"], row["default"]) for row in rows if row["value"] != row["default"]}
    assert changed == {"extract.dialogue_gap": (99, 525)}


def test_the_table_names_every_parameter(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    out = command("params").out
    assert all(parameter.key in out for parameter in parameters())
    assert "[deleted], [removed], [ Removed by Reddit ]" in out
    assert "between colons: `:smile:`" in out


def test_a_wrong_value_in_the_file_is_refused_before_anything_is_written(command, tmp_path):
    file = tmp_path / "params.yaml"
    for text, sentence, words in (
        ("extract:\n  min_turns: none\n", "extract.min_turns: 'none'", ["params", "--file", file]),
        ("extrakt:\n  min_turns: 2\n", "extrakt: unknown key", ["code", "--output", "c", "--params", file]),
    ):
        file.write_text(text)
        said = command(*words)
        assert (said.code, said.out) == (1, "")
        assert f"params.yaml: {sentence}" in said.err
        assert not (tmp_path / "c").exists()


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A folder with params.yaml, and in it."""
    shutil.copy(ROOT / "params.yaml", tmp_path / "params.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lines(workspace):
    return (workspace / "params.yaml").read_text("utf-8").splitlines()


def test_values_are_set_in_the_file_and_nothing_else_changes(command, workspace):
    before = lines(workspace)
    said = command("params", "--set", "extract.dialogue_gap=200", "--set", "books.max_books=7")
    assert (said.code, said.err) == (0, "")
    assert said.out == "books.max_books: 0 → 7\nextract.dialogue_gap: 525 → 200\n"
    changed = {(old, new) for old, new in zip(before, lines(workspace), strict=True) if old != new}
    assert {tuple(" ".join(line.split()[:2]) for line in pair) for pair in changed} == {
        ("max_books: 0", "max_books: 7"),
        ("dialogue_gap: 525", "dialogue_gap: 200"),
    }


@pytest.mark.parametrize(
    ("change", "value", "said"),
    [
        ("books.subjects=[Fiction, Science fiction]", ["Fiction", "Science fiction"], "Fiction, Science fic"),
        ("books.title_pattern=^the\\b", r"^the\b", r"none → ^the\b"),
        ("books.issued_from=2004-01-01", "2004-01-01", "none → 2004-01-01"),
        ("languages=[hu]", ["hu"], "→ hu"),
    ],
)
def test_a_value_set_is_the_value_read(command, workspace, change, value, said):
    answer = command("params", "--set", change)
    assert (answer.code, answer.err) == (0, "")
    assert said in answer.out
    rows = json.loads(command("params", "--json").out)
    assert {row["key"]: row["value"] for row in rows}[change.partition("=")[0]] == value


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("extract.dialogue_gap=-7", "--set: extract.dialogue_gap: -7: "),
        ("extract.dialog_gap=7", "--set: extract.dialog_gap: unknown key"),
        ("books.issued_from=2004-13-01", "books.issued_from: "),
        ("books.title_pattern=(", "not a regular expression"),
        ("extract.dialogue_gap", "expected KEY=VALUE"),
    ],
)
def test_one_wrong_value_and_none_is_written(command, workspace, change, sentence):
    before = lines(workspace)
    said = command("params", "--set", "books.source=mirror", "--set", "split.seed=3", "--set", change)
    assert (said.code, said.out) == (1, "")
    assert sentence in said.err
    assert "Traceback" not in said.err
    assert lines(workspace) == before


def test_a_wrong_value_in_the_file_can_be_set_right(command, workspace):
    text = (workspace / "params.yaml").read_text("utf-8")
    (workspace / "params.yaml").write_text(text.replace("dialogue_gap: 525", "dialogue_gap: -7"), "utf-8")
    said = command("params", "--set", "extract.dialogue_gap=99")
    assert (said.code, said.err) == (0, "")
    assert lines(workspace) == text.replace("dialogue_gap: 525", "dialogue_gap: 99").splitlines()


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("split", ["split.method", "split.train", "split.validation", "split.test", "split.seed"]),
        ("extract.dialogue_gap", ["extract.dialogue_gap"]),
        ("languages", ["languages"]),
    ],
)
def test_a_section_or_one_parameter_is_shown(command, workspace, words, keys):
    assert [row["key"] for row in json.loads(command("params", words, "--json").out)] == keys
    assert f"{keys[0]} = " in command("params", words).out


def test_what_is_no_source_section_or_parameter_is_refused_with_the_sections(command, workspace):
    said = command("params", "extrakt")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(
        "extrakt: no source, section or parameter; sections: languages, privacy, books, "
    )
