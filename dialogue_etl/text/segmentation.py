"""The words of an utterance: jieba's in Chinese, as in the paper; elsewhere runs of letters and digits."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jieba import Tokenizer

_WITHOUT_BLANKS = frozenset(["zh", "yue", "wuu", "ja", "th", "lo", "km", "my"])
"""Languages written without blanks between words."""
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


def is_chinese(language: str) -> bool:
    """Whether a BCP-47 tag is that of Chinese, in any script or region."""
    return primary(language) == "zh"


def writes_blanks(language: str) -> bool:
    """Whether blanks part the words of a language."""
    return primary(language) not in _WITHOUT_BLANKS


def primary(language: str) -> str:
    """The language of a BCP-47 tag without script and region."""
    return language.partition("-")[0].lower()


def tokens(text: str, *, guess: bool = True) -> list[str]:
    """A Chinese text cut by jieba: words, signs and blanks, which together are the text.

    Args:
        text: with blanks or without.
        guess: take characters together that are no word of its dictionary, but look like one.
    """
    found: list[str] = segmenter().lcut(text, HMM=guess)
    return found


def words(text: str, language: str) -> list[str]:
    """The words of a text, in lower case, without punctuation.

    Jieba is the paper's own choice (section 3.3): its figures can be compared.
    """
    lowered = text.lower()
    if is_chinese(language):
        return [token for token in tokens(lowered) if any(map(str.isalnum, token))]
    return _WORD.findall(lowered)


@cache
def segmenter() -> Tokenizer:
    """Jieba with its own dictionary.

    Its own `initialize` leaves a file in the folder for temporary files and believes what it finds there;
    reading the dictionary takes no longer.
    """
    import jieba  # noqa: PLC0415 - its dictionary is 5 MB; most commands cut no Chinese

    segmenter = jieba.Tokenizer()
    segmenter.FREQ, segmenter.total = segmenter.gen_pfdict(segmenter.get_dict_file())
    segmenter.initialized = True
    return segmenter
