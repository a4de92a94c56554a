"""How a book marks speech, and all stretches that are so marked."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.languages import LANGUAGES, Dash, Quotes
from dialogue_etl.text import dashes, quotes
from dialogue_etl.text.inserted_tags import dashes_part_narration, without_narration
from dialogue_etl.text.lost_marks import NO_TELLERS, Tellers
from dialogue_etl.text.mark_roles import BookMarks
from dialogue_etl.text.points import one_of
from dialogue_etl.text.quotations import Quotations
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.tag_patterns import TagPatterns, TagWords
from dialogue_etl.text.turnings import CLOSING, turnings

if TYPE_CHECKING:
    from dialogue_etl.languages import Language, Marks
    from dialogue_etl.params import Extract
    from dialogue_etl.text.book_text import BookText
    from dialogue_etl.text.dashes import Dashes

_SHARE = 0.05


class OwnMarks(NamedTuple):
    """The marks a book sets speech apart with.

    Attributes:
        marks: the kinds in use, the one that weighs most first.
        weight: how much speech they show: weighted count of opening marks.
        dashes: where they are in the book, if the language marks speech with them.
        quotes: where the book's quotation marks are.
    """

    marks: tuple[Marks, ...]
    weight: int
    dashes: Dashes | None
    quotes: BookMarks


def own_marks(book: BookText, language: Language, params: Extract) -> OwnMarks:
    """The kinds of marks a book uses, and their weight.

    Without `mixed_marks` the one that weighs most; with it also those that weigh more than a twentieth of
    that: a few marks are other people's words, or signs for something else. Of dashes only those count that
    stand in paragraphs that open with one: elsewhere they are punctuation.
    """
    found, book_marks = None, BookMarks(book)
    weights = []
    for position, marks in enumerate(language.marks):
        if isinstance(marks, Quotes) and not _wanted(marks, params):
            continue
        if isinstance(marks, Dash):
            found = _dashes(book, marks, language, params)
            weight = dashes.marks_in(book, found) * marks.weight
        else:
            weight = quotes.weigh(book_marks, marks.opening, marks.closing) * marks.weight
        weights.append((weight, -position))
    ranked = sorted(weights, reverse=True)
    used: list[Marks] = []
    total = 0
    for weight, position in ranked if params.mixed_marks else ranked[:1]:
        marks = language.marks[-position]
        enough = weight > 0 and weight >= _SHARE * ranked[0][0]
        if not used or (enough and not any(_instead(marks, other) for other in used)):
            used.append(marks)
            total += weight
    return OwnMarks(tuple(used), total, found, book_marks)


def _dashes(book: BookText, marks: Dash, language: Language, params: Extract) -> Dashes:
    found = dashes.dashes_of(book, dashes.ANY_DASH if params.any_dash else marks.glyphs[:1])
    return (
        dashes.without_lists(book, found, tag_patterns(language.tag).talk)
        if params.skip_dash_lists
        else found
    )


def _wanted(marks: Quotes, params: Extract) -> bool:
    if quotes.is_single(marks.opening) and not params.single_quotes:
        return False
    return params.backticks or "`" not in marks.opening


def _instead(marks: Marks, other: Marks) -> bool:
    """Whether a book uses one of two kinds instead of the other: their glyphs stand for each other."""
    if isinstance(marks, Dash) or isinstance(other, Dash):
        return marks == other
    return quotes.same_family(marks.opening, other.opening)


@cache
def tag_patterns(tag: str) -> TagPatterns:
    """What inserted tags look like in a language."""
    language = LANGUAGES[tag]
    words = TagWords(
        language.speech_verbs,
        language.comma_verbs,
        tuple(language.pronouns),
        language.object_pronouns,
        language.articles,
        language.that_words,
        language.companions,
        language.talk_words,
        language.past_endings,
    )
    return TagPatterns.of(words)


def find_speech(book: BookText, own: OwnMarks, language: Language, params: Extract) -> Quotations:
    """What stands between a book's marks, in reading order.

    A paragraph that opens with a dash is speech by the rule of dashes, unless a quotation mark follows the
    dash: then, and in all other paragraphs, by the rule of quotation marks.
    """
    kinds = [marks for marks in own.marks if isinstance(marks, Quotes)]
    after_dash, between = None, None
    if kinds:
        between = _together([_between(own.quotes, marks, language, params) for marks in kinds])
    if own.dashes is not None and len(kinds) < len(own.marks):
        after_dash = _after_dash(book, own.dashes, kinds, between)
        between = _elsewhere(between, after_dash) if between else None
    if own.dashes is None:
        return between or _nothing(book)
    found = _cut(
        book, own.dashes, after_dash, between, tag_patterns(language.tag) if params.inserted_tags else None
    )
    return _together(found)


@cache
def _tellers(tag: str) -> Tellers:
    """What a language tells a tag by where a closing mark was lost."""
    language = LANGUAGES[tag]
    pronouns = frozenset(language.pronouns)
    return Tellers(language.comma_verbs or language.speech_verbs, pronouns | language.determiners, pronouns)


def _between(found: BookMarks, marks: Quotes, language: Language, params: Extract) -> Quotations:
    """What stands between the marks of one kind."""
    return quotes.in_paragraphs(
        found.book,
        marks.opening,
        marks.closing,
        found=found,
        mend=params.mend_quotes and (params.any_guillemets or not quotes.same_family(marks.opening, "«")),
        nested=params.nested_quotes,
        elisions=language.elisions,
        tellers=_tellers(language.tag) if params.mend_quotes else NO_TELLERS,
    )


def _after_dash(book: BookText, found: Dashes, kinds: list[Quotes], between: Quotations | None) -> Quotations:
    """The paragraphs that open with a dash, those left out that go on with a quotation."""
    said = dashes.in_paragraphs(book, found)
    if between is None:
        return said
    both = np.zeros(len(between.left_open), np.bool_)
    both[between.paragraphs] = True
    glyphs = "".join(glyph[0] for marks in kinds for glyph in (marks.opening, marks.closing))
    quoted = one_of(book.points[said.spans.starts], glyphs) & both[said.paragraphs]
    return said.where(~quoted)


def _elsewhere(between: Quotations, after_dash: Quotations) -> Quotations:
    """Quotations outside the paragraphs that are speech after a dash."""
    taken = np.zeros(len(between.left_open) + 1, np.bool_)
    taken[after_dash.paragraphs] = True
    # A dash is a new speaker: what stands before it is not left open for it.
    left_open = between.left_open & ~taken[:-1] & ~taken[1:]
    return between.where(~taken[between.paragraphs])._replace(left_open=left_open)


def _cut(
    book: BookText,
    found: Dashes,
    after_dash: Quotations | None,
    between: Quotations | None,
    patterns: TagPatterns | None,
) -> list[Quotations]:
    """Both kinds of speech, the narrator's words cut out; of quotations only if patterns are given."""
    said = [one.spans for one in (after_dash, between) if one is not None]
    places = turnings(book, found.inner, Spans(*map(np.concatenate, zip(*said, strict=True))), patterns)
    cut = []
    if after_dash is not None:
        alternate = patterns is None or dashes_part_narration(book, after_dash, places, patterns)
        cut.append(without_narration(book, after_dash, places, patterns, alternate=alternate))
    if between is not None:
        between = dashes.without_opening_dash(book, between, found)
        if patterns:
            places = places.without(CLOSING)
            between = without_narration(book, between, places, patterns, alternate=False)
        cut.append(between)
    return cut


