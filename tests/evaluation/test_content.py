from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.evaluation.content import Annotation, Letters, Utterance, contents, size, union
from tests.evaluation.texts import Said, annotated

GOLD = annotated(Said("Yes", "Ann"), "went", Said("No", "Bob"), Said("Oh"))
ALL = "YeswentNoOh"
TEXT = "“Yes,” he said. — “2 o’clock.”"


@pytest.mark.parametrize(
    ("text", "spans", "found"),
    [
        (TEXT, [(0, 6)], ((0, 3),)),  # marks and blanks at the edges do not matter
        (TEXT, [(1, 4)], ((0, 3),)),
        ("ab, cd e", [(4, 6), (0, 2)], ((0, 4),)),  # with no letter between them they are one
        ("ab, cd e", [(0, 2), (7, 8)], ((0, 2), (4, 5))),
        ("— ! _", [(0, 5)], ()),
        ("", [(0, 0)], ()),
        ("é ß я 字 7 _ - ’", [(0, 15)], ((0, 5),)),  # of any script
    ],
)
def test_stretches_of_letters(text, spans, found):
    assert Letters(text).stretches(spans) == found


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda p: (p[0], p[0] + p[1]))))
def test_a_union_holds_each_letter_once(found):
    joined = union(found)
    letters = {letter for start, end in found for letter in range(start, end)}
    assert size(joined) == len(letters)
    assert {letter for start, end in joined for letter in range(start, end)} == letters
    assert all(one[1] < other[0] for one, other in pairwise(joined))


def content(*letters, gold=GOLD):
    """Of an utterance of these stretches of letters."""
    places = [at for at, sign in enumerate(gold.text) if sign.isalnum()]
    spans = tuple((places[start], places[end - 1] + 1) for start, end in letters)
    return contents([Utterance("d", "x", spans)], gold, Annotation(gold))[0]


def test_letters_are_dealt_to_the_turns_and_speakers_they_belong_to():
    found = content((0, 11))
    assert size(found.stretches) == len(ALL)
    assert found.by_turn == {0: 3, 1: 2, 2: 2}
    assert found.by_speaker == {"Ann": 3, "Bob": 2, None: 2}
    assert found.speaker == "Ann"
    assert content((0, 2), (1, 3)).by_turn == {0: 3}  # what overlaps counts once


def test_half_of_it_makes_an_utterance_speech():
    assert content((1, 3), (3, 5)).is_speech
    assert not content((1, 3), (3, 6)).is_speech


def test_an_utterance_without_letters_is_no_noise():
    found = contents([Utterance("d", "—", ((0, 1),))], GOLD, Annotation(GOLD))[0]
    assert (found.stretches, found.is_speech, found.speaker) == ((), True, None)


def test_of_two_who_say_as_much_the_first_is_the_speaker():
    assert content((1, 3), (7, 9)).speaker == "Ann"
    assert content((2, 3), (7, 9)).speaker == "Bob"
    assert content((3, 7)).speaker is None
