"""Project Gutenberg's own part of a file: headers, footers, licence and small print of all its eras.

Source of the forms: the texts themselves (1971 to 2020, 167 of them in the tests) and
https://www.gutenberg.org/policy/license.html. Since 2003 a line `*** START OF …` ends the header and one
`*** END OF …` begins the footer; before, the header ended with `*END*THE SMALL PRINT …` and the footer began
with `End of Project Gutenberg's …` or was missing; several e-texts were put into one file with a header each.
"""

import re
from itertools import islice
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from dialogue_etl.sources.books.gutenberg.paragraphs import Paragraph, is_heading, lines_with, paragraphs
from dialogue_etl.text.spans import Span

# Texts come from anywhere, even a line of 50 MB of blanks: no pattern looks at the same stretch again and
# again. Hence `*+`, which gives nothing back, and line starts.
_EDGE = r"^[ \t\ufeff]*+"
START = re.compile(
    _EDGE + r"\*{1,3} ?START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*(?:\n[^\n]*)??\*{3}[ \t]*$"
    r"|^[^\n]*\*END\*? ?THE SMALL PRINT[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SMALL_PRINT = re.compile(_EDGE + r"\*+START\*+ ?THE SMALL PRINT", re.IGNORECASE | re.MULTILINE)
_WORK = r"(?:e-?book|e-?text)s?"
_END = re.compile(
    r"^(?=[ \t*\ufeffTEFSLKV])(?:"  # for speed: most lines begin with something else
    r"[ \t\ufeff]*+\*{1,3} ?END OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*$"
    r"|[ \t\ufeff]*+\**+[ \t]*+(?:The )?End of (?:the |this )?(?:Project Gutenberg|Collected Etexts)"
    r"(?:'s|’s)?(?: [^\n]*)?$"
    r"|[ \t]*+\**+[ \t]*+(?:Ende|Fine?|Einde|Slut(?:et)?|Fim|Loppu|Koniec|Vége)\b[^\n]{0,40}?"
    r"\bPro(?:je(?:c?t|kt|c?to)|getto|yecto)[ -]Gutenberg[^\n]*$"
    r"|[ \t\ufeff]*+\*{3} ?START: FULL LICENSE[^\n]*$"
    r"|[ \t]*+THE FULL PROJECT GUTENBERG(?:-tm|™)? LICENSE[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE = re.compile(
    r"^(?=[ \t*\ufeff]*+(?:The )?Project)[ \t*\ufeff]*+(?:The )?Project Gutenberg(?:'s|’s)? "
    rf"{_WORK} of (?P<title>[^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
NUMBER = re.compile(r"\[(?:EBook|EText|E-Text) #(\d+)\]", re.IGNORECASE)
SIGN = re.compile(
    r"Project Gutenberg|Gutenberg-tm|\be-?texts?\b|\be-?books?\b|gutenberg\.(?:org|net)|pglaf\.org|"
    r"SMALL PRINT",
    re.IGNORECASE,
)
"""Words that only Project Gutenberg's part of a file has, as a rule."""
# Letters that every marker has, whatever its case; its line is looked at then.
_STEMS = AhoCorasick([
    *("utenberg", "UTENBERG", "ollected Etexts", "COLLECTED ETEXTS", "ext #", "EXT #", "ook #", "OOK #"),
    *("*END", "*End", "*end", "*START", "*Start", "*start", "* START", "* Start", "* start"),
])  # fmt: skip
_HEADER_LINE = re.compile(
    r"(?:Title|Author|Editor|Translator|Illustrator|Contributor|Release Date|Posting Date|Last Updated|"
    r"Language|Edition|Character set encoding)[ \t]*:|Copyright laws are changing|"
    r"Officially (?:re-)?released|\[?(?:Most recently|Last) updated|[*=_\s-]+$",
    re.IGNORECASE,
)
TOP_CHARS = 3_000
"""Of a file, that say whose it is, if no marker does."""
HEADER_CHARS = 30_000
"""Of a file, that its header is looked for in."""
_UNSIGNED_CHARS = 2_000  # that may follow the last sign of a footer and still belong to it


_CLUSTER = 60  # paragraphs of a header without an end marker
_PROSE = 3  # paragraphs in a row of such a header that nothing marks as Project Gutenberg's
_TITLE_LINES = 2


_KINDS = (
    (START, "start"),
    (_END, "end"),
    (_SMALL_PRINT, "end"),
    (_TITLE, "header"),
    (re.compile(rf"[^\n]{{0,200}}?{NUMBER.pattern}", re.IGNORECASE), "header"),
)


class _Mark(NamedTuple):
    start: int
    end: int
    kind: str


def bodies(text: str) -> list[Span]:
    """What remains of a file without Project Gutenberg's headers, footers and small print.

    A file of several e-texts has several bodies. A text that nothing in it says is Project Gutenberg's is one
    body. In doubt a line is kept: what follows an end marker ends where it ceases to look like a footer.
    """
    begin = _top_header_end(text)
    found: list[Span] = []
    marks = [mark for mark in _marks(text) if mark.start >= begin]
    for number, mark in enumerate(marks):
        if mark.start < begin:
            continue
        found.append(Span(begin, mark.start))
        if mark.kind == "end":
            after = marks[number + 1].start if number + 1 < len(marks) else len(text)
            begin = _footer_end(text, mark.end, after)
        else:
            begin = _header_end(text, marks, number)
    found.append(Span(begin, len(text)))
    return [body for body in found if text[body.start : body.end].strip("\ufeff \t\n")]


def top(text: str) -> str:
    """The header of the file, or where one would be: with what its fields and its first lines say."""
    start = START.search(text, 0, HEADER_CHARS)
    return text[: start.start() if start else TOP_CHARS]


def _marks(text: str) -> list[_Mark]:
    """All markers of the text, in order."""
    found = []
    for line in lines_with(text, _STEMS):
        for pattern, kind in _KINDS:
            if one := pattern.match(text, line.start):
                found.append(_Mark(line.start, one.end(), kind))
                break
    return found


def _top_header_end(text: str) -> int:
    """Where the header at the beginning of the file ends; 0 if it has none."""
    end = 0
    for start in START.finditer(text, 0, HEADER_CHARS):
        if _begins_something_else(text, end, start.start()):
            break
        end = start.end()
    if end:
        return end
    head = text[:TOP_CHARS]
    return _cluster_end(text, 0) if _TITLE.search(head) or NUMBER.search(head) else 0


def _begins_something_else(text: str, end: int, start: int) -> bool:
    """Whether a marker ends no header: a work, a footer or another header is before it.

    Args:
        text: of the file.
        end: of the header so far, or 0.
        start: of the marker.
    """
    small_print = _SMALL_PRINT.search(text, end, start)
    if not end:
        before = text[: small_print.start()] if small_print else ""
        return bool(before.strip()) and not SIGN.search(before)
    title = _TITLE.search(text, end, start)
    far = title is not None and title.start() - end > _UNSIGNED_CHARS
    return far or bool(small_print or _END.search(text, end, start))


def _header_end(text: str, marks: list[_Mark], number: int) -> int:
    """Where the header that begins with a mark inside the file ends."""
    begin = marks[number].start
    for at in range(number, len(marks)):
        mark = marks[at]
        if mark.kind == "end" or mark.start > begin + HEADER_CHARS:
            break
        if mark.kind == "start":
            return mark.end
    return _cluster_end(text, begin)


def _footer_end(text: str, start: int, after: int) -> int:
    """Where a footer ends: with the last sign of Project Gutenberg in it, or with the stretch."""
    if SIGN.search(text, max(start, after - _UNSIGNED_CHARS), after):
        return after
    last = start
    for sign in SIGN.finditer(text, start, after):
        last = sign.end()
    end = text.find("\n\n", last, after)
    return after if after - last <= _UNSIGNED_CHARS or end < 0 else end


def _cluster_end(text: str, start: int) -> int:
    """Where a header ends that no marker ends.

    With the last paragraph that says something of Project Gutenberg, before the title of the work. Between
    two title lines that name the same work there are notes on it.
    """
    last, prose = start, 0
    title: set[str] | None = None
    for one in islice(paragraphs(text, start, min(start + HEADER_CHARS, len(text))), _CLUSTER):
        said = one.said(text)
        if named := _TITLE.search(said):
            words = _words(named["title"])
            if title is not None and words != title:
                break
            title = words
        elif title and NUMBER.search(said) and not _HEADER_LINE.match(said):
            break
        elif not (SIGN.search(said) or _HEADER_LINE.match(said)):
            short = said.count("\n") < _TITLE_LINES
            prose += 1
            if prose > _PROSE or is_heading(text, one) or (short and _words(said) & (title or set())):
                break
            continue
        last, prose = _signed_end(one, said), 0
    return last


def _signed_end(one: Paragraph, said: str) -> int:
    """The end of a paragraph of a header, or of its last line with a sign if it runs on into the work."""
    if said.count("\n") < 25:
        return one.end
    last = max((sign.end() for sign in SIGN.finditer(said)), default=0)
    return one.start + (said.find("\n", last) if "\n" in said[last:] else len(said))


def _words(said: str) -> set[str]:
    return {word for word in re.findall(r"\w{4,}", said.lower()) if word not in {"with", "from", "this"}}
