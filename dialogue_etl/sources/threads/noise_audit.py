"""How noisy a published corpus is: the share of its dialogues that each rule finds something in.

Nothing is changed, and each rule looks at the texts as they are, not at what another one left, so the order
of rules does not matter. The paper judges a corpus so by its blacklists (Wang et al. 2020, section 3.3: 60 %
of the conversations of STC).

Meant for published corpora: all that is counted is in memory, 17 bytes per pair of post and answer (three
times that while they are sorted) and 16 per distinct tri-gram. Ten million pairs take about a gigabyte; the
stage `rules` counts the same for any number of dialogues, range by range. Comments are sorted on disk.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dialogue_etl.sources.threads import noise_corpus, statistics
from dialogue_etl.sources.threads.data_rules import DataRules
from dialogue_etl.sources.threads.rules.dialogues import AFTER, BEFORE
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES
from dialogue_etl.sources.threads.rules.names import names
from dialogue_etl.sources.threads.rules.patterns import PATTERN_RULES
from dialogue_etl.sources.threads.rules.rule import Utterance
from dialogue_etl.sources.threads.statistics import Answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params, Rules
    from dialogue_etl.sources.threads.noise_corpus import Batch, Corpus
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import DialogueRule, UtteranceRule
    from dialogue_etl.sources.threads.statistics import Integers
    from dialogue_etl.text.word_numbers import Numbers

ANY = "any"
"""Stands for a rule in the last line: at least one of them."""

_HELD_TRIGRAMS = 5_000_000
_DATA_RULES = ("adverts", "frequent_trigrams")


@dataclass(frozen=True)
class Share:
    """What a rule found: dialogues it found something in, and utterances of them that it would change."""

    rule: str
    dialogues: int
    utterances: int


@dataclass(frozen=True)
class NoiseAudit:
    """What all rules found in a corpus.

    Attributes:
        dialogues: of the corpus.
        utterances: of the corpus.
        unreadable: records that are no dialogue, or no comment.
        shares: a line per rule that is on, in the order of the knobs; `any` is the last one.
    """

    dialogues: int
    utterances: int
    unreadable: int
    shares: Sequence[Share]


def audit(
    paths: Sequence[Path], language: str, params: Params, blacklists: Blacklists, form: str = ""
) -> NoiseAudit:
    """Hold the rules that are on against a corpus, which is read twice, and a third time for tri-grams.

    Args:
        paths: of its files, in any form of `adapters.FORMATS`.
        language: BCP-47 tag.
        params: of which `rules` is looked at, and `threads` for a corpus of comments.
        blacklists: of the language.
        form: of the files, where they do not tell it.

    Raises:
        CorpusFormError: they do not, or there is no such form.
        NoRoomError: memory or disk do not suffice to find the threads of comments.
    """
    with noise_corpus.opened(paths, form, language, params.threads) as corpus:
        return _audit(corpus, language, params.rules, blacklists)


def _audit(corpus: Corpus, language: str, rules: Rules, blacklists: Blacklists) -> NoiseAudit:
    judges = _Judges.of(language, rules, blacklists)
    data_rules = DataRules(language, rules, *_counted(corpus.batches, language, rules))
    found, dialogues, utterances = _Found(), 0, 0
    for batch in corpus.batches():
        for place, texts in enumerate(batch, start=dialogues):
            judges.look(texts, place, found)
        for place, hits in data_rules.find(batch).items():
            for rule in {hit.rule for hit in hits.values()}:
                found.add(rule, dialogues + place, [turn for turn, hit in hits.items() if hit.rule == rule])
        found.end_batch()
        dialogues += len(batch)
        utterances += sum(map(len, batch))
    on = [*judges.names, *(name for name in _DATA_RULES if getattr(rules, name) != "off")]
    shares = [found.share(name) for name in (*on, ANY)]
    return NoiseAudit(dialogues, utterances, corpus.unreadable, shares)


@dataclass
class _Found:
    """What was found so far; `noisy` holds the dialogues of a batch, and the turns, that any rule hit."""

    dialogues: Counter[str] = field(default_factory=Counter)
    utterances: Counter[str] = field(default_factory=Counter)
    noisy: dict[int, set[int]] = field(default_factory=dict)

    def add(self, rule: str, dialogue: int, turns: Iterable[int]) -> None:
        hit = set(turns)
        self.dialogues[rule] += 1
        self.utterances[rule] += len(hit)
        self.noisy.setdefault(dialogue, set()).update(hit)

    def end_batch(self) -> None:
        """Count what any rule hit in a batch, and forget it."""
        self.dialogues[ANY] += len(self.noisy)
        self.utterances[ANY] += sum(map(len, self.noisy.values()))
        self.noisy.clear()

    def share(self, rule: str) -> Share:
        return Share(rule, self.dialogues[rule], self.utterances[rule])


@dataclass(frozen=True)
class _Judges:
    """The rules that are on, each by its name."""

    utterance_rules: dict[str, UtteranceRule]
    dialogue_rules: dict[str, DialogueRule]

    @classmethod
    def of(cls, language: str, rules: Rules, blacklists: Blacklists) -> _Judges:
        on = [name for name in rules.order if getattr(rules, name) != "off"]
        of_utterances = {
            name: PATTERN_RULES[name](language, rules)
            if name in PATTERN_RULES
            else LIBRARY_RULES[name](language, rules, blacklists)
            for name in on
        }
        makers = {**BEFORE, "names": lambda rules: names(language, rules, blacklists), **AFTER}
        of_dialogues = {name: make(rules) for name, make in makers.items() if getattr(rules, name) != "off"}
        return cls(of_utterances, of_dialogues)

    @property
    def names(self) -> list[str]:
        return [*self.utterance_rules, *self.dialogue_rules]

    def look(self, texts: Sequence[str], place: int, found: _Found) -> None:
        """Hold each rule against a dialogue."""
        for name, rule in self.utterance_rules.items():
            if turns := [turn for turn, text in enumerate(texts) if rule(text)]:
                found.add(name, place, turns)
        dialogue = [Utterance(str(turn), None, text) for turn, text in enumerate(texts)]
        for name, judge in self.dialogue_rules.items():
            if part := judge(dialogue):
                kept = {turn for piece in part.pieces for turn in piece}
                found.add(name, place, [int(turn.id) for turn in dialogue if turn not in kept])


def _counted(
    batches: Callable[[], Iterator[Batch]], language: str, rules: Rules
) -> tuple[tuple[Numbers, Integers], Numbers]:
    """Adverts and frequent tri-grams of a corpus whose pairs, 16 bytes each, are held in memory."""
    nothing = np.zeros(0, np.uint64)
    pairs, responses, long = [nothing], [nothing], [np.zeros(0, np.bool_)]
    for batch in batches():
        answers = Answers.of(batch)
        pairs.append(answers.pairs)
        responses.append(answers.responses)
        least = rules.adverts_characters
        long.append(np.array([statistics.length(text, language) > least for text in answers.texts], np.bool_))
    _, firsts = np.unique(np.concatenate(pairs), return_index=True)
    first = np.zeros(sum(map(len, pairs)), np.bool_)
    first[firsts] = True
    adverts, posts = statistics.counted(np.concatenate(responses)[first & np.concatenate(long)])
    many = posts > rules.adverts_posts
    if rules.frequent_trigrams == "off":
        return (adverts[many], posts[many]), nothing
    numbers, counts = _trigrams(batches, language, first)
    return (adverts[many], posts[many]), numbers[counts > rules.frequent_trigrams_utterances]


def _trigrams(
    batches: Callable[[], Iterator[Batch]], language: str, first: statistics.Mask
) -> tuple[Numbers, Integers]:
    """How many of the answers that are counted hold each tri-gram."""
    numbers, counts = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
    held = at = 0
    for batch in batches():
        answers = Answers.of(batch)
        fresh = answers.chosen(first[at : at + len(answers.pairs)].nonzero()[0])
        at += len(answers.pairs)
        found, often = statistics.counted(statistics.trigrams(fresh.texts, language)[0])
        numbers.append(found)
        counts.append(often)
        held += len(found)
        if held > _HELD_TRIGRAMS:
            total = statistics.summed(np.concatenate(numbers), np.concatenate(counts))
            numbers, counts = [total[0]], [total[1]]
            held = 0
    return statistics.summed(np.concatenate(numbers), np.concatenate(counts))
