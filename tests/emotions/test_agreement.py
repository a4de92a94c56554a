import csv

import pytest

from dialogue_etl.emotions.agreement import fleiss_kappa, majority, quiz_right
from tests.shared_data import SHARED, needs

RELEASED = SHARED / "data" / "edos" / "MTurk_groundtruth_labels_9K.csv"


@pytest.mark.parametrize(
    ("answers", "label"),
    [
        (["Sad", "Sad", "Lonely"], "sad"),
        (["Sad", "Afraid", "Lonely"], None),
        (["Neutral  (Other)", "neutral", "Sad"], "neutral"),
        (["greeting (Other)", "Greeting (other)", "Sad"], "greeting"),
        (["Sad", "Sad", "Lonely", "Lonely"], None),
        ([], None),
    ],
)
def test_two_of_three_make_a_label(answers, label):
    assert majority(answers) == label


def test_to_the_letter_own_words_are_another_answer():
    assert majority(["wishing (Other)", "Wishing", "Sad"], normalise=False) is None
    assert majority(["Sad", "Sad", "Wishing"], normalise=False) == "sad"
    assert majority(["Sad", "Sad", "Wishing"], least=3) is None


def test_kappa_is_that_of_the_worked_example_of_fleiss():
    """Ten subjects, five categories, fourteen raters: .210 (as often reprinted from Fleiss 1971)."""
    table = """0 0 0 0 14|0 2 6 4 2|0 0 3 5 6|0 3 9 2 0|2 2 8 1 1
               7 7 0 0 0|3 2 6 3 0|2 5 3 2 2|6 5 2 1 0|0 2 2 3 7"""
    rows = [list(map(int, row.split())) for row in table.replace("\n", "|").split("|")]
    said = [[str(place) for place, number in enumerate(row) for _ in range(number)] for row in rows]
    assert fleiss_kappa(said) == pytest.approx(0.210, abs=0.0005)


def test_kappa_of_what_cannot_be_compared():
    assert fleiss_kappa([["sad", "Sad"], ["sad", "sad (Other)"]]) is None
    assert fleiss_kappa([["sad", "sad"], ["afraid", "afraid"]]) == 1
    for items in ([], [["sad"]], [["sad", "sad"], ["sad", "sad", "sad"]]):
        with pytest.raises(ValueError, match="answers"):
            fleiss_kappa(items)


def test_quiz_items_left_out_are_wrong():
    assert quiz_right({"a": "Sad (Other)", "b": "lonely"}, {"a": "sad", "b": "sad", "c": "sad"}) == 1


@needs(RELEASED)
def test_released_answers_give_the_released_labels_and_kappa():
    with RELEASED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    answers = [[row[f"Worker {number} answer"] for number in (1, 2, 3)] for row in rows]
    released = [row["Agreed emotion (2/3 vote)"] for row in rows]
    agreed = [majority(of, normalise=False) for of in answers]
    assert sum(label is not None for label in agreed) == 8_913
    assert [label is None for label in agreed] == [label == "-" for label in released]
    assert sum(majority(of) is not None for of in answers) == 8_920
    assert fleiss_kappa(answers) == pytest.approx(0.457, abs=0.0005)
