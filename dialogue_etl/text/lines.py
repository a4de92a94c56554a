"""Texts made fit for files that have a meaning of their own for line ends, tabs or control characters."""

import re

BREAKS = dict.fromkeys(map(ord, "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""Whatever `str.splitlines` ends a line at: comments hold some of them, utterances of books none."""
_SEPARATORS = {**BREAKS, ord("\t"): " "}
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def one_line(text: str) -> str:
    """A text with blanks for its tabs and line ends, as long as before."""
    return text.translate(_SEPARATORS)


def xml_text(text: str) -> str:
    """A text with U+FFFD for the characters XML forbids."""
    return _FORBIDDEN.sub("\ufffd", text)
