"""Title page, imprint and dedication: short lines before everything else, in sections of their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.gutenberg.edition_lists import heading
from dialogue_etl.sources.books.gutenberg.paragraphs import SECTION, begins_speech, names_chapter
from dialogue_etl.text.spans import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.books.gutenberg.paragraphs import Paragraph

_BY = re.compile(
    r"[\W_]*(?:by|of|von|de|du|par|af|av|di|door|van|por|przez|kirj|[ií]rta)[\W_]*", re.IGNORECASE
)
_IMPRINT = re.compile(
    r"\b1[5-9]\d\d\b|\b20[0-2]\d\b|\bM[DC][DCXLVI]+\b|copyright|\bprinted|edition|ausgabe|auflage|verlag|"
    r"édit|\bedi(?:tor|zion|ción|ção)|tipogra|\btyp\b|\btip\b|kiad[aáó]|nyomda|uitg|drukk?|förlag|forlag|reserved|"
    r"rechte|proprie|reservados|\bpress\b|\bcompany\b|& co\b|"
    r"gesellschaft|gemeinschaft|\bgmbh\b|libra(?:irie|ria)",
    re.IGNORECASE,
)
_LINES, _WIDTH = 25, 75
_A_NUMBER = re.compile(r"[\W_]*(?:[IVXLC]+|\d+)[\W_]*", re.IGNORECASE)
_SHORT = 2
_STANZA = 3  # lines of a paragraph, of which a poem has more
_PROSE_WIDTH = 50


def spans(text: str, rows: Sequence[Paragraph], others: set[int]) -> list[Span]:
    """The sections of a title page.

    Args:
        text: as it is stored.
        rows: its first paragraphs.
        others: where other apparatus begins; it may stand among the sections, and ends the one it stands in.
    """
    found: list[Span] = []
    at = 0
    while at < len(rows):
        after = at + 1
        while after < len(rows) and rows[after].gap < SECTION and rows[after].start not in others:
            after += 1
        if rows[at].start not in others:
            if not _is_title(text, rows[at:after], first=not at):
                break
            found.append(Span(rows[at].start, rows[after - 1].end))
        at = after
    return found


def _is_title(text: str, rows: Sequence[Paragraph], *, first: bool) -> bool:
    """Whether every line is short, no chapter begins, nobody speaks, and something says what it is."""
    lines = [line.strip() for row in rows for line in row.lines(text)]
    if len(lines) > _LINES or any(len(line) > _WIDTH or begins_speech(line) for line in lines):
        return False
    if heading(text, rows[0]) or any(_is_prose(row.lines(text)) for row in rows):
        return False
    imprint = len(lines) > _SHORT and bool(_IMPRINT.search("\n".join(lines)))
    if _opens_a_part(lines, imprint=imprint):
        return False
    capitals = sum(line == line.upper() for line in lines) * 2 >= len(lines)
    if capitals or imprint or any(_BY.fullmatch(line) for line in lines):
        return True
    short = all(len(row.lines(text)) <= _STANZA for row in rows)
    return short and (first or len(lines) <= _SHORT)


def _opens_a_part(lines: Sequence[str], *, imprint: bool) -> bool:
    """Whether a chapter begins; where a publisher is named or more lines stand, a number is a volume's."""
    if names_chapter(lines[0]) and not _A_NUMBER.fullmatch(lines[0]):
        return True
    return not imprint and (names_chapter(lines[0]) or any(_names_part(line, len(lines)) for line in lines))


def _names_part(line: str, lines: int) -> bool:
    """Whether a line is the heading of a part; among others a bare number is that of a volume."""
    return names_chapter(line) and (lines <= _SHORT or not _A_NUMBER.fullmatch(line))


def _is_prose(lines: Sequence[str]) -> bool:
    return len(lines) > _SHORT and sum(len(line.strip()) for line in lines) > _PROSE_WIDTH * len(lines)
