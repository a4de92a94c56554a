"""Publishers' lists: books by the same author before the work, and what else is for sale after it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.gutenberg.edition_lists import bare, heading
from dialogue_etl.sources.books.gutenberg.paragraphs import SECTION, Paragraph, begins_speech
from dialogue_etl.text.spans import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_HEADING = re.compile(
    r".{0,60}\b(?:by|of) the same author|(?:other )?(?:books|works|novels) by .{3,60}|"
    r"(?:von|vom) (?:demselben|gleichen|selben) (?:verfasser|autor).{0,20}|"
    r".{0,20}(?:ouvrages|œuvres|oeuvres|romans) (?:du m[eê]me auteur|de .{3,40})|du m[eê]me auteur|"
    r"(?:obras|novelas|libros) (?:del|do) (?:mismo|mesmo) auc?tor|obras de .{3,40}|"
    r"(?:opere|romanzi) (?:dello|del|della|di) .{3,40}|"
    r"d(?:el|ello|ella) (?:medesim|stess)[oa] aut(?:ore|rice)|"
    r"obras do (?:mesmo )?auc?tor|van denzelfden schrijver|av samma f[oö]rfattare|af samme forfatter|"
    r"samalta tekij[aä]lt[aä]|tego[zż] autora.{0,20}|ugyanez[eo]n szerz[oő].{0,40}"
)
_ENDED = re.compile(
    r"[\W_]*+(?:the end|end|finis|fin|fine|fim|ende|einde|slut|loppu|v[eé]ge|koniec)\b[\w\W]{0,60}",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"(?:\bL\.|\bLire|\bfr\.|\$|£|»|\bf|\bMk?\.|\bKr\.|\bPrice|\bPrecio|\bPreço|\bPrix|\bÁra|\bPesetas|\bPtas\.?)"
    r"\s*=?[\d_]|\d\s?(?:\$\d|fr\.|lire|cent[s.]?\b|cts|kor|réis|reales|pesetas)",
    re.IGNORECASE,
)
# What a list of books says and a story hardly: prices, volumes, editions, bindings.
FOR_SALE = re.compile(
    rf"{_PRICE.pattern}|\b(?:\d+|un|one|due|deux|dos|=?[A-Z]\w+=?) "
    r"(?:vol\b|vols?\.|volum|tomos?\b|tomi\b|grossos? volume)|\bvol(?:\.|umi?) in[ -]|\bin-(?:8|16)\b|"
    r"\b\w{1,4}[.ªº]? (?:edi[czçt]|[eé]dit|ediz|migliaio|druk\b|kiadás)|\bTraduc|\bTraduz|"
    r"\b(?-i:Editor[ei]|Éditeurs?|Publishers?|Verlag)\b|\bkiadás[ai]\b",
    re.IGNORECASE,
)
# Every way through the pattern above passes one of these, which are found faster as they ignore no case.
_MAY_SELL = re.compile(r"[\d_]|\b(?:vol|tom[oi]|[eé]di[czçt]|migliaio|druk|kiad|tradu[cz]|publisher|verlag)")
_TOLD = 5  # paragraphs that say so
_FEW = 2  # if one of them names a price
_SHARE = 0.3  # of a section's paragraphs
_SECTIONS = 0.25  # of the sections
_WEAK = 2  # sections in a row that say nothing
_TITLES = 6  # lines of a list of books without prices
_SHORT = 12  # lines of a section that may say nothing
_TRIES = 20


def in_front(text: str, rows: Sequence[Paragraph]) -> Iterator[Span]:
    """Lists of the author's books among the first paragraphs: the sections below such a heading."""
    at = 0
    while at < len(rows):
        after = at + 1
        if _is_heading(text, rows[at]):
            while after < len(rows) and rows[after].gap < SECTION:
                after += 1
            if _names_books(text, rows[at:after]):
                yield Span(rows[at].start, rows[after - 1].end)
        at = after


