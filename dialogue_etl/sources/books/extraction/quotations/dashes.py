"""Finds speech after a dash: the dashes of a book, and the paragraphs that open with one."""

from __future__ import annotations

import re
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.narration.tags import tag_patterns
from dialogue_etl.sources.books.extraction.quotations.pairs import Quotations
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.points import CharacterSet, bounds_of_runs, is_space, places_of
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.text.points import Mask, Offsets
    from dialogue_etl.text.spans import BookText

GLYPHS = "-–—"  # transcribers type hyphens, en dashes or em dashes for the same mark
_LONGEST = 3  # dashes in a row that open speech; more are a rule or hide a name
_GUILLEMETS = (ord("«"), ord("»"))
_ENDS = frozenset(".!?…:")
_LEADS = 60  # characters before a dash in which a speech verb is searched
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?…][\W_]*\s")
_NEXT_SENTENCE = re.compile(rf"[.!?…][\W_]*\s(?=[¿¡«_]*{CAPITAL})")
_STOP = re.compile(r"[.…]\s")
_LISTED = 5  # paragraphs of a list, at least
_TALKING = 8  # one in so many paragraphs of a list may have words of speech
_NUMBER = 12  # characters of a number in dashes, at most
_NUMBERED = re.compile(r"[ .–—-]*(?:\d+[ .–—-]*|[IVXLC]+ ?[–—-]+)")

_is_dash = CharacterSet(lambda letter: letter in GLYPHS)
_ends_clause = CharacterSet(lambda letter: letter in ",.!?…")
_ends_word = CharacterSet(lambda letter: letter in ",.;:!?" or letter.isspace())


class Dashes(NamedTuple):
    """The dashes of a book, in order; several glyphs without a blank between them are one dash.

    Attributes:
        spans: of all dashes, hyphens included.
        opens: numbers of the paragraphs that open with a dash.
        said_from: offset of the text after the dash in each of these paragraphs.
        inner: spans of the dashes that are not hyphens in words: they separate speech and narration, or are
            pauses.
    """

    spans: Spans
    opens: Offsets
    said_from: Offsets
    inner: Spans

    def weight(self, book: BookText) -> int:
        """Number of dashes in paragraphs that open with one."""
        ends = book.paragraphs.ends[self.opens]
        inside = self.inner.starts.searchsorted(ends) - self.inner.starts.searchsorted(self.said_from)
        return len(self.opens) + int(inside.sum())


def dashes_of(book: BookText) -> Dashes:
    """Find the dashes of a book; all glyphs are one mark (Ortografía de la lengua española 2010, 3.4)."""
    spans = _runs(book)
    hyphen = (spans.ends - spans.starts == 1) & (book.points[spans.starts] == ord("-"))
    opens, said_from, mark = _openings(book, spans)
    # If most paragraphs open with hyphens, hyphens are dashes inside speech as well; else they join words.
    free, used = hyphen & _is_free(book, spans), mark if len(mark) else slice(None)
    hyphens = bool(np.count_nonzero(free[used]) > np.count_nonzero(~hyphen[used]))
    inner = ~hyphen | (free & hyphens) | _are_dashes(book, spans, hyphen)
    return Dashes(spans, opens, said_from, spans.where(inner))


def _runs(book: BookText) -> Spans:
    """The spans of dashes of any kind; adjacent glyphs are one span."""
    found = [places_of(book.text, book.points, glyph) for glyph in GLYPHS]
    places = np.sort(np.concatenate(found), kind="stable")
    first = bounds_of_runs(len(places), places[1:] - places[:-1] > 1)
    return Spans(places[first[:-1]], places[first[1:] - 1] + 1)


def _is_free(book: BookText, spans: Spans) -> Mask:
    """Which dashes have white space before them, or white space or punctuation after them."""
    last = len(book.points) - 1
    before = is_space(book.points[np.maximum(spans.starts - 1, 0)])
    return before | _ends_word(book.points[np.minimum(spans.ends, last)])


def _are_dashes(book: BookText, spans: Spans, hyphen: Mask) -> Mask:
    """Which hyphens are typed for dashes: after a mark, between blanks (— Јеси ли ђак? - упита ме)."""
    chosen = (hyphen & (spans.starts > 1)).nonzero()[0]
    starts, after = spans.starts[chosen], np.minimum(spans.ends[chosen], len(book.points) - 1)
    blanks = (book.points[starts - 1] == ord(" ")) & (book.points[after] == ord(" "))
    chosen = chosen[blanks & _ends_clause(book.points[starts - 2])]
    found = np.zeros(len(hyphen), np.bool_)
    found[chosen] = True
    return found


