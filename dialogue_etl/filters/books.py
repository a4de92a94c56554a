"""Filters over whole books."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.filters import Drop
from dialogue_etl.filters.rights import is_public_domain

if TYPE_CHECKING:
    from dialogue_etl.params import Extract, Prefilter
    from dialogue_etl.params.books import Works


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
    """

    language: str
    stated_languages: str
    rights: str
    words: int
    distinct_words: float
    kl_divergence: float


def language(book: BookMeasures, params: Prefilter) -> Drop | None:  # noqa: ARG001
    """A book whose own header names other languages only."""
    if book.stated_languages and book.language.lower() not in book.stated_languages.lower():
        return Drop("language", detail=f"its header says {book.stated_languages}, not {book.language}")
    return None


def rights(book: BookMeasures, params: Prefilter) -> Drop | None:
    """A book that is not in the public domain (paper, section 3: copyrighted works are removed)."""
    if params.rights == "public_domain" and not is_public_domain(book.rights):
        return Drop("rights", detail=book.rights or "the catalogue does not state its rights")
    return None


def empty(book: BookMeasures, params: Prefilter) -> Drop | None:  # noqa: ARG001
    """A book of which nothing is left once header and footer are off."""
    return Drop("empty", 0, 1, "no words between header and footer") if book.words == 0 else None


def min_words(book: BookMeasures, params: Prefilter) -> Drop | None:
    """A book that is too short."""
    if book.words < params.min_words:
        return Drop("min_words", book.words, params.min_words)
    return None


def min_distinct_words(book: BookMeasures, params: Prefilter) -> Drop | None:
    """A book of a few words repeated: no language, and it would weigh on the distribution of all books."""
    threshold = params.min_distinct_words
    if book.words >= params.min_words_for_kl and book.distinct_words < threshold:
        return Drop("min_distinct_words", book.distinct_words, threshold)
    return None


def max_distinct_words(book: BookMeasures, params: Prefilter) -> Drop | None:
    """A book of words that hardly come twice: codes or noise, which would weigh on the distribution too."""
    threshold = params.max_distinct_words
    if book.words >= params.min_words_for_kl and book.distinct_words > threshold:
        return Drop("max_distinct_words", book.distinct_words, threshold)
    return None


def kl_divergence(book: BookMeasures, params: Prefilter) -> Drop | None:
    """A book of unusual, mostly older, language (paper, section 3; off for short books)."""
    threshold = params.max_kl_divergence
    if threshold and book.words >= params.min_words_for_kl and book.kl_divergence > threshold:
        return Drop("max_kl_divergence", book.kl_divergence, threshold)
    return None


BEFORE_SURVEY = (language, rights, empty, min_words, min_distinct_words, max_distinct_words)
"""In this order; what they drop does not count in the word distribution of all books."""


@dataclass(frozen=True)
class KeptEdition:
    """A kept book that makes another one redundant.

    Attributes:
        id: of the kept book.
        shared: share of the other's five-word sequences that are in it; None where author, title and volume
            are the same but the texts are not alike.
        same_text: whether it has the same words in the same order.
    """

    id: str
    shared: float | None
    same_text: bool = False


def edition(kept: KeptEdition | None, params: Works) -> Drop | None:
    """A book that another kept one makes redundant: one work is not to count several times."""
    if kept is None or params.editions == "all":
        return None
    if kept.shared is None:
        detail = f"same author and title as {kept.id}"
    elif kept.same_text:
        detail = f"same text as {kept.id}"
    else:
        detail = f"{math.floor(100 * kept.shared)} % of its five-word sequences are in {kept.id}"
    return Drop("edition", kept.shared, detail=detail)


AFTER_SURVEY = (kl_divergence,)


def min_delimiters(density: float, params: Extract) -> Drop | None:
    """A book with few speech marks: they are likely to stand for something else (paper, section 3)."""
    if density < params.min_delimiters:
        return Drop("min_delimiters", density, params.min_delimiters)
    return None
