"""Speech after a dash: where the dashes of a book are, and which paragraphs open with one."""

from __future__ import annotations

import re
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.sources.books.extraction.narration.tags import tag_patterns
from dialogue_etl.sources.books.extraction.quotations.pairs import Quotations
from dialogue_etl.text.points import CharacterSet, bounds_of_runs, is_space, places_of
from dialogue_etl.text.spans import Spans, strip

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.text.points import Mask, Places
    from dialogue_etl.text.spans import BookText

GLYPHS = "-–—―"  # what transcribers type for the one mark: hyphens, en dash, em dash, horizontal bar
_GUILLEMETS = (ord("«"), ord("»"))
_ENDS = frozenset(".!?…:")
_LEADS = 60  # characters before a colon in which the verb stands that leads to speech
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"[.!?…][\W_]*\s")
_STOP = re.compile(r"[.…]\s")
_LISTED = 5
_TALKING = 8
_NUMBER = 12  # characters
_NUMBERED = re.compile(r"[ .–—―-]*(?:\d+[ .–—―-]*|[IVXLC]+ ?[–—―-]+)")

_is_dash = CharacterSet(lambda letter: letter in GLYPHS)
_ends_word = CharacterSet(lambda letter: letter in ",.;:!?" or letter.isspace())


class Dashes(NamedTuple):
    """The dashes of a book, in order, several glyphs without a blank between them being one.

    Attributes:
        spans: where they are.
        opens: the numbers of the paragraphs that open with one.
        said_from: where the text after the dash begins in each of those.
        inner: of the dashes those that part speech and narration or are pauses, hyphens in words left out.
    """

    spans: Spans
    opens: Places
    said_from: Places
    inner: Spans

    def weight(self, book: BookText) -> int:
        """How many dashes there are in paragraphs that open with one."""
        ends = book.paragraphs.ends[self.opens]
        inside = self.inner.starts.searchsorted(ends) - self.inner.starts.searchsorted(self.said_from)
        return len(self.opens) + int(inside.sum())


def dashes_of(book: BookText) -> Dashes:
    """The dashes of a book; the glyphs are all one mark (Ortografía de la lengua española 2010, 3.4)."""
    spans = _runs(book)
    hyphen = (spans.ends - spans.starts == 1) & (book.points[spans.starts] == ord("-"))
    opens, said_from, mark = _openings(book, spans)
    # A book that types hyphens for dashes has them inside speech as well; elsewhere they join words.
    free, used = hyphen & _is_free(book, spans), mark if len(mark) else slice(None)
    hyphens = bool(np.count_nonzero(free[used]) > np.count_nonzero(~hyphen[used]))
    inner = ~hyphen | (free & hyphens)
    return Dashes(spans, opens, said_from, spans.where(inner))


def _runs(book: BookText) -> Spans:
    """Where dashes of any kind stand, in runs without anything between them."""
    found = [places_of(book.text, book.points, glyph) for glyph in GLYPHS]
    places = np.sort(np.concatenate(found), kind="stable")
    first = bounds_of_runs(len(places), places[1:] - places[:-1] > 1)
    return Spans(places[first[:-1]], places[first[1:] - 1] + 1)


def _is_free(book: BookText, spans: Spans) -> Mask:
    """Which dashes have white space before them, or that or a mark behind them."""
    last = len(book.points) - 1
    before = is_space(book.points[np.maximum(spans.starts - 1, 0)])
    return before | _ends_word(book.points[np.minimum(spans.ends, last)])


def _openings(book: BookText, spans: Spans) -> tuple[Places, Places, Places]:
    """Paragraphs that open with a dash, where the speech after it begins, and the number of the dash.

    An underscore before the dash is for italics. A longer run of dashes, or several with blanks between, is
    a rule; a dash before nothing but a number is one of a page or chapter.
    """
    text, points, paragraphs = book.text, book.points, book.paragraphs
    starts = paragraphs.starts + (points[paragraphs.starts] == ord("_"))
    mark = np.minimum(spans.starts.searchsorted(starts), max(len(spans.starts) - 1, 0))
    if not len(spans.starts):
        return (np.zeros(0, np.int64),) * 3
    length = spans.ends[mark] - spans.starts[mark]
    longest = np.where(points[spans.starts[mark]] == ord("-"), 3, 1)
    opens = ((spans.starts[mark] == starts) & (length <= longest)).nonzero()[0]
    mark = mark[opens]
    said_from, ends = spans.ends[mark].copy(), paragraphs.ends[opens]
    last = len(points) - 1
    # Many books set one blank behind the dash; whoever sets more is looked at one by one.
    said_from += (said_from < ends) & is_space(points[np.minimum(said_from, last)])
    for place in (is_space(points[np.minimum(said_from, last)])).nonzero()[0].tolist():
        begin, end = strip(text, int(said_from[place]), int(ends[place]))
        said_from[place] = begin if begin < end else ends[place]
    speaks = (said_from < ends) & ~_is_dash(points[np.minimum(said_from, last)])
    for place in (speaks & (ends - said_from < _NUMBER)).nonzero()[0].tolist():
        speaks[place] = not _NUMBERED.fullmatch(text, int(said_from[place]), int(ends[place]))
    return opens[speaks], said_from[speaks], mark[speaks]


