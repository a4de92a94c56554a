"""What only all dialogues together show: adverts, and answers of nothing but frequent tri-grams.

An answer with the post before it counts once, however many paths and threads it is in; the engine sums up,
so memory stays flat, and neither shards nor workers nor the order of dialogues matter. Then each dialogue is
held against the sums.

Corpora may be counted apart from the others: then what becomes of their dialogues does not depend on which
others are read.
Passing twice changes nothing: what is left out makes both counts smaller only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.filters import Split
from dialogue_etl.filters.chain import Cleaned, part
from dialogue_etl.filters.corpus import RULES
from dialogue_etl.filters.hits import Hit
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.said import Said, numbers_of
from dialogue_etl.text.points import distinct, points_of
from dialogue_etl.text.segmentation import writes_blanks
from dialogue_etl.text.word_numbers import Numbers, among, mixed, vocabulary_words

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_EVIDENCE = 80
_FACTOR = np.uint64(0xD1342543DE82EF95)
"""Any large odd number: with it the order of what is added counts."""


def numbers(texts: Sequence[str], salts: Numbers) -> Numbers:
    """A number for each answer, which tells corpora apart, by their salts, but not blanks."""
    return mixed(numbers_of(texts) ^ salts)


def length(text: str, language: str) -> int:
    """Of an answer: words in languages that write blanks between them, characters in others."""
    return len(text.split()) if writes_blanks(language) else sum(map(len, text.split()))


def trigrams(texts: Sequence[str], language: str) -> tuple[Numbers, Integers]:
    """The distinct tri-grams of each text, as numbers, and for each the place of its text.

    Of characters in languages written without blanks (clean-dialog, de_generic_dialog); else of words in
    lower case, as in DialoGPT (Zhang et al. 2020, section 2), whose rule the paper takes over: of the letters
    of an alphabet nearly all tri-grams are frequent. A text of fewer than three has none.

    Returns:
        Parallel arrays, sorted by text, then by number.
    """
    units, owners = _words(texts) if writes_blanks(language) else _characters(texts)
    first, second, third = units[:-2], units[1:-1], units[2:]
    found = mixed((first * _FACTOR + second) * _FACTOR + third)
    in_one_text = owners[:-2] == owners[2:]
    return _distinct(found[in_one_text], owners[:-2][in_one_text])


def _characters(texts: Sequence[str]) -> tuple[Numbers, Integers]:
    tight = ["".join(text.split()) for text in texts]
    lengths = np.fromiter(map(len, tight), np.int64, len(tight))
    return points_of("".join(tight)).astype(np.uint64), np.repeat(np.arange(len(tight)), lengths)


def _words(texts: Sequence[str]) -> tuple[Numbers, Integers]:
    numbers, lengths = vocabulary_words([" ".join(text.split()) for text in texts])
    return numbers, np.repeat(np.arange(len(texts)), lengths)


def _distinct(numbers: Numbers, owners: Integers) -> tuple[Numbers, Integers]:
    """Each number of an owner once: what is sorted is the owners and as much of the numbers as goes in."""
    bits = int(owners.max(initial=0)).bit_length()
    packed = owners.astype(np.uint64) << np.uint64(64 - bits) if bits else np.uint64(0)
    _, first = np.unique(packed | numbers >> np.uint64(bits), return_index=True)
    return numbers[first], owners[first]


def frequent_shares(
    texts: Sequence[str], language: str, frequent: Numbers, salt: np.uint64
) -> npt.NDArray[np.float64]:
    """Of each text's distinct tri-grams the share that is frequent; 0 for a text without one."""
    numbers, owners = trigrams(texts, language)
    inside, _ = among(numbers ^ salt, frequent)
    all_of = np.bincount(owners, minlength=len(texts))
    hits = np.bincount(owners[inside], minlength=len(texts))
    return hits / np.maximum(all_of, 1)


@dataclass(frozen=True)
class AnswerRules:
    """The rules that look at answers, with what was counted over all dialogues.

    Attributes:
        language: BCP-47 tag.
        values: of the section `rules`.
        adverts: numbers of the answers that are adverts, sorted, and under how many posts each stands.
        trigrams: numbers of the frequent tri-grams, sorted.
    """

    language: str
    values: Mapping[str, Any]
    adverts: tuple[Numbers, Integers]
    trigrams: Numbers

    def find(self, said: Said) -> Mapping[int, Mapping[int, Hit]]:
        """Of the dialogues that hold noise, by place, the turns that are noise, by place."""
        bad: dict[int, Hit] = {}
        places = said.answers
        salts = np.repeat(said.corpora, np.diff(said.edges))[places]
        measures = {"frequent_trigrams": self._shares, "adverts": self._posts}
        for rule in reversed(RULES):  # of an answer that both find, the advert counts
            if self.values[rule.name] != "off":
                judge = rule.ready(self.values)
                for answer, value in measures[rule.name](said, places, salts):
                    if verdict := judge(value):
                        turn = int(places[answer])
                        bad[turn] = self._hit(rule.name, said.texts[said.numbers[turn]], verdict)
        return _by_dialogue(bad, said)

    def _posts(self, said: Said, places: Integers, salts: Numbers) -> Iterator[tuple[int, float]]:
        """Long answers under many posts, and under how many."""
        least, told = self.values["adverts_characters"], np.zeros(len(said.texts), np.uint64)
        long = [place for place, text in enumerate(said.texts) if len(text) > least]  # no other is counted
        told[long] = numbers_of([said.texts[place] for place in long])
        inside, at = among(mixed(told[said.numbers[places]] ^ salts), self.adverts[0])
        for answer in inside.nonzero()[0].tolist():
            yield answer, int(self.adverts[1][at[answer]])

    def _shares(self, said: Said, places: Integers, salts: Numbers) -> Iterator[tuple[int, float]]:
        """The share of frequent tri-grams of each answer that has one."""
        shares = np.zeros(len(salts))
        for salt in distinct(salts) if len(self.trigrams) else ():
            of_corpus = frequent_shares(said.texts, self.language, self.trigrams, salt)
            own = salts == salt
            shares[own] = of_corpus[said.numbers[places[own]]]
        for answer in shares.nonzero()[0].tolist():
            yield answer, float(shares[answer])

    def _hit(self, rule: str, text: str, verdict: Split) -> Hit:
        verdict = verdict._replace(detail=text[:_EVIDENCE])
        return Hit(rule, verdict.as_drop(rule) if self.values[rule] == "drop" else verdict, "", text)

    @staticmethod
    def apply(dialogue: Sequence[Utterance], found: Mapping[int, Hit]) -> Cleaned:
        """What is left of a dialogue without the turns that are noise."""
        hits = {place: hit._replace(utterance=dialogue[place].id) for place, hit in sorted(found.items())}
        cleaned = Cleaned(hits=list(hits.values()))
        cleaned.pieces = part(dialogue, dialogue, hits, cleaned)
        return cleaned


def _by_dialogue(bad: Mapping[int, Hit], said: Said) -> dict[int, dict[int, Hit]]:
    """Hits by the places of their turns among all turns, by dialogue and turn."""
    found: dict[int, dict[int, Hit]] = {}
    for turn in sorted(bad):
        dialogue = int(np.searchsorted(said.edges, turn, "right")) - 1
        found.setdefault(dialogue, {})[turn - int(said.edges[dialogue])] = bad[turn]
    return found
