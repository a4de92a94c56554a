"""Contents, lists of illustrations, indexes and notes after the work: known by their heading and lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.books.gutenberg.paragraphs import SECTION, Paragraph, begins_speech, names_chapter
from dialogue_etl.text.spans import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_HEADINGS = re.compile(
    r"(?P<contents>(?:table of )?contents|inhalt(?:sverzeichnis|sverzeichniß)?|table(?: des mati[eè]res)?|"
    r"sommaire|[ií]ndice(?: dei capitoli.{0,30})?|contenido|"
    r"inhoud(?:sopgave)?|inneh[aå]ll|indhold|sis[aä]llys(?:luettelo)?|"
    r"tartalom(?:jegyz[eé]k)?|spis (?:tre[sś]ci|rozdzia[lł][oó]w|rzeczy))|"
    r"(?P<illustrations>(?:list of )?illustrations|(?:verzeichnis der )?(?:abbildungen|illustrationen)|"
    r"(?:table|liste) des (?:gravures|illustrations)|[ií]ndice (?:de las |delle |de )?"
    r"(?:l[aá]minas|ilustraciones|illustrazioni|tavole|grabados|gravuras)|"
    r"lijst (?:van|der) (?:platen|illustraties|afbeeldingen)|(?:a )?k[eé]p(?:ek )?jegyz[eé]k(?:e)?|"
    r"spis (?:rycin|ilustracji))|"
    r"(?P<index>(?:general )?index|(?:sach|namen|personen)?register)"
)
# Of all paragraphs, few: the rest need no closer look.
_MAY_BE_HEADING = re.compile(rf"[\W_]*+(?:{_HEADINGS.pattern})", re.IGNORECASE)
_BARE = re.compile(r"(?:[^\w\n]++|_++)*+([^\W_](?:.*[^\W_])?)")
_BARE_CHARS = 120  # of a line, that a heading may have
_PAGE = re.compile(r"\s*+\S.*(?:[\s.,]\d{1,4}|(?:\s\s|[.»]\s?)[ivxlc]{1,7})[.)»\]]?\s*$", re.IGNORECASE)
_NUMBERED = re.compile(r"\s*+(?:[IVXLC]{1,7}|\d{1,3})[.:)—–-]*\s")
_ENTRIES = 2  # that make a list
_APART = 2  # blank lines before what is not the next entry
_OTHERS = 5  # entries of an index in a row that name no page; it also bounds what is read for each heading
_PROSE_LINES, _PROSE_WIDTH = 4, 50


_NOTES_HEADING = re.compile(
    r"[\W_]*(?:foot|end)?notes?|[\W_]*(?:anmerkungen|fu[sß]+noten|notas|noten|voetnoten|aanteekeningen|noter|"
    r"fotnoter|alaviitteet|viiteselitykset|przypisy|jegyzetek)",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"\s*+(?:\[(?:footnote )?[\dA-Z*]{1,4}:?\]?|\{\d+\w?\}|\(\d+\)|\d{1,3}[.)]\s)", re.IGNORECASE
)
_GOES_ON = 3  # paragraphs


class Found(NamedTuple):
    """A list: where it is, and what of."""

    start: int
    end: int
    kind: str


def spans(text: str, rows: Sequence[Paragraph], kinds: Collection[str]) -> Iterator[Found]:
    """The lists among some paragraphs.

    Args:
        text: as it is stored.
        rows: its first or last paragraphs.
        kinds: of lists that may stand there.
    """
    at = 0
    while at < len(rows):
        kind = heading(text, rows[at])
        after = at
        if kind in kinds:
            after = (_after_index if kind == "index" else _after_entries)(text, rows, at)
        if after > at:
            yield Found(rows[at].start, rows[after - 1].end, kind)
        at = max(after, at + 1)


def heading(text: str, row: Paragraph) -> str:
    """Which list a paragraph is the heading of; empty if it is not."""
    if not _MAY_BE_HEADING.match(text, row.start, row.start + _BARE_CHARS):
        return ""
    found = _HEADINGS.fullmatch(bare(text, row))
    return (found and found.lastgroup) or ""


def bare(text: str, row: Paragraph) -> str:
    """The first line of a paragraph without its marks and its case."""
    end = row.start + _BARE_CHARS
    found = _BARE.match(text, row.start, end if end < row.end else row.end)
    return found[1].lower() if found else ""


def _after_entries(text: str, rows: Sequence[Paragraph], at: int) -> int:
    """The number of the paragraph after the entries below a heading; that of the heading if there are none.

    The list ends with its section, or where its first entry comes again: as the heading of the first chapter.
    What runs on into prose gives back what stands nearest to it.
    """
    count = len(rows[at].lines(text)) - 1
    first = _plain(rows[at].lines(text)[1]) if count else ""
    number = at + 1
    speech_ends = heading(text, rows[at]) != "illustrations"
    while number < len(rows):
        lines = rows[number].lines(text)
        gap = rows[number].gap
        listed = _is_paged(lines) and not names_chapter(lines[0])
        if heading(text, rows[number]) or (gap >= SECTION and count and not listed):
            break
        if count >= _ENTRIES and _plain(lines[0]) == first:
            break
        if not listed and (_is_prose(lines) or (speech_ends and begins_speech(lines[0]))):
            while number > at + 1 and rows[number].gap < _APART:
                number -= 1
                count -= len(rows[number].lines(text))
            break
        first = first or _plain(lines[0])
        count += len(lines)
        number += 1
    return number if count >= _ENTRIES else at


def _after_index(text: str, rows: Sequence[Paragraph], at: int) -> int:
    """The number of the paragraph after an index, of which most entries end with pages."""
    last = at
    for number in range(at + 1, len(rows)):
        if number - last > _OTHERS or (rows[number].gap >= SECTION and number > at + 1):
            break
        if any(_PAGE.match(line) for line in rows[number].lines(text)):
            last = number
    entries = rows[at + 1 : last + 1]
    paged = sum(_is_paged(row.lines(text)) for row in entries)
    return last + 1 if entries and paged > len(entries) / 2 else at


def _plain(line: str) -> str:
    """An entry without its page, its marks and its case."""
    return re.sub(r"[\W\d_]+", " ", line[:200]).strip().lower()


def _is_paged(lines: Sequence[str]) -> bool:
    return sum(bool(_PAGE.match(line)) for line in lines) * 2 >= len(lines)


def _is_prose(lines: Sequence[str]) -> bool:
    """Whether lines run on from edge to edge, and no chapter is named."""
    width = sum(len(line.strip()) for line in lines) / len(lines)
    long = len(lines) >= _PROSE_LINES and width > _PROSE_WIDTH
    items = sum(line.rstrip().endswith(".") for line in lines) * 2 > len(lines) > 1
    entry = (
        items
        or names_chapter(lines[0])
        or _NUMBERED.match(lines[0])
        or lines == [line.upper() for line in lines]
    )
    return (long or width > 2 * _PROSE_WIDTH) and not entry


def endnotes(text: str, rows: Sequence[Paragraph]) -> Iterator[Span]:
    """The headings of notes among the last paragraphs of a text, each with the notes below it.

    Args:
        text: as it is stored.
        rows: its last paragraphs.
    """
    numbered = [bool(_NOTE.match(text, row.start)) for row in rows]
    at = 0
    while at < len(rows) - 1:
        after = at + 1
        if numbered[after] and _NOTES_HEADING.fullmatch(rows[at].first_line(text).strip(" :._")):
            after = _after_notes(rows, numbered, after)
            yield Span(rows[at].start, rows[after - 1].end)
        at = after


def _after_notes(rows: Sequence[Paragraph], numbered: Sequence[bool], first: int) -> int:
    """The number of the paragraph after notes; one may go on for a few paragraphs before the next."""
    after = first + 1
    for number in range(after, len(rows)):
        if number - after > _GOES_ON or rows[number].gap >= SECTION:
            break
        if numbered[number]:
            after = number + 1
    return after
