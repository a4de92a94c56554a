"""Applies all rules to a dialogue, in the order of the parameters, until no rule changes anything.

So the chain is idempotent. Each dropped utterance is recorded with the hit that dropped it, and each added
utterance (from a repost) is counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.filters import Drop, Split, Verdict
from dialogue_etl.filters.dialogue import AFTER, BEFORE
from dialogue_etl.filters.hits import EVIDENCE, PASSES, UNSETTLED, Active, Hit
from dialogue_etl.filters.responses import without
from dialogue_etl.filters.rule import Screened, inert
from dialogue_etl.filters.text_chain import TextChain
from dialogue_etl.filters.utterance import RULES, ordered
from dialogue_etl.text.privacy import Mask, unmasked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dialogue_etl.filters.rule import Rule, Utterance
    from dialogue_etl.filters.text_batch import Mask as DialogueMask
    from dialogue_etl.filters.text_batch import TextBatch

Known = Mapping[str, tuple[Hit, ...]]
_UTTERANCE_RULES = {rule.name: rule for rule in RULES}


@dataclass
class Cleaned:
    """A dialogue after the chain.

    utterances in + made = utterances in all pieces + dropped.

    Attributes:
        pieces: the remaining dialogues, in order.
        hits: what the rules found, in that order.
        dropped: utterances in no piece, each with the hit that dropped it. Without pieces, the first hit is
            the reason why the dialogue was dropped.
        made: number of utterances that rules added.
    """

    pieces: list[Sequence[Utterance]] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    dropped: list[tuple[Utterance, Hit]] = field(default_factory=list)
    made: int = 0


@dataclass
class Chain:
    """The rules that are on, ready for dialogues of one language.

    Attributes:
        utterance_rules: in order.
        before: rules for dialogues, applied before those.
        after: rules for dialogues, applied after those.
        on_bad: action on a dialogue with an utterance that cuts left empty: `split` it there, `truncate` it
            there, or `drop` it.
        mask: masks personal addresses and numbers that cuts may have joined.
    """

    utterance_rules: Sequence[Active]
    before: Sequence[Active] = ()
    after: Sequence[Active] = ()
    on_bad: str = "split"
    mask: Mask = unmasked

    def __post_init__(self) -> None:
        self.texts = TextChain(self.utterance_rules, self.on_bad, self.mask)

    @classmethod
    def of(
        cls,
        language: str,
        values: Mapping[str, Any],
        terms: Mapping[str, Iterable[str]],
        mask: Mask = unmasked,
    ) -> Chain:
        """The chain for the values of the section `rules` and the terms of each blacklist."""

        def active(rules: Iterable[Rule]) -> list[Active]:
            on = [rule for rule in rules if values[rule.name] != "off"]
            ready = [
                Active(
                    rule.name,
                    value if (value := values[rule.name]) in {"split", "drop"} else "cut",
                    rule.ready(values, language=language, terms=terms),
                )
                for rule in on
            ]
            return [one for one in ready if one.judge is not inert]

        utterances = active(_UTTERANCE_RULES[name] for name in ordered(values["order"]))
        return cls(utterances, active(BEFORE), active(AFTER), values["on_bad"], mask)

    def apply(self, utterances: Sequence[Utterance], known: Known = MappingProxyType({})) -> Cleaned:
        """Clean a dialogue.

        Args:
            utterances: with distinct ids; may be empty.
            known: hits of the rules for utterances, computed before, by text.
        """
        cleaned = Cleaned()
        waiting = [(utterances, 0)]
        while waiting:
            dialogue, passes = waiting.pop()
            found = len(cleaned.hits)
            pieces = self._pass(dialogue, known, cleaned)
            if len(cleaned.hits) == found:
                cleaned.pieces += [piece for piece in pieces if piece]
            elif passes < PASSES:
                waiting += [(piece, passes + 1) for piece in reversed(pieces)]
            else:
                for piece in pieces:
                    _take(piece, UNSETTLED, Drop(UNSETTLED, detail=piece[0].text), cleaned)
        return cleaned

    def may_change(self, original: TextBatch, cut: TextBatch) -> DialogueMask:
        """For each dialogue whether a rule for dialogues may find something.

        Args:
            original: the dialogues before the rules for utterances.
            cut: the same dialogues after these rules.
        """
        may = np.zeros(len(original.edges) - 1, np.bool_)
        for rules, of in ((self.before, original), ((*self.before, *self.after), cut)):
            for rule in rules:
                may |= rule.judge.may_find(of) if isinstance(rule.judge, Screened) else True
        return may

    def _pass(
        self, dialogue: Sequence[Utterance], known: Known, cleaned: Cleaned
    ) -> list[Sequence[Utterance]]:
        """Apply every rule once; of the rules for dialogues only up to the first that finds something."""
        for rule in self.before:
            if verdict := rule.judge(dialogue):
                return _take(dialogue, *_decided(rule, verdict), cleaned)
        pieces = self._utterances(dialogue, known, cleaned)
        return [left for piece in pieces for left in self._dialogue(piece, cleaned)]

    def _dialogue(self, piece: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        for rule in self.after:
            if verdict := rule.judge(piece):
                return _take(piece, *_decided(rule, verdict), cleaned)
        return [piece]

    def _utterances(
        self, dialogue: Sequence[Utterance], known: Known, cleaned: Cleaned
    ) -> list[Sequence[Utterance]]:
        """The dialogue with clean utterances, split at rejected ones; empty if it is dropped."""
        texts = [turn.text for turn in dialogue]
        found = [known[text] if text in known else self.texts.hits(text) for text in texts]
        if not any(found):
            return [dialogue]
        turns, bad = list(dialogue), dict[int, Hit]()
        for place, hits in enumerate(found):
            for each in hits:
                hit = each._replace(utterance=dialogue[place].id)
                cleaned.hits.append(hit)
                if hit.after is None:
                    bad[place] = hit
                else:
                    turns[place] = turns[place]._replace(text=hit.after)
        if bad and self.on_bad == "truncate":
            first = min(bad)
            bad = dict.fromkeys(range(first, len(dialogue)), bad[first])
        return split_at(dialogue, turns, bad, cleaned)


def split_at(
    dialogue: Sequence[Utterance], turns: Sequence[Utterance], bad: Mapping[int, Hit], cleaned: Cleaned
) -> list[Sequence[Utterance]]:
    """Split the cleaned turns of a dialogue at the bad ones, or drop it if a hit says so.

    Args:
        dialogue: the turns before cleaning, for `cleaned.dropped`.
        turns: the same turns after cleaning.
        bad: hits by index of the turn.
        cleaned: gets the dropped utterances.
    """
    if fatal := next((hit for hit in bad.values() if hit.action == "drop"), None):
        cleaned.dropped += [(turn, fatal) for turn in dialogue]
        return []
    cleaned.dropped += [(dialogue[place], hit) for place, hit in bad.items()]
    return list(without(turns, list(bad)))


def _decided(rule: Active, verdict: Verdict) -> tuple[str, Verdict]:
    """The rule's name, and its verdict; a split becomes a drop if that is the rule's action."""
    if rule.action == "drop" and isinstance(verdict, Split):
        return rule.name, verdict.as_drop(rule.name)
    return rule.name, verdict


def _take(
    dialogue: Sequence[Utterance], rule: str, verdict: Verdict, cleaned: Cleaned
) -> list[Sequence[Utterance]]:
    """Apply the verdict of a rule to a dialogue and return the remaining pieces."""
    detail = verdict.detail[:EVIDENCE]
    pieces = [] if isinstance(verdict, Drop) else [piece for piece in verdict.left if piece]
    if pieces and not isinstance(verdict, Drop):
        verdict = verdict._replace(detail=detail)
    else:
        verdict = Drop(rule, verdict.value, verdict.threshold, detail)
    after = "\n\n".join(map(_lines, pieces)) if pieces else None
    hit = Hit(rule, verdict, "", _lines(dialogue), after, len(dialogue))
    cleaned.hits.append(hit)
    kept = {turn.id for piece in pieces for turn in piece}
    cleaned.dropped += [(turn, hit) for turn in dialogue if turn.id not in kept]
    cleaned.made += len(kept.difference(turn.id for turn in dialogue))
    return pieces


def _lines(dialogue: Sequence[Utterance]) -> str:
    return "\n".join(turn.text for turn in dialogue)
