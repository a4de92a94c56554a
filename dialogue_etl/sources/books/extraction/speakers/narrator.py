"""Finds the name of a narrator who takes part in conversations: what others call the one who says `I`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.languages import NARRATOR
from dialogue_etl.sources.books.extraction.speakers.names import plain
from dialogue_etl.sources.books.extraction.table import changes
from dialogue_etl.text.letters import CAPITAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.document import Document
    from dialogue_etl.sources.books.extraction.speakers.tag_parser import Tag
    from dialogue_etl.sources.books.extraction.table import SpeechTable

_FEWEST = 3  # times that the narrator is called so
_MORE = 2  # times as often as any other name
_MORE_THAN_OWN = 10  # times as often as in the narrator's own speech
_VOCATIVE = re.compile(rf"(?:\A|[,!—-])[\s_]*(?:[\w.’']+\s){{0,3}}({CAPITAL}[\w’'-]+)_?(?=[,.!?;]|\Z)")


def name_of_narrator(document: Document, table: SpeechTable, rows_of: Mapping[Tag, list[int]]) -> str:
    """The word by which others address the narrator, in lower case; empty if there is none.

    That is the capitalised word most often at the place of a vocative in the paragraphs of speech next to the
    narrator's own, hardly ever in these, and in no speech tag. Of 19 books in four languages that have such a
    word, it is the narrator's name in 16, that of one of several narrators in two, another's in one.

    Args:
        document: the book.
        table: of speech.
        rows_of: the rows of each speech tag.
    """
    rows = [row for tag, rows in rows_of.items() if tag.mention.gender == NARRATOR for row in rows]
    if len(rows) < _FEWEST or document.language.name_cases:  # Милане is not a name, but its vocative
        return ""
    paragraph = changes(table.column("paragraph")).cumsum()
    own = np.unique(paragraph[rows])
    beside = np.setdiff1d(np.append(own - 1, own + 1), own)
    called, own_calls = (
        _called(table.where(np.isin(paragraph, those)).spans.pieces(document.text), document.language)
        for those in (beside, own)
    )
    tagged = {word for tag in rows_of if tag.by_verb for word in tag.mention.words}
    names = {
        word: times
        for word, times in called.items()
        if times >= max(_FEWEST, _MORE_THAN_OWN * own_calls[word])
        and word not in tagged
        and f" {word} " not in document.text
    }
    first, second = sorted([*names.values(), 0, 0], reverse=True)[:2]
    return max(names, key=names.__getitem__) if first > _MORE * second else ""


def _called(pieces: Iterable[str], language: Language) -> Counter[str]:
    """How often each capitalised word that is not an ordinary word is at the place of a vocative."""
    words = (plain(form) for piece in pieces for form in _VOCATIVE.findall(piece))
    known = (language.titles, language.gender_words, language.small_words, language.talk_words)
    return Counter(word for word in words if not any(word in others for others in known))
