"""Step 2: cut narration out of speech where no quotation marks separate the two.

After a dash: «—No sé —dijo Juan—. Vamos.» After a comma or the end of a sentence: «— Oui, dit-il, je viens.»
Narration begins at a dash or before a speech verb, and ends at the next dash, sentence or comma (Ortografía
de la lengua española 2010, 3.4.8; Lexique des règles typographiques en usage à l'Imprimerie nationale,
"Guillemets"; Svenska skrivregler, "Anföring"). Notes of editors in square brackets are cut as well. Remarks
in parentheses follow in step 6: `remarks.py`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.narration.after_comma import tags_after_comma
from dialogue_etl.sources.books.extraction.narration.book_verbs import subjects_of_book, verbs_of_book
from dialogue_etl.sources.books.extraction.narration.parts import between, rows_of, with_parts
from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm, sentence_form
from dialogue_etl.sources.books.extraction.narration.sentences import told_sentences
from dialogue_etl.sources.books.extraction.narration.tags import (
    end_of_sentence,
    end_of_tag,
    ends_in,
    sets_dashes,
    tag_patterns,
)
from dialogue_etl.text.letters import CAPITAL, SMALL
from dialogue_etl.text.points import places_of
from dialogue_etl.text.spans import Spans

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.spans import BookText

    Part = tuple[int, int]

TAG, NOTE, CLOSING, FORM, SENTENCE = 0, -1, -2, -3, -4
"""Kinds of candidates without a dash: a possible tag by its verb, an editor's note, a closing guillemet, a
possible tag by the form of its sentence, a sentence of narration."""
_DASHES = frozenset("-–—")
_INNER_CLOSING = frozenset("’'”\"")
"""Marks that close a quotation inside speech."""
_NOTE = re.compile(r"\[[^\[\]]{1,400}\]")
_WORD = re.compile(r"\w")
_EXCLAIMS = re.compile("[!?]")
_SMALL_WORDS = re.compile(rf"{SMALL}\w*(?: \w+){{,2}}")
_AFTER_NARRATION = frozenset(
    ".,;:"
)  # marks of the speech after a dash that closes narration: – bólintott –, de
_CLAUSE = re.compile(r"[^,.;:!?…]+(?=[,.;:!?…])")
_SECOND_SENTENCE = re.compile(rf"[.!?…]\s+{CAPITAL}")
_PAUSE = re.compile(r"\w\s*[-–—]+\Z")
_SMALL_NEXT = re.compile(rf"\s*{SMALL}")
_ANSWERED = re.compile(rf"_?[¡¿«]*{CAPITAL}")
_ENDS_SPEECH = frozenset(".!?…")
_MIN_ANSWERS, _MIN_QUESTIONS_SHARE = 4, 0.2  # in a book in which dashes inside speech begin answers
_SAMPLE = 200  # dashes
_MIN_INSIDE_SHARE = 0.1  # dashes inside speech for each that opens it, in a book that encloses narration
_MIN_TAGS_SHARE = 0.3  # of dashes, in a book in which dashes enclose narration


def cut_narration(document: Document, table: SpeechTable) -> SpeechTable:
    """Replace spans that contain narration by the spans of speech in them, in order.

    Narration is searched only in books that mark speech with dashes: in all spans if the language uses
    dashes, else only in spans after a dash.
    """
    if document.marks.dashes is None or not len(table):
        return table
    book, dashes, after_dash = document.book, document.marks.dashes.inner, table.column("after_dash")
    patterns = tag_patterns(document.language.tag)
    marked = table.spans.where(after_dash)
    part = dashes_part_narration(book, marked, dashes, patterns)
    form = sentence_form(document.language.tag)
    ends = ends_in(book.text, marked, form.place)
    inside = dashes.ends[rows_of(marked, dashes.starts) >= 0] if part else dashes.ends[:0]
    if document.language.tag_dashes and (
        nouns := subjects_of_book(form, book.text, inside.tolist(), document.language)
    ):
        genders = {**document.language.gender_words, **dict.fromkeys(nouns, "")}
        form = SentenceForm.of(replace(document.language, gender_words=genders))
    form = form._replace(own=verbs_of_book(form, book.text, ends, inside.tolist()))
    known = told_sentences(book, marked, form, habit=document.joins_sentences)
    if document.language.tag_dashes:
        known |= _tags_alone(book, marked, dashes, form)
    encloses = len(inside) > _MIN_INSIDE_SHARE * len(marked.starts)
    commas = {} if encloses else tags_after_comma(form, book.text, document.language.tag, marked)
    searched = table.spans if sets_dashes(document.language) else marked
    tags = ends_in(book.text, searched, patterns.place)
    if document.language.tag_dashes and encloses:
        tags = _without_spoken_verbs(book.text, tags, form)
    found = {
        TAG: tags,
        FORM: [*ends, *form.places_of(book.text, marked), *commas],
        SENTENCE: list(known),
    }
    candidates = _candidates(book, dashes, found)
    known |= answers(book, marked, dashes, patterns)
    reader = _Reader(book, dashes, form, known, commas)
    first, after = (candidates.starts.searchsorted(edges) for edges in table.spans)
    rows = ((first < after) & (after_dash | sets_dashes(document.language))).nonzero()[0]
    columns = (rows, *table.spans.where(rows), first[rows], after[rows], after_dash[rows])
    places = candidates.pairs()
    parts = {}
    for row, start, end, begin, stop, dashed in zip(*(column.tolist() for column in columns), strict=True):
        cuts = reader.cuts((start, end), places[begin:stop], dashed=dashed, alternate=dashed and part)
        if cuts:
            first_part, *others = between(book.text, (start, end), cuts)
            # A span after narration must have a letter or digit.
            parts[row] = [first_part] * (first_part[0] < first_part[1])
            parts[row] += [other for other in others if _WORD.search(book.text, *other)]
    return with_parts(table, parts)


def _without_spoken_verbs(text: str, places: list[int], form: SentenceForm) -> list[int]:
    """The places of possible tags in a book that encloses narration in dashes, without verbs that are spoken.

    After a comma a verb of saying without a subject is spoken (Idi, velim ti, kući; Спать, говорит, иди)
    if a mark or a word of speech follows it. Where half of these verbs or more have a subject, the book sets
    tags between commas too, and all are kept.
    """
    alone = [place for place in places if text[place - 2] == "," and not form.inverted.match(text, place)]
    if 2 * len(alone) <= sum(text[place - 2] == "," for place in places):
        return places
    spoken = set()
    for place in alone:
        verb = form.tags.tag.match(text, place)
        clause = _CLAUSE.match(text, place)
        if (
            verb
            and clause
            and (verb.end() == clause.end() or text[clause.end()] in "!?" or form.talk.search(clause[0]))
        ):
            spoken.add(place)
    return [place for place in places if place not in spoken]


def dashes_part_narration(book: BookText, spans: Spans, dashes: Spans, patterns: TagPatterns) -> bool:
    """Whether a book encloses narration in dashes: whether speech verbs follow many dashes inside speech.

    If not, such a dash is a pause, as in French, unless a speech verb follows it.
    """
    first = dashes.starts.searchsorted(spans.starts)
    first = first[first < dashes.starts.searchsorted(spans.ends)]
    sample = dashes.ends[first[:: max(1, len(first) // _SAMPLE)]].tolist()
    tagged = sum(patterns.after_dash.match(book.text, place) is not None for place in sample)
    return tagged >= _MIN_TAGS_SHARE * len(sample)


def answers(book: BookText, spans: Spans, dashes: Spans, patterns: TagPatterns) -> dict[int, int]:
    """Begin and end of dashes inside speech at which another speaker answers: —¿Adónde?—A tu tierra.—¡Vaya!

    Some printers save paragraphs this way. Such a dash is typed like the one that opens the speech, is
    directly between the end of a sentence and a capital, and no narration follows. If fewer than one in five
    of them follow a question, all are pauses.
    """
    text, marks = book.text, dashes.pairs()
    first, after = (dashes.starts.searchsorted(edges).tolist() for edges in spans)
    found = {
        start: end
        for opens, number, stop in zip(spans.starts.tolist(), first, after, strict=True)
        for start, end in marks[number:stop]
        if _ANSWERED.match(text, end)
        and text[start - 1] in _ENDS_SPEECH
        and text[max(0, opens - 3) : opens].rstrip().endswith(text[start:end])
        and not patterns.after_dash.match(text, end)
        and not patterns.narration.match(text, end)
    }
    asked = sum(text[start - 1] == "?" for start in found)
    are_answers = len(found) >= _MIN_ANSWERS and asked >= _MIN_QUESTIONS_SHARE * len(found)
    return found if are_answers else {}


def _tags_alone(book: BookText, spans: Spans, dashes: Spans, form: SentenceForm) -> dict[int, int]:
    """Tags that open a paragraph: where they begin, and the end of the next dash or of the speech.

    Some editions open a paragraph at each dash (— Молчи! / — крикнул старик). Such a tag begins with a small
    letter, asks and exclaims nothing and, if any are known, has a verb of saying among its first words.
    """
    found = {}
    nexts = np.append(dashes.ends, len(book.text) + 1)[dashes.starts.searchsorted(spans.starts)].tolist()
    for (start, end), after in zip(spans.pairs(), nexts, strict=True):
        first, stop = _SMALL_WORDS.match(book.text, start, end), min(after, end)
        words = first[0].split() if first else []
        says = first and (not form.verbs or any(word in form.own or form.says(word) for word in words))
        if says and not _EXCLAIMS.search(book.text, start, stop):
            found[start] = stop
    return found


def _candidates(book: BookText, dashes: Spans, found: Mapping[int, list[int]]) -> Spans:
    """Offsets at which narration may begin or end, with the end of a dash or another kind for each."""
    notes, closes = (places_of(book.text, book.points, sign) for sign in "[»")
    # With few opening guillemets, » is not a closing mark in this book.
    if 2 * book.text.count("«") <= len(closes):
        closes = closes[:0]
    kinds = {NOTE: notes, CLOSING: closes} | {kind: np.array(some, np.int64) for kind, some in found.items()}
    places = np.concatenate([dashes.starts, *kinds.values()])
    others = [np.full(len(some), kind) for kind, some in kinds.items()]
    order = places.argsort(kind="stable")
    return Spans(places[order], np.concatenate([dashes.ends, *others])[order])


class _Reader:
    """Finds narration inside spans of speech.

    Args:
        book: its text.
        dashes: of the book, in order.
        form: of tags in the book.
        known: where sentences of narration, or dashes at which another speaker answers, begin and end.
        commas: where tags after a comma begin, and their first words end.
    """

    def __init__(
        self,
        book: BookText,
        dashes: Spans,
        form: SentenceForm,
        known: Mapping[int, int],
        commas: Mapping[int, int],
    ) -> None:
        self._text, self._patterns, self._form, self._known = book.text, form.tags, form, known
        self._commas = commas
        self._dashes, self._dash_starts = dashes.pairs(), dashes.starts.tolist()

    def cuts(self, span: Part, candidates: list[Part], *, dashed: bool, alternate: bool) -> list[Part]:
        """The parts of a span that are narration or a note, by the rules of the module.

        Args:
            span: begin and end.
            candidates: in the span, see `_candidates`.
            dashed: whether a dash marks the span; a closing guillemet then ends its speech.
            alternate: whether a dash also begins narration without a verb of saying after it.
        """
        cuts: list[Part] = []
        speech_from, end = span
        quoted_from = self._text.find("«", speech_from, end)
        for place, kind in candidates:
            if place < speech_from or (kind == CLOSING and not dashed):
                continue
            tag_end = self._tag_end(place, kind, end) if kind in (TAG, FORM) else 0
            if tag_end < 0 or self._is_quoted(speech_from, place, quoted_from):
                continue
            if tag_end:
                dash = self._next_dash(tag_end, end)
                goes_on = end_of_tag(self._text, (place, tag_end), dash, self._patterns)
            elif place in self._known:
                goes_on = min(self._known[place], end)
            elif kind > 0:
                goes_on = self._after_dash(place, kind, end, free=alternate)
            else:
                goes_on = self._after_sign(place, kind, end)
            if dashed and self._text[goes_on - 1 : goes_on] in _DASHES:
                goes_on = self._past_pauses(place, goes_on, end)
                goes_on = self._with_more(goes_on, end, pauses=tag_end > 0 and not alternate)
            if goes_on > place:
                cuts.append((place, goes_on))
                speech_from = goes_on
        return cuts

    def _tag_end(self, place: int, kind: int, end: int) -> int:
        """Where the first words of a tag without a dash end, or -1."""
        if kind == FORM:
            return self._commas.get(place) or self._form.end_of_subject(self._text, place, end)
        tag = self._patterns.tag.match(self._text, place, end)
        return tag.end() if tag else -1

    def _is_quoted(self, start: int, place: int, quoted_from: int) -> bool:
        """Whether `place` is in, or just after, a quotation inside the speech that begins at `start`."""
        text = self._text
        before = text[place - 3 : place].rstrip()
        if place > start and before[-1:] in _INNER_CLOSING and before[-2:-1] in _ENDS_SPEECH | {","}:
            return True
        opened = -1 < quoted_from < place
        return opened and text.count("«", start, place) > text.count("»", start, place)

    def _next_dash(self, place: int, end: int) -> Part:
        """The first dash from `place` to `end`; without one, an empty span at `end`."""
        number = bisect_left(self._dash_starts, place)
        there = number < len(self._dashes) and self._dash_starts[number] < end
        return self._dashes[number] if there else (end, end)

    def _after_dash(self, dash: int, place: int, end: int, *, free: bool) -> int:
        """Where speech continues if the dash from `dash` to `place` begins narration, else -1.

        It does before a speech verb, and if `free`, before a verb in the tense of narration.
        """
        text, patterns = self._text, self._patterns
        until, after = self._next_dash(place, end)
        if tag := patterns.after_dash.match(text, place, end):
            return after if until < end else end_of_sentence(text, tag.end(), end, patterns)
        if not free:
            ended = text[dash - 2 : dash].rstrip()[-1:] in _ENDS_SPEECH
            known = self._form.inverts(text, place, until) or self._form.acts(
                text, (place, until), ended=ended or until < end
            )
            return -1 if not known else after if until < end else end_of_sentence(text, place, end, patterns)
        if self._form.tag_dashes and until < end and patterns.verb.match(text, after, end):
            return -1  # a tag follows
        if patterns.narration.match(text, place, until):
            return after
        if until < end and text[after : after + 1] in _AFTER_NARRATION and text[place + 1].islower():
            return after
        mark = text[dash - 2 : dash].rstrip()[-1:]
        told = self._form.tells(text, (place, until), mark, closed=until < end)
        told = told or self._form.acts(text, (place, until), ended=False)
        return after if told else -1

    def _past_pauses(self, start: int, place: int, end: int) -> int:
        """Where speech continues if the dash before `place` is a pause in narration that begins at `start`.

        It is if it interrupts the second sentence of narration or a later one, in languages that know tags by
        their form: – reče on. Otišao je kući – bez riječi.
        """
        text = self._text
        pauses = self._form.tag_dashes and _SECOND_SENTENCE.search(text, start, place)
        while pauses and _PAUSE.search(text, start, place) and _SMALL_NEXT.match(text, place, end):
            start, place = place, self._next_dash(place, end)[1]
        return place

    def _with_more(self, place: int, end: int, *, pauses: bool) -> int:
        """Where speech continues if narration resumes after the dash before `place`.

        It does with "and" or, where dashes are `pauses`, with any sentence of narration.
        """
        until, after = self._next_dash(place, end)
        return after if self._form.acts(self._text, (place, until), ended=pauses) else place

    def _after_sign(self, place: int, kind: int, end: int) -> int:
        """Where speech continues after a note or a closing guillemet, else -1.

        A note ends with its bracket, narration after a closing guillemet at the next opening one.
        """
        if kind == NOTE:
            note = _NOTE.match(self._text, place, end)
            return note.end() if note else -1
        if kind == CLOSING:
            mark = self._text.find("«", place, end)
            return end if mark < 0 else mark + 1
        return -1
