"""Splits utterances into words: by jieba in Chinese, as in the paper; else runs of letters and digits."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, groupby

_WITHOUT_BLANKS = frozenset(["zh", "yue", "wuu", "ja", "th", "lo", "km", "my"])
"""Languages written without blanks between words."""
# Characters with which rjieba (jieba in Rust, ten times as fast) splits differently: jieba does not know rare
# Han characters, and takes `1-0` or `t.cn` for three words. Lone surrogates exist in Python only. Remaining
# differences are near ties between two ways to split: four texts of a million comments.
_UNLIKE = re.compile("[+#&._%\\-\u3400-\u4dbf\u9fd6-\u9fff\uf900-\ufaff\ud800-\udfff\U00020000-\U0003ffff]")
_SIGN = re.compile(r"\r\n|.", re.DOTALL)
_BLOCK = re.compile(r"([\u4e00-\u9fd5a-zA-Z0-9+#&._%\-]+)")
_RUN = re.compile(r"([a-zA-Z0-9]+(?:\.\d+)?%?)")
_HAN = re.compile("[\u4e00-\u9fd5]")
_PAIR = re.compile(r"\w{1,2}")
_WORD = re.compile(r"\w+(?:['’-]\w+)*")


@cache  # asked of every text
def is_chinese(language: str) -> bool:
    """Whether a BCP-47 tag is Chinese, in any script or region."""
    return primary(language) == "zh"


def writes_blanks(language: str) -> bool:
    """Whether a language is written with blanks between words."""
    return primary(language) not in _WITHOUT_BLANKS


def with_blanks(text: str, language: str) -> str:
    """A text with blanks between its words, for what counts or compares them.

    Of languages that write none, Chinese is cut by jieba; others into pairs of characters, a rough measure.
    """
    if writes_blanks(language):
        return text
    if is_chinese(language):
        return " ".join(words(text, language))
    return " ".join(_PAIR.findall(text))


def blank_after(text: str) -> str:
    """What separates a text from one that follows it: nothing after a wide character, else a blank."""
    return "" if unicodedata.east_asian_width(text[-1:] or " ") in {"W", "F"} else " "


def primary(language: str) -> str:
    """The language of a BCP-47 tag without script and region."""
    return language.partition("-")[0].lower()


def tokens(text: str, *, guess: bool = True) -> list[str]:
    """Split a Chinese text with jieba into words, signs and blanks; joined, they are the text.

    Args:
        text: with blanks or without.
        guess: also find likely words that are not in the dictionary of jieba.
    """
    import rjieba  # noqa: PLC0415 - its dictionary is 5 MB; most commands cut no Chinese

    if not _UNLIKE.search(text):
        found: list[str] = rjieba.cut(text, guess)
        return found
    return [word for block in _BLOCK.split(text) if block for word in _words_of(block, guess=guess)]


def tokens_of(texts: Iterable[str]) -> list[str]:
    """The `tokens` of many texts, which takes half the time of one by one.

    A line end follows those of each text; line ends within texts become blanks.
    """
    lines = (text.replace("\n", " ").replace("\r", " ") + "\n" for text in texts)
    found = (tokens("".join(run)) for _, run in groupby(lines, lambda line: bool(_UNLIKE.search(line))))
    return list(chain.from_iterable(found))


def _words_of(block: str, *, guess: bool) -> Iterator[str]:
    """The words of a run of characters that all match `_BLOCK`, or all do not."""
    import rjieba  # noqa: PLC0415 - as above

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

    Jieba is what the paper uses (section 3.3), so figures are comparable.
    """
    lowered = text.lower()
    if is_chinese(language):
        return [token for token in tokens(lowered) if any(map(str.isalnum, token))]
    return _WORD.findall(lowered)
