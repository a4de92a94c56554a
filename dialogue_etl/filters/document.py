"""Rules for whole documents: books."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from dialogue_etl.core.parameters import OURS, PAPER, Declared, declare
from dialogue_etl.filters import Drop
from dialogue_etl.filters.rule import Rule
from dialogue_etl.languages.names import identified
from dialogue_etl.text import language_id
from dialogue_etl.text.language_id import Written

BookRule = Callable[["BookMeasures"], Drop | None]

_PUBLIC_DOMAIN = re.compile(
    r"(?<!not )(?<!not in )(?<!not in the )public domain|\bcc0\b|\bpdm\b", re.IGNORECASE
)


@dataclass(frozen=True)
class BookMeasures:
    """What the pre-filter knows of a book.

    Attributes:
        language: the language it is wanted for, in English.
        stated_languages: what the file's own header says, empty if it says nothing.
        rights: as the catalogue states them, empty if it does not.
        words: white-space separated words.
        distinct_words: per 1,000 words.
        kl_divergence: of its word distribution from that of all books, in nats.
        written: in which languages its text is; None if that can't be identified.
    """

    language: str
    stated_languages: str
    rights: str
    words: int
    distinct_words: float
    kl_divergence: float
    written: Written | None = None


@dataclass(frozen=True)
class KeptEdition:
    """A kept book that makes another one redundant.

    Attributes:
        id: of the kept book.
        shared: share of the other's five-word sequences that are in it; None where author, title and volume
            are the same but the texts differ.
        same_text: whether it has the same words in the same order.
    """

    id: str
    shared: float | None
    same_text: bool = False


def is_public_domain(statement: str) -> bool:
    """Whether a statement of rights says that a work is in the public domain.

    Project Gutenberg writes `Public domain in the USA.` or `Copyrighted. …`; libraries also state CC0 and the
    Public Domain Mark of Creative Commons.
    """
    return bool(_PUBLIC_DOMAIN.search(statement))


def other_language(other_language: float) -> BookRule:
    """A book in another language, by its text; if that can't tell, a book whose header names others only."""

    def rule(book: BookMeasures) -> Drop | None:
        if other_language >= 1:
            return None
        if book.written is None:
            stated = book.stated_languages
            if stated and book.language.lower() not in stated.lower():
                return Drop("other_language", detail=f"its header says {stated}, not {book.language}")
        elif book.written.other > other_language:
            found = identified(book.written.language)
            detail = f"it seems to be in {found}, not in {book.language}"
            return Drop("other_language", book.written.other, other_language, detail)
        return None

    return rule


def rights(rights: str) -> BookRule:
    """A book that is not in the public domain (paper, section 3: copyrighted works are removed)."""

    def rule(book: BookMeasures) -> Drop | None:
        if rights == "public_domain" and not is_public_domain(book.rights):
            return Drop("rights", detail=book.rights or "the catalogue does not state its rights")
        return None

    return rule


def empty() -> BookRule:
    """A book of which nothing is left once header and footer are off."""
    return lambda book: Drop("empty", 0, 1, "no words between header and footer") if not book.words else None


def min_words(min_words: int) -> BookRule:
    """A book that is too short."""
    return lambda book: Drop("min_words", book.words, min_words) if book.words < min_words else None


def min_distinct_words(min_distinct_words: float, min_words_for_kl: int) -> BookRule:
    """A book of a few words repeated: no language, and it would weigh on the distribution of all books."""

    def rule(book: BookMeasures) -> Drop | None:
        if book.words >= min_words_for_kl and book.distinct_words < min_distinct_words:
            return Drop("min_distinct_words", book.distinct_words, min_distinct_words)
        return None

    return rule


def max_distinct_words(max_distinct_words: float, min_words_for_kl: int) -> BookRule:
    """A book of words that hardly come twice: codes or noise, which would weigh on the distribution too."""

    def rule(book: BookMeasures) -> Drop | None:
        if book.words >= min_words_for_kl and book.distinct_words > max_distinct_words:
            return Drop("max_distinct_words", book.distinct_words, max_distinct_words)
        return None

    return rule


def max_kl_divergence(max_kl_divergence: float, min_words_for_kl: int) -> BookRule:
    """A book of unusual, mostly older, language (paper, section 3; off for short books)."""

    def rule(book: BookMeasures) -> Drop | None:
        if 0 < max_kl_divergence < book.kl_divergence and book.words >= min_words_for_kl:
            return Drop("max_kl_divergence", book.kl_divergence, max_kl_divergence)
        return None

    return rule


def edition(kept: KeptEdition | None, editions: str) -> Drop | None:
    """A book that another kept one makes redundant: one work is not to count several times."""
    if kept is None or editions == "all":
        return None
    if kept.shared is None:
        detail = f"same author and title as {kept.id}"
    elif kept.same_text:
        detail = f"same text as {kept.id}"
    else:
        detail = f"{math.floor(100 * kept.shared)} % of its five-word sequences are in {kept.id}"
    return Drop("edition", kept.shared, detail=detail)


def _words(default: int, description: str, source: str) -> Declared:
    return declare(default, description, unit="words", source=source, ge=0, le=10_000_000)


def _distinct(default: float, description: str) -> Declared:
    return declare(
        default,
        description,
        unit="distinct words per 1,000 words",
        annotation=float,
        ge=0,
        le=1_000,
    )


BEFORE_SURVEY = (
    Rule(
        rights,
        "not in the public domain",
        declare(
            "public_domain",
            "Keep only books in the public domain, or any",
            unit="choice",
            source=PAPER,
            annotation=Literal["public_domain", "any"],
        ),
        off="any",
    ),
    Rule(empty, "without a word"),
    Rule(min_words, "that are too short", _words(0, "Drop books of fewer words; 0 turns it off", OURS)),
    Rule(
        min_distinct_words,
        "of a few words repeated",
        _distinct(
            5,
            "Drop books with fewer distinct words: garbage of a few words or lines repeated, a single large "
            "one of which would drown the word distribution of all books; real ones have 20 and more; 0 "
            "turns it off",
        ),
    ),
    Rule(
        max_distinct_words,
        "of words that hardly come twice",
        _distinct(
            800,
            "Drop books with more distinct words: codes, noise, word lists; real ones have at most 600. "
            "Books shorter than min_words_for_kl are not judged; 1,000 turns it off",
        ),
        off=1_000,
    ),
    Rule(
        other_language,
        "in another language",
        declare(
            language_id.MAX_SHARE,
            "Drop books with a greater share of passages in other languages than the stated one, by language "
            "identification; in books in the stated language, old ones too, it is below 0.1; 1 turns it off",
            unit="share of passages",
            annotation=float,
            ge=0,
            le=1,
        ),
        off=1,
    ),
)
"""In this order; what they drop does not count in the word distribution of all books."""
AFTER_SURVEY = (
    Rule(
        max_kl_divergence,
        "of old or unusual language",
        declare(
            2.0,
            "Drop books whose word distribution diverges more than this from that of all books (old or noisy "
            "language); 0 turns it off",
            unit="nats",
            source=PAPER,
            ge=0,
            le=100,
        ),
        {
            "min_words_for_kl": _words(
                20_000,
                "Shorter books are not judged by KL divergence, which is less accurate there, nor by "
                "distinct words",
                PAPER,
            )
        },
    ),
)
RULES = (*BEFORE_SURVEY, *AFTER_SURVEY)
