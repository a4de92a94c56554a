"""`dialogue-etl audit` as people call it."""

import json

import pytest
from lxml import html as parser


@pytest.fixture
def drawn(command, sample, tmp_path):
    """A page with 6 pairs and 2 dialogues each of English and Hungarian."""
    page = tmp_path / "audit.html"
    said = command(
        *("audit", "sample", "--data", sample.stages.parent, "--output", page),
        *("--language", "hu", "--language", "en", "--pairs", 6, "--dialogues", 2),
    )
    assert (said.code, said.err) == (0, "")
    return page


def data(page):
    return json.loads(parser.parse(page).find(".//script").text)


def fill(page, name, *answers):
    """Answers of an annotator to the first units of a page, several errors with blanks between."""
    units = data(page)["units"]
    judged = [*answers, *[""] * (len(units) - len(answers))]
    kept = ("kind", "language")
    given = [
        {"annotator": name, "item": unit["id"], "label": errors} | {key: unit[key] for key in kept}
        for unit, errors in zip(units, judged, strict=True)
    ]
    path = page.parent / f"{name}.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in given), "utf-8")
    return path


def test_a_sample_says_what_it_drew_and_what_to_do_next(command, sample, tmp_path):
    books = {row["source_id"] for row in sample.rows("split", "en", "splits")}
    dialogues = [row for row in sample.rows("postfilter", "en", "dialogues") if row["source_id"] in books]
    pairs = sum(len(row["turns"]) - 1 for row in dialogues)
    said = command(
        *("audit", "sample", "--data", sample.stages.parent, "--output", tmp_path / "audit.html"),
        *("--language", "en", "--pairs", 5, "--dialogues", 1000),
    )
    drawn = f"en: 5 utterance pairs, {len(dialogues)} dialogues (all there are), of {len(books)} books"
    assert said.out.splitlines()[0] == drawn
    assert pairs > 5
    assert f"{tmp_path / 'audit.html'}\n" in said.out
    assert "dialogue-etl audit tally ANSWERS …" in said.out


def test_a_tally_shows_shares_with_intervals_beside_the_papers(command, drawn):
    answers = ["same_speaker", *["no_error"] * 5, "more_than_two_speakers same_speaker", "no_error"]
    path = fill(drawn, "ann", *answers)
    out = command("audit", "tally", path).out
    assert "en: 6 utterance pairs" in out
    assert "en: 2 dialogues" in out
    # 1 of 6 by Wilson: (1/6 + 3.8415/12 ± 1.96·√(5/36/6 + 3.8415/144)) / (1 + 3.8415/6) = 3.0 % to 56.4 %.
    # With the paper's 4 of 100.
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "Same speaker in both utterances 1 16.7% 3.0–56.4 4.0% 1.6–9.8" in lines
    assert "Error types per utterance pair: 0: 5, 1: 1; the paper: 0: 89, 1: 11\n" in out
    assert "Error types per dialogue: 0: 1, 1: 0, 2: 1, 3: 0; the paper: 0: 16, 1: 21, 2: 11, 3: 2\n" in out
    assert f"{path}: 8 not judged" in out
    assert "Agreement" not in out


def test_two_annotators_are_compared(command, drawn):
    ann = fill(drawn, "ann", "other", "other", "no_error", "no_error")
    bob = fill(drawn, "bob", "other", "no_error", "no_error", "no_error")
    out = command("audit", "tally", ann, bob).out
    rows = [line.split() for line in out.splitlines()]
    # Observed 3/4; by chance (2·1 + 2·3)/16 = 1/2; (3/4 − 1/2)/(1 − 1/2) = 1/2.
    assert ["ann", "/", "bob", "pair", "other", "4", "75%", "0.50"] in rows
    assert ["ann", "/", "bob", "pair", "same_speaker", "4", "100%", "–"] in rows


def test_a_tally_for_programs(command, drawn):
    ann, bob = fill(drawn, "ann", *["no_error"] * 16), fill(drawn, "bob", "other")
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
    assert result["not_judged"] == {str(ann): 0, str(bob): 15}


@pytest.mark.parametrize("name", ["audit.html", "no.jsonl"])
def test_a_wrong_file_is_a_sentence(command, drawn, name):
    said = command("audit", "tally", drawn.parent / name)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{drawn.parent / name}: ")
    assert len(said.err.splitlines()) == 1


def test_outside_a_workspace_it_says_what_to_run(command):
    said = command("audit", "sample")
    sentence = "data: no outputs of stages here; run `dvc repro` in a workspace first\n"
    assert (said.code, said.err) == (1, sentence)
