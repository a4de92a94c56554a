"""Uncertain speaker changes: dialogues are dropped for them, or split there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.certainty import Certainty
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

DOUBTFUL = "“You are late,” said Ann.\n\n“I am,” said Tom.\n\nThe rain fell.\n\n“Come in.”\n\n“Thank you.”"
PARAGRAPHS = st.lists(
    st.sampled_from(
        [
            "“You are late,” said Ann.",
            "“It rains,” said Tom.",
            "“Do you think so?”",
            "“I do.”",
            "He went on, “Well.”",
            "The rain fell.",
            "Tom looked at her.",
            "CHAPTER II.",
        ]
    ),
    max_size=12,
).map("\n\n".join)


def found(text, **params):
    """The utterances of the dialogues, and the drops."""
    extraction = extract_book(
        "b", text, LANGUAGES["en"], Extract(min_delimiters=0, max_words=0, mend_punctuation=False, **params)
    )
    said = [[turn["text"] for turn in row["turns"]] for row in extraction.dialogues.to_pylist()]
    certain = [row["value"] for row in extraction.scores if row["measure"] == "certainty"]
    return said, certain, [(row["unit"], row["reason"]) for row in extraction.drops]


def test_certainty_of_a_dialogue_is_that_of_its_least_certain_turn():
    whole, (certain,), _ = found(DOUBTFUL)
    assert len(whole) == 1
    assert 0.5 < certain < 0.9
    assert found(DOUBTFUL, min_certainty=certain)[0] == whole
    assert found(DOUBTFUL, min_certainty=0.9) == (
        [],
        [certain],
        [("dialogue", "min_certainty"), ("book", "no_dialogues")],
    )


@pytest.mark.parametrize("join_chance", [0.1, 0.9])
def test_uncertain_turns_split_a_dialogue_whether_joined_or_not(join_chance):
    said, _, dropped = found(DOUBTFUL, join_chance=join_chance, min_certainty=0.9, uncertain="part")
    assert said == [["You are late,", "I am,"], ["Come in.", "Thank you."]]
    assert dropped == []


def test_uncertainty_before_the_first_turn_of_a_dialogue_does_not_count():
    certainty = Certainty(before=np.array([1, 0.6, 0.9, 0.7]), inside=np.array([1, 1, 0.8, 1]))
    assert certainty.of_runs(np.array([0, 2]), np.array([1, 4])).tolist() == [1, 0.7]
    assert certainty.of_runs(np.array([1, 3]), np.array([3, 4])).tolist() == [0.8, 1]
    assert certainty.of_runs(np.array([], np.int64), np.array([], np.int64)).tolist() == []


@given(text=PARAGRAPHS, least=st.sampled_from([0.5, 0.75, 0.9]), join_chance=st.sampled_from([0, 0.3, 0.9]))
def test_remaining_dialogues_are_certain(text, least, join_chance):
    whole, certain, _ = found(text, join_chance=join_chance)
    kept, _, dropped = found(text, join_chance=join_chance, min_certainty=least)
    assert kept == [said for said, chance in zip(whole, certain, strict=True) if chance >= least]
    assert dropped.count(("dialogue", "min_certainty")) == len(whole) - len(kept)
    params = {"min_certainty": least, "uncertain": "part", "min_turns": 1}
    parted, certain, _ = found(text, join_chance=join_chance, **params)
    assert all(chance >= least for chance in certain)
    words = [" ".join(map(" ".join, said)) for said in (parted, found(text, min_turns=1)[0])]
    assert words[0] == words[1]
