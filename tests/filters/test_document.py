"""Rules of books, of their dialogues and utterances: what each drops, at its threshold and beside it."""

from dataclasses import replace

import pytest

from dialogue_etl.filters import document, extraction
from dialogue_etl.filters.corpus import RARE_WORDS
from dialogue_etl.filters.document import BookMeasures, KeptEdition
from dialogue_etl.text.language_id import Written
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
PUBLIC = ["Public domain in the USA.", "CC0 1.0 Universal", "PDM 1.0", "In the public domain."]
COPYRIGHTED = [
    *("", "Copyrighted. Read the copyright notice inside this book for details.", "CC BY 4.0", "acc0unt"),
    *("Not public domain", "It is not in the public domain", "not in public domain"),
]


@pytest.mark.parametrize(
    ("rule", "book", "values", "dropped"),
    [
        *(
            ("other_language", {"stated_languages": said}, {}, False)
            for said in ("", "hungarian", "English, Hungarian")
        ),
        ("other_language", {"stated_languages": "English, German"}, {}, True),
        ("other_language", {"stated_languages": "German", "written": Written(0.5, "hu")}, {}, False),
        *(("other_language", {"written": Written(share, "de")}, {}, share > 0.5) for share in (0.5, 0.51)),
        ("other_language", {"written": Written(1.0, "de")}, {"other_language": 1.0}, False),
        ("other_language", {"stated_languages": "German"}, {"other_language": 1.0}, False),
        *(("rights", {"rights": statement}, {}, False) for statement in PUBLIC),
        *(("rights", {"rights": statement}, {}, True) for statement in COPYRIGHTED),
        ("rights", {"rights": ""}, {"rights": "any"}, False),
        *(("empty", {"words": words}, {}, words == 0) for words in (0, 1)),
        *(("min_words", {"words": words}, {"min_words": 1_000}, words < 1_000) for words in (999, 1_000)),
        ("min_words", {"words": 0}, {"min_words": 0}, False),
        *(("max_kl_divergence", {"kl_divergence": one}, {}, one > 2) for one in (1.999, 2.0, 2.001)),
        ("max_kl_divergence", {"kl_divergence": 99.0}, {"max_kl_divergence": 0.0}, False),
        ("max_kl_divergence", {"kl_divergence": 50.0, "words": 19_999}, {}, False),
        ("max_kl_divergence", {"kl_divergence": 50.0, "words": 1}, {"min_words_for_kl": 0}, True),
        *(("min_distinct_words", {"distinct_words": one}, {}, one < 5) for one in (5.0, 4.9)),
        ("min_distinct_words", {"distinct_words": 4.9, "words": 19_999}, {}, False),
        *(("max_distinct_words", {"distinct_words": one}, {}, one > 800) for one in (800.0, 801.0)),
        ("max_distinct_words", {"distinct_words": 1000.0, "words": 19_999}, {}, False),
    ],
)
def test_a_book_is_kept_or_dropped(rule, book, values, dropped):
    assert prefilter(RULES[rule], replace(BOOK, **book), **values) == (rule if dropped else None)


def rare_words(share, most):
    return RARE_WORDS.ready({"max_rare_share": most})(share)


@pytest.mark.parametrize(
    ("rule", "kept", "dropped"),
    [
        (extraction.min_delimiters, [(150.0, 150), (0.0, 0)], (149.99, 150)),
        (extraction.min_turns, [(2, 2), (1, 1), (1, 0)], (1, 2)),
        (rare_words, [(0.2, 0.2), (1.0, 1.0), (0.0, 0.0)], (0.2001, 0.2)),
    ],
)
def test_a_measure_is_held_against_its_threshold(rule, kept, dropped):
    assert [rule(*measured) for measured in kept] == [None] * len(kept)
    drop = rule(*dropped)
    assert (drop.value, drop.threshold) == dropped


@pytest.mark.parametrize(
    ("kept", "detail"),
    [
        (KeptEdition("pg1", 1.0, same_text=True), "same text as pg1"),
        (KeptEdition("pg1", 0.934), "93 % of its five-word sequences are in pg1"),
        (KeptEdition("pg1", 0.9999), "99 % of its five-word sequences are in pg1"),
        (KeptEdition("pg1", None), "same author and title as pg1"),
    ],
)
def test_a_second_edition_is_dropped_and_says_beside_which_one(kept, detail):
    drop = document.edition(kept, "one")
    assert (drop.reason, drop.value, drop.detail) == ("edition", kept.shared, detail)
    assert document.edition(kept, "all") is document.edition(None, "one") is None
