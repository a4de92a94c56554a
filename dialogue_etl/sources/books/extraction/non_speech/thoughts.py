"""Finds thoughts in speech marks: quotations next to a verb of thinking.

Spanish uses guillemets for thoughts and dashes for speech (Ortografía de la lengua española 2010, 3.4.8.2, on
thoughts of characters); other languages use the same marks for both. Annotated corpora do not count thoughts
as speech in German (Brunner et al. 2020), but do in English, Dutch and French (Vishnubhotla, Hammond & Hirst
2022; van Cranenburgh & van Noord 2022; Durandard et al. 2023): the files of these languages say
`thoughts_are_speech`, and a verb of thinking only lowers the chance of speech (`chance.py`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask

_BEFORE_VERB = r"[^\w.!?…]*(?:[a-zà-ÿ]+\s)?(?:[^\W\d_]+\s)?"
"""Between a thought and its verb: marks within a sentence, and up to two words (he, disse allora)."""
_BEHIND_VERB = r"(?:\s[^\W\d_]+){0,2}:[^\w.!?]*\Z"
"""Between the verb and a thought: up to two words (who thinks, to himself) and a colon."""
_WORD = re.compile(r"\w+")
_TAG = 30  # characters after a span in which its speech verb is searched
_LEADS = 60  # characters before a span in which its verb of thinking is searched
_SHORTEST = 3  # characters: shorter text between spans is only marks and blanks


def are_thoughts(document: Document, table: SpeechTable) -> Mask:
    """For each span whether it is a thought: a verb of thinking is next to it in its paragraph.

    The spans after that verb in the same paragraph continue the thought, up to a speech verb.
    """
    thought = np.zeros(len(table), np.bool_)
    language, text = document.language, document.text
    if language.thoughts_are_speech or not language.thought_verbs or not len(table):
        return thought
    says = language.speech_verbs - language.thought_verbs
    verb_after, verb_before = _verbs(language.thought_verbs)
    starts, ends = (edges.tolist() for edges in table.spans)
    begin, limits = document.paragraphs.where(table.column("paragraph"))
    first = table.first_of_paragraph()
    before = np.where(first, begin, np.append(0, table.spans.ends[:-1]))
    after = np.where(np.append(first[1:], True), limits, np.append(table.spans.starts[1:], 0))
    colons = document.points[np.maximum(table.spans.starts[:, None] - np.arange(1, 5), 0)] == ord(":")
    candidates = colons.any(axis=1) | (after - table.spans.ends > _SHORTEST)
    for row in candidates.nonzero()[0].tolist():
        start, limit, number = starts[row], int(limits[row]), row
        verb = verb_after.match(text, ends[row], int(after[row]))
        if verb:
            thought[row], number = True, row + 1
        else:
            verb = verb_before.search(text, max(int(before[row]), start - _LEADS), start)
        place = verb.end(1) if verb else limit
        while verb and number < len(starts) and starts[number] < limit:
            around = text[place : starts[number]] + text[ends[number] : min(ends[number] + _TAG, limit)]
            if not says.isdisjoint(_WORD.findall(around.lower())):
                break
            thought[number], place, number = True, ends[number], number + 1
    return thought


@cache
def _verbs(verbs: frozenset[str]) -> tuple[Pattern[str], Pattern[str]]:
    """Patterns for a verb of thinking after a span, and for one before it."""
    forms = any_of(form for verb in verbs for form in (verb, verb.capitalize())).replace(r"\ ", r"\s")
    return re.compile(rf"{_BEFORE_VERB}({forms})\b"), re.compile(rf"\b({forms}){_BEHIND_VERB}")
