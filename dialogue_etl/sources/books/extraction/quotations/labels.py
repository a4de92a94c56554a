"""Finds speech after the name of its speaker, which novels set like a play: EMILY. Certainly."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.books.extraction.narration.tags import tag_patterns
from dialogue_etl.sources.books.extraction.quotations.pairs import Quotations
from dialogue_etl.text.letters import CAPITAL
from dialogue_etl.text.points import bounds_of_runs
from dialogue_etl.text.spans import Spans, strip
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from re import Pattern

    from dialogue_etl.languages import Language
    from dialogue_etl.text.spans import BookText

_LONGEST = 40  # characters of a label
_ALTERNATING = 4  # paragraphs with a label in a row, at least
_RETURNING = 0.5  # of them, with a label that comes back
_TALKING = 0.25  # of them, with words or marks that only occur in speech


@cache
def _label(titles: frozenset[str]) -> Pattern[str]:
    """A name, with a title or without, and the mark after it, at the beginning of a sentence."""
    title = any_of(form for word in titles for form in (word.capitalize(), word.upper()))
    name = rf"(?:{title}\.?\s)?(?!{title}\.){CAPITAL}[\w’'-]*+(?:\s{CAPITAL}[\w’'-]*+){{0,2}}"
    return re.compile(rf"_?(?P<name>{name})(?:[.:]_?|_[.:])(?:--?|[—–])?\s+(?=[_(¡¿]*{CAPITAL})")


def behind_labels(book: BookText, language: Language) -> Quotations:
    """The text after the labels of paragraphs in a row, if the labels of few speakers alternate.

    Lists have labels that do not come back, or the same one again and again; titles are not labels.
    """
    pattern, (starts, ends) = _label(frozenset(language.titles)), book.paragraphs
    marks = ((book.points == ord(".")) | (book.points == ord(":"))).nonzero()[0]
    marks = np.append(marks, len(book.points) + _LONGEST)
    short = (marks[marks.searchsorted(starts)] - starts <= _LONGEST).nonzero()[0]
    found = [
        (number, label["name"], label.end())
        for number in short.tolist()
        if (label := pattern.match(book.text, int(starts[number]), int(ends[number])))
    ]
    numbers = np.array([number for number, _, _ in found], np.int64)
    spans, paragraphs = [], []
    for first, after in pairwise(bounds_of_runs(len(found), np.diff(numbers) > 1).tolist()):
        run = found[first:after]
        names = [name for _, name, _ in run]
        if len(run) < _ALTERNATING or any(name == following for name, following in pairwise(names)):
            continue
        talk = tag_patterns(language.tag).talk  # compiled in few books only
        returning = sum(names.count(name) > 1 for name in names)
        talking = sum(
            talk.search(book.text, begin, int(ends[number])) is not None for number, _, begin in run
        )
        if returning >= _RETURNING * len(run) and talking >= _TALKING * len(run):
            spans += [strip(book.text, begin, int(ends[number])) for number, _, begin in run]
            paragraphs += [number for number, _, _ in run]
    none_open = np.zeros(len(starts), np.bool_)
    return Quotations(Spans.of(spans), np.array(paragraphs, np.int64), none_open)
