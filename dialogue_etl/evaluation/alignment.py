"""Places of utterances that are known by their words alone: the profile `reference` gives no places.

Utterances come in reading order. One whose first six words occur once in the text is placed there; the
longest row of these that keeps the order bounds the search for the others between them. In its window an
utterance is found piece by piece, each the longest run of words that the text has too (of equally long ones
the first after a speech mark): pieces are what remains when narration is cut out. If less than 80 % of its
words are found, it is not in the text. These rules and numbers are the benchmark's own.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

Words = Sequence[str]

ANCHOR = 6
"""Words at the beginning of an utterance that tell where it stands, if they occur once."""
REACH = 400
"""Words of the text after a piece within which the next one begins."""
ENOUGH = 0.8
"""Share of an utterance's words that have to be found."""
_WORD = re.compile(r"[^\W_]+")  # a run of letters and digits, as `str.isalnum` has them
_OPENING = frozenset("'\"`‘’‚“”„‟‹›«»-–—―_¡¿(")
_REPEATED = -1


def align(text: str, said: Sequence[str]) -> list[list[tuple[int, int]]]:
    """Spans, in characters, of each utterance in reading order; none for one that is not in the text."""
    source = _Source(text)
    utterances = [_words(one) for one in said]
    anchors = source.anchors(utterances)
    in_order = _longest_rising(anchors)
    ends = _next_anchors(len(said), in_order, len(source.words))
    found: list[list[tuple[int, int]]] = []
    reached = 0
    for number, words in enumerate(utterances):
        low, high = in_order.get(number, reached), ends[number]
        astray = number in anchors and number not in in_order
        if astray:  # out of order: accepted, but the search does not continue from here
            low, high = anchors[number], len(source.words)
        elif number not in in_order:
            high = max(high, low + len(words))
        pieces = list(source.pieces(words, low, high))
        if not words or sum(after - first for first, after in pieces) / len(words) < ENOUGH:
            found.append([])
            continue
        found.append([source.span(first, after) for first, after in pieces])
        if not astray:
            reached = pieces[-1][1]
    return found


def _words(text: str) -> list[str]:
    return [_folded(word) for word in _WORD.findall(text)]


def _folded(word: str) -> str:
    compatible = unicodedata.normalize("NFKC", word)
    return compatible.casefold()


class _Source:
    """The words of the text and where they are."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._spans = [match.span() for match in _WORD.finditer(text)]
        self.words = [_folded(text[start:end]) for start, end in self._spans]
        self._places: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(self.words):
            self._places[word].append(place)

    def span(self, first: int, after: int) -> tuple[int, int]:
        """Some words in characters."""
        return self._spans[first][0], self._spans[after - 1][1]

    def anchors(self, utterances: Sequence[Words]) -> dict[int, int]:
        """Places of utterances whose first words occur once: their number, the place of the first word."""
        places: dict[tuple[str, ...], int] = {}
        for place, words in enumerate(zip(*(self.words[n:] for n in range(ANCHOR)), strict=False)):
            places[words] = _REPEATED if words in places else place
        first = (
            (number, places.get(tuple(said[:ANCHOR]), _REPEATED)) for number, said in enumerate(utterances)
        )
        return {number: place for number, place in first if place != _REPEATED}

    def pieces(self, said: Words, low: int, high: int) -> Iterator[tuple[int, int]]:
        """The runs of words an utterance is made of, first word and the one after the last.

        Args:
            said: the utterance.
            low: the first word of the text that may begin the first piece.
            high: the one after the last that may begin a piece.
        """
        at, limit, begun = 0, high, False
        while at < len(said):
            place, length = self._longest_run(said, at, low, limit)
            # A single word is anywhere: it may go on what has begun, or be all there is to say.
            if length > 1 or (length and (begun or at == len(said) - 1)):
                low, limit = place + length, min(high, place + length + REACH)
                yield place, low
                at, begun = at + length, True
            else:
                at += 1

    def _longest_run(self, said: Words, at: int, low: int, high: int) -> tuple[int, int]:
        """Place and length of the longest run that begins with the word `at`; length 0 without one."""
        best, best_place = (0, False), low
        places = self._places.get(said[at], [])
        for index in range(bisect_left(places, low), bisect_left(places, high)):
            place = places[index]
            run = (self._run(said, at, place), self._after_mark(place))
            if run > best:
                best, best_place = run, place
                if run == (len(said) - at, True):
                    break
        return best_place, best[0]

    def _run(self, said: Words, at: int, place: int) -> int:
        most = min(len(said) - at, len(self.words) - place)
        return next((n for n in range(most) if said[at + n] != self.words[place + n]), most)

    def _after_mark(self, place: int) -> bool:
        """Whether a word is after a speech mark or an opening bracket, or begins the text."""
        before = self._spans[place][0] - 1
        while before >= 0 and self._text[before] == " ":
            before -= 1
        return before < 0 or self._text[before] in _OPENING


def _longest_rising(anchors: Mapping[int, int]) -> dict[int, int]:
    """The longest row of anchors whose places rise with their numbers, by patience sorting (Fredman 1975)."""
    tops: list[int] = []  # of each pile: the number of the utterance on top, which has the least place
    heights: list[int] = []
    below: dict[int, int | None] = {}
    for number in sorted(anchors):
        pile = bisect_left(heights, anchors[number])
        heights[pile : pile + 1] = [anchors[number]]
        tops[pile : pile + 1] = [number]
        below[number] = tops[pile - 1] if pile else None
    row: dict[int, int] = {}
    last = tops[-1] if tops else None
    while last is not None:
        row[last] = anchors[last]
        last = below[last]
    return row


def _next_anchors(utterances: int, in_order: Mapping[int, int], words: int) -> list[int]:
    """Of each utterance the place of the next anchor after it, or the end of the text."""
    ends = [words] * utterances
    for number in range(utterances - 2, -1, -1):
        ends[number] = in_order.get(number + 1, ends[number + 1])
    return ends
