"""Step 4: join the spans of one paragraph into one turn, and the paragraphs of one long speech as well.

A paragraph has one speaker (Chicago Manual of Style 13.39), with three exceptions: the narrator names another
one; two quotations have no narration between them; the book does not begin a new paragraph for each speaker,
so that each sentence of narration may separate two speakers. Finding these needs speech tags, so
`attribute_speakers` calls `begins_with_another`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.layout.paragraphs import DASHES
from dialogue_etl.sources.books.extraction.table import BY_VERB, UNKNOWN, changes
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.segmentation import with_blanks

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask

_SHORT_PARAGRAPH, _SHORT_TAGGED_PARAGRAPH = 100, 200  # characters
_SHORT_ANSWER = 150  # characters
_MARKS_AND_BLANKS = 8  # characters between two spans: no more than quotation marks and white space
_CLOSING_AND_OPENING = 2
_LONGEST_DASH = 2
_MIN_ANSWERS_SHARE = 0.1  # of neighbours in a paragraph, in a book with several speakers per paragraph
_MIN_ANSWERS = 4
_JOINED = re.compile(f"[^\\w\\s{DASHES}]+[{DASHES}]{{1,2}}[^\\w\\s{DASHES}]+")
_STOP_AND_DASH = re.compile(f"[.!?…][{DASHES}]{{1,2}}[^\\w\\s{DASHES}]+\\Z")
_TAIL = 40  # characters before speech in which the end of a sentence is looked for
_ENDED = re.compile(r"[.!?…:][^\w,;]*\Z")
_CAPITAL = re.compile(rf"\W{{0,6}}{CAPITAL}")


def join_turns(document: Document, table: SpeechTable) -> SpeechTable:
    """Remove rows that are not speech, and mark where turns begin. Reads the parameter `join_paragraphs`."""
    is_speech = table.column("reason") == 0
    speech = table.where(is_speech)
    begins = speech.first_of_paragraph()
    if document.params.join_paragraphs:
        begins[continues_speech(document, table)[is_speech]] = False
    return speech.with_columns(begins_turn=begins)


def continues_speech(document: Document, table: SpeechTable) -> Mask:
    """Which rows continue a speech that the paragraph before left open.

    The speech continues in the next paragraph with speech if that opens with a mark (Chicago Manual of Style
    13.32); paragraphs that only quote words may lie between. An underscore before the mark is markup for
    italics. If only one short paragraph is left open, its closing mark was lost, and the next paragraph is an
    answer: true of 16 of 19 such places of up to `_SHORT_PARAGRAPH` read in Dutch, German and English, and of
    6 of 6 in Dutch of up to `_SHORT_TAGGED_PARAGRAPH` where the next paragraph has a speech tag.
    """
    continues = np.zeros(len(table), np.bool_)
    if not len(table):
        return continues
    # From here on arrays have a place per paragraph with spans.
    first = changes(table.column("paragraph")).nonzero()[0]
    paragraphs, starts = table.column("paragraph")[first], table.column("start")[first]
    speaks = np.logical_or.reduceat(table.column("reason") == 0, first)
    left_open = table.column("left_open")[first]
    begin, end = document.paragraphs.where(paragraphs)
    has_narration = end - table.column("end")[first] > _MARKS_AND_BLANKS
    continued = np.zeros(len(first), np.bool_)
    for place in (left_open & speaks).nonzero()[0].tolist():
        following = place + 1
        while following < len(first) and paragraphs[following] == paragraphs[following - 1] + 1:
            if speaks[following]:
                start = int(document.paragraphs.starts[paragraphs[following]])
                opening = document.text[start : int(starts[following])].strip()
                goes_on = opening[:1] in {opening, "_"} and len(opening) <= 2
                short = _SHORT_TAGGED_PARAGRAPH if has_narration[following] else _SHORT_PARAGRAPH
                is_long = continued[place] or left_open[following] or end[place] - begin[place] >= short
                continued[following] = goes_on and (not opening or bool(is_long))
                continues[first[following]] = continued[following]
                break
            following += 1
    return continues


def part_long_turns(document: Document, table: SpeechTable) -> SpeechTable:
    """Step 7: split turns of more than `max_words` words at paragraphs, unless `long_turns` is `keep`.

    As many paragraphs as fit stay together, since each split makes one speaker answer themselves.
    """
    params = document.params
    first = table.column("begins_turn").nonzero()[0]
    if not params.max_words or params.long_turns == "keep" or not len(first):
        return table
    after = np.append(first[1:], len(table))
    starts, ends = table.spans
    paragraphs = table.column("paragraph")
    # A word and a blank are at least two characters, so only these can have too many words.
    long = np.add.reduceat(ends - starts + 1, first) > 2 * params.max_words
    long &= paragraphs[after - 1] != paragraphs[first]
    begins = table.column("begins_turn").copy()
    for start, end in zip(first[long].tolist(), after[long].tolist(), strict=True):
        rows = slice(start, end)
        pieces = table.where(rows).spans.pieces(document.text)
        counts = [len(with_blanks(piece, document.language.tag).split()) for piece in pieces]
        if sum(counts) > params.max_words:
            begins[rows] = _begins_piece(counts, paragraphs[rows].tolist(), params.max_words)
    return table.with_columns(begins_turn=begins)


def _begins_piece(counts: list[int], paragraphs: list[int], most: int) -> list[bool]:
    """For each span of a long turn whether a new turn begins with it.

    Args:
        counts: words of each span.
        paragraphs: number of the paragraph of each span.
        most: words of a turn.
    """
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
    """Which rows inside a turn have another speaker than the row before.

    Args:
        document: the book.
        table: with speech tags, and turns as `join_turns` marks them.
        characters: named in the tags.
    """
    begins = table.column("begins_turn")
    answers = _answers(document.text, table)
    joined = _joined_answers(document.text, table)
    answers |= joined
    parted = answers | _after_sentence(document.text, table, answers) | _after_dash(document.text, table)
    parted |= _joined_after_tag(document.text, table, joined)
    parted |= _named_at_opening(table)
    return parted | _named_another(table, begins | parted, characters)


def _answers(text: str, table: SpeechTable) -> Mask:
    """Which rows follow another in their paragraph with only quotation marks between: “No!” “Yes!”."""
    answers = np.zeros(len(table), np.bool_)
    starts, ends = table.spans
    close = _inside_turn(table)
    close[1:] &= starts[1:] - ends[:-1] <= _MARKS_AND_BLANKS
    for row in close.nonzero()[0].tolist():
        between = text[int(ends[row - 1]) : int(starts[row])]
        answers[row] = between[:1].strip() != "" and len(between.split()) == _CLOSING_AND_OPENING
    return answers


def _joined_answers(text: str, table: SpeechTable) -> Mask:
    """Which rows follow a sentence in their paragraph with only marks and a dash, no blanks: "No!"--"Yes!".

    With blanks around it (»So.« – »Gut.«) the dash is a pause of one speaker, too, in German novels.
    """
    starts, ends = table.spans
    joined = _inside_turn(table)
    joined[1:] &= starts[1:] - ends[:-1] <= _MARKS_AND_BLANKS
    for row in joined.nonzero()[0].tolist():
        end = int(ends[row - 1])
        joined[row] = text[end - 1] in ".!?…" and _JOINED.fullmatch(text, end, int(starts[row])) is not None
    return joined


def _joined_after_tag(text: str, table: SpeechTable, joined: Mask) -> Mask:
    """Which rows follow narration that ends with a full stop and a dash ("No!" said Ann.--"Yes!").

    Only in books that join answers so; in others the same speaker goes on (Dutch novels, read).
    """
    parted = _inside_turn(table)
    if joined.sum() < max(_MIN_ANSWERS, _MIN_ANSWERS_SHARE * parted.sum()):
        return np.zeros(len(table), np.bool_)
    starts, ends = table.spans
    for row in parted.nonzero()[0].tolist():
        between = text[int(ends[row - 1]) : int(starts[row])]
        parted[row] = _STOP_AND_DASH.search(between[-_TAIL:]) is not None
    return parted


def _after_dash(text: str, table: SpeechTable) -> Mask:
    """Which rows follow another in their paragraph with only a dash between."""
    starts, ends = table.spans
    close = _inside_turn(table)
    close[1:] &= starts[1:] - ends[:-1] <= _LONGEST_DASH
    for row in close.nonzero()[0].tolist():
        close[row] = not text[int(ends[row - 1]) : int(starts[row])].strip(DASHES)
    return close


def _after_sentence(text: str, table: SpeechTable, answers: Mask) -> Mask:
    """Which rows follow a sentence of narration, in books that have several speakers per paragraph.

    If that narration begins with the tag of the row before, this row needs a tag of its own.
    """
    parted = np.zeros(len(table), np.bool_)
    inside = _inside_turn(table)
    if answers.sum() < max(_MIN_ANSWERS, _MIN_ANSWERS_SHARE * inside.sum()):
        return parted
    (starts, ends), tag = table.spans, table.column("tag")
    for row in inside.nonzero()[0].tolist():
        between = text[int(ends[row - 1]) : int(starts[row])]
        both_tagged = tag[row] == BY_VERB == tag[row - 1]
        ended = _ENDED.search(between[-_TAIL:]) is not None
        parted[row] = ended and (both_tagged or _CAPITAL.match(between) is not None)
    return parted


def _named_at_opening(table: SpeechTable) -> Mask:
    """Which short rows seem to continue the speech of the paragraph above, but have a tag with a name.

    A closing mark was probably lost: a tag inside a long speech has no name, or a verb of continuing. Of 34
    such places read in six languages, 25 had another speaker; of 13 longer ones, 2.
    """
    starts, ends = table.spans
    opens = table.first_of_paragraph() & ~table.column("begins_turn") & (ends - starts <= _SHORT_ANSWER)
    tagged = (table.column("tag") == BY_VERB) & (table.column("resumes") == 0)
    named: Mask = opens & tagged & (table.column("character") != UNKNOWN)
    return named


def _inside_turn(table: SpeechTable) -> Mask:
    """Which rows neither open a paragraph nor begin a turn."""
    inside: Mask = ~table.first_of_paragraph() & ~table.column("begins_turn")
    return inside


def _named_another(table: SpeechTable, begins: Mask, characters: Characters) -> Mask:
    """Which rows inside a turn have a tag with another name than the tag before."""
    other = np.zeros(len(table), np.bool_)
    numbers, is_nominal = table.column("character"), characters.are_nominal()
    by_name = (table.column("tag") == BY_VERB) & (numbers != UNKNOWN) & ~is_nominal[numbers]
    named = by_name.nonzero()[0]
    turns, speakers = np.cumsum(begins)[named], numbers[named]
    other[named[1:]] = (turns[1:] == turns[:-1]) & (speakers[1:] != speakers[:-1])
    return other & ~begins
