"""The words of an utterance: jieba's in Chinese, as in the paper; elsewhere runs of letters and digits."""

import re
from collections.abc import Iterator
from functools import cache

_WITHOUT_BLANKS = frozenset(["zh", "yue", "wuu", "ja", "th", "lo", "km", "my"])
"""Languages written without blanks between words."""
# Where rjieba, jieba in Rust and ten times as fast, cuts in another way: rare Han characters are no Han for
# jieba, and it takes `1-0` or `t.cn` for three words. Halves of surrogate pairs are for Python alone. What is
# left are near ties between two ways to cut: four texts of a million comments.
_UNLIKE = re.compile("[+#&._%\\-\u3400-\u4dbf\u9fd6-\u9fff\uf900-\ufaff\ud800-\udfff\U00020000-\U0003ffff]")
_SIGN = re.compile(r"\r\n|.", re.DOTALL)
_BLOCK = re.compile(r"([\u4e00-\u9fd5a-zA-Z0-9+#&._%\-]+)")
_RUN = re.compile(r"([a-zA-Z0-9]+(?:\.\d+)?%?)")
_HAN = re.compile("[\u4e00-\u9fd5]")
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


@cache  # asked of every text
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
    import rjieba  # noqa: PLC0415 - its dictionary is 5 MB; most commands cut no Chinese

    if not _UNLIKE.search(text):
        found: list[str] = rjieba.cut(text, guess)
        return found
    return [word for block in _BLOCK.split(text) if block for word in _words_of(block, guess=guess)]


def _words_of(block: str, *, guess: bool) -> Iterator[str]:
    """The words of a run of characters that are all in `_BLOCK`, or none of them."""
    import rjieba  # noqa: PLC0415 - likewise

    if not _BLOCK.match(block):
        yield from _SIGN.findall(block)
        return
    for word in rjieba.cut(block, guess):
        if guess and len(word) > 1 and not _HAN.search(word) and not rjieba.has_word(word):
            yield from filter(None, _RUN.split(word))
        else:
            yield word


def words(text: str, language: str) -> list[str]:
    """The words of a text, in lower case, without punctuation.

    Jieba is the paper's own choice (section 3.3): its figures can be compared.
    """
    lowered = text.lower()
    if is_chinese(language):
        return [token for token in tokens(lowered) if any(map(str.isalnum, token))]
    return _WORD.findall(lowered)
