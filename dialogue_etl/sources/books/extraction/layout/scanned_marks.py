"""Mends closing quotation marks that a scan has as digits or letters: „Pojď!1 zvolal Jan.

In two Czech novels 181 of about 1,650 quotations end so, and had narration up to the next mark, 54 of them in
a letter or stroke (Kam?a ptala se); in 167 books of Project Gutenberg one does.
"""

import re

_SCANNED = re.compile(r"(?:(?<=[.,!?…])(?:\d{1,3}|[*®/]|tt|ft|[aul])|(?<=[^\W\d])[*/])(?=\s)")
_PARAGRAPH = re.compile(r"\n\s*\n")
_CLOSING = re.compile(r"[“”\"]")
_NEXT = re.compile(r"[„“”\"]|\n\s*\n")


def with_closing_marks(text: str) -> str:
    """The text with “ and blanks in place of these signs; offsets stay.

    Only where „ is open in the paragraph and nothing closes it before the next one opens.
    """
    if "„" not in text:
        return text
    parts, begin = [], 0
    for found in _SCANNED.finditer(text):
        start, end = found.span()
        opened = text.rfind("„", begin, start)
        if opened < 0 or _CLOSING.search(text, opened, start) or _PARAGRAPH.search(text, opened, start):
            continue
        following = _NEXT.search(text, end)
        if following and _CLOSING.match(following[0]):
            continue
        parts += [text[begin:start], "“".ljust(end - start)]
        begin = end
    return "".join([*parts, text[begin:]])
