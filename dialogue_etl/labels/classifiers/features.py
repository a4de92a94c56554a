"""Features of pairs and utterances for the embedded backend."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack

from dialogue_etl.labels.classifiers.hashing import character_ngrams
from dialogue_etl.labels.classifiers.units import LONGEST, is_long

if TYPE_CHECKING:
    from dialogue_etl.labels.classifiers.association import Association, Floats
    from dialogue_etl.labels.classifiers.examples import Texts
    from dialogue_etl.labels.classifiers.fluency import Fluency
    from dialogue_etl.text.points import Offsets

_OPENERS = {
    "en": (
        "he she it they him her them his its their this that these those and but so because or also too then "
        "however still instead yes yeah yep no nope nah ok okay same agreed exactly true right indeed"
    ),
    "zh": (
        "他 她 它 他们 她们 它们 这 那 此 其 这个 那个 这样 那样 这么 那么 "
        "也 还 还有 但 但是 可是 不过 然而 而且 而 所以 因为 "
        "因此 于是 然后 那就 就 却 或者 是的 是啊 "
        "对 对啊 对的 嗯 不是 没有 没错 同意 同感 同求 为什么 怎么了 谁"
    ),
}
"""Words that refer to an earlier utterance if they begin one.

Third-person pronouns, demonstratives, conjunctions and bare answers depend on their context (Halliday & Hasan
1976, Cohesion in English: reference, conjunction, ellipsis). A weak feature.
"""


_OUTSIDE = {
    "en": (
        "today tomorrow yesterday tonight christmas easter halloween thanksgiving ramadan monday "
        "tuesday wednesday thursday friday saturday sunday weekend"
    ),
    "zh": (
        "今天 明天 昨天 前天 后天 今晚 昨晚 明晚 今早 明早 今年 明年 去年 本周 下周 上周 这周 周末 "
        "下个月 上个月 刚刚 刚才 马上 就要 快要 即将 春节 过年 新年 元旦 除夕 元宵 清明 "
        "端午 七夕 中秋 国庆 五一 圣诞 情人节 母亲节 父亲节 儿童节 双十一 北京 上海 广州 深圳 天津 重庆 "
        "成都 杭州 南京 武汉 西安 香港 台湾 澳门 东北 海南 云南 四川 湖南 广东"
    ),
}
"""Words of a time, a festival or a place: in an answer whose post has none of them they point outside the
pair (Wang et al. 2020, section 3.2, noise of the kinds 3 and 4).
"""
_POINTING = {"en": "now soon he she him her", "zh": "最近 现在 目前 他 她 男生 女生 姑娘 小伙"}
"""Words for gender and for now are less reliable: a weak feature, not used for labels."""


class Sides(NamedTuple):
    """Texts to classify, each distinct utterance once: most comments are both an answer and a post.

    Attributes:
        utterances: distinct.
        sides: of posts and of responses, or of single utterances: the index of each in `utterances`.
    """

    utterances: list[str]
    sides: list[Offsets]

    @classmethod
    def of(cls, texts: Sequence[Texts]) -> Sides:
        """The texts of some examples."""
        places = {text: place for place, text in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
        sides = [np.array([places[text] for text in side], np.int64) for side in zip(*texts, strict=True)]
        return cls([*places], sides)


def pair_signs(
    pairs: Sides, association: Association, fluency: Fluency, language: str, fitting: Floats | None = None
) -> Floats:
    """20 features per pair, and one more for `fitting`, the similarity of both sides to an encoder.

    Shared words by weight and number, which on LCCC dialogues expose most mismatched pairs; lengths; how well
    the words go together; the share of rare or new words in the response; words in it that point outside the
    pair; its fluency; whether it occurs elsewhere.
    """
    posts, responses = pairs.sides
    found, unknown = association.look_up(pairs.utterances)
    post, response = found[posts], found[responses]
    shared = post.multiply(response).tocsr()
    weight, weights = shared @ association.weights, found @ association.weights + 1
    lengths = _lengths(pairs.utterances)
    columns = [
        np.log1p(weight),
        np.log1p(shared @ (association.weights * is_long(association.numbers))),
        np.log1p(shared.getnnz(axis=1)),
        _heaviest(shared, association.weights),
        weight / weights[responses],
        weight / weights[posts],
        weight / np.sqrt(weights[posts] * weights[responses]),
        lengths[posts],
        lengths[responses],
        np.abs(lengths[posts] - lengths[responses]),
        *_going_together(post @ association.posts, response @ association.responses),
        unknown[responses],
        _pointing(pairs, language),
        *fluency.signs(pairs.utterances)[responses].T,
        *([] if fitting is None else [fitting]),
    ]
    return np.column_stack(columns)


def utterance_signs(utterances: Sides, language: str) -> Floats:
    """3 features per utterance: its length, whether it refers back, whether it asks."""
    refers = opener(language)
    said = utterances.utterances
    signs = np.column_stack(
        [
            _lengths(said),
            np.array([float(bool(refers and refers.match(text))) for text in said]),
            np.array([float(text.rstrip().endswith(("?", "？"))) for text in said]),
        ]
    )
    rows: Floats = signs[utterances.sides[0]]
    return rows


def opener(language: str) -> re.Pattern[str] | None:
    """Matches at the start of an utterance that refers back; None for a language without a list."""
    base = language.partition("-")[0]
    if base not in _OPENERS:
        return None
    words = "|".join(sorted(_OPENERS[base].split(), key=len, reverse=True))
    end = "" if base == "zh" else r"\b"
    return re.compile(rf"\W{{0,9}}(?:{words}){end}", re.IGNORECASE)


def ngrams(texts: Sides) -> csr_matrix:
    """Hashed character n-grams of one to three, with marks at both ends; the columns of each side in turn."""
    hashed = character_ngrams(texts.utterances)
    return hstack([hashed[side] for side in texts.sides]).tocsr()


def weighed_ngrams(texts: Sides, weights: Floats) -> Floats:
    """`ngrams` times weights, without concatenating the columns."""
    products = character_ngrams(texts.utterances) @ weights.reshape(len(texts.sides), -1).T
    weighed: Floats = np.sum([products[side, number] for number, side in enumerate(texts.sides)], axis=0)
    return weighed


def _lengths(utterances: Sequence[str]) -> Floats:
    return np.log1p(np.array([len(text) for text in utterances], np.float64))


def _pointing(pairs: Sides, language: str) -> Floats:
    words = _listed(language, pointing=True)
    posts, responses = pairs.sides
    if not words:
        return np.zeros(len(posts))
    found_words = _listed_words_of_each(pairs.utterances, words)
    only = np.zeros(len(posts))
    for place in np.flatnonzero(np.isin(responses, [*found_words])).tolist():
        only[place] = len(found_words[responses[place]] - found_words.get(posts[place], set()))
    return np.log1p(only)


def outside(post: str, response: str, language: str) -> set[str]:
    """Words of a time, a festival or a place that are in the response only."""
    words = _listed(language)
    own = _listed_words(response, words) if words else set()
    return own - _listed_words(post, words) if words and own else own


def _listed_words_of_each(texts: Sequence[str], words: re.Pattern[str]) -> dict[int, set[str]]:
    """`_listed_words` of those texts that have such words, by index: a search of all texts at once."""
    folded = [text[:LONGEST].casefold() for text in texts]
    found = [(hit.start(), hit.group()) for hit in words.finditer("\n".join(folded))]
    ends = np.cumsum([len(text) + 1 for text in folded])
    owners = np.searchsorted(ends, [start for start, _ in found], "right").tolist()
    found_words: dict[int, set[str]] = {}
    for owner, (_, word) in zip(owners, found, strict=True):
        found_words.setdefault(owner, set()).add(word)
    return found_words


def _listed_words(text: str, words: re.Pattern[str]) -> set[str]:
    return set(words.findall(text[:LONGEST].casefold()))


@cache
def _listed(language: str, *, pointing: bool = False) -> re.Pattern[str] | None:
    """Matches words that point outside, optionally also weaker ones; None for a language without a list."""
    base = language.partition("-")[0]
    lists = (_OUTSIDE, _POINTING) if pointing else (_OUTSIDE,)
    words = sorted((word for of in lists for word in of.get(base, "").split()), key=len, reverse=True)
    if not words:
        return None
    listed = "|".join(words)
    return re.compile(listed if base == "zh" else rf"\b(?:{listed})\b")


def _heaviest(shared: csr_matrix, weights: Floats) -> Floats:
    """The weight of the rarest word that both have."""
    if not shared.shape[1]:
        return np.zeros(shared.shape[0])
    return np.asarray(shared.multiply(weights).tocsr().max(axis=1).todense()).ravel()


def _going_together(post: Floats, response: Floats) -> tuple[Floats, Floats]:
    """The angle between a post and a response, and their product."""
    product = np.einsum("ij,ij->i", post, response)
    lengths = np.einsum("ij,ij->i", post, post) * np.einsum("ij,ij->i", response, response)
    return product / np.sqrt(lengths + 1e-9), product
