"""Transcribers' notes: what those who made a file say of it, in the languages of the project.

Four forms: in brackets, of any length; under a heading at the end of a file, with lists of corrections; under
a heading before the work; and as a paragraph. Source of the names: 167 texts of Project Gutenberg in thirteen
languages, and the formatting guidelines of Distributed Proofreaders (https://www.pgdp.net/wiki).
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice
from operator import attrgetter

from ahocorasick_rs import AhoCorasick

from dialogue_etl.sources.books.gutenberg.paragraphs import (
    SECTION,
    Paragraph,
    is_heading,
    lines_with,
    paragraphs,
)
from dialogue_etl.text.spans import Span

# Letters that one of the names below has, whatever its case; its line is looked at then.
_STEMS = AhoCorasick([
    "ranscri", "RANSCRI", "ranskri", "RANSKRI", "ransskri", "rascri", "RASCRI", "átíró", " Bearbeiters",
    "an de bewerker", "AN DE BEWERKER", "wydania elektronicz", "WYDANIA ELEKTRONICZ", "für Schriftarten",
    "orrecções feitas", "rros corrigidos", "altas corregidas por", "roject Gutenberg Edition",
    "he text is take", "alle geänderten Text", "oster's", "reparer's", "reparer’s", "PREPARER'S",
    "PREPARER’S", "ditor's N", "ditor’s N", "DITOR'S N", "roducer's N", "roofreader's N", "ota de editor:",
    "TN:", "Note:", "NOTE:", "Nota:", "NOTA:", "Noteringar:", "Notes:", "SOURCE TEXT:", "source text:",
])  # fmt: skip
_TRANSCRIBER = r"(?:transcri\w+|trascri\w+|transs?kri\w+|átíró\w*)"
_NAME = re.compile(
    r"[\s\W_]{0,90}+(?:\d+[.)][ (]{1,3}+)?(?:"
    r"(?:(?:original|additional|e-?text|html) )?transcriber(?:['’]?s?['’]?)?(?: (?:end)?notes?\b|:)"
    r"|notes? (?:by|from|of) (?:the )?transcriber"
    r"|typographical errors corrected by the e-?text transcriber"
    r"|(?:poster|preparer|producer|proof-?reader|(?:project gutenberg|e-?text) editor)['’]s notes?\b"
    r"|preface to the project gutenberg edition"
    r"|TN:|Transcription notes?\b"
    r"|(?:anmerkung(?:en)?|hinweise?|notiz(?:en)?) (?:zur transkription|de[rs] bearbeiters?)"
    r"|symbole für schriftarten"
    rf"|not(?:es?|as?|i)(?: (?:sur|de|del|de la|do|da|dei|della|di|du|des))* ?(?:d['’])?{_TRANSCRIBER}"
    r"|faltas corregidas por el e-?text"
    r"|nota de editor:\W*devido"
    r"|(?:lista de )?(?:erros corrigidos|correcções feitas)"
    rf"|(?:opmerking|aantekening|noot|noten)(?:en)? van de (?:bewerker|{_TRANSCRIBER})"
    rf"|(?:{_TRANSCRIBER}s? (?:anmärkning|kommentar|bemærkning|note)|(?:anmärkning|bemærkning)\w* "
    rf"(?:om|till?|fra|från) {_TRANSCRIBER})"
    r"|uwagi do wydania elektronicznego"
    r"|noteringar:\s|notes:\s++inconsistent hyphen|corrections made to the source text"
    r"|im folgenden werden alle geänderten Text(?:stell|zeil)en"
    r"|az? átíró\w* megjegyz\w+"
    r"|note:(?=[^\]]{0,250}\b(?:Project Gutenberg|e-?text|e-?book|transcribed from|copyright restrictions))"
    r"|not[ae]:(?=[^.\]]{0,120}\b(?:en el|in the|nell['’]|no) original\b)"
    r"|the text is taken? from)",
    re.IGNORECASE,
)
_INLINE = re.compile(
    r"[\[(]\s*+(?:transcriber['’]?s?\s+notes?\b|note by (?:the )?transcriber|TN\b[:.])", re.IGNORECASE
)
_SIGNED = re.compile(rf"\bno(?:te|ta|tas) (?:du|del?|do|della?) {_TRANSCRIBER}", re.IGNORECASE)
_SPEAKS_OF_TEXTS = re.compile(
    r"\be-?text|\be-?book|\btext|\btexto?\b|\btesto|\bedi[tcçz]i?[oóõ]|\bautor|original|spelling|punctuat|typograph|"
    r"\berr(?:or|at|o)|correct|corrig|corrett|footnote|\bprint|italic|transcri|trascri|ortogra|\bgrafi|"
    r"druckfehler|schreibweise|gesperrt|\bantiqua\b|korrigiert|drukfout|helyesírás|javít|poprawiono|oryginaln|"
    r"\bpage\b|\bp[áa]g|browser|gutenberg|rättats|indentat|corsivo|refus[oi]\b|rettet",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"=>|->|changed to|\bstatt\b|geändert|poprawiono|\|| {3,}|^\W*(?:\d|page|seite|s\.|p[áa]g)", re.I
)
_DATED = re.compile(r"\(\w{3,9}\.? \d{4}\)$")
_OPENING, _CLOSING = "[({", "])}"
_AT_TOP = 6_000  # characters of a bracketed note that the work continues after
_AT_END = 0.25  # share of a body that a note at its end may have
_ALIKE = 0.6  # share of the paragraphs of a note at the end that speak of the text or correct it
_REPEATS = 0.8  # different words to words, at most, in a pair of an error and its correction
_PARAGRAPHS = 40  # of a note that the work continues after
_AT_TOP_SHARE = 0.05  # of a body, in which a note is before the work
_ITEM = re.compile(r"\s*+(?:[-*•]|\d+[.)])")
_TABLE = re.compile(r"\s*+(?:\||\+-{3})")
_SIGNED_LINES = 8
_HEAD = 1_000  # characters that are looked at
_BRACKET = re.compile(r"[\[\](){}]")
_BLANK_BEFORE = re.compile(r"\n[ \t]*\n\s*\Z")
_BLANK_AFTER = re.compile(r"([.,;]*)[ \t]*(?:\n[ \t]*\n|\n?\Z)")
_TAIL = 200_000  # characters of a note at the end: corrections of a thousand misprints
_LINES = 5_000  # that are looked at: a text of nothing else must not take long
_TRIES = 200  # for brackets that nothing closes


def lines(text: str) -> list[Span]:
    """The lines of a file in which a note may begin, in order."""
    return lines_with(text, _STEMS)


def spans(text: str, body: Span, lines: Sequence[Span]) -> list[Span]:
    """The transcriber's notes of a body, in order.

    In doubt a note ends with its paragraph. A note amid a sentence stays: taking it out would part the
    sentence.

    Args:
        text: of the file.
        body: a stretch of it between a header and a footer.
        lines: of the file in which a note may begin.
    """
    found: list[Span] = []
    tail = _Tail(text, body)
    first = bisect_left(lines, Span(body.start, 0))
    for line in lines[first : min(bisect_left(lines, Span(body.end, 0)), first + _LINES)]:
        if not found or line.start >= found[-1].end:
            note = _note(text, body, tail, line)
            found += [note] if note else []
    return found


class _Tail:
    """The end of a body by its paragraphs: which of them speak of a text or correct one.

    Attributes:
        tries: left for brackets that nothing closes.
    """

    def __init__(self, text: str, body: Span) -> None:
        size = min(_TAIL, int(_AT_END * (body.end - body.start)))
        self._text, self._edge, self._end = text, body.end - size, body.end
        self.tries = _TRIES
        self._rows: list[Paragraph] = []
        self._others = [0]  # by how many of the last paragraphs: how many of them are about something else

    def is_note(self, start: int) -> bool:
        """Whether most of what follows to the end of the body reads like a note on a text."""
        if start < self._edge:
            return False
        if not self._rows:
            self._rows = list(paragraphs(self._text, self._edge, self._end))
        size = len(self._rows) - bisect_left(self._rows, start, key=attrgetter("start"))
        while len(self._others) <= size and size - self._others[-1] >= _ALIKE * size:
            row = self._rows[-len(self._others)]
            self._others.append(self._others[-1] + (not _is_on_texts(row, self._text)))
        return size - self._others[min(size, len(self._others) - 1)] >= _ALIKE * size


def _note(text: str, body: Span, tail: _Tail, line: Span) -> Span | None:
    """The note that a line begins, or None."""
    head = text[line.start : min(line.start + _HEAD, body.end)]
    inline = _INLINE.search(text, line.start, min(line.end + 40, line.start + _HEAD, body.end))
    if inline and (note := _bracketed(text, body, tail, inline.start())):
        return note
    if not _NAME.match(head):
        return _signed(text, body, line)
    opening = len(head) - len(head.lstrip(" \t*_"))
    if head[opening] in _OPENING and (note := _bracketed(text, body, tail, line.start + opening)):
        return note
    return Span(line.start, body.end) if tail.is_note(line.start) else _headed(text, body, line.start)


def _bracketed(text: str, body: Span, tail: _Tail, start: int) -> Span | None:
    """From a bracket to the one that closes it, if they are at the beginning or the end of a paragraph."""
    limit = max(_AT_TOP, min(_TAIL, int(_AT_END * (body.end - body.start))))
    depth = 0
    tail.tries -= 1
    if tail.tries < 0:
        return None
    for bracket in _BRACKET.finditer(text, start, min(body.end, start + limit)):
        depth += 1 if bracket[0] in _OPENING else -1
        if depth:
            continue
        end = bracket.end()
        if end - start > _AT_TOP and text[end : body.end].strip():
            return None
        before, after = text[max(start - 200, body.start) : start], text[end : end + 200]
        begins = not before.strip() or bool(_BLANK_BEFORE.search(before))
        tail.tries += 1
        ends = _BLANK_AFTER.match(after)
        return Span(start, end + (ends.end(1) if ends else 0)) if begins or ends else None
    return None


def _signed(text: str, body: Span, line: Span) -> Span | None:
    """A paragraph before the work that says at its end whose note it is."""
    if line.start > body.start + _AT_TOP or not _SIGNED.search(text, line.start, line.end):
        return None
    for one in paragraphs(text, body.start, body.end):
        if one.end >= line.start:
            return Span(one.start, one.end) if len(one.lines(text)) <= _SIGNED_LINES else None
    return None


def _headed(text: str, body: Span, start: int) -> Span:
    """A heading with what it heads, or a paragraph; before the work, with the paragraphs that go on with it.

    These speak of the text, or are items of a list, or are as far to the right; a heading or a section of the
    work ends them.
    """
    rows = list(islice(paragraphs(text, start, body.end), _PARAGRAPHS))
    first = rows.pop(0)
    alone = _is_heading_alone(first.lines(text))
    if alone and (end := _section_end(text, rows)):
        return Span(start, end)
    before_work = start < body.start + max(_AT_TOP, int(_AT_TOP_SHARE * (body.end - body.start)))
    end, indent = first.end, -1
    for number, one in enumerate(rows):
        said = text[one.start : min(one.end, one.start + _HEAD)]
        speaks = bool(_SPEAKS_OF_TEXTS.search(said))
        headed = alone and not number and (one.gap < SECTION or speaks)
        right = len(said) - len(said.lstrip())
        level = one.gap <= 1 and right >= indent > 0
        listed = alone and bool(_ITEM.match(said))
        nearby = before_work and (speaks or level or listed or _DATED.search(said))
        goes_on = one.gap < SECTION and (nearby or (alone and (speaks or _TABLE.match(said))))
        if _ends_note(text, one) or not (headed or goes_on):
            break
        end, indent = one.end, right if indent < 0 else indent
    blank = text.rfind("\n\n", body.start, start)
    begin = blank + 2 if blank >= 0 else body.start
    border = not re.search(r"\w", text[begin:start])
    return Span(begin if border else start, end)


def _is_heading_alone(lines: Sequence[str]) -> bool:
    """Whether a paragraph is the name of a note and nothing else."""
    name = _NAME.match(lines[0])
    rest = lines[0][name.end() :].split() if name else lines
    return len(lines) == 1 and (len(rest) <= 1 or lines[0].rstrip().endswith(":"))


def _ends_note(text: str, one: Paragraph) -> bool:
    """Whether a paragraph is a heading or a line of stars."""
    return is_heading(text, one) or not any(
        map(str.isalnum, text[one.start : min(one.end, one.start + _HEAD)])
    )


def _section_end(text: str, rows: Sequence[Paragraph]) -> int:
    """Where the section below a heading ends if most of it speaks of a text or corrects one; else 0."""
    ends = (one.gap >= SECTION or _ends_note(text, one) for one in rows)
    size = next((at for at, ended in enumerate(ends) if at and ended), 0)
    alike = sum(_is_on_texts(one, text) for one in rows[:size])
    return rows[size - 1].end if size and alike >= _ALIKE * size else 0


def _is_on_texts(one: Paragraph, text: str) -> bool:
    """Whether a paragraph speaks of a text or corrects one: a pair of almost the same words does."""
    said = text[one.start : min(one.end, one.start + _HEAD)]
    words = said.split()
    return bool(
        len(set(words)) <= _REPEATS * len(words) or _SPEAKS_OF_TEXTS.search(said) or _CORRECTION.search(said)
    )
