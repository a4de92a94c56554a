"""The rules that need all dialogues, over each: adverts, and answers of nothing but frequent tri-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads import answer_counts, statistics
from dialogue_etl.sources.threads.rules.chain import Cleaned
from dialogue_etl.sources.threads.rules.dialogues import without
from dialogue_etl.sources.threads.rules.hits import Hit
from dialogue_etl.sources.threads.statistics import Answers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.rule import Utterance
    from dialogue_etl.text.word_numbers import Numbers

_EVIDENCE = 80


@dataclass(frozen=True)
class DataRules:
    """The knobs, and what was counted over all dialogues.

    Attributes:
        language: BCP-47 tag.
        rules: the knobs.
        adverts: numbers of the answers that are adverts, sorted, and under how many posts each stands.
        trigrams: numbers of the frequent tri-grams, sorted.
    """

    language: str
    rules: Rules
    adverts: tuple[Numbers, statistics.Integers]
    trigrams: Numbers

    @classmethod
    def of(cls, language: str, rules: Rules, counted: Sequence[Path]) -> DataRules:
        """The rules with what `answer_counts.count` found; with nothing counted they find nothing."""
        trigrams, _ = answer_counts.chosen(counted, "frequent_trigrams")
        return cls(language, rules, answer_counts.chosen(counted, "adverts"), trigrams)

    def find(self, dialogues: Sequence[Sequence[str]]) -> Mapping[int, Mapping[int, Hit]]:
        """Of the dialogues that hold noise, by place, the turns that are noise, by place."""
        answers = Answers.of(dialogues)
        bad: dict[int, Hit] = {}
        if self.rules.frequent_trigrams != "off":
            bad.update(self._generic(answers.texts))
        if self.rules.adverts != "off":
            bad.update(self._advert_hits(answers))
        return _by_dialogue(bad, dialogues) if bad else {}

    def _advert_hits(self, answers: Answers) -> Iterator[tuple[int, Hit]]:
        inside, places = statistics.among(answers.responses, self.adverts[0])
        for answer in inside.nonzero()[0].tolist():
            posts = int(self.adverts[1][places[answer]])
            yield answer, self._hit("adverts", answers.texts[answer], posts, self.rules.adverts_posts)

    def _generic(self, texts: Sequence[str]) -> Iterator[tuple[int, Hit]]:
        least = self.rules.frequent_trigrams_share
        shares = statistics.frequent_shares(texts, self.language, self.trigrams)
        for answer in ((shares >= least) & (shares > 0)).nonzero()[0].tolist():
            yield answer, self._hit("frequent_trigrams", texts[answer], float(shares[answer]), least)

    def _hit(self, rule: str, text: str, value: float, threshold: float) -> Hit:
        return Hit(rule, getattr(self.rules, rule), "", text[:_EVIDENCE], value, threshold, text)

    def apply(self, dialogue: Sequence[Utterance], found: Mapping[int, Hit]) -> Cleaned:
        """What is left of a dialogue without the turns that are noise.

        Args:
            dialogue: as it was when `find` looked at it.
            found: its noise, by place.
        """
        hits = {place: hit._replace(utterance=dialogue[place].id) for place, hit in sorted(found.items())}
        fatal = next((hit for hit in hits.values() if hit.action == "drop"), None)
        if fatal:
            return Cleaned([], [*hits.values()], [(turn, fatal) for turn in dialogue])
        pieces = list(without(dialogue, list(hits)))
        return Cleaned(pieces, [*hits.values()], [(dialogue[place], hit) for place, hit in hits.items()])


def _by_dialogue(bad: Mapping[int, Hit], dialogues: Sequence[Sequence[str]]) -> dict[int, dict[int, Hit]]:
    """Hits of answers, numbered over all dialogues, by dialogue and turn."""
    found: dict[int, dict[int, Hit]] = {}
    answer = 0
    for place, texts in enumerate(dialogues):
        for turn in range(1, len(texts)):
            if answer in bad:
                found.setdefault(place, {})[turn] = bad[answer]
            answer += 1
    return found
