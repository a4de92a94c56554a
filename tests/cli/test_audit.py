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


def test_outside_a_workspace_it_says_what_to_run(command):
    said = command("audit", "sample")
    sentence = "data: no outputs of stages here; run `dvc repro` in a workspace first\n"
    assert (said.code, said.err) == (1, sentence)
