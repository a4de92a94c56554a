import csv

import pytest

from dialogue_etl.emotions.agreement import Answer, fleiss_kappa, normalise, sittings, vote, votes
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
def test_the_released_answers_give_the_released_labels_and_the_papers_kappa():
    with RELEASED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    said = [[row[f"Worker {worker} answer"] for worker in (1, 2, 3)] for row in rows]
    released = [row["Agreed emotion (2/3 vote)"] for row in rows]
    assert [vote(one) or "-" for one in said] == released, "as they were written"
    compared = [[normalise(label) for label in one] for one in said]
    assert sum(vote(one) is not None for one in compared) == 8_919  # 8,913 as they were written
    assert len({label for one in compared for label in one}) == 134
    assert fleiss_kappa(compared) == pytest.approx(0.457, abs=5e-4)
