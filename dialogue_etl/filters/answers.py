"""Rules that need counts over all dialogues: adverts, and answers of frequent tri-grams only.

An answer with its post counts once, in however many paths and threads it occurs. The engine computes the
sums, so memory is bounded, and the result is independent of shards, workers and the order of dialogues.

Corpora may be counted separately, so that their dialogues do not depend on which other corpora are read. A
second pass changes nothing, since dropping answers only makes both counts smaller.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.filters import Split
from dialogue_etl.filters.chain import Cleaned, split_at
from dialogue_etl.filters.corpus import RULES
from dialogue_etl.filters.hits import Hit
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.text_batch import TextBatch, numbers_of
from dialogue_etl.text.points import distinct, points_of
from dialogue_etl.text.segmentation import writes_blanks
from dialogue_etl.text.word_hashes import Numbers, among, mixed, vocabulary_words

Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_EVIDENCE = 80
_FACTOR = np.uint64(0xD1342543DE82EF95)
"""Any large odd number; makes the hash depend on the order of the units."""


def numbers(texts: Sequence[str], salts: Numbers) -> Numbers:
    """A hash of each answer, ignoring white space, which differs between corpora by their salts."""
    return mixed(numbers_of(texts) ^ salts)


def length(text: str, language: str) -> int:
    """Length of an answer: in words for languages that separate them by spaces, else in characters."""
    return len(text.split()) if writes_blanks(language) else sum(map(len, text.split()))


def trigrams(texts: Sequence[str], language: str) -> tuple[Numbers, Integers]:
    """The distinct tri-grams of each text, as hashes, and for each the index of its text.

    Of characters in languages written without spaces (clean-dialog, de_generic_dialog); else of words in
    lower case, as in DialoGPT (Zhang et al. 2020, section 2), from which the paper has the rule: nearly all
    tri-grams of letters are frequent. A text of fewer than three units has none.

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
    """Each number of an owner once; sorted by owner, then by as many bits of the number as fit into 64."""
    bits = int(owners.max(initial=0)).bit_length()
    packed = owners.astype(np.uint64) << np.uint64(64 - bits) if bits else np.uint64(0)
    _, first = np.unique(packed | numbers >> np.uint64(bits), return_index=True)
    return numbers[first], owners[first]


def frequent_shares(
    texts: Sequence[str], language: str, frequent: Numbers, salt: np.uint64
) -> npt.NDArray[np.float64]:
    """The share of each text's distinct tri-grams that is frequent; 0 for a text without tri-grams."""
    numbers, owners = trigrams(texts, language)
    inside, _ = among(numbers ^ salt, frequent)
    all_of = np.bincount(owners, minlength=len(texts))
    hits = np.bincount(owners[inside], minlength=len(texts))
    return hits / np.maximum(all_of, 1)


@dataclass(frozen=True)
class AnswerRules:
    """The rules for answers, with the counts over all dialogues.

    Attributes:
        language: BCP-47 tag.
        values: of the section `rules`.
        adverts: sorted hashes of the answers that are adverts, and the number of posts each answers.
        trigrams: sorted hashes of the frequent tri-grams.
    """

    language: str
    values: Mapping[str, Any]
    adverts: tuple[Numbers, Integers]
    trigrams: Numbers

    def find(self, batch: TextBatch) -> Mapping[int, Mapping[int, Hit]]:
        """Turns that are noise: by index of the dialogue, then of the turn."""
        bad: dict[int, Hit] = {}
        places = batch.answers
        salts = np.repeat(batch.corpora, np.diff(batch.edges))[places]
        measures = {"frequent_trigrams": self._shares, "adverts": self._posts}
        for rule in reversed(RULES):  # if both find an answer, it counts as an advert
            if self.values[rule.name] != "off":
                judge = rule.ready(self.values)
                for answer, value in measures[rule.name](batch, places, salts):
                    if verdict := judge(value):
                        turn = int(places[answer])
                        bad[turn] = self._hit(rule.name, batch.texts[batch.numbers[turn]], verdict)
        return _by_dialogue(bad, batch)

    def _posts(self, batch: TextBatch, places: Integers, salts: Numbers) -> Iterator[tuple[int, float]]:
        """Long answers to many posts, and the number of posts."""
        least, hashes = self.values["adverts_characters"], np.zeros(len(batch.texts), np.uint64)
        long = [place for place, text in enumerate(batch.texts) if len(text) > least]  # others have no count
        hashes[long] = numbers_of([batch.texts[place] for place in long])
        inside, at = among(mixed(hashes[batch.numbers[places]] ^ salts), self.adverts[0])
        for answer in inside.nonzero()[0].tolist():
            yield answer, int(self.adverts[1][at[answer]])

    def _shares(self, batch: TextBatch, places: Integers, salts: Numbers) -> Iterator[tuple[int, float]]:
        """The share of frequent tri-grams of each answer that has one."""
        shares = np.zeros(len(salts))
        for salt in distinct(salts) if len(self.trigrams) else ():
            of_corpus = frequent_shares(batch.texts, self.language, self.trigrams, salt)
            own = salts == salt
            shares[own] = of_corpus[batch.numbers[places[own]]]
        for answer in shares.nonzero()[0].tolist():
            yield answer, float(shares[answer])

    def _hit(self, rule: str, text: str, verdict: Split) -> Hit:
        verdict = verdict._replace(detail=text[:_EVIDENCE])
        return Hit(rule, verdict.as_drop(rule) if self.values[rule] == "drop" else verdict, "", text)

    @staticmethod
    def apply(dialogue: Sequence[Utterance], found: Mapping[int, Hit]) -> Cleaned:
        """A dialogue without the turns that are noise."""
        hits = {place: hit._replace(utterance=dialogue[place].id) for place, hit in sorted(found.items())}
        cleaned = Cleaned(hits=list(hits.values()))
        cleaned.pieces = split_at(dialogue, dialogue, hits, cleaned)
        return cleaned


def _by_dialogue(bad: Mapping[int, Hit], batch: TextBatch) -> dict[int, dict[int, Hit]]:
    """Group hits, given by index among all turns, by dialogue and index of the turn in it."""
    found: dict[int, dict[int, Hit]] = {}
    for turn in sorted(bad):
        dialogue = int(np.searchsorted(batch.edges, turn, "right")) - 1
        found.setdefault(dialogue, {})[turn - int(batch.edges[dialogue])] = bad[turn]
    return found
