"""What there is to know about a language to find dialogues in its books."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Quotes:
    """A pair of marks around speech. Pairs, not glyphs: U+201C opens in English and closes in German.

    Attributes:
        opening: the mark before speech, one character.
        closing: the mark after it, one character; may be the same.
        weight: what an opening mark counts towards the delimiter density. Where opening and closing
            mark are the same glyph each of the two counts, so such a pair has half the weight
            (gutenberg-dialog, languages/en.py).
    """

    opening: str
    closing: str
    weight: int = 1


@dataclass(frozen=True)
class Dash:
    """A dash at the beginning of a paragraph says that it is speech; further dashes part off narration.

    Attributes:
        glyphs: what is taken for the mark, all of them one and the same.
        weight: what each mark in such a paragraph counts towards the delimiter density.
    """

    glyphs: tuple[str, ...] = ("--", "–", "—", "―")
    weight: int = 2


Marks = Quotes | Dash


@dataclass(frozen=True)
class Language:
    """A language: its name, the marks its literature sets speech apart with, and the words around speech.

    All words are in lower case. What a language does not name, its rules do without.

    Attributes:
        tag: BCP-47 tag, the name of its file.
        name: in English, as Project Gutenberg's headers have it.
        marks: every way of marking speech; a book's own is the one that weighs most in it.
        speech_verbs: forms of verbs that stand beside speech to say who speaks: third and first person,
            present and past, as narrators use them (said, cried, asks).
        pronouns: of the third and first person with what they tell: `m`, `f`, or `1` for the narrator.
        titles: words before a name that tell the gender: `m` or `f` (mr, miss).
        heading_words: words a heading begins with (chapter, book, part).
        letter_openings: words a letter begins with (dear, my dear).
        letter_closings: words above the signature of a letter (yours, sincerely).
    """

    tag: str
    name: str
    marks: tuple[Marks, ...]
    speech_verbs: frozenset[str] = frozenset()
    pronouns: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    heading_words: tuple[str, ...] = ()
    letter_openings: tuple[str, ...] = ()
    letter_closings: tuple[str, ...] = ()
