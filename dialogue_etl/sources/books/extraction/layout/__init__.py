"""What the paragraphs of a book are: running text, or headings, breaks, letters, verse, plays, epigraphs.

Only running text is searched for talk; headings and breaks end a dialogue. Verse has lines that end before
the margin and begin with a capital; in plays each paragraph begins with the name of who speaks; an epigraph
is a motto under a heading, with the name of its author.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from dialogue_etl.sources.books.extraction.layout.letters import letters
from dialogue_etl.sources.books.extraction.layout.paragraphs import (
    DASHES,
    MARKS,
    Shapes,
    headings,
    scene_breaks,
)
from dialogue_etl.text.points import is_lower, is_upper

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import BookText

_LONGEST_LINE = 80
"""In characters, the measure of plain text: what is longer is a paragraph on one line."""
_MOST_LINES = 100
_NARROW = 0.85
"""Of the width of the text, what the first line of verse has at most."""
_SLACK = 2
"""Characters by which transcribers' lines end before the margin though the next word would fit."""
_CAPITALS = 0.7
"""Of the lines, how many begin with a capital at least: some poets go on in lower case."""
_SPEECH = 0.5
"""Of the lines, how many at most begin with a speech mark: others are a dialogue without blank lines."""
_SPEECH_MARKS = MARKS + DASHES
_BEFORE_CAPITAL = _SPEECH_MARKS + " _([¡¿"

_FEWEST = 3
"""Paragraphs that begin with a name, of which one comes again: fewer are a list."""
_FARTHEST = 3
"""Paragraphs without a name, stage directions, that may stand between two with one."""
# HAMLET. Words; _Hamlet._ Words; HAMLET (aside): words. Hamlet: words is too common elsewhere.
_NAMED = re.compile(
    r"(?:(?P<name>[^\W\d_][\w'’-]{1,30}+(?: [^\W\d_][\w'’-]{0,30}+){0,3})(?: ?[(\[][^()\[\]\n]{1,80}+[)\]])?"
    r"|_(?P<italic>[^\W\d][^_\n]{1,30}?)(?:[.:](?=_)|_(?=[.:])))[.:—–_-]{1,3}+[ \n]?"
)

_DEEPEST = 4
"""Paragraphs under a heading that may be mottoes: two with their attributions."""
_LONGEST_MOTTO = 1_500
_TAIL = 120
_SMALL = 3
"""Letters of words that names have in lower case: of, de la, von."""
# —GEORGE ELIOT; --Shakespeare; behind the mark that closes the motto, or on a line of its own.
_ATTRIBUTION = re.compile(
    rf"(?:\A|\n|[{re.escape(MARKS)}])[ \t_(\[]*+(?:--|[—–―])[ \t_]*+(?P<name>\w[^\n?!]{{1,80}}+)\Z"
)


class Kind(IntEnum):
    """What a paragraph is."""

    RUNNING = 0
    HEADING = 1
    SCENE_BREAK = 2
    LETTER = 3
    VERSE = 4
    PLAY = 5
    EPIGRAPH = 6


ParagraphKinds = npt.NDArray[np.uint8]


def paragraph_kinds(
    book: BookText, language: Language, *, skip_letters: bool = True, breaks: bool = True
) -> ParagraphKinds:
    """The kind of each paragraph of a book.

    Args:
        book: its text.
        language: the words of its headings and letters.
        skip_letters: whether letters are told from running text.
        breaks: whether headings and signs that part scenes are.
    """
    kinds = np.zeros(len(book.paragraphs.starts), np.uint8)
    if not len(kinds):
        return kinds
    shapes = Shapes.of(book)
    titled = headings(book, shapes, language.heading_words)
    parted = scene_breaks(book, shapes)
    if skip_letters:
        kinds[shapes.set_in] = Kind.LETTER
    kinds[plays(book, shapes)] = Kind.PLAY
    kinds[verse(book, shapes)] = Kind.VERSE
    if skip_letters:
        kinds[letters(book, shapes, language, titled | parted)] = Kind.LETTER
    kinds[epigraphs(book, shapes, titled)] = Kind.EPIGRAPH
    kinds[titled] = Kind.HEADING if breaks else Kind.RUNNING
    kinds[parted] = Kind.SCENE_BREAK if breaks else Kind.RUNNING
    return kinds


def breaks_of(book: BookText, kinds: ParagraphKinds) -> Places:
    """Where chapters and scenes begin, in order: headings and scene breaks."""
    starts: Places = book.paragraphs.starts[(kinds == int(Kind.HEADING)) | (kinds == int(Kind.SCENE_BREAK))]
    return starts


