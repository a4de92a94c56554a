"""Thoughts set in the marks of speech: a verb of thinking stands beside them.

Spanish sets them between guillemets where a dash is for speech (Ortografía de la lengua española 2010,
3.4.8.2, on thoughts of characters), others in the same marks. Annotators take them for no speech in German
(Brunner et al. 2020) and for speech in English, Dutch and French (Vishnubhotla, Hammond & Hirst 2022; van
Cranenburgh & van Noord 2022; Durandard et al. 2023), whose files name no such verbs.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.sources.books.extraction.pipeline import Document
    from dialogue_etl.sources.books.extraction.table import SpeechTable
    from dialogue_etl.text.points import Mask

_BEFORE_VERB = re.compile(r"[^\w.!?…]*(?:[^\W\d_]+\s)?")
"""What may stand between a thought and its verb: marks within a sentence, and a word (he, se, io)."""
_BEHIND_VERB = re.compile(r"(?:\s[^\W\d_]+){0,2}:[^\w.!?]*")
"""What may stand between the verb and a thought: who thinks it, and to himself."""
_WORD = re.compile(r"\w+")
_TAG = 30  # characters behind a stretch in which its verb stands


def are_thoughts(document: Document, table: SpeechTable) -> Mask:
    """For each stretch whether somebody thinks it: it stands beside a verb of thinking in its paragraph.

    What stands behind that verb in the same paragraph goes on with the thought, up to a verb of speech.
    """
    thought = np.zeros(len(table), np.bool_)
    language, text, paragraphs = document.language, document.text, document.paragraphs
    starts, ends = table.spans
    if not language.thought_verbs or not len(table):
        return thought
    says = language.speech_verbs - language.thought_verbs
    for verb in _any_of(language.thought_verbs).finditer(text):
        place, after = verb.span()
        if text[max(0, place - 1) : place].isalpha():
            continue
        row = int(starts.searchsorted(place))  # the first one behind the verb
        number = int(paragraphs.starts.searchsorted(place, side="right")) - 1
        end = int(paragraphs.ends[number])
        if (
            row
            and ends[row - 1] > paragraphs.starts[number]
            and _BEFORE_VERB.fullmatch(text, int(ends[row - 1]), place)
        ):
            thought[row - 1] = True
        elif row == len(table) or not _BEHIND_VERB.fullmatch(text, after, int(starts[row])):
            continue
        while row < len(table) and starts[row] < end:
            around = text[after : int(starts[row])] + text[int(ends[row]) : min(int(ends[row]) + _TAG, end)]
            if not says.isdisjoint(_WORD.findall(around.lower())):
                break
            thought[row], after = True, int(ends[row])
            row += 1
    return thought


@cache
def _any_of(verbs: frozenset[str]) -> Pattern[str]:
    forms = {form for verb in verbs for form in (verb, verb.capitalize())}
    # Without a boundary before it the pattern begins with a set of letters, which is searched fast.
    initials, others = ({form[part] for form in forms} for part in (slice(0, 1), slice(1, None)))
    return re.compile(rf"[{''.join(sorted(initials))}]{any_of(others)}\b")