def at_back(text: str, rows: Sequence[Paragraph], lists: Collection[int]) -> Span | None:
    """What is for sale after the work, up to the end of the text.

    Args:
        text: as it is stored.
        rows: its last paragraphs.
        lists: where contents and indexes end, which stand after a work.
    """
    tries = _TRIES
    for at, row in enumerate(rows):
        begins = at + (row.end in lists or bool(_ENDED.fullmatch(text, row.start, row.seen)))
        if not (begins > at or _is_heading(text, row)):
            continue
        while begins > at and begins < len(rows) and rows[begins].gap < 2:
            begins += 1  # the date of the work, say
        if begins < len(rows) and _is_for_sale(text, rows[begins:]):
            return Span(rows[begins].start, rows[-1].end)
        tries -= 1
        if not tries:
            break
    return _last_sections(text, rows)


def advertises(said: str) -> bool:
    """Whether a paragraph says what lists of books say."""
    return bool(_MAY_SELL.search(said.casefold()) and FOR_SALE.search(said))


def _is_heading(text: str, row: Paragraph) -> bool:
    return "\n" not in row.said(text) and bool(_HEADING.fullmatch(bare(text, row)))


def _names_books(text: str, rows: Sequence[Paragraph]) -> bool:
    """Whether nobody speaks in a section, nothing in it is prose, and it has prices or some length."""
    said = [row.said(text) for row in rows]
    lines = [line for row in rows for line in row.lines(text)]
    long = any(one.count("\n") > 2 and not advertises(one) and not one[0].isspace() for one in said)
    if long or any(begins_speech(one) and not advertises(one) for one in said):
        return False
    return len(lines) >= _TITLES or (len(lines) > 2 and any(_PRICE.search(one) for one in said))


def _is_for_sale(text: str, rows: Sequence[Paragraph]) -> bool:
    """Whether every section of what follows the work is short or says what lists of books say."""
    told = sections = selling = 0
    priced = _is_heading(text, rows[0])
    for inside in _sections(rows):
        said = [row.said(text) for row in inside]
        sells = sum(map(advertises, said))
        if heading(text, inside[0]) or (not sells and _lines(text, inside) > _SHORT):
            return False
        told, sections, selling = told + sells, sections + 1, selling + bool(sells)
        priced = priced or any(_PRICE.search(one) for one in said)
    return (told >= _TOLD or (priced and told >= _FEW)) and selling >= _SECTIONS * sections


def _last_sections(text: str, rows: Sequence[Paragraph]) -> Span | None:
    """The sections up to the end of which enough paragraphs say what lists of books say.

    Sections of a few lines among them may say nothing; the list begins with one that does, or has a heading.
    """
    first = weak = told = 0
    priced = listed = False
    for inside in reversed(_sections(rows)):
        said = [row.said(text) for row in inside]
        if heading(text, inside[0]) or any(_ENDED.fullmatch(one) for one in said):
            break
        named = _is_heading(text, inside[0]) and _names_books(text, inside)
        sells = sum(map(advertises, said))
        if named or sells >= _SHARE * len(said):
            first, weak, told, listed = inside[0].start, 0, told + sells, listed or named
            priced = priced or any(_PRICE.search(one) for one in said)
        elif weak < _WEAK and _lines(text, inside) <= _SHORT:
            weak += 1
        else:
            break
    sure = listed or told >= _TOLD or (priced and told >= _FEW)
    return Span(first, rows[-1].end) if first and sure else None


def _sections(rows: Sequence[Paragraph]) -> list[Sequence[Paragraph]]:
    starts = [number for number, row in enumerate(rows) if row.gap >= SECTION or not number]
    return [rows[start:after] for start, after in pairwise([*starts, len(rows)])]


def _lines(text: str, rows: Sequence[Paragraph]) -> int:
    return sum(len(row.lines(text)) for row in rows)
