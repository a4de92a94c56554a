"""The chain: all rules, in the order of the parameters, over a dialogue until nothing changes any more.

So a second pass over its result changes nothing. Every utterance that goes has the hit it went by, and
every utterance that comes (from a repost) is counted: nothing gets lost between the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dialogue_etl.filters import Cut, Drop, Split, Verdict
from dialogue_etl.filters.dialogue import AFTER, BEFORE
from dialogue_etl.filters.marks import Marks
from dialogue_etl.filters.responses import without
from dialogue_etl.filters.rule import Screened, inert
from dialogue_etl.filters.utterance import RULES, ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from dialogue_etl.filters.rule import Rule, Utterance
    from dialogue_etl.filters.said import Mask, Said

EMPTY = "empty"
"""Stands for a rule where an utterance came in with nothing but blanks."""
UNSETTLED = "unsettled"
"""Stands for a rule where a text was still changing after many passes: no one writes so by chance."""

_UTTERANCE_RULES = {rule.name: rule for rule in RULES}
_BLANKS = re.compile("  +")
_EVIDENCE = 80
_NOTHING = Split()
_PASSES = 10
"""A text in which so many passes all found something is made to be so: real ones settle in two or three."""
_REMEMBERED, _SHORT = 2**16, 1_000
_REMEMBERED_LONG, _LONG = 16, 50_000
"""So many texts are remembered, of so many characters at most: comments are in every path through them. Of a
few long ones too, for a post of 40,000 characters (Reddit) may have as many answers.
"""


class Hit(NamedTuple):
    """A rule found something.

    Attributes:
        rule: its name; or `empty`, `unsettled`.
        verdict: what was done about it; `detail` has the words that gave it away, 80 characters at most.
        utterance: id of the utterance; empty if it was found in the dialogue.
        before: the text, or those of the dialogue, a line each.
        after: what is left of it; None if nothing is. A blank line between pieces of a dialogue.
        turns: of the dialogue; 0 if it was found in an utterance.
    """

    rule: str
    verdict: Verdict
    utterance: str = ""
    before: str = ""
    after: str | None = None
    turns: int = 0

    @property
    def action(self) -> str:
        """What was done: `cut`, `split` or `drop`; of a cut that left nothing, what `on_bad` says."""
        return type(self.verdict).__name__.lower()


class Active(NamedTuple):
    """A rule that is on: its name, what becomes of the noise it finds, and the function that finds it."""

    name: str
    action: str
    judge: Callable[[Any], Verdict | None]


@dataclass
class Cleaned:
    """What the chain made of a dialogue.

    utterances in + made = utterances in all pieces + dropped.

    Attributes:
        pieces: dialogues that stay, in order.
        hits: what the rules found, in the order they found it.
        dropped: utterances that no piece holds, as they were then, with the hit they went by. If no piece is
            left, the first hit here is why the dialogue went.
        made: how many utterances rules added to those that came in.
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
        before: rules of dialogues, before those.
        after: rules of dialogues, after those.
        on_bad: `split`, `truncate` or `drop`: what becomes of a dialogue where nothing of an utterance is
            left: it is parted there, ends there, or goes as a whole.
    """

    utterance_rules: Sequence[Active]
    before: Sequence[Active] = ()
    after: Sequence[Active] = ()
    on_bad: str = "split"

    def __post_init__(self) -> None:
        self._marks = Marks([rule.judge for rule in self.utterance_rules])
        self._known: dict[str, tuple[Hit, ...] | None] = {}
        self._remembered: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED)(self._clean)
        self._remembered_long: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED_LONG)(self._clean)

    @classmethod
    def of(cls, language: str, values: Mapping[str, Any], terms: Mapping[str, Iterable[str]]) -> Chain:
        """The chain that the values of the section `rules` ask for, with the terms of each blacklist."""

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
        return cls(utterances, active(BEFORE), active(AFTER), values["on_bad"])

    def apply(self, utterances: Sequence[Utterance]) -> Cleaned:
        """Clean a dialogue of utterances with ids that differ; there may be none."""
        cleaned = Cleaned()
        waiting = [(utterances, 0)]
        while waiting:
            dialogue, passes = waiting.pop()
            found = len(cleaned.hits)
            pieces = self._pass(dialogue, cleaned)
            if len(cleaned.hits) == found:
                cleaned.pieces += [piece for piece in pieces if piece]
            elif passes < _PASSES:
                waiting += [(piece, passes + 1) for piece in reversed(pieces)]
            else:
                for piece in pieces:
                    _take(piece, UNSETTLED, Drop(UNSETTLED, detail=piece[0].text), cleaned)
        return cleaned

    def may_change(self, said: Said, cut: Said) -> Mask:
        """Whether a rule of dialogues may find something in each dialogue, by tests of many at once.

        Args:
            said: as they came in.
            cut: the same with what `hits` left of each utterance.
        """
        may = np.zeros(len(said.edges) - 1, np.bool_)
        for rules, of in ((self.before, said), ((*self.before, *self.after), cut)):
            for rule in rules:
                may |= rule.judge.may_find(of) if isinstance(rule.judge, Screened) else True
        return may

    def _pass(self, dialogue: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        """Every rule once over a dialogue, those of dialogues up to the first one that finds something."""
        for rule in self.before:
            if verdict := rule.judge(dialogue):
                return _take(dialogue, *_decided(rule, verdict), cleaned)
        pieces = self._utterances(dialogue, cleaned)
        return [left for piece in pieces for left in self._dialogue(piece, cleaned)]

    def _dialogue(self, piece: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        for rule in self.after:
            if verdict := rule.judge(piece):
                return _take(piece, *_decided(rule, verdict), cleaned)
        return [piece]

    def _utterances(self, dialogue: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        """The dialogue with clean utterances, parted where they are bad; nothing of it if it is to go."""
        found = [self.hits(turn.text) for turn in dialogue]
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
        return part(dialogue, turns, bad, cleaned)

    def hits_of(self, texts: Sequence[str]) -> list[tuple[Hit, ...] | None]:
        """What `hits` finds in each of many texts that differ; None where a rule fails."""
        marks = zip(texts, self._marks.of_each(texts).tolist(), strict=True)
        found = {text: self._tried(text, own) for text, own in marks}
        self.know_clean([hits[-1].after for hits in found.values() if hits and hits[-1].after])
        self._known |= found
        return list(found.values())

    def know_clean(self, texts: Iterable[str]) -> None:
        """Take it for known that rules of utterances find nothing in these texts: they went through them."""
        self._known = dict.fromkeys(texts, ())

    def _tried(self, text: str, marks: int) -> tuple[Hit, ...] | None:
        try:
            return self._clean(text, marks)
        except Exception:
            return None  # its dialogue is to say which one it was

    def hits(self, text: str) -> tuple[Hit, ...]:
        """What the rules of utterances find in a text, pass after pass; the last has what is left."""
        if (known := self._known.get(text)) is not None:
            return known
        if len(text) <= _SHORT:
            return self._remembered(text)
        return self._remembered_long(text) if len(text) <= _LONG else self._clean(text)

    def _clean(self, text: str, marks: int | None = None) -> tuple[Hit, ...]:
        """What the rules find in a text, pass after pass; only the last hit may leave nothing."""
        if not text or text.isspace():
            return (self._bad(EMPTY, text),)
        hits: list[Hit] = []
        marks = self._marks.of(text) if marks is None else marks
        for _ in range(_PASSES):
            found, marks = self._once(text, marks)
            hits += found
            if not found or (left := found[-1].after) is None:
                return tuple(hits)
            text = left
        return (*hits, self._bad(UNSETTLED, text))

    def _once(self, text: str, marks: int) -> tuple[list[Hit], int]:
        """What the rules find in one pass over a text with these marks; and the marks of what is left."""
        hits: list[Hit] = []
        waiting = marks
        while waiting:
            place = (waiting & -waiting).bit_length() - 1
            waiting &= waiting - 1
            verdict = self._marks.judges[place](text)
            if verdict is None:
                continue
            hits.append(self._hit(self.utterance_rules[place], text, verdict))
            if (left := hits[-1].after) is None:
                break
            text, marks = left, self._marks.of(left)
            waiting = marks >> place + 1 << place + 1
        return hits, marks

    def _hit(self, rule: Active, text: str, verdict: Verdict) -> Hit:
        detail = verdict.detail[:_EVIDENCE]
        if rule.action == "cut" and isinstance(verdict, Cut):
            left = _BLANKS.sub(" ", verdict.left).strip()
            if left:
                return Hit(rule.name, verdict._replace(left=left, detail=detail), "", text, left)
        bad = Split(detail, verdict.value, verdict.threshold)
        return self._bad(rule.name, text, bad, self.on_bad if rule.action == "cut" else rule.action)

    def _bad(self, rule: str, text: str, verdict: Split = _NOTHING, action: str = "") -> Hit:
        """A hit that leaves nothing of an utterance."""
        return Hit(rule, verdict.as_drop(rule) if (action or self.on_bad) == "drop" else verdict, "", text)


def part(
    dialogue: Sequence[Utterance], turns: Sequence[Utterance], bad: Mapping[int, Hit], cleaned: Cleaned
) -> list[Sequence[Utterance]]:
    """Part what is left of a dialogue at its bad places, or leave it out if a hit says so; see `Cleaned`."""
    if fatal := next((hit for hit in bad.values() if hit.action == "drop"), None):
        cleaned.dropped += [(turn, fatal) for turn in dialogue]
        return []
    cleaned.dropped += [(dialogue[place], hit) for place, hit in bad.items()]
    return list(without(turns, list(bad)))


def _decided(rule: Active, verdict: Verdict) -> tuple[str, Verdict]:
    """The rule's name, and its verdict on a dialogue, or a drop where the parameter wants one."""
    if rule.action == "drop" and isinstance(verdict, Split):
        return rule.name, verdict.as_drop(rule.name)
    return rule.name, verdict


def _take(
    dialogue: Sequence[Utterance], rule: str, verdict: Verdict, cleaned: Cleaned
) -> list[Sequence[Utterance]]:
    """Do what a rule says of a dialogue."""
    detail = verdict.detail[:_EVIDENCE]
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
