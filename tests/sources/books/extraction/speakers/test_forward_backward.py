"""The model against the sum over all sequences of speakers, and its windows."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.extraction.speakers import forward_backward as model
from dialogue_etl.sources.books.extraction.speakers.clues import Clues, Points
from dialogue_etl.sources.books.extraction.speakers.speech_tags import BY_NAME, NO_TAG
from dialogue_etl.sources.books.extraction.table import GENDERS, UNKNOWN

PEOPLE = 3
TURNS = st.lists(
    st.tuples(
        st.integers(0, 4),  # kind of the tag
        st.integers(0, PEOPLE - 1),
        st.integers(0, 2),  # gender of the tag
        st.integers(0, 2),  # gender of the one addressed
        st.booleans(),  # narration before
        st.sampled_from([0.0, 0.05, 0.3, 0.6]),  # chance that the speaker continues
        st.booleans(),  # the dialogue ends
    ),
    min_size=1,
    max_size=4,
)
SCORES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, PEOPLE - 1), st.sampled_from([-2.0, 1.0])), max_size=4
)
GENDER = np.array([GENDERS.index("m"), GENDERS.index("f"), 0])


def clues_of(turns, scores=()):
    kind, tagged, gender, called, narrated, chance, apart = map(np.array, zip(*turns, strict=True))
    tagged = np.where((kind == 1) | (kind == 2), tagged, UNKNOWN)
    near = Points.of([(turn, who, 1.0) for turn in range(len(turns)) for who in range(PEOPLE)])
    given_scores = Points.of([score for score in scores if score[0] < len(turns)])
    nominal = np.array([False, False, True])
    clues = Clues(
        kind,
        tagged,
        gender,
        called,
        narrated,
        given_scores,
        near,
        near,
        given_scores,
        nominal,
        nominal & False,
        GENDER,
        UNKNOWN,
    )
    return clues, chance[:-1], apart[:-1]


def enumerated(clues, chance, apart):
    """The probability of each seat to speak each turn, and that the speaker continues, over all sequences."""
    count = len(clues.kind)
    windows, begin = model._Windows(count), model._MARGIN
    people = model._candidates(clues, windows)
    reset = np.ones((model._LENGTH - 1, 1), np.bool_)
    reset[begin : begin + count - 1, 0] = apart
    often = model._often(clues, windows, people, reset)
    inside = slice(begin, begin + count)
    emissions = model._emissions(clues, windows, people, often, reset)[inside, :, 0]
    seats = np.flatnonzero(np.isfinite(often[begin, :, 0]))
    weight = np.exp(often[inside, :, 0])
    pairs = [{(a, b): one[a] * one[b] for a in seats for b in seats if a != b} for one in weight]
    total = [sum(one.values()) for one in pairs]
    speaks, same = np.zeros(emissions.shape), np.zeros(len(chance))
    everything = 0.0
    for states in product(pairs[0], repeat=count):
        likely = pairs[0][states[0]] / total[0] * emissions[0, states[0][1]]
        for turn, ((before, speaker), (previous, following)) in enumerate(pairwise(states)):
            if apart[turn]:
                step = pairs[turn + 1][previous, following] / total[turn + 1]
            elif (before, speaker) == (previous, following):
                step = chance[turn]
            elif previous == speaker:
                back = model._BACK[int(clues.narrated[turn + 1])]
                others = sum(weight[turn + 1, seat] for seat in seats if seat not in {before, speaker})
                share = back if following == before else (1 - back) * weight[turn + 1, following] / others
                step = (1 - chance[turn]) * share
            else:
                step = 0.0
            likely *= step * emissions[turn + 1, following]
        if likely:
            everything += likely
            for turn, (_, speaker) in enumerate(states):
                speaks[turn, speaker] += likely
            for turn, (one, other) in enumerate(pairwise(states)):
                same[turn] += likely * (one == other and not apart[turn])
    return speaks / everything, same / everything, people[:, 0]


@given(TURNS.filter(lambda turns: len(turns) < 4), SCORES)
def test_the_probabilities_agree_with_the_sum_over_all_speaker_sequences(turns, scores):
    clues, chance, apart = clues_of(turns, scores)
    found = model.decode(clues, chance, apart)
    speaks, same, people = enumerated(clues, chance, apart)
    assert found.stays == pytest.approx(same)
    assert found.chance == pytest.approx(speaks.max(1))
    best = people[speaks.argmax(1)].tolist()
    ties = [len(np.flatnonzero(row > row.max() - 1e-9)) > 1 for row in speaks]
    assert all(
        tie or number == other for tie, number, other in zip(ties, found.number.tolist(), best, strict=True)
    )


def names(count, tagged):
    """Turns without clues but for tags with a name, by number of the turn."""
    kind = np.array([BY_NAME if turn in tagged else NO_TAG for turn in range(count)])
    who = np.array([tagged.get(turn, UNKNOWN) for turn in range(count)])
    near = Points.of([(turn, number, 3.0) for turn, number in tagged.items()])
    nothing = np.zeros(count, np.int64)
    people = np.zeros(PEOPLE, np.bool_)
    return Clues(
        kind,
        who,
        nothing,
        nothing,
        nothing > 0,
        Points.of([]),
        near,
        Points.of([]),
        Points.of([]),
        people,
        people,
        GENDER * 0,
        UNKNOWN,
    )


def test_two_people_take_turns_in_every_window():
    count = 60
    clues = names(count, {turn: turn % 2 for turn in range(count) if turn % 10 < 2})
    found = model.decode(clues, np.full(count - 1, 0.01), np.zeros(count - 1, np.bool_))
    assert found.number.tolist() == [turn % 2 for turn in range(count)]
    assert (found.chance > 0.8).all()


def test_who_speaks_in_another_dialogue_says_nothing():
    clues = names(4, {0: 0, 1: 1})
    apart = np.array([False, True, False])
    together = model.decode(clues, np.full(3, 0.01), apart & False)
    alone = model.decode(clues, np.full(3, 0.01), apart)
    assert together.number.tolist() == [0, 1, 0, 1]
    assert (alone.chance[2:] < together.chance[2:]).all()
    assert alone.stays[1] == 0


def test_who_is_named_near_a_turn_is_likelier_than_who_is_named_far_from_it():
    clues = names(12, {0: 0, 1: 1, 10: 2, 11: 1})
    found = model.decode(clues, np.full(11, 0.01), np.zeros(11, np.bool_))
    assert found.number[2] == 0
    assert found.number[8] == 2
