"""Paragraphs of a plain text: lines between blank lines, and how many blank lines are before them.

Project Gutenberg sets sections apart by more blank lines than paragraphs; nothing else in its plain texts
says where a title page, a note or a chapter ends.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from dialogue_etl.text.spans import Span

# Possessive, and from line starts only: a line of 50 MB of blanks is looked at once.
_PARAGRAPH = re.compile(r"^[^\S\n]*+\S[^\n]*+(?:\n[^\S\n]*+\S[^\n]*+)*+", re.MULTILINE)
_LETTER = re.compile(r"[^\W\d_]")
_CHAPTER = re.compile(
    r"[\W_]{0,40}+(?:chapter|book|part|volume|act|scene|stave|letter|canto|preface|prologue|introduction|"
    r"kapitel|buch|teil|chapitre|livre|partie|cap[ií]tulo|libro|parte|capitolo|boek|hoofdstuk|deel|fejezet|"
    r"rozdzia[łl]|luku|osa)\b|[\W_]{0,40}+(?:[IVXLC]{1,7}|\d{1,3})\b[\W_]*+$"
    r"|[\W_]{0,40}+\w+ (?:teil|buch|kapitel|deel|boek|hoofdstuk|del|bok|kapitlet|osa|luku|parte|libro|partie|"
    r"livre|r[eé]sz|könyv|część)[\W_]*+$",
    re.IGNORECASE,
)
SECTION = 3
"""Blank lines that set sections apart."""
LONG = 20_000
"""Characters of a paragraph that are looked at; what has more of them is no note and no list."""


class Paragraph(NamedTuple):
    """A stretch of lines, none of them blank.

    Attributes:
        start: of its first line.
        end: of its last line, before the line end.
        gap: blank lines before it; 0 at the beginning.
    """

    start: int
    end: int
    gap: int

    def lines(self, text: str) -> list[str]:
        """Its lines; of a paragraph that is not a paragraph, the first ones."""
        return self.said(text).split("\n")

    def said(self, text: str) -> str:
        """Its text; of a paragraph that is not a paragraph, the beginning."""
        return text[self.start : min(self.end, self.start + LONG)]


def paragraphs(text: str, start: int, end: int) -> Iterator[Paragraph]:
    r"""The paragraphs of a stretch of the text, in order, one by one: most readers need the first few.

    Args:
        text: with `\n` line ends.
        start: of the stretch; what is on its line from there on counts as a line.
        end: of the stretch.
    """
    last = start
    for found in _PARAGRAPH.finditer(text, start, end):
        begin, after = found.span()
        yield Paragraph(begin, after, text.count("\n", last, begin) - (last != start))
        last = after


def last_paragraphs(text: str, start: int, end: int, size: int) -> list[Paragraph]:
    r"""The paragraphs in the last characters of a stretch; the first may be the end of one.

    Args:
        text: with `\n` line ends.
        start: of the stretch.
        end: of the stretch.
        size: characters to look at, more or less.
    """
    edge = text.rfind("\n\n", start, max(start, end - size))
    return list(paragraphs(text, max(edge, start, end - 2 * size), end))


def lines_with(text: str, strings: AhoCorasick) -> list[Span]:
    """The lines of a text that hold one of some strings, each once, in order.

    An automaton passes a big text in a fraction of the time of a pattern; only its lines are then looked at.
    """
    lines: list[Span] = []
    for _, at, _ in strings.find_matches_as_indexes(text):
        if not lines or at > lines[-1].end:
            end = text.find("\n", at)
            lines.append(Span(text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end))
    return lines


def names_chapter(line: str) -> bool:
    """Whether a line names a part of a work, as its heading does: chapter, act, preface, a Roman number."""
    return len(line) <= 80 and bool(_CHAPTER.match(line))


def is_heading(text: str, paragraph: Paragraph) -> bool:
    """Whether a paragraph looks like the heading of a part of a work: in capitals, or named chapter."""
    lines = paragraph.lines(text)
    said = " ".join(lines)
    return len(lines) <= 3 and (names_chapter(said) or bool(_LETTER.search(said) and said == said.upper()))
