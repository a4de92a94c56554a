"""What there is to know about a language to find dialogues in its books."""

from __future__ import annotations

from dataclasses import dataclass


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
    """A language: its name and the marks its literature sets speech apart with.

    Attributes:
        tag: BCP-47 tag, the name of its file.
        name: in English, as Project Gutenberg's headers have it.
        marks: every way of marking speech; a book's own is the one that weighs most in it.
    """

    tag: str
    name: str
    marks: tuple[Marks, ...]
