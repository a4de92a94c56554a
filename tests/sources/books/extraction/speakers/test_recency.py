"""Who was named last before a turn."""

import numpy as np

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.speakers.characters import Named
from dialogue_etl.sources.books.extraction.speakers.recency import named_last, pronoun_above
from dialogue_etl.sources.books.extraction.speakers.speech_tags import BY_NAME, BY_PRONOUN, NO_TAG
from dialogue_etl.sources.books.extraction.table import GENDERS

MAN, WOMAN = GENDERS.index("m"), GENDERS.index("f")
ADAM, EVE, RUTH = range(3)
GENDER = np.array([MAN, WOMAN, WOMAN])


def scores(kind, gender=0, names=((10, EVE), (30, RUTH), (50, ADAM), (60, ADAM)), start=100):
    starts, numbers = np.array(names, np.int64).T
    named = Named(starts, starts + 4, numbers)
    found = named_last(np.array([start]), named, np.array([kind]), np.array([gender]), GENDER)
    return {number: value for _, number, value in found}


def test_the_one_named_last_is_likeliest_and_everybody_counts_once():
    found = scores(NO_TAG)
    assert found[ADAM] > found[RUTH] > found[EVE]


def test_a_pronoun_means_nobody_of_the_other_gender():
    found = scores(BY_PRONOUN, WOMAN)
    assert set(found) == {EVE, RUTH}
    assert found[RUTH] > found[EVE]


def test_a_tag_with_a_name_needs_no_other():
    assert scores(BY_NAME) == {}


def test_who_is_named_too_far_before_or_after_the_turn_is_not_meant():
    assert set(scores(NO_TAG, names=((10, EVE), (4_500, RUTH), (6_000, ADAM)), start=5_000)) == {RUTH}


def test_the_last_pronoun_before_a_turn():
    text = "“No.”\n\nHe looked at her, and she laughed.\n\n“Yes.”"
    document = Document.of(text, LANGUAGES["en"], Extract())
    start = np.array([text.index("Yes")])
    assert pronoun_above(document, np.array([5]), start, np.array([True])).tolist() == [WOMAN]
    assert pronoun_above(document, np.array([5]), start, np.array([False])).tolist() == [0]
    assert pronoun_above(document, start - 3, start, np.array([True])).tolist() == [0]
