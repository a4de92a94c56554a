from dataclasses import replace

import pytest

from dialogue_etl.filters import document, extraction
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.filters.document import BookMeasures, KeptEdition, is_public_domain
from tests.filters.ready import prefilter

BOOK = BookMeasures(
    language="Hungarian",
    stated_languages="",
    rights="Public domain in the USA.",
    words=20_000,
    distinct_words=200.0,
    kl_divergence=2.0,
)


RULES = {rule.name: rule for rule in document.RULES}


def reason(drop):
    return drop.reason if drop else None


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("", None),
        ("Hungarian", None),
        ("hungarian", None),
        ("English and Hungarian", None),
        ("English", "language"),
        ("English, German", "language"),
    ],
)
def test_a_book_of_other_languages_only_is_dropped(stated, expected):
    assert prefilter(RULES["language"], replace(BOOK, stated_languages=stated)) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "Public domain in the USA.",
        "PUBLIC DOMAIN",
        "CC0",
        "CC0 1.0 Universal",
        "PDM 1.0",
        "In the public domain.",
    ],
)
def test_the_public_domain_has_many_names(statement):
    assert is_public_domain(statement)
    assert prefilter(RULES["rights"], replace(BOOK, rights=statement)) is None


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "Copyrighted. Read the copyright notice inside this book for details.",
        "CC BY 4.0",
        "Not public domain",
        "It is not in the public domain",
        "not in public domain",
        "acc0unt",
    ],
)
def test_all_else_is_not(statement):
    assert not is_public_domain(statement)
    book = replace(BOOK, rights=statement)
    assert prefilter(RULES["rights"], book) == "rights"
    assert prefilter(RULES["rights"], book, rights="any") is None


@pytest.mark.parametrize(("words", "expected"), [(0, "empty"), (1, None)])
def test_a_book_without_a_word_is_dropped(words, expected):
    assert prefilter(RULES["empty"], replace(BOOK, words=words)) == expected


@pytest.mark.parametrize(
    ("words", "threshold", "expected"),
    [(999, 1000, "min_words"), (1000, 1000, None), (1001, 1000, None), (0, 0, None)],
)
def test_min_words_drops_what_is_shorter(words, threshold, expected):
    assert prefilter(RULES["min_words"], replace(BOOK, words=words), min_words=threshold) == expected


@pytest.mark.parametrize(
    ("divergence", "threshold", "expected"),
    [(1.999, 2.0, None), (2.0, 2.0, None), (2.001, 2.0, "max_kl_divergence"), (99.0, 0.0, None)],
)
def test_max_kl_divergence_drops_what_diverges_more(divergence, threshold, expected):
    book = replace(BOOK, kl_divergence=divergence)
    assert prefilter(RULES["max_kl_divergence"], book, max_kl_divergence=threshold) == expected


@pytest.mark.parametrize(
    ("words", "expected"), [(19_999, None), (20_000, "max_kl_divergence"), (20_001, "max_kl_divergence")]
)
def test_short_books_are_not_judged_by_divergence(words, expected):
    book = replace(BOOK, words=words, kl_divergence=50.0)
    assert prefilter(RULES["max_kl_divergence"], book) == expected


def test_min_words_for_kl_of_0_judges_every_book():
    book = replace(BOOK, words=1, kl_divergence=50.0)
    assert prefilter(RULES["max_kl_divergence"], book, min_words_for_kl=0) == "max_kl_divergence"


@pytest.mark.parametrize(
    ("density", "threshold", "expected"),
    [(149.99, 150, "min_delimiters"), (150.0, 150, None), (150.01, 150, None), (0.0, 0, None)],
)
def test_min_delimiters_drops_what_has_fewer(density, threshold, expected):
    assert reason(extraction.min_delimiters(density, threshold)) == expected


def test_a_drop_says_what_was_measured_and_what_it_was_held_against():
    drop = extraction.min_delimiters(12.5, 150)
    assert (drop.value, drop.threshold) == (12.5, 150)


@pytest.mark.parametrize(
    ("distinct", "words", "expected"),
    [
        (5.0, 20_000, None),
        (4.9, 20_000, "min_distinct_words"),
        (4.9, 19_999, None),
        (800.0, 20_000, None),
        (801.0, 20_000, "max_distinct_words"),
        (1000.0, 19_999, None),
    ],
)
def test_garbage_has_too_few_distinct_words_or_too_many(distinct, words, expected):
    book = replace(BOOK, distinct_words=distinct, words=words)
    names = [prefilter(RULES[name], book) for name in ("min_distinct_words", "max_distinct_words")]
    assert [name for name in names if name] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("kept", "detail"),
    [
        (KeptEdition("pg1", 1.0, same_text=True), "same text as pg1"),
        (KeptEdition("pg1", 1.0), "100 % of its five-word sequences are in pg1"),
        (KeptEdition("pg1", 0.934), "93 % of its five-word sequences are in pg1"),
        (KeptEdition("pg1", 0.9999), "99 % of its five-word sequences are in pg1"),
        (KeptEdition("pg1", None), "same author and title as pg1"),
    ],
)
def test_a_second_edition_is_dropped_and_says_beside_which_one(kept, detail):
    drop = document.edition(kept, "one")
    assert (drop.reason, drop.value, drop.detail) == ("edition", kept.shared, detail)


def test_other_editions_stay_where_all_are_wanted():
    assert document.edition(KeptEdition("pg1", 1.0), "all") is None
    assert document.edition(None, "one") is None


@pytest.mark.parametrize(
    ("words", "threshold", "expected"),
    [(99, 100, None), (100, 100, None), (101, 100, "max_words"), (1_000_000, 0, None)],
)
def test_max_words_drops_longer_utterances(words, threshold, expected):
    assert reason(extraction.max_words(words, threshold)) == expected


@pytest.mark.parametrize(
    ("turns", "threshold", "expected"),
    [(1, 2, "min_turns"), (2, 2, None), (3, 2, None), (1, 1, None), (1, 0, None)],
)
def test_min_turns_drops_shorter_dialogues(turns, threshold, expected):
    assert reason(extraction.min_turns(turns, threshold)) == expected


@pytest.mark.parametrize(
    ("share", "threshold", "expected"),
    [
        (0.1999, 0.2, None),
        (0.2, 0.2, None),
        (0.2001, 0.2, "max_rare_share"),
        (1.0, 1.0, None),
        (0.0, 0.0, None),
        (0.001, 0.0, "max_rare_share"),
    ],
)
def test_max_rare_share_drops_dialogues_of_more_rare_words(share, threshold, expected):
    assert reason(RARE_WORDS.ready({"max_rare_share": threshold})(share)) == expected