def verse(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs are verse.

    Running text breaks a line where the next word does not fit; verse ends it earlier, and begins the next
    one with a capital (Chicago Manual of Style 13.25: poetry set off keeps its lines).
    """
    found = np.zeros(len(shapes.lengths), np.bool_)
    candidates = (shapes.lines > 1) & (shapes.lines <= _MOST_LINES)
    candidates &= shapes.first_lines <= min(_NARROW * shapes.width, _LONGEST_LINE)
    starts, ends = book.paragraphs
    for number in _capitalised(book, shapes, candidates.nonzero()[0]).tolist():
        start = book.text.rfind("\n", 0, int(starts[number])) + 1
        found[number] = _is_verse(book.text[start : int(ends[number])].split("\n"), shapes.width)
    return found


def _capitalised(book: BookText, shapes: Shapes, numbers: Places) -> Places:
    """Those of some paragraphs of several lines whose second or third line may begin with a capital.

    Most candidates are prose, where both begin with a small letter.
    """
    second = book.lines.starts[numbers]
    third = second + (shapes.lines[numbers] > 2)
    begins = [book.points[book.newlines[line] + 1] for line in (second, third)]
    small = [is_lower(letters) for letters in begins]
    return numbers[~(small[0] & small[1])]


def _is_verse(lines: list[str], width: int) -> bool:
    # The second and third line tell most prose before all of them are looked at.
    if not any(_has_capital(line.strip()) for line in lines[1:3]):
        return False
    said = [line.strip() for line in lines]
    if max(map(len, said)) > _LONGEST_LINE:
        return False
    # Two lines tell little: the first one has to end early enough to be seen.
    measure = width - _SLACK if len(said) > 2 else _NARROW * width
    if sum(map(_has_capital, said)) < _CAPITALS * len(said):
        return False
    broken = sum(
        len(line.rstrip()) + 1 + len(after.split(maxsplit=1)[0]) <= measure
        for line, after in zip(lines[:-1], said[1:], strict=True)
    )
    marked = sum(line[0] in _SPEECH_MARKS for line in said)
    return broken >= _CAPITALS * (len(said) - 1) and marked <= _SPEECH * len(said)


def _has_capital(line: str) -> bool:
    """Whether a line begins with a capital; most do without a mark before it."""
    return line[:1].isupper() or line.lstrip(_BEFORE_CAPITAL)[:1].isupper()


def plays(book: BookText, shapes: Shapes) -> Mask:
    """Which paragraphs belong to a passage set as a play, stage directions between the lines included."""
    found = np.zeros(len(shapes.lengths), np.bool_)
    starts, ends = book.paragraphs
    second = book.points[np.minimum(starts + 1, len(book.points) - 1)]
    candidates = is_upper(shapes.letter) & (is_upper(second) | (shapes.first == ord("_"))) & ~shapes.quoted
    matches = [
        (number, _NAMED.match(book.text, int(starts[number]), int(ends[number])))
        for number in candidates.nonzero()[0].tolist()
    ]
    named = [
        (number, name["name"] or name["italic"])
        for number, name in matches
        if name and (name["italic"] or name["name"].isupper())
    ]
    for passage in _passages(named):
        if len(passage) >= _FEWEST and max(Counter(name for _, name in passage).values()) > 1:
            found[passage[0][0] : passage[-1][0] + 1] = True
    return found


def _passages(named: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    passages: list[list[tuple[int, str]]] = []
    for number, name in named:
        if not passages or number - passages[-1][-1][0] > _FARTHEST + 1:
            passages.append([])
        passages[-1].append((number, name))
    return passages


def epigraphs(book: BookText, shapes: Shapes, headings: Mask) -> Mask:
    """Which paragraphs are mottoes under a heading, or stand between one and the attribution below it.

    Args:
        book: its text.
        shapes: of its paragraphs.
        headings: which paragraphs are headings.
    """
    found = np.zeros(len(headings), np.bool_)
    starts, ends = book.paragraphs
    apart = shapes.quoted | shapes.set_in | (shapes.first == ord("_"))
    for heading in (headings[:-1] & ~headings[1:] & apart[1:]).nonzero()[0].tolist():
        for number in range(heading + 1, min(heading + 1 + _DEEPEST, len(headings))):
            if headings[number] or shapes.lengths[number] > _LONGEST_MOTTO:
                break
            tail = book.text[max(int(starts[number]), int(ends[number]) - _TAIL) : int(ends[number])]
            if (attribution := _ATTRIBUTION.search(tail)) and _is_name(attribution["name"]):
                found[heading + 1 : number + 1] = True
    return found


def _is_name(said: str) -> bool:
    """Whether every word that is not small has a capital or is a number: Dante, Purg. IX, 64."""
    words = re.findall(r"[^\W_]+", said)
    return words[0][0].isupper() and all(not word[0].islower() or len(word) <= _SMALL for word in words)
