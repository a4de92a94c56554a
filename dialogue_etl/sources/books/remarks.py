"""The narrator's remarks in parentheses inside speech: (with a smile), (turning to Emma), (said he).

Novels of the eighteenth and nineteenth centuries set directions as plays do between the words of a speaker.
What else stands in parentheses there is the speaker's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.speakers.tags import tag_behind
from dialogue_etl.text.points import places_of
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from dialogue_etl.languages import Language
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.points import Mask

    Part = tuple[int, int]

_PARENTHESES = re.compile(r"\(([^()]{3,200}+)\)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*+")
_LETTER = re.compile(r"[^\W_]")
_ADVERBS = 1  # words before the gesture: again smiling
_PHRASE = 6  # words of a phrase of manner: with a most gallant bow


def without_remarks(book: BookText, said: Spans, begins: Mask, language: Language) -> tuple[Spans, Mask]:
    """Stretches of speech, the narrator's remarks cut out of them.

    A stretch without a letter outside of remarks stays whole.

    Args:
        book: its text.
        said: stretches of speech, in order.
        begins: for each whether a turn begins with it.
        language: of the book.

    Returns:
        The stretches, more or as many, and for each whether a turn begins with it.
    """
    pieces = {place: _pieces(book.text, part, cuts) for place, part, cuts in _cuts(book, said, language)}
    pieces = {place: parts for place, parts in pieces.items() if parts}
    if not pieces:
        return said, begins
    places = np.fromiter(pieces, np.int64, len(pieces))
    counts = np.ones(len(begins), np.int64)
    counts[places] = [len(parts) for parts in pieces.values()]
    first = counts.cumsum() - counts
    starts, ends = np.repeat(said.starts, counts), np.repeat(said.ends, counts)
    begun = np.zeros(len(starts), np.bool_)
    begun[first] = begins
    for place, parts in pieces.items():
        where = slice(first[place], first[place] + len(parts))
        starts[where], ends[where] = zip(*parts, strict=True)
    return Spans(starts, ends), begun


def _cuts(book: BookText, said: Spans, language: Language) -> list[tuple[int, Part, list[Part]]]:
    """The stretches that hold remarks: number, place in the text, places of the remarks."""
    if "(" not in book.text or not len(said.starts):
        return []
    opening = places_of(book.text, book.points, "(")
    stretches = said.starts.searchsorted(opening, side="right") - 1
    inside = (stretches >= 0) & (opening < said.ends[stretches])
    found: dict[int, list[Part]] = {}
    for place, start in zip(stretches[inside].tolist(), opening[inside].tolist(), strict=True):
        remark = _PARENTHESES.match(book.text, start, int(said.ends[place]))
        if remark and is_remark(remark[1], language):
            found.setdefault(place, []).append(remark.span())
    return [(place, (int(said.starts[place]), int(said.ends[place])), cuts) for place, cuts in found.items()]


def _pieces(text: str, part: Part, cuts: list[Part]) -> list[Part]:
    """What is left of a stretch without its remarks, white space at the edges apart."""
    edges = [part[0], *(edge for cut in cuts for edge in cut), part[1]]
    pieces = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if _LETTER.search(text, start, end):
            pieces.append(strip(text, start, end))
    return pieces


def is_remark(parenthesis: str, language: Language) -> bool:
    """Whether words in parentheses inside speech are the narrator's.

    They begin with what somebody does meanwhile (smiling, rather hesitatingly), hold a noun that tells how
    it is said behind a preposition (in a low voice), or begin with a verb of speech and who says it.
    """
    words = _WORD.findall(parenthesis.lower())
    if any(word in language.gestures for word in words[: _ADVERBS + 1]):
        return True
    if not words:
        return False
    if words[0] in language.small_words and not language.manners.isdisjoint(words[1:_PHRASE]):
        return not any(word in language.pronouns or word in language.talk_words for word in words[:_PHRASE])
    if words[0] not in (language.comma_verbs or language.speech_verbs):
        return False
    tag = tag_behind(parenthesis, 0, len(parenthesis), language)
    if tag is None or not tag.sure or tag.naming.gender == NARRATOR:
        return False
    # Put out the candle: only whom the verb stands next to says it.
    return _WORD.findall(tag.naming.form.lower())[:1] == words[1:2]
