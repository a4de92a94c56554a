"""Features of the turn classifier for two neighbouring sentences: seven groups (Lison & Meena 2016, EDOS).

Dashes that mark a change of speaker are never among them: they are the labels.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.subtitles.segment import share_block, undashed
from dialogue_etl.sources.subtitles.tokens import tokens
from dialogue_etl.text.lemmas import lemmatizer

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_LONGEST = 100  # tokens of a sentence
_STEP = 3  # sentences a minute: films differ between some 10 and 30
_SEP = "\x1f"
_AT_ONCE = 5_000


class Pair(NamedTuple):
    """Two neighbouring sentences.

    Attributes:
        one: the first, without dashes.
        other: the second, without dashes.
        block: whether they share a subtitle block.
        new_line: whether the second begins a line; None where lines are not known (OPUS).
        genres: of the film.
        density: sentences per minute of the film, in steps of three; -1 if unknown.
    """

    one: str
    other: str
    block: bool
    new_line: bool | None
    genres: tuple[str, ...]
    density: int


class Facts(NamedTuple):
    """What is known about a film: see `Pair`."""

    genres: tuple[str, ...] = ()
    density: int = -1

    @classmethod
    def of(cls, film: Mapping[str, Any]) -> Facts:
        """From a row of the table `films`."""
        length = film["duration_ms"] or 0
        density = -1 if length <= 0 else int((film["sentences"] or 0) * 60_000 / length) // _STEP
        return cls(tuple(film["genres"] or ()), density)


UNKNOWN = Facts()


def pair_of(one: Mapping[str, Any], other: Mapping[str, Any], facts: Facts) -> Pair:
    """Two rows of the table `sentences` as the classifier sees them."""
    return Pair(
        undashed(one["text"]), undashed(other["text"]), share_block(one, other), other["new_line"], *facts
    )


def words_of(text: str) -> list[str]:
    """The words of a sentence for features: lower-cased tokens."""
    return tokens(text.lower())[:_LONGEST]


def features(pair: Pair, groups: Collection[str], lemma: Callable[[str], str] = str) -> list[str]:
    """The names of the (binary) features of a pair.

    Args:
        pair: of sentences.
        groups: of `params.turns.GROUPS`.
        lemma: of a word; n-grams are of lemmas.
    """
    sides = [(side, words_of(text)) for side, text in (("a", pair.one), ("b", pair.other))]
    few: list[str] = []
    if "edges" in groups:
        few += [f"{side}{at}{words[at]}" for side, words in sides if words for at in (0, -1)]
    if "edge_bigrams" in groups:
        few += [
            f"{side}{at}{words[at]}{_SEP}{words[at + 1]}"
            for side, words in sides
            if len(words) > 1
            for at in (0, -2)
        ]
    if "block" in groups:
        few += [f"block{pair.block}", f"line{pair.new_line}"]
    if "genre" in groups:
        few += [f"genre{name}" for name in pair.genres]
    if "density" in groups:
        few.append(f"density{pair.density}")
    found = list(few)
    if "ngrams" in groups:
        found += [gram for side, words in sides for gram in _grams(side, list(map(lemma, words)))]
    if "quadratic" in groups:
        found += [f"{one}{_SEP}{_SEP}{other}" for one, other in combinations(few, 2)]
    return found


def _grams(side: str, words: Sequence[str]) -> Iterator[str]:
    for word in dict.fromkeys(words):
        yield f"{side}|{word}"
    for one, other in dict.fromkeys(pairwise(words)):
        yield f"{side}|{one}{_SEP}{other}"


def columns(pairs: Sequence[Pair], groups: Collection[str], bits: int, language: str) -> csr_matrix:
    """A row for each pair, of length one: its features, hashed into 2**bits columns."""
    from scipy.sparse import csr_matrix, vstack  # noqa: PLC0415 - takes a second; the rules need none of it
    from sklearn.feature_extraction import FeatureHasher  # noqa: PLC0415
    from sklearn.preprocessing import normalize  # noqa: PLC0415

    lemma = lemmatizer(language)
    hasher = FeatureHasher(2**bits, input_type="string", alternate_sign=False)
    parts = [
        hasher.transform(features(pair, groups, lemma) for pair in pairs[start : start + _AT_ONCE])
        for start in range(0, len(pairs), _AT_ONCE)
    ]
    return normalize(vstack(parts)) if parts else csr_matrix((0, 2**bits))
