"""Project Gutenberg's plain-text form: header, footer and what they say.

Depth (marker lines of all eras, credits, notes) grows here; offsets everywhere else count in the text
that is left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Texts come from anywhere, even a line of 50 MB of blanks: no pattern looks at the same stretch again and
# again. Hence `*+`, which gives nothing back, and `(?<=…)`, which lets a stretch be tried from its edge only.
_START = re.compile(
    r"^[ \t]*+\*{1,3} ?START OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*(?:\n[^\n]*)??\*{3}[ \t]*$"
    r"|^[^\n]*\*END\*? ?THE SMALL PRINT[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(
    r"^(?=[ \t*TE])(?:"  # for speed: most lines begin with something else
    r"[ \t]*+\*{1,3} ?END OF (?:THE|THIS) PROJECT GUTENBERG[^\n]*$"
    r"|[ \t]*+\**+[ \t]*+(?:The )?End of (?:the |this )?(?:Project Gutenberg|Collected Etexts)(?:'s|’s)?"
    r"(?: [^\n]*)?$)",
    re.IGNORECASE | re.MULTILINE,
)
_CREDIT = re.compile(
    r"\s*+(?:Produced by|E-text prepared by|Etext prepared by|This etext was prepared by|Transcribed by|"
    r"Prepared by)\b[^\n]*+(?:\n[^\n]++)*+",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"^(Title|Author|Language):[ \t]*+(\S[^\n]*+(?:\n[ \t]{2,}+\S[^\n]*+)*+)", re.MULTILINE | re.IGNORECASE
)
# Before 2003 there were no fields: "**The Project Gutenberg Etext of Emma, by Jane Austen**".
_OLD_TITLE = re.compile(
    r"^[^\w\n]*+The Project Gutenberg E(?:text|book) of (?P<title>.+?)"
    r"(?:(?:,|(?<!\s))\s++by\s++(?P<author>.+?)(?<=\w)\W*$|(?<=\w)\W*$)",
    re.IGNORECASE | re.MULTILINE,
)
_OLD_AUTHOR = re.compile(r"\s*+by (?P<author>.+?)(?<=\w)\W*$", re.IGNORECASE | re.MULTILINE)
_NUMBER = re.compile(r"\[(?:EBook|EText) #(\d+)\]", re.IGNORECASE)
_COPYRIGHTED = re.compile(r"This is a COPYRIGHTED Project Gutenberg", re.IGNORECASE)
_HEADER_CHARS = 30_000

PUBLIC_DOMAIN = "Public domain in the USA."
COPYRIGHTED = "Copyrighted. Read the copyright notice inside this book for details."


@dataclass(frozen=True)
class Header:
    """What the header of a Project Gutenberg text says; empty where it says nothing."""

    number: str = ""
    title: str = ""
    author: str = ""
    language: str = ""
    rights: str = ""


def strip(text: str) -> str:
    """The work without header, footer and the credit at its beginning; a text without markers as it is."""
    starts = [found.end() for found in _START.finditer(text, 0, _HEADER_CHARS)]
    first = starts[-1] if starts else 0
    end = _END.search(text, first)
    body = text[first : end.start() if end else len(text)]
    credit = _CREDIT.match(body)
    return body[credit.end() if credit else 0 :].strip()


def header(text: str) -> Header:
    """What the header says of the book."""
    start = _START.search(text, 0, _HEADER_CHARS)
    top = text[: start.start() if start else 3_000]
    if not (start or _OLD_TITLE.search(top) or _NUMBER.search(top)):
        return Header()
    fields = _old_fields(top)
    fields |= {name.lower(): " ".join(value.split()) for name, value in reversed(_FIELD.findall(top))}
    number = _NUMBER.search(top)
    return Header(
        number=number.group(1) if number else "",
        title=fields.get("title", ""),
        author=fields.get("author", ""),
        language=fields.get("language", ""),
        rights=COPYRIGHTED if _COPYRIGHTED.search(top) else PUBLIC_DOMAIN,
    )


def _old_fields(top: str) -> dict[str, str]:
    found = _OLD_TITLE.search(top)
    if found is None:
        return {}
    below = _OLD_AUTHOR.match(top, found.end() + 1)
    author = found["author"] or (below["author"] if below else "")
    return {"title": " ".join(found["title"].split()), "author": " ".join(author.split())}
