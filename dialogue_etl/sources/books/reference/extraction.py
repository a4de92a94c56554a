"""A whole book: its mark, its dialogues, and the rules by which the reference leaves things out.

The thresholds are the reference's defaults and no parameters: the profile is to give the same dialogues.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters import Drop
from dialogue_etl.sources.books.reference.speech import (
    Dialogue,
    Utterance,
    dashed,
    low_quoted,
    played,
    quoted,
)
from dialogue_etl.text.words import count_words_of_utterance


class Mark(NamedTuple):
    """A mark that may show speech.

    Attributes:
        glyph: of which the paragraphs are searched.
        weight: of each one found.
        first_only: whether it counts only as the first character of a line.
    """

    glyph: str
    weight: int = 2
    first_only: bool = False


_STRAIGHT, _UNDERSCORE = Mark('"', weight=1), Mark("_", weight=1, first_only=True)
_ENGLISH = (_STRAIGHT, Mark("“"), Mark("‘"), _UNDERSCORE)
_GERMAN = (_STRAIGHT, Mark("„"), Mark("»"))
_HYPHENS = (Mark("--"),)
_MARKS = {
    "de": _GERMAN,
    "en": _ENGLISH,
    "es": _HYPHENS,
    "hu": (Mark("–"),),
    "it": _HYPHENS,
    "nl": _ENGLISH,
    "pt": _HYPHENS,
}
_MIN_DELIMITERS = 150  # per 10,000 words, as the next two
_MIN_DOUBLE_DELIMITERS = 40
_MIN_DIALOGUES = 15  # not in the paper; empty dialogues and those of one utterance count
_MAX_WORDS = 99  # the reference's limit is 100, but the file name before an utterance is one of them
_MIN_TURNS = 2


@dataclass
class Found:
    """What the reference finds in a book.

    Attributes:
        dialogues: those it keeps.
        density: speech marks per 10,000 words, weighted, with the 1 the reference counts from.
        drop: why it takes nothing of the book, if so: reason min_delimiters, min_double_delimiters or
            min_dialogues, all measured per 10,000 words.
        left_out: the other utterances it finds: too long (reason max_words), or alone (min_turns).
    """

    dialogues: list[Dialogue] = field(default_factory=list)
    density: float = 0.0
    drop: Drop | None = None
    left_out: list[tuple[Utterance, Drop]] = field(default_factory=list)


def reference_dialogues(text: str, language: str, *, words: int | None = None) -> Found:
    r"""The dialogues that gutenberg-dialog (commit 30bbf1b, default parameters) extracts from a book.

    Args:
        text: of the book, `\n` line ends, no byte order mark.
        language: BCP-47 tag of one of the seven languages the reference knows.
        words: of the book, white-space separated, where they are counted already.

    Raises:
        DialogueEtlError: the reference does not know the language.
    """
    if language not in _MARKS:
        raise DialogueEtlError(f"the reference profile is for {', '.join(_MARKS)}, not {language}")
    words = len(text.split()) if words is None else words
    mark, weight = own_mark(text, _MARKS[language])
    found = Found(density=_density(weight, words))
    if found.density <= _MIN_DELIMITERS:
        found.drop = Drop("min_delimiters", found.density, _MIN_DELIMITERS)
        return found
    dialogues, double = _find(text, language, mark)
    density = _density(len(dialogues), words)
    if double is not None and _density(double, words) <= _MIN_DOUBLE_DELIMITERS:
        found.drop = Drop("min_double_delimiters", _density(double, words), _MIN_DOUBLE_DELIMITERS)
    elif density < _MIN_DIALOGUES:
        found.drop = Drop("min_dialogues", density, _MIN_DIALOGUES)
    else:
        _fit(found, dialogues)
    return found


def own_mark(text: str, marks: Sequence[Mark]) -> tuple[str, int]:
    """The glyph of the mark that weighs most in a book, and its weight; of equal ones the first.

    Kept from the reference: it counts each mark from 1.
    """
    weights = [_weigh(text, mark) + 1 for mark in marks]
    weight = max(weights)
    return marks[weights.index(weight)].glyph, weight


def _weigh(text: str, mark: Mark) -> int:
    if mark.first_only:
        return (text.count(f"\n{mark.glyph}") + text.startswith(mark.glyph)) * mark.weight
    return text.count(mark.glyph) * mark.weight


def _density(number: int, words: int) -> float:
    return number / words * 10_000 if words else 0.0


def _find(text: str, language: str, mark: str) -> tuple[list[Dialogue], int | None]:
    """All dialogues, and the paragraphs of two dashes where the language's speech begins with dashes."""
    if mark == _UNDERSCORE.glyph:
        return played(text, mark), None
    if _MARKS[language] is _ENGLISH:
        return quoted(text, mark), None
    if _MARKS[language] is _GERMAN:
        return low_quoted(text, mark), None
    return dashed(text, mark)


def _fit(found: Found, dialogues: list[Dialogue]) -> None:
    """Take what remains of the dialogues: cut at utterances that are too long, with turns enough."""
    for dialogue in dialogues:
        piece: Dialogue = []
        for said in dialogue:
            if (words := count_words_of_utterance(said.text)) > _MAX_WORDS:
                found.left_out.append((said, Drop("max_words", words, _MAX_WORDS)))
                _close(found, piece)
                piece = []
            else:
                piece.append(said)
        _close(found, piece)


def _close(found: Found, piece: Dialogue) -> None:
    if len(piece) >= _MIN_TURNS:
        found.dialogues.append(piece)
    else:
        found.left_out.extend((said, Drop("min_turns", len(piece), _MIN_TURNS)) for said in piece)
