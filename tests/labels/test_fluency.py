import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.fluency import Fluency

SAID = ["the rain has stopped", "the rain comes again", "we went home in the rain", "she has gone home"]
KNOWN = Fluency.learn(SAID)
MEAN, LEAST, FIRST, END, SAID_BY_OTHERS, SHORT = range(6)


def test_chances_are_those_of_witten_and_bell():
    known = Fluency.learn(["ab", "ac"])
    # Of 6 characters a and the end are two each; what follows a: b or c, once each.
    b, a = 1.5 / 2506, 2.5 / 2506
    at_start = (2 + 1 * a) / 3  # behind one mark of the start and behind both: 2 of 2, of one kind
    at_start = (2 + 1 * at_start) / 3
    b_next = (1 + 2 * b) / 4
    b_next = (1 + 2 * b_next) / 4
    ends = 2.5 / 2506
    ends = (1 + 1 * ends) / 2
    ends = (1 + 1 * ends) / 2
    logs = np.log([at_start, b_next, ends])
    of_characters = [logs.mean(), logs.min(), logs[0], logs[2]]
    assert known.signs(["ab"])[0] == pytest.approx([*of_characters, np.log(2), 0])


def test_what_is_garbled_or_breaks_off_surprises():
    fluent, garbled, broken = KNOWN.signs(["the rain has gone", "the rian hsa gone", "the rain has go"])
    assert fluent[MEAN] > garbled[MEAN]
    assert fluent[LEAST] > garbled[LEAST]
    assert fluent[END] > broken[END]


def test_a_short_text_that_nobody_says_breaks_off():
    known = Fluency.learn(["yes"] * 3 + ["yes we can"])
    often, never, longer = known.signs(["yes", "yes we", "yes we do"])
    assert often[SAID_BY_OTHERS] == np.log(4)
    assert never[SAID_BY_OTHERS] == longer[SAID_BY_OTHERS] == often[SHORT] == 0
    assert never[SHORT] > longer[SHORT] > 0


@given(st.lists(st.text(max_size=8), max_size=5))
def test_signs_of_a_text_are_its_own_whatever_stands_beside_it(texts):
    alone = [KNOWN.signs([text])[0] for text in texts]
    assert np.array_equal(KNOWN.signs(texts), np.array(alone).reshape(-1, 6))
    assert np.isfinite(KNOWN.signs([*texts, "\ud800", "x" * 2_000])).all()


def test_it_is_stored_as_it_is():
    again = Fluency.of(KNOWN.arrays())
    assert all(np.array_equal(again.tables[name], table) for name, table in KNOWN.tables.items())
