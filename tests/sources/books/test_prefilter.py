import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.prefilter import divergence

COUNTS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50), min_size=1).map(Counter)


def test_divergence_is_the_sum_of_p_ln_p_over_q():
    # p = (3/4, 1/4); q = (4/8, 4/8): 3/4 ln(3/2) + 1/4 ln(1/2) = 0.130812…
    book, survey = Counter(a=3, b=1), Counter(a=4, b=4)
    assert divergence(book, survey) == pytest.approx(0.1308120352, abs=1e-9)


def test_a_book_does_not_diverge_from_itself():
    assert divergence(Counter(a=3, b=1), Counter(a=3, b=1)) == 0


def test_a_book_of_its_own_words_diverges_by_its_share():
    # All of its words are its own; the book is a quarter of the survey: ln 4.
    assert divergence(Counter(x=2), Counter(x=2, a=6)) == pytest.approx(math.log(4))


def test_a_book_without_words_does_not_diverge():
    assert divergence(Counter(), Counter(a=1)) == 0


def test_a_book_outside_the_survey_is_held_against_the_survey_with_itself():
    assert divergence(Counter(x=2), Counter(a=6)) == divergence(Counter(x=2), Counter(x=2, a=6))


@given(COUNTS, COUNTS)
def test_divergence_is_never_negative_and_at_most_the_share(book, others):
    survey = book + others
    assert -1e-12 <= divergence(book, survey) <= math.log(survey.total() / book.total()) + 1e-12


@given(COUNTS, COUNTS)
def test_divergence_does_not_depend_on_the_order_of_words(book, others):
    survey = book + others
    shuffled = Counter(dict(reversed(book.items())))
    assert divergence(book, survey) == divergence(shuffled, Counter(dict(reversed(survey.items()))))


def test_what_is_dropped_before_does_not_count_in_the_survey(build):
    made = build({"languages": ["en"], "prefilter.min_words": 100_000}).run("download", "prefilter")
    # Nothing is left in the survey, so each book is held against itself.
    scores = [row for row in made.rows("prefilter", "en", "scores") if row["measure"] == "kl_divergence"]
    assert len(scores) == 5
    assert {row["value"] for row in scores} == {0.0}


def test_every_book_is_measured_also_those_that_are_dropped(sample):
    for language in sample.params.languages:
        texts = {row["id"] for row in sample.rows("download", language, "texts")}
        measured = Counter(row["measure"] for row in sample.rows("prefilter", language, "scores"))
        assert measured == {"words": len(texts), "kl_divergence": len(texts)}