def _openings(book: BookText, spans: Spans) -> tuple[Offsets, Offsets, Offsets]:
    """Paragraphs that open with a dash, the offset of the speech after it, and the number of the dash.

    An underscore before the dash is markup for italics. Not included: longer runs of dashes, or several with
    blanks between (a horizontal rule), and a dash before only a number (of a page or chapter).
    """
    text, points, paragraphs = book.text, book.points, book.paragraphs
    starts = paragraphs.starts + (points[paragraphs.starts] == ord("_"))
    mark = np.minimum(spans.starts.searchsorted(starts), max(len(spans.starts) - 1, 0))
    if not len(spans.starts):
        return (np.zeros(0, np.int64),) * 3
    length = spans.ends[mark] - spans.starts[mark]
    opens = ((spans.starts[mark] == starts) & (length <= _LONGEST)).nonzero()[0]
    mark = mark[opens]
    said_from, ends = spans.ends[mark].copy(), paragraphs.ends[opens]
    last = len(points) - 1
    # One blank after the dash is frequent and handled with arrays; more are handled one by one.
    said_from += (said_from < ends) & is_space(points[np.minimum(said_from, last)])
    for place in (is_space(points[np.minimum(said_from, last)])).nonzero()[0].tolist():
        begin, end = strip(text, int(said_from[place]), int(ends[place]))
        said_from[place] = begin if begin < end else ends[place]
    speaks = (said_from < ends) & ~_is_dash(points[np.minimum(said_from, last)])
    for place in (speaks & (ends - said_from < _NUMBER)).nonzero()[0].tolist():
        speaks[place] = not _NUMBERED.fullmatch(text, int(said_from[place]), int(ends[place]))
    return opens[speaks], said_from[speaks], mark[speaks]


def after_dashes(book: BookText, found: Dashes) -> Quotations:
    """The text after the dash of each paragraph that opens with one, including narration."""
    ends = book.paragraphs.ends[found.opens]
    for place in is_space(book.points[ends - 1]).nonzero()[0].tolist():
        ends[place] = strip(book.text, int(found.said_from[place]), int(ends[place]))[1]
    return Quotations(Spans(found.said_from.copy(), ends), found.opens, _left_open(book, found.opens, ends))


def inside_narration(book: BookText, found: Dashes, others: Mask, language: Language) -> Quotations:
    """Speech after a dash inside a paragraph of narration; it has a capital, or words of speech.

    It ends with its paragraph, or before a sentence with a verb in the tense of narration and no words of
    speech. It may contain more narration between dashes.

    Args:
        book: its text.
        found: its dashes.
        others: the paragraphs without other speech.
        language: of the book.
    """
    text, paragraphs, talk = book.text, book.paragraphs, tag_patterns(language.tag).talk
    numbers = paragraphs.starts.searchsorted(found.inner.starts, side="right") - 1
    chosen = others[numbers].nonzero()[0]
    dashes = zip(numbers[chosen].tolist(), found.inner.where(chosen).pairs(), strict=True)
    speech = {}
    for number, group in groupby(dashes, key=itemgetter(0)):
        start, end = int(paragraphs.starts[number]), int(paragraphs.ends[number])
        begin = _speech_begins(text, (start, end), [dash for _, dash in group], language)
        begin, end = strip(text, begin, _before_narration(text, begin, end, language))
        capital = text[begin : begin + 3].strip("_¿¡")[:1].isupper()
        if begin < end and (capital or talk.search(text, begin, min(end, begin + _LEADS))):
            speech[number] = begin, end
    none_open = np.zeros(len(others), np.bool_)
    return Quotations(Spans.of([*speech.values()]), np.array([*speech], np.int64), none_open)