def _nothing(book: BookText) -> Quotations:
    return Quotations(Spans.of([]), np.zeros(0, np.int64), np.zeros(len(book.paragraphs.starts), np.bool_))


def _together(found: list[Quotations]) -> Quotations:
    """All stretches in order; of those that overlap the one of the kind that comes first."""
    if len(found) == 1:
        return found[0]
    starts = np.concatenate([one.spans.starts for one in found])
    ends = np.concatenate([one.spans.ends for one in found])
    kinds = np.repeat(np.arange(len(found)), [len(one.paragraphs) for one in found])
    paragraphs = np.concatenate([one.paragraphs for one in found])
    left_open = np.logical_or.reduce([one.left_open for one in found])
    kept = np.ones(len(starts), np.bool_)
    for kind in range(1, len(found)):
        before, own = kept & (kinds < kind), (kinds == kind).nonzero()[0]
        begun, ended = np.sort(starts[before]), np.sort(ends[before])
        # Free of others: as many have ended before it begins as have begun before it ends.
        kept[own] = ended.searchsorted(starts[own], side="right") == begun.searchsorted(ends[own])
    order = kept.nonzero()[0][starts[kept].argsort(kind="stable")]
    return Quotations(Spans(starts[order], ends[order]), paragraphs[order], left_open)
