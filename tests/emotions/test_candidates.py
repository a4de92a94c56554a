import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.emotions.candidates import BANDS, Candidate, pick
from dialogue_etl.emotions.readability import frequencies, readability

CANDIDATES = st.lists(
    st.builds(
        Candidate,
        id=st.sampled_from([f"d{number}" for number in range(30)]),
        label=st.integers(0, 3),
        confidence=st.floats(0, 1),
        readability=st.floats(0, 10),
    ),
    max_size=60,
)


def test_readability_by_hand():
    often = frequencies([["the", "cat"], ["the", "end"]])
    assert often == {"the": 50, "cat": 25, "end": 25}
    assert readability(["the", "cat"], often) == pytest.approx(75 / 89 + 0.04 * 100)
    assert readability(["the", "the", "cat", "dog"], often) == pytest.approx(125 / 91 + 0.04 * 75)
    assert readability([], often) == 0
    assert frequencies([]) == {}


def test_common_words_are_easier_and_repeated_ones_are_not():
    often = {"the": 6.0, "we": 2.0, "quay": 0.01}
    assert readability(["we", "the"], often) > readability(["quay", "the"], often)
    assert readability(["the", "we", "quay"], often) > readability(["the", "the", "the"], often)


def test_a_lower_band_is_for_classes_that_are_short():
    given = [Candidate(f"a{number}", 1, 0.95, number) for number in range(3)]
    given += [Candidate("b", 2, 0.91, 1), Candidate("c", 2, 0.65, 9), Candidate("d", 2, 0.82, 2)]
    given += [Candidate("e", 2, 0.5, 99)]
    picked, missing = pick(given, most=2)
    assert [(one.candidate.id, one.band) for one in picked] == [
        ("a2", 0.9),
        ("a1", 0.9),
        ("b", 0.9),
        ("d", 0.8),
    ]
    assert missing == {}
    picked, missing = pick(given, most=4)
    assert [(one.candidate.id, one.band) for one in picked[3:]] == [("b", 0.9), ("d", 0.8), ("c", 0.6)]
    assert missing == {1: 1, 2: 1}


@given(CANDIDATES, st.integers(1, 5), st.randoms())
def test_every_class_is_filled_or_short_a_dialogue_is_there_once_and_order_decides_nothing(given, most, dice):
    picked, missing = pick(given, most)
    ids = [one.candidate.id for one in picked]
    assert len(ids) == len(set(ids))
    for label in {one.label for one in given if one.confidence >= BANDS[-1]}:
        assert sum(one.candidate.label == label for one in picked) + missing.get(label, 0) == most
    shuffled = list(given)
    dice.shuffle(shuffled)
    assert [one.candidate.id for one in pick(shuffled, most)[0]] == ids
