"""Finds names of people in a text: capitalised words in a row, with the title before them.

Mr. Frank Churchill, Lady Catherine de Bourgh, d'Artagnan. A word that only begins a sentence is not part of a
name (But Emma): it is one that the text also has in lower case, and that no speech tag has as a name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.text.letters import CAPITAL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from dialogue_etl.languages import Language

_MOST_WORDS = 4
# Begins with plain ranges without punctuation, which are searched faster than a class of all letters.
_CAPITAL = rf"[A-Z\xc0-\u1fff\u2c00-\U0010ffff](?<={CAPITAL})"
# Only a short word may be an abbreviation.
_REST = r"(?:[\w’'-]{0,4}+\.(?=\s)|[\w’']*+(?:-\w[\w’']*+)*+)"
_PARTICLES = "de|von|van|du|d’|d'|la|le|der|di|del|des|ten|ter|zu|den|della|dos|da|af|av"
_PARTICLE_WORDS = frozenset(_PARTICLES.split("|"))
_ELIDED = r"(?:[dl][’'])?"
_SEQUENCE = re.compile(
    rf"{_CAPITAL}(?<!\w.){_REST}"
    rf"(?:[ \n](?:(?:{_PARTICLES})[ \n]){{0,2}}{_ELIDED}{_CAPITAL}{_REST}){{0,{_MOST_WORDS - 1}}}"
)
_TOKEN = re.compile(r"\S+")
_POSSESSIVE = ("'s", "’s")
_SHOUTED = 3  # letters of a word in capitals that is a name; longer ones are headings or shouted


class Name(NamedTuple):
    """A name as it is written, apart from letter case and particles.

    Attributes:
        title: the last title before it, in lower case, or empty.
        words: the others in lower case; none for a title alone (the Queen).
    """

    title: str
    words: tuple[str, ...]


class Place(NamedTuple):
    """Where a name is in a sequence of capitalised words: offsets, half open."""

    start: int
    end: int
    name: Name


def sequences(text: str) -> tuple[list[int], list[str]]:
    """The offsets of all sequences of capitalised words, and the sequences."""
    found = [(match.start(), match[0]) for match in _SEQUENCE.finditer(text)]
    return [start for start, _ in found], [sequence for _, sequence in found]


def plain(word: str) -> str:
    """A word of a name in lower case, without full stop and possessive."""
    low = word.rstrip(".,-").lower().replace("’", "'")
    return low.removesuffix("'s").rstrip("'-").removeprefix("d'").removeprefix("l'")


def name_of(form: str, language: Language) -> Name:
    """The name in a mention, without determiner, adjectives and particles: the gallant Count de Morcerf."""
    written = form.split()
    words = [plain(word) for word in written]
    while len(words) > 1 and (
        words[0] in language.determiners
        or (written[-len(words)].islower() and words[0] not in language.titles)
    ):
        del words[0]
    title = ""
    while words and words[0] in language.titles:
        title = words.pop(0)
    # Mrs. and Miss Bates
    others = (language.titles, _PARTICLE_WORDS, language.small_words)
    core = [word for word in words if not any(word in those for those in others)]
    return Name(title, tuple(core))


def places(
    sequence: str, language: Language, known: Collection[str], lower: Collection[str]
) -> Iterator[Place]:
    """The names in a sequence of capitalised words.

    Args:
        sequence: of capitalised words.
        language: its titles are read.
        known: words of names in speech tags.
        lower: all words of the text as they are written.
    """
    titles = language.titles
    words: list[tuple[int, int]] = []
    for token in _TOKEN.finditer(sequence):
        word = plain(token[0])
        if token[0].isupper() and len(word) > _SHOUTED:
            if words:
                yield _place(sequence, words, language)
            words = []
            continue
        if word in language.pronouns:
            if words:
                yield _place(sequence, words, language)
            words = []
            continue
        is_name = word in titles or word in known
        if not words and not is_name and (word in lower or word in language.small_words):
            continue
        words.append(token.span())
        closed = token[0].endswith(".") and word not in titles and len(word) > 1
        if closed or token[0].endswith(_POSSESSIVE):
            yield _place(sequence, words, language)
            words = []
    if words:
        yield _place(sequence, words, language)


def _place(sequence: str, words: list[tuple[int, int]], language: Language) -> Place:
    start, end = words[0][0], words[-1][1]
    form = sequence[start:end]
    if form.endswith(".") and plain(form.split()[-1]) not in language.titles:
        end -= 1
    return Place(start, end, name_of(form, language))
