"""Speech tags as columns: what the narration around each stretch of speech says of its speaker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.speakers.tag_parser import Tag, tag_before, tag_behind
from dialogue_etl.sources.books.extraction.table import BESIDE, BY_VERB, GENDERS, NOBODY, UNTAGGED

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.speakers.characters import Characters
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Places

_LEADS = 250  # characters at the end of a paragraph that lead to speech in the next one
_ENDS_SENTENCE = ".!?…\"”’'»›)]*_"
_SHORTEST = 3  # characters: less narration is marks and blanks


def tag_speech(document: Document, table: SpeechTable, characters: Characters) -> SpeechTable:
    """The table with what the narrator says of the speaker of each stretch.

    Who is named joins the characters. Adds the columns `narration_start` and `narration_end` (where the
    narration around the stretch begins before it and ends behind it, inside its paragraph), `tag` (UNTAGGED,
    BESIDE or BY_VERB), `character` (number of whom the tag names, or NOBODY), `tag_gender` (a place in
    GENDERS) and `resumes` (1 where the verb says that the one who spoke goes on).
    """
    table = _with_narration(document, table)
    rows_of = _find_tags(document, table)
    told = [(UNTAGGED, NOBODY, 0, 0)] * len(table)
    for (tag, rows), character in zip(rows_of.items(), _resolve(rows_of, characters), strict=True):
        if character is not None:
            gender = GENDERS.index(tag.mention.gender)
            cells = (BY_VERB if tag.by_verb else BESIDE, character, gender, int(tag.resumes))
            for row in rows:
                told[row] = cells
    values = np.array(told, np.int64).reshape(-1, 4).T
    columns = dict(zip(("tag", "character", "tag_gender", "resumes"), values, strict=True))
    starts = table.column("start")
    characters.vote_for_genders(columns["character"], starts, document.text, document.language)
    return table.with_columns(**columns)


def telling_row(tag: Places, first: Places) -> Places:
    """For each turn the row whose tag tells most; where none has a tag the row it begins with.

    Args:
        tag: of all rows.
        first: the row each turn begins with.
    """
    count = len(tag)
    # One number each: the more a tag tells the less, of equals the first one.
    order = (BY_VERB - tag) * count + np.arange(count)
    least: Places = np.minimum.reduceat(order, first) % count
    return least


def _with_narration(document: Document, table: SpeechTable) -> SpeechTable:
    """The table with the bounds of the narration around each stretch, inside its paragraph."""
    before, behind = document.paragraphs.where(table.column("paragraph"))
    inside = (~table.first_of_paragraph()).nonzero()[0]
    before[inside] = table.column("end")[inside - 1]
    behind[inside - 1] = table.column("start")[inside]
    return table.with_columns(narration_start=before, narration_end=behind)


def _resolve(rows_of: dict[Tag, list[int]], characters: Characters) -> list[int | None]:
    """The number of whom each tag names, who joins the characters.

    NOBODY for a pronoun, None for what may be no name: it is one only if a certain tag names the same.
    """
    numbers: list[int | None] = []
    doubtful = []
    for place, (tag, rows) in enumerate(rows_of.items()):
        if not tag.mention.words:
            numbers.append(NOBODY)
        elif _may_be_no_name(tag):
            numbers.append(None)
            doubtful.append((place, tag.mention, len(rows)))
        else:
            numbers.append(characters.add(tag.mention, len(rows)))
    for place, mention, times in doubtful:
        if characters.find(mention) != NOBODY:
            numbers[place] = characters.add(mention, times)
    return numbers


def _may_be_no_name(tag: Tag) -> bool:
    """Whether what looks like a name may be none.

    A single capitalised word that begins a sentence, words without a title apart from the verb; a noun beside
    which no verb of speech stands (the book fell), unless it tells a gender.
    """
    mention = tag.mention
    if mention.gender == NARRATOR:
        return False
    if mention.is_nominal:
        return not mention.gender and (not tag.by_verb or tag.is_far)
    far = tag.is_far and not mention.gender
    return not tag.by_verb or far or (tag.starts_sentence and " " not in mention.form)


def _find_tags(document: Document, table: SpeechTable) -> dict[Tag, list[int]]:
    """The tags of a book with the numbers of the rows they belong to.

    A tag stands behind its stretch or before it, or ends the paragraph above. One with a verb of speech tells
    more than one without.
    """
    text, language = document.text, document.language
    rows_of: dict[Tag, list[int]] = {}
    tags_above = _tags_above(document, table)
    (starts, ends), opens = table.spans, table.first_of_paragraph()
    before, behind = table.column("narration_start"), table.column("narration_end")
    narrated = ((behind - ends > _SHORTEST) | (starts - before > _SHORTEST)).nonzero()[0]
    columns = (narrated, *(column[narrated] for column in (before, starts, ends, behind, opens)))
    tagged_behind = -2  # the last row with a certain tag behind it
    for row, narration_start, start, end, narration_end, opens_paragraph in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        tag = tag_behind(text, end, narration_end, language) if narration_end - end > _SHORTEST else None
        if tag is not None and tag.by_verb:
            tagged_behind = row
        # What stands before it may be the tag of the stretch before.
        elif start - narration_start > _SHORTEST and (opens_paragraph or tagged_behind != row - 1):
            leading = tag_before(text[narration_start : start - 1], opens_paragraph, language)
            if leading is not None and (leading.by_verb or tag is None):
                tag = leading
        above = tags_above.pop(row, None)
        if above is not None and (tag is None or not tag.by_verb):
            tag = above
        if tag is not None:
            rows_of.setdefault(tag, []).append(row)
    for row, tag in tags_above.items():
        rows_of.setdefault(tag, []).append(row)
    return rows_of


def _tags_above(document: Document, table: SpeechTable) -> dict[int, Tag]:
    """The tags with which the narration of a paragraph ends, by the row that opens the next one.

    She turned to him, and said, / “No.” Where a text has lost the mark, the verb leads to speech alone.
    """
    text, paragraphs, numbers = document.text, document.paragraphs, table.column("paragraph")
    above = numbers - 1
    bare = table.column("start") - table.column("narration_start") <= _SHORTEST
    rows = (table.first_of_paragraph() & bare & (above >= 0)).nonzero()[0]
    starts, ends = paragraphs.where(above[rows])
    said = np.append(0, table.column("end"))[rows]  # the end of the stretch before
    columns = (rows, np.maximum(np.maximum(starts, said + 1), ends - _LEADS), ends)
    tags = {}
    for row, start, end in zip(*(column.tolist() for column in columns), strict=True):
        if start < end and text[end - 1] not in _ENDS_SENTENCE:
            tag = tag_before(text[start:end], False, document.language)
            if tag is not None:
                tags[row] = tag
    return tags