def _speech_begins(
    text: str, place: tuple[int, int], dashes: list[tuple[int, int]], language: Language
) -> int:
    """Offset of the first speech in a paragraph of narration, else its end.

    Speech begins after a colon and a dash if a speech verb is before them or words of speech follow (Y
    dijo: —Vamos; si ribellò: — Non posso!), or after a dash at the end of a sentence if a speech verb follows
    the next dash, or a tag the next comma (Calló. —Vamos —dijo al fin; Il hésita. -- Entrez, dit la vieille):
    some printers save paragraphs this way. If a verb follows the first dash and the text before is a sentence
    of speech, the dash at the beginning of the paragraph was lost.
    """
    start, end = place
    patterns, begin = tag_patterns(language.tag), start
    for dash, after in dashes:
        before = text[max(start, dash - _LEADS) : dash].rstrip()
        stop = _NEXT_SENTENCE.search(text, after, end)
        first = after, stop.end() if stop else end
        if before[-1:] == ":" and (
            not language.speech_verbs.isdisjoint(_WORD.findall(before.lower()))
            or patterns.talk.search(text, *first)
        ):
            return after
        if before[-1:] in _ENDS and patterns.place.search(text, *first):
            return after
        tagged = begin < end and patterns.verb.match(text, after, end)
        if tagged and (begin > start or _is_talk(text, start, dash, language)):
            return begin
        begin = after if before[-1:] in _ENDS else end
    return end


def _is_talk(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a text is one sentence of speech."""
    patterns = tag_patterns(language.tag)
    if _STOP.search(text, start, end) or patterns.tells.search(text, start, end):
        return False
    return patterns.talk.search(text, start, end) is not None


def _before_narration(text: str, start: int, end: int, language: Language) -> int:
    """Offset of the first sentence of narration after the first sentence, else `end`."""
    patterns = tag_patterns(language.tag)
    places = [start, *(sentence.end() for sentence in _SENTENCE.finditer(text, start, end)), end]
    for place, after in pairwise(places[1:]):
        if not patterns.talk.search(text, place, after) and patterns.tells.search(text, place, after):
            return strip(text, start, place)[1]
    return end


def _left_open(book: BookText, opens: Offsets, ends: Offsets) -> Mask:
    """The paragraphs whose speech continues in the next one, because that begins with a guillemet.

    French and Italian printers repeat the opening guillemet, Spanish ones use the closing one (Ortografía de
    la lengua española 2010, 3.4.9.2.2, "comillas de seguir").
    """
    points, starts = book.points, book.paragraphs.starts
    left_open = np.zeros(len(starts), np.bool_)
    following = np.minimum(opens + 1, len(starts) - 1)
    first = points[starts[following]]
    goes_on = ((first == _GUILLEMETS[0]) | (first == _GUILLEMETS[1])) & (following > opens)
    left_open[opens[goes_on & (points[ends - 1] != _GUILLEMETS[1])]] = True
    return left_open


def without_opening_dash(book: BookText, found: Quotations, dashes: Dashes) -> Quotations:
    """Remove the dash from quotations that begin with one («— Oui»)."""
    marks = dashes.spans
    if not len(marks.starts):
        return found
    starts, ends = found.spans.starts.copy(), found.spans.ends
    dashed = _is_dash(book.points[starts]).nonzero()[0]
    number = np.minimum(marks.starts.searchsorted(starts[dashed]), len(marks.starts) - 1)
    own = marks.starts[number] == starts[dashed]
    for place, dash in zip(dashed[own].tolist(), number[own].tolist(), strict=True):
        start, end = strip(book.text, int(marks.ends[dash]), int(ends[place]))
        if start < end:
            starts[place] = start
    return found._replace(spans=Spans(starts, ends))


def without_lists(book: BookText, found: Dashes, talk: Pattern[str]) -> Dashes:
    """Remove the dashes of lists: five paragraphs or more, less than an eighth of them with words of speech.

    The paragraphs are in a row, or have single other paragraphs (titles of parts of the list) between them.

    Args:
        book: its text.
        found: its dashes.
        talk: pattern for what only occurs in speech: words of the first and second person, a question or
            exclamation mark, a tag.
    """
    starts, ends = found.said_from.tolist(), book.paragraphs.ends[found.opens].tolist()
    kept = np.ones(len(found.opens), np.bool_)
    runs = (
        run
        for step in (1, 2)
        for run in pairwise(bounds_of_runs(len(starts), found.opens[1:] - found.opens[:-1] > step).tolist())
    )
    for first, after in runs:
        if after - first >= _LISTED:
            row = zip(starts[first:after], ends[first:after], strict=True)
            talking = (True for start, end in row if talk.search(book.text, start, end))
            enough = -(-(after - first) // _TALKING)  # rounded up
            kept[first:after] &= sum(islice(talking, enough)) == enough
    return found._replace(opens=found.opens[kept], said_from=found.said_from[kept])
