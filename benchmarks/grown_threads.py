"""Comments grown from a seed: trees as forums have them, two that are hard, and what is said.

Words are drawn from the dictionary of jieba, as often as it says they are used; beside them stands the
noise that rules look for. Two in ten comments say one of a few things.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import jieba

from dialogue_etl.sources.threads import corpora

CHAIN = 10_000
ANSWERS = 100_000
LANGUAGE = "zh"

_WORDS = 20_000
_MIXED = 50_000
"""Comments that change places: parents do not come before their answers."""
_STOCK = [
    "哈哈哈哈哈哈哈哈",
    "好的",
    "是的呀",
    "转发微博",
    "我也是",
    "谢谢",
    "真的吗？",
    "嗯",
    "不知道",
    "666",
]
_BEFORE = ["回复@{name}: ", "@{name} ", "#{word}# ", "【{word}】", "[{word}]"]
_BEHIND = [
    "[{word}]",
    "[{word}][{word}]",
    " https://t.cn/{name} ",
    "//@{name}: {word}",
    "😂",
    "~~~",
    "！！！",
    ":smile:",
]
_BEHIND += [" QQ{number}", " 138{number}", "…显示全部", "\u200b"]


@dataclass(frozen=True)
class Comment:
    """What is known of a comment but its text."""

    id: str
    parent: str | None
    author: str
    time: int


def grown(count: int, seed: int) -> Iterator[Comment]:
    """As many comments, in trees: a chain, a post with very many answers, and threads of a forum."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    yield from _tree("chain", min(CHAIN, count // 10), draw, lambda number: number - 1)
    yield from _tree("wide", min(ANSWERS, count // 4), draw, lambda _: 0)
    left = count - min(CHAIN, count // 10) - min(ANSWERS, count // 4)
    number = 0
    while left:
        # Most posts have a few answers, a few have thousands; half of the answers are to the post itself.
        size = min(left, 1 + int(draw.paretovariate(1.2)))
        yield from _tree(
            f"t{number}",
            size,
            draw,
            lambda at: 0 if draw.random() < 0.5 else draw.randrange(max(0, at - 20), at),
        )
        left -= size
        number += 1


def _tree(name: str, size: int, draw: random.Random, parent: Callable[[int], int]) -> Iterator[Comment]:
    for number in range(size):
        above = None if number == 0 else f"{name}.{parent(number)}"
        yield Comment(f"{name}.{number}", above, f"u{draw.randrange(50_000)}", draw.randrange(10**9))


def texts(seed: int) -> Iterator[str]:
    """What is said, without end."""
    draw = random.Random(f"texts {seed}")  # noqa: S311 - no secret
    jieba.initialize()
    known = sorted(jieba.dt.FREQ.items(), key=lambda word: (-word[1], word[0]))
    words = [word for word, _ in known if word.isalpha() and not word.isascii()][:_WORDS]
    often = list(accumulate(jieba.dt.FREQ[word] for word in words))
    while True:
        said = draw.choices(words, cum_weights=often, k=1 + min(80, int(draw.lognormvariate(1.7, 0.8))))
        text = _sentence(said, draw)
        yield draw.choice(_STOCK) if draw.random() < 0.2 else text


def _sentence(said: list[str], draw: random.Random) -> str:
    """Words with a sign now and then; before and behind every third sentence noise."""
    pieces = [word + ("，" if draw.random() < 0.1 else "") for word in said]
    text = "".join(pieces).rstrip("，") + draw.choice("。？！  ").strip()
    for noise, front in ((_BEFORE, True), (_BEHIND, False)):
        if draw.random() < 0.17:
            number = draw.randrange(10**7, 10**8)
            mark = draw.choice(noise).format(name=f"u{number % 50_000}", word=said[0], number=number)
            text = mark + text if front else text + mark
    return text


def write(folder: Path, count: int, seed: int) -> int:
    """Write a corpus of so many comments, and its catalogue; its size in bytes."""
    folder.mkdir(parents=True)
    draw = random.Random(f"order {seed}")  # noqa: S311 - no secret
    path = folder / "grown.jsonl"
    held: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        for comment, text in zip(grown(count, seed), texts(seed), strict=False):
            held.append(json.dumps({**vars(comment), "text": text}, ensure_ascii=False))
            if len(held) == _MIXED:
                draw.shuffle(held)
                file.write("\n".join(held) + "\n")
                held.clear()
        file.write("".join(f"{line}\n" for line in held))
    corpora.add(folder, corpora.Corpus("grown", "tree", LANGUAGE, "CC0-1.0", (path.name,)))
    return path.stat().st_size
