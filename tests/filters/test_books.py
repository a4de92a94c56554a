from dataclasses import replace

import pytest

from dialogue_etl.filters import books
from dialogue_etl.filters.books import BookMeasures, KeptEdition
from dialogue_etl.params import Extract, Prefilter
from dialogue_etl.params.books import Works

BOOK = BookMeasures(
    language="Hungarian",
    stated_languages="",
    rights="Public domain in the USA.",
    words=20_000,
    distinct_words=200.0,
    kl_divergence=2.0,
)


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
    assert reason(books.language(replace(BOOK, stated_languages=stated), Prefilter())) == expected


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("Public domain in the USA.", None),
        ("PUBLIC DOMAIN", None),
        ("CC0 1.0", None),
        ("Copyrighted. Read the copyright notice inside this book for details.", "rights"),
        ("CC BY 4.0", "rights"),
        ("", "rights"),
    ],
)
def test_only_the_public_domain_is_free(stated, expected):
    book = replace(BOOK, rights=stated)
    assert reason(books.rights(book, Prefilter())) == expected
    assert books.rights(book, Prefilter(rights="any")) is None


@pytest.mark.parametrize("stated", ["Not in the public domain.", "not public domain", "Not in public domain"])
def test_not_in_the_public_domain_is_not_in_the_public_domain(stated):
    assert reason(books.rights(replace(BOOK, rights=stated), Prefilter())) == "rights"


def test_missing_rights_are_said_to_be_missing():
    drop = books.rights(replace(BOOK, rights=""), Prefilter())
    assert "does not state" in drop.detail


@pytest.mark.parametrize(("words", "expected"), [(0, "empty"), (1, None)])
def test_a_book_without_a_word_is_dropped(words, expected):
    assert reason(books.empty(replace(BOOK, words=words), Prefilter())) == expected


@pytest.mark.parametrize(
    ("words", "threshold", "expected"),
    [(999, 1000, "min_words"), (1000, 1000, None), (1001, 1000, None), (0, 0, None)],
)
def test_min_words_drops_what_is_shorter(words, threshold, expected):
    assert reason(books.min_words(replace(BOOK, words=words), Prefilter(min_words=threshold))) == expected


@pytest.mark.parametrize(
    ("divergence", "threshold", "expected"),
    [(1.999, 2.0, None), (2.0, 2.0, None), (2.001, 2.0, "max_kl_divergence"), (99.0, 0.0, None)],
)
def test_max_kl_divergence_drops_what_diverges_more(divergence, threshold, expected):
    book = replace(BOOK, kl_divergence=divergence)
    assert reason(books.kl_divergence(book, Prefilter(max_kl_divergence=threshold))) == expected


@pytest.mark.parametrize(
    ("words", "expected"), [(19_999, None), (20_000, "max_kl_divergence"), (20_001, "max_kl_divergence")]
)
def test_short_books_are_not_judged_by_divergence(words, expected):
    book = replace(BOOK, words=words, kl_divergence=50.0)
    assert reason(books.kl_divergence(book, Prefilter())) == expected


def test_min_words_for_kl_of_0_judges_every_book():
    book = replace(BOOK, words=1, kl_divergence=50.0)
    assert reason(books.kl_divergence(book, Prefilter(min_words_for_kl=0))) == "max_kl_divergence"


@pytest.mark.parametrize(
    ("density", "threshold", "expected"),
    [(149.99, 150, "min_delimiters"), (150.0, 150, None), (150.01, 150, None), (0.0, 0, None)],
)
def test_min_delimiters_drops_what_has_fewer(density, threshold, expected):
    assert reason(books.min_delimiters(density, Extract(min_delimiters=threshold))) == expected


def test_a_drop_says_what_was_measured_and_what_it_was_held_against():
    drop = books.min_delimiters(12.5, Extract())
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
    verdicts = [rule(book, Prefilter()) for rule in (books.min_distinct_words, books.max_distinct_words)]
    assert [drop.reason for drop in verdicts if drop] == ([expected] if expected else [])


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
    drop = books.edition(kept, Works())
    assert (drop.reason, drop.value, drop.detail) == ("edition", kept.shared, detail)


def test_other_editions_stay_where_all_are_wanted():
    assert books.edition(KeptEdition("pg1", 1.0), Works(editions="all")) is None
    assert books.edition(None, Works()) is None
