import csv
import json
import re

import pytest
from typer.testing import CliRunner

from dialogue_etl.cli.source_commands.emotions import app
from dialogue_etl.derived.emotions.labelling.agreement import Answer, read, sittings, vote, votes
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.agreement import fleiss_kappa
from tests.shared_data import SHARED, needs

RELEASED = SHARED / "data" / "edos" / "MTurk_groundtruth_labels_9K.csv"

# The table of Fleiss (1971) as it is taught: ten items, fourteen raters, five categories; kappa 0.210.
FLEISS = """0 0 0 0 14
0 2 6 4 2
0 0 3 5 6
0 3 9 2 0
2 2 8 1 1
7 7 0 0 0
3 2 6 3 0
2 5 3 2 2
6 5 2 1 0
0 2 2 3 7"""


@pytest.mark.parametrize(
    ("ratings", "kappa"),
    [
        (
            [[k for k, n in enumerate(row.split()) for _ in range(int(n))] for row in FLEISS.split("\n")],
            0.2099307,
        ),
        ([["a", "a"], ["b", "b"]], 1.0),
        ([["a", "b"], ["b", "a"]], -1.0),
        ([["a", "a"], ["b", "b"], ["a"]], 1.0),  # one answer says nothing
        ([["a", "a", "b"], ["a", "a"], ["b", "b"]], (7 / 9 - 25 / 49) / (1 - 25 / 49)),
        ([["a", "a"], ["a", "a"]], None),
        ([["a"], []], None),
    ],
)  # fmt: skip
def test_kappa(ratings, kappa):
    assert fleiss_kappa(ratings) == (kappa if kappa is None else pytest.approx(kappa, abs=1e-6))


@pytest.mark.parametrize(
    ("labels", "min_agree", "agreed"),
    [
        (["sad", "sad", "angry"], 2, "sad"),
        (["sad", "proud", "angry"], 2, None),
        (["sad", "sad", "angry"], 3, None),
        (["sad", "sad", "angry", "angry"], 2, None),
        (["sad"], 1, "sad"),
        ([], 1, None),
    ],
)
def test_a_label_wants_so_many_votes_and_more_than_any_other(labels, min_agree, agreed):
    assert vote(labels, min_agree) == agreed


def test_an_answer_counts_once_and_without_case_or_mark():
    given = [("b", "Sad"), ("a", "sad (Other)"), ("b", "ANGRY"), ("c", "Disagreeing (Other)")]
    assert votes(Answer(worker, "1", label) for worker, label in given) == {
        "1": ["sad", "angry", "disagreeing"]
    }


def test_the_quiz_is_passed_with_three_of_five():
    quiz: dict[str, str | None] = {f"q{number}": "sad" for number in range(5)}
    tasks = {"t": {**quiz, "d": None}, "u": {"e": None}}
    answers = [Answer("good", f"q{number}", "Sad" if number < 3 else "angry") for number in range(5)]
    answers += [Answer("bad", f"q{number}", "sad") for number in range(2)]
    answers += [
        Answer("bad", "d", "sad"),
        Answer("good", "e", "sad"),
        Answer("good", "of another study", "sad"),
    ]
    found = [(*one[:3], *one[4:]) for one in sittings(answers, tasks)]
    assert found == [("bad", "t", 2, 3, 6, False), ("good", "t", 3, 5, 6, True), ("good", "u", 0, 1, 1, True)]


@needs(RELEASED)
def test_the_released_answers_give_the_released_labels_and_the_papers_kappa(tmp_path):
    with RELEASED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    said = [[row[f"Worker {worker} answer"] for worker in (1, 2, 3)] for row in rows]
    released = [row["Agreed emotion (2/3 vote)"] for row in rows]
    assert [vote(one) or "-" for one in said] == released, "as they were written"
    done = CliRunner().invoke(app, ["tally", str(RELEASED), "--output", str(tmp_path / "labelled.jsonl")])
    told = json.loads(done.output)
    # 8,913 as they were written.
    assert (told["items"], told["agreed"], told["categories"]) == (10_245, 8_919, 134)
    assert told["kappa"] == pytest.approx(0.457, abs=5e-4)
    written = list(map(json.loads, (tmp_path / "labelled.jsonl").read_text("utf-8").splitlines()))
    assert len(written) == told["agreed"] - told["agreed_on_other_words"]
    by_id = {row["DialogID"]: row["Dialog"].split("\n") for row in rows}
    assert all(row["turns"] == by_id[row["id"]] or row["id"] in by_id for row in written)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.csv", "name,age\nx,1\n", "a.csv:2: no item and label among name, age"),
        ("a.jsonl", "{\n", "a.jsonl:1: no JSON"),
        ("a.html", "", "a.html: not one of .csv, .jsonl, .json"),
    ],
)
def test_what_is_no_file_of_answers_is_a_sentence(tmp_path, name, data, says):
    (tmp_path / name).write_text(data, "utf-8")
    with pytest.raises(DialogueEtlError, match=re.escape(says)):
        read([tmp_path / name])
