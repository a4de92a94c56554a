"""Finds many terms in texts at once: leftmost longest matches (Aho–Corasick)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.filters.patterns import GONE, PLACEHOLDER, closed
from dialogue_etl.text.points import points_of
from dialogue_etl.text.segmentation import is_chinese, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ahocorasick_rs import AhoCorasick

    from dialogue_etl.filters.text_batch import Mask
    from dialogue_etl.text.points import Offsets

_BLANK = re.compile(r"\s")
_WORD = re.compile(r"\w")


class Found(NamedTuple):
    """A match: its offsets in the text, and the term as listed."""

    start: int
    end: int
    term: str


class Matcher:
    """Finds terms, except inside of exceptions: terms that begin with `GONE`.

    In Chinese white space is ignored, as in clean-dialog, since people insert it into words that a platform
    forbids, and published corpora between all characters.
    """

    def __init__(
        self, terms: Iterable[str], language: str, *, whole_words: bool, ignore_case: bool = True
    ) -> None:
        """Prepare for the terms.

        Args:
            terms: distinct, in any order.
            language: BCP-47 tag of the texts.
            whole_words: match only at word boundaries; in Chinese those of jieba's words.
            ignore_case: whether `Abc` matches `abc`.
        """
        self._chinese = is_chinese(language)
        self._whole_words = whole_words
        self._ignore_case = ignore_case
        self._terms = [term for term in terms if self._searched(term)]
        self._first = frozenset(self._searched(term)[0] for term in self._terms)
        self._automaton = _automaton([self._searched(term) for term in self._terms], whole_words)
        self._spared = {number for number, term in enumerate(self._terms) if term.startswith(GONE)}

    def _searched(self, term: str) -> str:
        plain = (lowered(term) if self._ignore_case else term).removeprefix(GONE)
        return _BLANK.sub("", plain) if self._chinese else plain

    def is_mark(self, character: str) -> bool:
        """Whether a term may begin with this character."""
        # The lower case of a capital sigma depends on its context.
        return (lowered(character) if self._ignore_case else character) in self._first or character == "Σ"

    def may_find(self, texts: Sequence[str]) -> Mask:
        """Whether each text may contain a term: a fast search of all texts at once."""
        may = np.zeros(len(texts), np.bool_)
        if self._automaton:
            joined, ends = _joined(tuple(texts), ignore_case=self._ignore_case, blanks=not self._chinese)
            hits = self._automaton.find_matches_as_indexes(joined)
            may[np.searchsorted(ends, [start for _, start, _ in hits])] = True
        return may

    def find(self, text: str) -> list[Found]:
        """The terms in a text, from left to right, without overlaps and outside of placeholders."""
        if not self._automaton or (not self._ignore_case and self._first.isdisjoint(text)):
            return []
        searched, places = _searchable(text, ignore_case=self._ignore_case, blanks=not self._chinese)
        # With whole words, a long match across word boundaries may overlap a short one at them.
        hits = self._automaton.find_matches_as_indexes(searched, overlapping=self._whole_words)
        if not hits:
            return []
        if self._spared:
            spared = [hit[1:] for hit in hits if hit[0] in self._spared]
            hits = [hit for hit in hits if not any(one <= hit[1] and hit[2] <= end for one, end in spared)]
        if self._whole_words:
            edges = self._edges(searched, places)
            hits = [hit for hit in hits if edges[hit[1]] and edges[hit[2]]]
        found = [
            Found(places[start], places[end - 1] + 1, self._terms[number]) for number, start, end in hits
        ]
        found = leftmost_longest(found)
        kept = [place.span() for place in PLACEHOLDER.finditer(text)] if "<" in text else []
        return [hit for hit in found if not any(hit.start < end and start < hit.end for start, end in kept)]

    def _edges(self, text: str, places: Sequence[int]) -> list[bool]:
        """For each position between characters whether it is a word boundary."""
        inside = [bool(_WORD.match(character)) for character in text]
        edges = [not (before and after) for before, after in pairwise([False, *inside, False])]
        if self._chinese:
            end = 0
            # Without jieba's guesses of unknown words, which join a term to its neighbours: of 59 names in
            # 67,429 turns of LCCC and clean-dialog they lose 8, which are names or parts of longer ones.
            for token in tokens(text, guess=False):
                end += len(token)
                edges[end] = True
            for place in range(1, len(text)):
                edges[place] |= places[place] - places[place - 1] > 1
        return edges


@lru_cache(maxsize=1)  # several lists look at a text, one after the other
def _searchable(text: str, *, ignore_case: bool, blanks: bool) -> tuple[str, Sequence[int]]:
    """The text to search, in lower case or without white space, and the offset of each of its characters."""
    plain = lowered(text) if ignore_case else text
    if blanks or not _BLANK.search(plain):
        return plain, range(len(plain))
    places = [place for place, character in enumerate(plain) if not character.isspace()]
    return "".join([plain[place] for place in places]), places


@lru_cache(maxsize=1)
def _joined(texts: tuple[str, ...], *, ignore_case: bool, blanks: bool) -> tuple[str, Offsets]:
    """The texts to search, joined by a character that is in no term, and the positions of that character."""
    joined = "".join([f"{text}{GONE}" for text in texts])
    joined = lowered(joined) if ignore_case else joined
    joined = joined if blanks else _BLANK.sub("", joined)
    return joined, np.flatnonzero(points_of(joined) == 0)


def lowered(text: str) -> str:
    """A text in lower case with the same length: characters whose lower case is longer are kept."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join([small if len(small := character.lower()) == 1 else character for character in text])


def without(text: str, found: Iterable[Found]) -> str:
    """A text without the terms found in it."""
    pieces, end = [], 0
    for hit in found:
        pieces.append(text[end : hit.start])
        end = hit.end
    return " ".join(closed(GONE.join([*pieces, text[end:]])).split())


def _automaton(terms: list[str], overlapping: bool) -> AhoCorasick | None:
    if not terms:
        return None
    from ahocorasick_rs import AhoCorasick, MatchKind  # noqa: PLC0415 - most commands search nothing

    kind = MatchKind.Standard if overlapping else MatchKind.LeftmostLongest
    return AhoCorasick(terms, matchkind=kind)


def leftmost_longest(hits: Iterable[Found]) -> list[Found]:
    """Of overlapping matches the one that begins first, and of those the longest."""
    chosen: list[Found] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not chosen or hit.start >= chosen[-1].end:
            chosen.append(hit)
    return chosen
