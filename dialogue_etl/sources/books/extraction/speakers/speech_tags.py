"""Speech tags as columns: what the narration around each span of speech says about its speaker."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.speakers.characters import Characters
from dialogue_etl.sources.books.extraction.speakers.mentions import Mention
from dialogue_etl.sources.books.extraction.speakers.narrator import name_of_narrator
from dialogue_etl.sources.books.extraction.speakers.tag_parser import Tag, tag_before, tag_behind
from dialogue_etl.sources.books.extraction.table import ADJACENT, BY_VERB, GENDERS, UNKNOWN, UNTAGGED

if TYPE_CHECKING:
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Offsets

NO_TAG, BY_NAME, BY_NOUN, BY_PRONOUN, NEAR_PRONOUN = range(5)
"""How the narration mentions the speaker of a turn; NEAR_PRONOUN: next to it, without a speech verb."""

_LEADS = 250  # characters at the end of a paragraph in which a tag for the next paragraph is searched
_ENDS_SENTENCE = ".!?…\"”’'»›)]*_"
_STEM, _NOMINATIVE = 3, 2  # letters of the stem of a name, at least, and after it, at most
_SHORTEST = 3  # characters: shorter text between spans is only marks and blanks


def tag_speech(document: Document, table: SpeechTable) -> tuple[SpeechTable, Characters]:
    """Add the speech tag of each span to the table, and find the characters of the book.

    New columns: `narration_start` and `narration_end` (offsets at which the narration before the span begins
    and the narration after it ends, inside its paragraph), `tag` (UNTAGGED, ADJACENT, BY_VERB), `character`
    (number of the character in the tag, or UNKNOWN), `tag_gender` (index into GENDERS) and `resumes` (1 if
    the verb says that the speaker continues).
    """
    table = _with_narration(document, table)
    rows_of = _find_tags(document, table)
    characters, numbers = _resolve(document, table, rows_of)
    values = [(UNTAGGED, UNKNOWN, 0, 0)] * len(table)
    for (tag, rows), character in zip(rows_of.items(), numbers, strict=True):
        if character is not None:
            gender = GENDERS.index(tag.mention.gender)
            cells = (BY_VERB if tag.by_verb else ADJACENT, character, gender, int(tag.resumes))
            for row in rows:
                values[row] = cells
    names = ("tag", "character", "tag_gender", "resumes")
    columns = dict(zip(names, np.array(values, np.int64).reshape(-1, 4).T, strict=True))
    return table.with_columns(**columns), characters


def telling_row(tag: Offsets, first: Offsets) -> Offsets:
    """For each turn the row with the most reliable tag; its first row if none has a tag.

    Args:
        tag: column of all rows.
        first: first row of each turn.
    """
    count = len(tag)
    # Encode tag and row as one number: the minimum is the first row with the best tag.
    order = (BY_VERB - tag) * count + np.arange(count)
    least: Offsets = np.minimum.reduceat(order, first) % count
    return least


def _with_narration(document: Document, table: SpeechTable) -> SpeechTable:
    """The table with the bounds of the narration around each span, inside its paragraph."""
    before, behind = document.paragraphs.where(table.column("paragraph"))
    inside = (~table.first_of_paragraph()).nonzero()[0]
    before[inside] = table.column("end")[inside - 1]
    behind[inside - 1] = table.column("start")[inside]
    return table.with_columns(narration_start=before, narration_end=behind)


def _resolve(
    document: Document, table: SpeechTable, rows_of: dict[Tag, list[int]]
) -> tuple[Characters, list[int | None]]:
    """The characters of the book, and the number of the one in each tag.

    UNKNOWN for a pronoun. None for words that may not be a name, unless they are a name elsewhere.
    """
    certain: Counter[Mention] = Counter()
    cases = _other_cases(rows_of, document.language.name_cases)
    for tag in [tag for tag in rows_of if tag.mention.form in cases]:
        del rows_of[tag]
    for tag, rows in rows_of.items():
        if tag.mention.words and not _may_be_no_name(tag):
            certain[tag.mention] += len(rows)
    narrator = name_of_narrator(document, table, rows_of)
    characters = Characters(document, certain, answers=_answers(table, rows_of), narrator=narrator)
    numbers: list[int | None] = []
    for tag in rows_of:
        number = characters.find(tag.mention) if tag.mention.words else UNKNOWN
        numbers.append(None if tag.mention.words and number == UNKNOWN else number)
    return characters, numbers


def _other_cases(rows_of: dict[Tag, list[int]], endings: tuple[str, ...]) -> set[str]:
    """The names in tags that are another name's form in a case that is not the subject's.

    They have one of the endings, and differ from a more frequent name in a tag only in the last letters.
    """
    counts: Counter[str] = Counter()
    for tag, rows in rows_of.items():
        if tag.mention.words and not tag.mention.is_nominal:
            counts[tag.mention.form] += len(rows)
    found = set()
    for form, times in counts.items():
        length = max((len(ending) for ending in endings if form.endswith(ending)), default=len(form))
        stem = form[:-length]
        shorter = stem[:-1] if len(stem) > _STEM else stem  # Brouček, Broučkovi
        if len(stem) >= _STEM and any(
            other.startswith(shorter) and len(other) <= len(stem) + _NOMINATIVE and more > times
            for other, more in counts.items()
        ):
            found.add(form)
    return found


def _answers(table: SpeechTable, rows_of: dict[Tag, list[int]]) -> Counter[tuple[Mention, Mention]]:
    """How often tags of neighbouring paragraphs name two people, by these names."""
    number = table.column("paragraph").tolist()
    named = sorted(
        (row, tag.mention)
        for tag, rows in rows_of.items()
        if tag.by_verb and tag.mention.words and not tag.mention.is_nominal
        for row in rows
    )
    return Counter(
        (one, other)
        for (row, one), (following, other) in pairwise(named)
        if number[following] == number[row] + 1
    )


def _may_be_no_name(tag: Tag) -> bool:
    """Whether the mention in a tag may not be a name or person.

    That is: a single capitalised word that begins a sentence; words without a title that are not next to the
    verb; a noun that is not next to a speech verb (the book fell), unless it has a gender.
    """
    mention = tag.mention
    if mention.gender == NARRATOR:
        return False
    if mention.is_nominal:
        return not mention.gender and (not tag.by_verb or tag.is_far)
    far = tag.is_far and not mention.gender
    return not tag.by_verb or far or (tag.starts_sentence and " " not in mention.form)


def _find_tags(document: Document, table: SpeechTable) -> dict[Tag, list[int]]:
    """The tags of a book with the rows they belong to.

    A tag follows or precedes its span, or ends the paragraph above. A tag with a speech verb is preferred.
    """
    text, language = document.text, document.language
    rows_of: dict[Tag, list[int]] = {}
    tags_above, numbers = _tags_above(document, table), table.column("paragraph").tolist()
    led_from = {numbers[row] - 1 for row in tags_above}
    (starts, ends), opens = table.spans, table.first_of_paragraph()
    before, behind = table.column("narration_start"), table.column("narration_end")
    narrated = ((behind - ends > _SHORTEST) | (starts - before > _SHORTEST)).nonzero()[0]
    columns = (narrated, *(column[narrated] for column in (before, starts, ends, behind, opens)))
    tagged_behind = -2  # the last row that a tag with a speech verb follows
    for row, narration_start, start, end, narration_end, opens_paragraph in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        tag = tag_behind(text, end, narration_end, language) if narration_end - end > _SHORTEST else None
        if tag is not None and not tag.by_verb and numbers[row] in led_from:
            tag = None  # the narration is about the speaker of the next paragraph
        if tag is not None and tag.by_verb:
            tagged_behind = row
        # The narration before a span may be the tag of the span before.
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
    """The tags at the end of a paragraph of narration, by the row that opens the next paragraph.

    She turned to him, and said, / “No.” The punctuation after the verb may be lost.
    """
    text, paragraphs, numbers = document.text, document.paragraphs, table.column("paragraph")
    above = numbers - 1
    bare = table.column("start") - table.column("narration_start") <= _SHORTEST
    rows = (table.first_of_paragraph() & bare & (above >= 0)).nonzero()[0]
    starts, ends = paragraphs.where(above[rows])
    speech_end = np.append(0, table.column("end"))[rows]  # of the span before
    columns = (rows, np.maximum(np.maximum(starts, speech_end + 1), ends - _LEADS), ends)
    tags = {}
    for row, start, end in zip(*(column.tolist() for column in columns), strict=True):
        if start < end and text[end - 1] not in _ENDS_SENTENCE:
            tag = tag_before(text[start:end], False, document.language)
            if tag is not None:
                tags[row] = tag
    return tags
