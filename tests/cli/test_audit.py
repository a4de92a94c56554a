"""`dialogue-etl audit` as people call it."""

import json

import pytest

from dialogue_etl.audit import sheet, spreadsheet
from tests.conftest import tree


@pytest.fixture
def drawn(command, sample, tmp_path):
    """A folder with a sheet of 6 pairs and 2 dialogues each of English and Hungarian."""
    said = command(
        *("audit", "sample", "--data", sample.stages.parent, "--output", tmp_path / "audit"),
        *("--language", "hu", "--language", "en", "--pairs", 6, "--dialogues", 2),
    )
    assert (said.code, said.err) == (0, "")
    return tmp_path / "audit"


def fill(folder, name, *answers):
    """A copy of the sheet with as many rows judged as there are answers."""
    rows = [row.cells for row in spreadsheet.read((folder / "audit.csv").read_bytes(), sheet.COLUMNS)]
    for row, answer in zip(rows, answers, strict=False):
        row["errors"] = answer
    path = folder / name
    path.write_bytes(spreadsheet.write(sheet.COLUMNS, rows))
    return path


def test_a_sample_says_what_it_drew_and_what_to_do_next(command, sample, tmp_path):
    books = {row["source_id"] for row in sample.rows("split", "en", "splits")}
    dialogues = [row for row in sample.rows("postfilter", "en", "dialogues") if row["source_id"] in books]
    pairs = sum(len(row["turns"]) - 1 for row in dialogues)
    said = command(
        *("audit", "sample", "--data", sample.stages.parent, "--output", tmp_path),
        *("--language", "en", "--pairs", 5, "--dialogues", 1000),
    )
    drawn = f"en: 5 utterance pairs, {len(dialogues)} dialogues (all there are), of {len(books)} books"
    assert said.out.splitlines()[0] == drawn
    assert pairs > 5
    assert f"{tmp_path / 'audit.html'}\n" in said.out
    assert "dialogue-etl audit tally FILLED.csv" in said.out


def test_a_sample_has_every_language_by_default(command, sample, tmp_path):
    data = ("--data", sample.stages.parent, "--output", tmp_path)
    said = command("audit", "sample", *data, "--pairs", 3, "--dialogues", 1)
    tags = [line.split(":")[0] for line in said.out.splitlines()[:7]]
    assert tags == ["de", "en", "es", "hu", "it", "nl", "pt"]
    assert len(list(spreadsheet.read((tmp_path / "audit.csv").read_bytes(), sheet.COLUMNS))) == 7 * 4


def test_the_same_sample_has_the_same_bytes(command, sample, drawn, tmp_path):
    before = tree(drawn)
    command(
        *("audit", "sample", "--data", sample.stages.parent, "--output", drawn),
        *("--language", "en", "--language", "hu", "--pairs", 6, "--dialogues", 2),
    )
    assert tree(drawn) == before


def test_a_filled_sheet_is_not_lost(command, sample, drawn):
    fill(drawn, "audit.csv", "no_error")
    said = command("audit", "sample", "--data", sample.stages.parent, "--output", drawn)
    assert said.code == 1
    assert said.err == f"{drawn / 'audit.csv'}: 1 rows are filled; not replaced: choose another --output\n"


def test_a_tally_shows_shares_with_intervals_beside_the_papers(command, drawn):
    answers = ["same_speaker", *["no_error"] * 5, "more_than_two_speakers; same_speaker", "no_error"]
    path = fill(drawn, "ann.csv", *answers)
    out = command("audit", "tally", path).out
    assert "en: 6 utterance pairs" in out
    assert "en: 2 dialogues" in out
    # 1 of 6 by Wilson: (1/6 + 3.8415/12 ± 1.96·√(5/36/6 + 3.8415/144)) / (1 + 3.8415/6) = 3.0 % to 56.4 %.
    # With the paper's 4 of 100.
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Same speaker in both utterances 1 16.7% 3.0–56.4 4.0% 1.6–9.8" in lines
    assert "Error types per utterance pair: 0: 5, 1: 1; the paper: 0: 89, 1: 11\n" in out
    assert "Error types per dialogue: 0: 1, 1: 0, 2: 1, 3: 0; the paper: 0: 16, 1: 21, 2: 11, 3: 2\n" in out
    assert f"{path}: 8 not judged: line " in out
    assert "Agreement" not in out


def test_two_annotators_are_compared(command, drawn):
    ann = fill(drawn, "ann.csv", "other", "other", "no_error", "no_error")
    bob = fill(drawn, "bob.csv", "other", "no_error", "no_error", "no_error")
    out = command("audit", "tally", ann, bob).out
    rows = [line.split() for line in out.splitlines()]
    # Observed 3/4; by chance (2·1 + 2·3)/16 = 1/2; (3/4 − 1/2)/(1 − 1/2) = 1/2.
    assert ["ann", "/", "bob", "pair", "other", "4", "75%", "0.50"] in rows
    assert ["ann", "/", "bob", "pair", "same_speaker", "4", "100%", "–"] in rows


def test_a_tally_for_programs(command, drawn):
    ann, bob = fill(drawn, "ann.csv", *["no_error"] * 16), fill(drawn, "bob.csv", "other", "boring")
    said = command("audit", "tally", bob)
    assert said.code == 0
    assert said.err.startswith(f"1 rows are not counted:\n  {bob}: line ")
    said = command("audit", "tally", ann, bob, "--json")
    result = json.loads(said.out)
    assert [(table["language"], table["kind"], table["units"]) for table in result["tables"]] == [
        ("en", "pair", 6),
        ("en", "dialogue", 2),
        ("hu", "pair", 6),
        ("hu", "dialogue", 2),
    ]
    other = next(line for line in result["tables"][0]["lines"] if line["key"] == "other")
    assert (other["ours"]["count"], other["paper"]) == (1, None)
    assert set(result["annotators"]) == {"ann", "bob"}
    assert result["agreement"][0]["annotators"] == ["ann", "bob"]
    assert result["problems"][0]["reason"].startswith("unknown category boring")
    assert len(result["not_judged"][str(bob)]) == 14


@pytest.mark.parametrize("name", ["audit.html", "no.csv"])
def test_a_wrong_file_is_a_sentence(command, drawn, name):
    said = command("audit", "tally", drawn / name)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{drawn / name}: ")
    assert len(said.err.splitlines()) == 1


def test_outside_a_workspace_it_says_what_to_run(command):
    said = command("audit", "sample")
    sentence = "data: no outputs of stages here; run `dvc repro` in a workspace first\n"
    assert (said.code, said.err) == (1, sentence)
