import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.derived.emotions.labelling import context
from tests.derived.emotions.labelling.made import Meaning


def test_each_turn_weighs_half_of_the_next_one():
    assert (context.weights(3) * 7).round(12).tolist() == [1, 2, 4]
    assert context.weights(1).tolist() == [1]
    assert context.weights(4, decay=1).tolist() == [0.25] * 4
    assert context.weights(3, decay=0).tolist() == [0, 0, 1]


@given(st.lists(st.integers(1, 6), max_size=4), st.sampled_from([0.0, 0.3, 0.5, 1.0]))
def test_means_of_all_beginnings_are_those_of_the_weights(lengths, decay):
    said = np.random.default_rng(0).normal(size=(sum(lengths), 3))
    found, place = context.running(said, lengths, decay), 0
    for length in lengths:
        for turn in range(length):
            mean = context.weights(turn + 1, decay) @ said[place : place + turn + 1]
            np.testing.assert_allclose(found[place + turn], mean, atol=1e-12)
        place += length


def test_vectors_of_dialogues_have_length_one_and_lean_to_the_end():
    tea, rain = context.vectors(Meaning(), [["rain", "tea"], ["tea", "rain"]])
    assert abs(tea @ rain - 0.8) < 1e-6
    assert abs(tea[2] - 2 * tea[0]) < 1e-6
    hashed = context.vectors(None, [["rain", "tea"], ["rain", "tea"], ["Wer da?"]])
    np.testing.assert_allclose(hashed @ hashed[0], [1, 1, hashed[2] @ hashed[0]], atol=1e-6)