def after_dashes(book: BookText, found: Dashes) -> Quotations:
    """What follows the dash in each paragraph that opens with one, narration included."""
    ends = book.paragraphs.ends[found.opens]
    for place in is_space(book.points[ends - 1]).nonzero()[0].tolist():
        ends[place] = strip(book.text, int(found.said_from[place]), int(ends[place]))[1]
    return Quotations(Spans(found.said_from.copy(), ends), found.opens, _left_open(book, found.opens, ends))


def inside_narration(book: BookText, found: Dashes, others: Mask, language: Language) -> Quotations:
    """Speech that a dash marks inside a paragraph of narration: it has a capital, or a word of talk.

    It ends with its paragraph, or before a sentence with a verb in the tense of narration and nothing of
    talk; dashes part off what else is none.

    Args:
        book: its text.
        found: its dashes.
        others: the paragraphs that hold no other speech.
        language: its words.
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
    """Where the first speech in a paragraph of narration begins, else its end.

    Behind a verb, a colon and a dash (Y dijo: —Vamos), or behind the dash that ends a sentence where a verb
    follows the next one (Calló. —Vamos —dijo al fin): so set in one piece by printers who save paragraphs. A
    verb behind the first dash says that the one at the beginning is lost, if before it is a sentence of talk.
    """
    start, end = place
    patterns, begin = tag_patterns(language.tag), start
    for dash, behind in dashes:
        before = text[max(start, dash - _LEADS) : dash].rstrip()
        if before[-1:] == ":" and not language.speech_verbs.isdisjoint(_WORD.findall(before.lower())):
            return behind
        told = begin < end and patterns.verb.match(text, behind, end)
        if told and (begin > start or _is_talk(text, start, dash, language)):
            return begin
        begin = behind if before[-1:] in _ENDS else end
    return end


def _is_talk(text: str, start: int, end: int, language: Language) -> bool:
    """Whether words are one sentence of talk."""
    patterns = tag_patterns(language.tag)
    if _STOP.search(text, start, end) or patterns.tells.search(text, start, end):
        return False
    return patterns.talk.search(text, start, end) is not None


def _before_narration(text: str, start: int, end: int, language: Language) -> int:
    """Where the first sentence but one that is narration begins, else the end."""
    patterns = tag_patterns(language.tag)
    places = [start, *(sentence.end() for sentence in _SENTENCE.finditer(text, start, end)), end]
    for place, after in pairwise(places[1:]):
        if not patterns.talk.search(text, place, after) and patterns.tells.search(text, place, after):
            return strip(text, start, place)[1]
    return end


def _left_open(book: BookText, opens: Places, ends: Places) -> Mask:
    """The paragraphs whose speech goes on in the next one, which says so with a guillemet.

    French and Italian printers repeat the opening one, Spanish ones set the closing one (Ortografía de la
    lengua española 2010, 3.4.9.2.2, "comillas de seguir").
    """
    points, starts = book.points, book.paragraphs.starts
    left_open = np.zeros(len(starts), np.bool_)
    following = np.minimum(opens + 1, len(starts) - 1)
    first = points[starts[following]]
    goes_on = ((first == _GUILLEMETS[0]) | (first == _GUILLEMETS[1])) & (following > opens)
    left_open[opens[goes_on & (points[ends - 1] != _GUILLEMETS[1])]] = True
    return left_open


def without_opening_dash(book: BookText, found: Quotations, dashes: Dashes) -> Quotations:
    """Quotations that begin with a dash («— Oui»), without it."""
    marks = dashes.spans
    if not len(marks.starts):
        return found
    starts, ends = found.spans.starts.copy(), found.spans.ends
    dashed = _is_dash(book.points[starts]).nonzero()[0]
    number = np.minimum(marks.starts.searchsorted(starts[dashed]), len(marks.starts) - 1)
    own = marks.starts[number] == starts[dashed]
    for place, dash in zip(dashed[own].tolist(), number[own].tolist(), strict=True):
        behind = strip(book.text, int(marks.ends[dash]), int(ends[place]))
        if behind[0] < behind[1]:
            starts[place] = behind[0]
    return found._replace(spans=Spans(starts, ends))


def without_lists(book: BookText, found: Dashes, talk: Pattern[str]) -> Dashes:
    """Without the dashes of lists: five paragraphs or more, of which less than an eighth is talk.

    They stand in a row, or single other ones between them are titles of its parts.

    Args:
        book: its text.
        found: its dashes.
        talk: what only talk has: words of the first and second person, a question or exclamation mark, a tag.
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
            enough = -(-(after - first) // _TALKING)  # rounded up; whether more talk is not looked at
            kept[first:after] &= sum(islice(talking, enough)) == enough
    return found._replace(opens=found.opens[kept], said_from=found.said_from[kept])
