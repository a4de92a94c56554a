"""The context shown around judged turns: a passage of the text, or the rest of the dialogue."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

Place = tuple[int, int]
"""Start and end in the stored text, in characters, half open."""

_OTHER = 0
_BROKEN_START = re.compile(r"\S{0,40}\s+")
_BROKEN_END = re.compile(r"\s+\S{0,40}\Z")
_LONGEST_WORD = 41


@dataclass(frozen=True)
class Piece:
    """Text of one role.

    Attributes:
        text: as stored.
        turns: numbers, from 1, of the judged turns it belongs to; with the profile `reference`, whose
            turns have the positions of their paragraphs, there may be several.
        other: whether it is speech of a turn that is not judged here.
    """

    text: str
    turns: tuple[int, ...] = ()
    other: bool = False


@dataclass(frozen=True)
class Passage:
    """The range from the first turn to the last, with its context."""

    before: tuple[Piece, ...]
    inside: tuple[Piece, ...]
    after: tuple[Piece, ...]


def passage(
    text: str, turns: Sequence[Sequence[Place]], others: Sequence[Place], *, before: int, after: int
) -> Passage:
    """The text of turns with its context.

    Args:
        text: of the book.
        turns: positions of each judged turn.
        others: positions of other speech.
        before: characters to show before the first turn; a word cut at the edge is left out.
        after: characters to show after the last turn.

    Raises:
        IndexError: a position is outside the text.
    """
    places = [place for turn in turns for place in turn]
    start, end = min(start for start, _ in places), max(end for _, end in places)
    if start < 0 or end > len(text):
        raise IndexError(f"{start} to {end} of {len(text)} characters")
    first, last = _whole_words(text, start, end, before, after)
    labelled = [(place, number) for number, turn in enumerate(turns, start=1) for place in turn]
    labelled += [(place, _OTHER) for place in others]
    return Passage(
        before=_pieces(text, first, start, labelled),
        inside=_pieces(text, start, end, labelled),
        after=_pieces(text, end, last, labelled),
    )


def conversation(turns: Sequence[str], first: int, end: int) -> Passage:
    """The turns of a dialogue that has no text, one per line.

    Args:
        turns: all of the dialogue.
        first: index of the first judged turn.
        end: index after the last judged turn.
    """
    pieces = [Piece(f"{turn}\n", other=True) for turn in turns]
    judged = [Piece(f"{turn}\n", turns=(number,)) for number, turn in enumerate(turns[first:end], start=1)]
    return Passage(tuple(pieces[:first]), tuple(judged), tuple(pieces[end:]))


def _whole_words(text: str, start: int, end: int, before: int, after: int) -> Place:
    first, last = max(0, start - before), min(len(text), end + after)
    if first and (cut := _BROKEN_START.match(text, first, start)):
        first = cut.end()
    # Only the last few characters: a search from the left would try every space of a long line.
    if last < len(text) and (cut := _BROKEN_END.search(text[max(end, last - _LONGEST_WORD) : last])):
        last -= len(cut[0])
    return first, last


def _pieces(text: str, start: int, end: int, labelled: Sequence[tuple[Place, int]]) -> tuple[Piece, ...]:
    changes: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for (left, right), label in labelled:
        if max(left, start) < min(right, end):
            changes[max(left, start)].append((label, 1))
            changes[min(right, end)].append((label, -1))
    pieces = []
    speech: Counter[int] = Counter()  # only what is open: with all of a long dialogue it would be quadratic
    for left, right in pairwise(sorted({start, end, *changes})):
        for label, change in changes[left]:
            speech[label] += change
            if not speech[label]:
                del speech[label]
        turns = tuple(sorted(label for label in speech if label != _OTHER))
        pieces.append(Piece(text[left:right], turns, _OTHER in speech and not turns))
    return tuple(pieces)
