"""Names of people: those in a list, and in Chinese also full names, which are too many for a list.

A full name is a surname and two characters of given names. The lists of both are our own: the commonest
surnames, and characters that rarely follow each other except in names.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from itertools import accumulate
from typing import TYPE_CHECKING

from dialogue_etl.filters import Cut
from dialogue_etl.filters.matching import Found, Matcher, leftmost_longest
from dialogue_etl.filters.patterns import NAME
from dialogue_etl.filters.rule import Rule, Screened, flag, replacing
from dialogue_etl.text.segmentation import is_chinese, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from dialogue_etl.filters.rule import DialogueRule, Utterance
    from dialogue_etl.filters.text_batch import Mask, TextBatch

_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁"
    "沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚"
)
_GIVEN = (
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉萍红玲芬燕彬鹏浩宇轩梓涵欣怡佳雪梅琳倩婷慧颖莹瑶"
    "璐琪晨阳博文俊豪志建国庆龙凤绍德海波辉斌峰飞云霖鑫森林晓振宏永春兰珍淑秀荣贵福生祥瑞嘉诚思雅若诗"
    "语馨妍菲薇蕾丹晶宁安健旭坤凯航炜铭锋哲翔昊然睿泽宸熙煜皓昕彤萌雯洁莉莲蓉芸芝琴瑛璇瑾瑜珊珠"
)
_REMEMBERED, _SHORT = 2**15, 1_000  # texts, and characters of one
_CANDIDATE = re.compile(f"[{_SURNAMES}][{_GIVEN}]{{2}}(?<![老小阿]...)")


def full_names(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each full name.

    None of its three characters may be part of another word of jieba's dictionary, such as 高兴, 明白 and
    国庆; a name in the dictionary is one word.
    """
    if not _CANDIDATE.search(text):
        return
    edges = {0, *accumulate(map(len, tokens(text, guess=False)))}
    for found in _CANDIDATE.finditer(text):
        start, end = found.span()
        if {start, end} <= edges and (start + 1 in edges) == (start + 2 in edges):
            yield start, end


def finder(matcher: Matcher, language: str) -> Callable[[str], list[Found]]:
    """A function that finds the names of a matcher, and in Chinese also full names."""
    if not is_chinese(language):
        return matcher.find

    def find(text: str) -> list[Found]:
        found = matcher.find(text)
        full = [Found(start, end, text[start:end]) for start, end in full_names(text)]
        return leftmost_longest([*found, *full]) if full else found

    return find


def names(language: str, terms: Mapping[str, Iterable[str]]) -> DialogueRule:
    """Replace the terms of names.txt by `<NAME1>`, `<NAME2>` … (clean-dialog, re_name).

    Names are numbered from 1 in the order of their first occurrence in a dialogue; a name has the same number
    in all turns. Only whole words match, and case matters: `will` is not Will. Placeholders in the text are
    renumbered, too, so that a dialogue that was split off begins with 1 again.
    """
    matcher = Matcher(terms.get("names", ()), language, whole_words=True, ignore_case=False)
    find = finder(matcher, language)
    # Cached, since an utterance is in every path through it; long ones are rare and would take up memory.
    remembered = lru_cache(_REMEMBERED)(partial(_names_of, find=find))

    def in_text(text: str) -> list[tuple[int, int, str]]:
        return remembered(text) if len(text) <= _SHORT else _names_of(text, find)

    def may_find(batch: TextBatch) -> Mask:
        listed = zip(batch.texts, matcher.may_find(batch.texts).tolist(), strict=True)
        return batch.where(
            (one or "<" in text or _CANDIDATE.search(text)) and in_text(text) for text, one in listed
        )

    def rule(dialogue: Sequence[Utterance]) -> Cut | None:
        names_of = [in_text(turn.text) for turn in dialogue]
        if not any(names_of):
            return None
        numbers: dict[str, int] = {}
        renamed = [
            turn._replace(text=_renamed(turn.text, found, numbers))
            for turn, found in zip(dialogue, names_of, strict=True)
        ]
        first = next(found for found in names_of if found)[0][2]
        return None if renamed == list(dialogue) else Cut([renamed], first)

    return Screened(rule, may_find)


def _names_of(text: str, find: Callable[[str], list[Found]]) -> list[tuple[int, int, str]]:
    """Names and placeholders in a text from left to right: start, end, and the name."""
    found = [(hit.start, hit.end, hit.term) for hit in find(text)]
    if "<" in text:
        found += [(place.start(), place.end(), place[0]) for place in NAME.finditer(text)]
    return sorted(found)


def _renamed(text: str, found: Sequence[tuple[int, int, str]], numbers: dict[str, int]) -> str:
    pieces, end = [], 0
    for start, stop, name in found:
        pieces += [text[end:start], f"<NAME{numbers.setdefault(name, len(numbers) + 1)}>"]
        end = stop
    return "".join([*pieces, text[end:]])


NAMES = Rule(
    names,
    "with names",
    replacing(
        "Names of names.txt, in Chinese full names too; cut puts <NAME1>, <NAME2> … there, one number per "
        "name and dialogue",
        source=flag("re_name"),
    ),
)
