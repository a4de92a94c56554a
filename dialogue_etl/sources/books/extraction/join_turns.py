"""Step 4: the stretches of one paragraph are one turn, and so are the paragraphs of one long speech.

A paragraph is one speaker's (Chicago Manual of Style 13.39), unless the narrator says otherwise, nothing at
all stands between two quotations, or a book sets its talk in one piece: then each sentence of narration may
part two speakers. That is told from the tags, so it is asked when speakers are attributed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import DASHES
from dialogue_etl.sources.books.extraction.table import BY_VERB, NOBODY, changes

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask

_SHORT_SPEECH, _LONG_SPEECH = 100, 200  # characters of a paragraph
_SHORT_ANSWER = 150
_MARKS_AND_BLANKS = 8
_CLOSING_AND_OPENING = 2
_LONGEST_DASH = 2
_OFTEN = 0.1  # of the neighbours in a paragraph those that answer each other where talk is set in one piece
_FEW = 4
_TAIL = 40  # characters of narration before speech that tell whether its sentence has ended
_ENDED = re.compile(r"[.!?…:][^\w,;]*\Z")
_CAPITAL = re.compile(r"\W{0,6}[^\W\d_a-zß-öø-ÿ]")


def join_turns(document: Document, table: SpeechTable) -> SpeechTable:
    """Leave out what is no speech, and mark where a turn begins; `join_paragraphs` is looked at."""
    is_speech = table.column("reason") == 0
    speech = table.where(is_speech)
    begins = speech.first_of_paragraph()
    if document.params.join_paragraphs:
        begins[continues_speech(document, table)[is_speech]] = False
    return speech.with_columns(begins_turn=begins)


def continues_speech(document: Document, table: SpeechTable) -> Mask:
    """Which rows go on with the speech that the paragraph before left open.

    So does the first one of a paragraph that opens with a mark (Chicago Manual of Style 13.32), also across
    paragraphs with nothing but quoted words. An underscore before the mark is for italics. Where a short
    paragraph alone is open its mark is lost: of such places read by eye in Dutch, German and English 16 of 19
    up to the first length were answers, and in Dutch 6 of 6 up to the second whose speaker is told.
    """
    continues = np.zeros(len(table), np.bool_)
    if not len(table):
        return continues
    # A row here is the first one of its paragraph.
    first = changes(table.column("paragraph")).nonzero()[0]
    paragraphs, starts = table.column("paragraph")[first], table.column("start")[first]
    speaks = np.logical_or.reduceat(table.column("reason") == 0, first)
    left_open = table.column("left_open")[first]
    begin, end = document.paragraphs.where(paragraphs)
    told = end - table.column("end")[first] > _MARKS_AND_BLANKS
    continued = np.zeros(len(first), np.bool_)
    for place in (left_open & speaks).nonzero()[0].tolist():
        following = place + 1
        while following < len(first) and paragraphs[following] == paragraphs[following - 1] + 1:
            if speaks[following]:
                start = int(document.paragraphs.starts[paragraphs[following]])
                opening = document.text[start : int(starts[following])].strip()
                goes_on = opening[:1] in {opening, "_"} and len(opening) <= 2
                shortest = _LONG_SPEECH if told[following] else _SHORT_SPEECH
                several = continued[place] or left_open[following] or end[place] - begin[place] >= shortest
                continued[following] = goes_on = goes_on and (not opening or bool(several))
                continues[first[following]] = goes_on
                break
            following += 1
    return continues


def part_long_turns(document: Document, table: SpeechTable) -> SpeechTable:
    """Part turns of more than `max_words` words again at their paragraphs, unless `long_turns` is `keep`.

    As many paragraphs stay together as there is room for: each turn more is a neighbour of the same speaker.
    """
    params = document.params
    first = table.column("begins_turn").nonzero()[0]
    if not params.max_words or params.long_turns == "keep" or not len(first):
        return table
    after = np.append(first[1:], len(table))
    starts, ends = table.spans
    paragraphs = table.column("paragraph")
    # A word and its blank are two characters at least, but for the last one of a stretch.
    long = np.add.reduceat(ends - starts + 1, first) > 2 * params.max_words
    long &= paragraphs[after - 1] != paragraphs[first]
    begins = table.column("begins_turn").copy()
    for start, end in zip(first[long].tolist(), after[long].tolist(), strict=True):
        rows = slice(start, end)
        counts = [len(piece.split()) for piece in table.where(rows).spans.pieces(document.text)]
        if sum(counts) > params.max_words:
            begins[rows] = _begins_piece(counts, paragraphs[rows].tolist(), params.max_words)
    return table.with_columns(begins_turn=begins)


def _begins_piece(counts: list[int], paragraphs: list[int], most: int) -> list[bool]:
    """For each stretch of a long turn whether a piece begins with it, by its words and its paragraph."""
    words: dict[int, int] = {}
    for count, paragraph in zip(counts, paragraphs, strict=True):
        words[paragraph] = words.get(paragraph, 0) + count
    begins, room, last = [], -1, None
    for paragraph in paragraphs:
        new = paragraph != last
        begins.append(new and words[paragraph] > room)
        if new:
            room = (most if begins[-1] else room) - words[paragraph]
        last = paragraph
    return begins


def begins_with_another(document: Document, table: SpeechTable, characters: Characters) -> Mask:
    """Which rows inside a turn another speaker says than the one before.

    Args:
        document: the book.
        table: with speech tags; its turns are those of paragraphs.
        characters: who is named in the tags.
    """
    begins = table.column("begins_turn")
    answers = _answers(document.text, table)
    parted = answers | _after_sentence(document.text, table, answers) | _after_dash(document.text, table)
    parted |= _named_at_opening(table)
    return parted | _named_another(table, begins | parted, characters)


def _answers(text: str, table: SpeechTable) -> Mask:
    """Which rows follow one in their paragraph with nothing but marks between: “No!” “Yes!”."""
    answers = np.zeros(len(table), np.bool_)
    starts, ends = table.spans
    close = _inside_turn(table)
    close[1:] &= starts[1:] - ends[:-1] <= _MARKS_AND_BLANKS
    for row in close.nonzero()[0].tolist():
        between = text[int(ends[row - 1]) : int(starts[row])]
        answers[row] = between[:1].strip() != "" and len(between.split()) == _CLOSING_AND_OPENING
    return answers


def _after_dash(text: str, table: SpeechTable) -> Mask:
    """Which rows follow one in their paragraph with nothing but a dash between."""
    starts, ends = table.spans
    close = _inside_turn(table)
    close[1:] &= starts[1:] - ends[:-1] <= _LONGEST_DASH
    for row in close.nonzero()[0].tolist():
        close[row] = not text[int(ends[row - 1]) : int(starts[row])].strip(DASHES)
    return close


def _after_sentence(text: str, table: SpeechTable, answers: Mask) -> Mask:
    """Which rows a sentence of narration parts from the one before, where talk is set in one piece.

    A sentence that begins with a tag does so only if the narrator tells again who speaks.
    """
    parted = np.zeros(len(table), np.bool_)
    inside = _inside_turn(table)
    if answers.sum() < max(_FEW, _OFTEN * inside.sum()):
        return parted
    (starts, ends), tag = table.spans, table.column("tag")
    for row in inside.nonzero()[0].tolist():
        between = text[int(ends[row - 1]) : int(starts[row])]
        told_again = tag[row] == BY_VERB == tag[row - 1]
        ended = _ENDED.search(between[-_TAIL:]) is not None
        parted[row] = ended and (told_again or _CAPITAL.match(between) is not None)
    return parted


def _named_at_opening(table: SpeechTable) -> Mask:
    """Which rows open a paragraph as if they went on with the speech above, and are given to somebody.

    A closing mark is lost there, most likely: who goes on needs no name, or a verb that says so. Of 34 such
    places read by eye, in six languages, 25 were somebody else's; of 13 longer ones 2.
    """
    starts, ends = table.spans
    opens = table.first_of_paragraph() & ~table.column("begins_turn") & (ends - starts <= _SHORT_ANSWER)
    told = (table.column("tag") == BY_VERB) & (table.column("resumes") == 0)
    named: Mask = opens & told & (table.column("character") != NOBODY)
    return named


def _inside_turn(table: SpeechTable) -> Mask:
    """Which rows neither open a paragraph nor begin a turn."""
    inside: Mask = ~table.first_of_paragraph() & ~table.column("begins_turn")
    return inside


def _named_another(table: SpeechTable, begins: Mask, characters: Characters) -> Mask:
    """Which rows inside a turn the narrator gives to somebody else than the one before by name."""
    other = np.zeros(len(table), np.bool_)
    numbers, is_nominal = table.column("character"), characters.are_nominal()
    by_name = (table.column("tag") == BY_VERB) & (numbers != NOBODY) & ~is_nominal[numbers]
    named = by_name.nonzero()[0]
    turns, speakers = np.cumsum(begins)[named], numbers[named]
    other[named[1:]] = (turns[1:] == turns[:-1]) & (speakers[1:] != speakers[:-1])
    return other & ~begins
