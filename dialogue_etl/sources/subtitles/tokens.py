"""Tokens of a text: words and runs of punctuation; single characters, or four letters, without blanks."""

import re
from functools import cache

_SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Kana and Han."""
_LETTERS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Myanmar and Khmer, of which a word has some four."""


@cache
def _token() -> re.Pattern[str]:
    letter = rf"[^\W{_SIGNS}{_LETTERS}]"
    return re.compile(rf"[{_SIGNS}]|[{_LETTERS}]{{1,4}}|['’]?{letter}+(?:['’-]{letter}+)*|[^\w\s]+")


def tokens(text: str) -> list[str]:
    """As written, in order."""
    return _token().findall(text)
