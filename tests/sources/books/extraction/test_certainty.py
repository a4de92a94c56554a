"""Uncertain dialogues are dropped, or split where it is uncertain who goes on."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.certainty import Certainty, chance_of_end, doubt
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


def test_a_dialogue_is_as_certain_as_its_decisions_are_on_average():
    whole, (certain,), _ = found(DOUBTFUL)
    (sure,) = found("“You are late,” said Ann.\n\n“I am,” said Tom.\n\n“Come in,” said Ann.")[1]
    assert len(whole) == 1
    assert 0.5 < certain < sure < 1
    assert found(DOUBTFUL, min_certainty=certain)[0] == whole
    assert found(DOUBTFUL, min_certainty=certain + 0.001) == (
        [],
        [certain],
        [("dialogue", "min_certainty"), ("book", "no_dialogues")],
    )


@pytest.mark.parametrize(
    "doubtful",
    [
        # Perhaps nobody says it, perhaps Ann goes on, perhaps others talk.
        "“You are late,” said Ann.\n\nShe smiled; “Poor Tom.”",
        "“You are late,” said Ann.\n\nThe rain fell.\n\n“Poor Tom.”",
        f"“You are late,” said Ann.\n\n{'The rain fell on the river. ' * 16}\n\n“Poor Tom,” said Eve.",
    ],
)
def test_doubt_about_speech_speakers_and_ends_makes_a_dialogue_less_certain(doubtful):
    plain = found("“You are late,” said Ann.\n\n“Poor Tom,” said Eve.")[1]
    assert found(doubtful)[1] < plain


@pytest.mark.parametrize("join_chance", [0.1, 0.9])
def test_uncertain_turns_split_a_dialogue_whether_joined_or_not(join_chance):
    said, _, dropped = found(DOUBTFUL, join_chance=join_chance, min_certainty=0.9, uncertain="part")
    assert said == [["You are late,", "I am,"], ["Come in.", "Thank you."]]
    assert dropped == []


def test_certainty_is_the_mean_over_turns_and_both_ends():
    certainty = Certainty(
        alone=np.array([900, 1000, 800, 700]),
        following=np.array([100, 500, 400, 600]),
        ends=np.array([1000, 0, 300, 200, 1000]),
        wrong=np.array([990, 20, 300, 45]),
    )
    # The pair of a first turn and the one before is not in the dialogue.
    assert certainty.wrong_pairs(np.array([0, 1]), np.array([2, 4])).tolist() == [0.02, 0.345]
    # Whether the first turn answers the one before it does not count.
    assert certainty.of_runs(np.array([0, 2]), np.array([2, 4])).tolist() == [0.675, 0.675]
    assert certainty.of_runs(np.array([3]), np.array([4])).tolist() == [0.633]
    assert certainty.of_runs(np.array([], np.int64), np.array([], np.int64)).tolist() == []


def test_an_estimate_is_sure_in_a_language_with_annotated_novels_and_many_books():
    # 2 * 0.35 * 0.9 * 10 / 100, of one book and six novels a factor of sqrt(1 + 1 / 6).
    assert 2 * doubt(100, 10, 10**2, novels=6) ** 0.5 == pytest.approx(6.3 * (7 / 6) ** 0.5)
    assert doubt(100, 10, 2 * 5**2, novels=6) < doubt(100, 10, 10**2, novels=6)
    assert math.isinf(doubt(100, 10, 10**2, novels=0))


def test_a_wide_gap_likely_ends_a_conversation_and_a_scene_surely_does():
    chances = chance_of_end(np.array([0, 100, 1_000, 4_000, np.inf]))
    assert chances[0] < chances[1] < 0.01
    assert chances[2] == 0.5
    assert 0.9 < chances[3] < chances[4] == 1


@given(text=PARAGRAPHS, least=st.sampled_from([0.5, 0.75, 0.9]), join_chance=st.sampled_from([0, 0.3, 0.9]))
def test_remaining_dialogues_are_certain(text, least, join_chance):
    whole, certain, _ = found(text, join_chance=join_chance)
    kept, _, dropped = found(text, join_chance=join_chance, min_certainty=least)
    assert kept == [said for said, chance in zip(whole, certain, strict=True) if chance >= least]
    assert dropped.count(("dialogue", "min_certainty")) == len(whole) - len(kept)
    params = {"min_certainty": least, "uncertain": "part", "min_turns": 1}
    parted, _, dropped = found(text, join_chance=join_chance, **params)
    assert ("dialogue", "min_certainty") not in dropped
    words = [" ".join(map(" ".join, said)) for said in (parted, found(text, min_turns=1)[0])]
    assert words[0] == words[1]
