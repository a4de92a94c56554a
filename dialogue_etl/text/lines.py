"""Prepares texts for files in which line ends, tabs or control characters have a special meaning."""

import re

BREAKS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""All line ends of `str.splitlines`; utterances of books have none of them, comments do."""
WINDOWS = {number: bytes([number]).decode("cp1252", "ignore") for number in range(0x80, 0xA0)}
"""Control characters that are characters of Windows-1252 by their number (HTML, section 13.2.5.80)."""
_SEPARATORS = {**BREAKS, ord("\t"): " "}
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def one_line(text: str) -> str:
    """The text with tabs and line ends replaced by blanks; its length stays the same."""
    return text.translate(_SEPARATORS)


def xml_text(text: str) -> str:
    """The text with characters that XML forbids replaced by U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", text)
