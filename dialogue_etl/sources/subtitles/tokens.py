"""Tokens of a text: words and runs of punctuation; single characters in scripts written without spaces."""

import re
from functools import cache

# Kana, Han, Thai, Lao, Myanmar and Khmer are written without spaces between words.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"


@cache
def _token() -> re.Pattern[str]:
    letter = rf"[^\W{_UNSPACED}]"
    return re.compile(rf"[{_UNSPACED}]|['’]?{letter}+(?:['’-]{letter}+)*|[^\w\s]+")


def tokens(text: str) -> list[str]:
    """As written, in order."""
    return _token().findall(text)
