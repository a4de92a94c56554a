"""The chain: all rules, in the order of the knobs, over a dialogue until nothing changes any more.

So a second pass over what it made changes nothing. Every utterance that goes has the hit it went by, and of
every utterance that comes (from a repost) is known that it came: nothing gets lost between the rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.cutting import inert
from dialogue_etl.sources.threads.rules.dialogues import AFTER, BEFORE, without
from dialogue_etl.sources.threads.rules.hits import EMPTY, UNSETTLED, Hit, Step, of_dialogue, of_utterance
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES
from dialogue_etl.sources.threads.rules.names import names
from dialogue_etl.sources.threads.rules.patterns import PATTERN_RULES
from dialogue_etl.sources.threads.rules.rule import DialogueRule, Noise, Part, Utterance, UtteranceRule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists

_BLANKS = re.compile("  +")
_PASSES = 10
"""A text in which so many passes all found something is made to be so: real ones settle in two or three."""
_REMEMBERED, _SHORT = 2**16, 1_000
_REMEMBERED_LONG, _LONG = 16, 50_000
"""So many texts are remembered, of so many characters at most: comments are in every path through them. Of a
few long ones too, for a post of 40,000 characters (Reddit) may have as many answers.
"""


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
    steps: list[Step] | None = None


class Chain:
    """The rules that are on, ready for dialogues of one language."""

    def __init__(
        self,
        utterance_rules: Sequence[tuple[str, str, UtteranceRule]],
        before: Sequence[tuple[str, str, DialogueRule]],
        after: Sequence[tuple[str, str, DialogueRule]],
        on_bad: str,
    ) -> None:
        """Put a chain together of rules (name, action, rule) in order.

        Args:
            utterance_rules: of utterances.
            before: of dialogues, before those.
            after: of dialogues, after those.
            on_bad: `split` or `drop`: what becomes of a dialogue where nothing of an utterance is left.
        """
        self._rules = utterance_rules
        self._before, self._after, self._on_bad = before, after, on_bad
        self._remembered: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED)(self._clean)
        self._remembered_long: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED_LONG)(self._clean)

    @classmethod
    def of(cls, language: str, rules: Rules, blacklists: Blacklists) -> Chain:
        """The chain that the knobs ask for.

        Args:
            language: BCP-47 tag; rules for Chinese do nothing in other languages.
            rules: the knobs.
            blacklists: of the language.
        """

        def utterance_rule(name: str) -> UtteranceRule:
            if name in PATTERN_RULES:
                return PATTERN_RULES[name](language, rules)
            return LIBRARY_RULES[name](language, rules, blacklists)

        def action(name: str) -> str:
            value = str(getattr(rules, name))
            return value if value in {"off", "split", "drop"} else "cut"

        on = [(name, action(name), utterance_rule(name)) for name in rules.order if action(name) != "off"]
        before, after = (
            [(name, action(name), make(rules)) for name, make in made.items() if action(name) != "off"]
            for made in (BEFORE, AFTER)
        )
        if rules.names != "off":
            after.insert(0, ("names", "cut", names(language, rules, blacklists)))
        return cls([rule for rule in on if rule[2] is not inert], before, after, rules.on_bad)

    def apply(self, utterances: Sequence[Utterance]) -> Cleaned:
        """Clean a dialogue.

        Args:
            utterances: in order, with ids that differ; may be none.
        """
        return self._settled(utterances, Cleaned())

    def trace(self, utterances: Sequence[Utterance]) -> list[Step]:
        """The dialogue before and after each rule that changed it, for people to read."""
        steps: list[Step] = []
        self._settled(utterances, Cleaned(steps=steps))
        return steps

    def _settled(self, utterances: Sequence[Utterance], cleaned: Cleaned) -> Cleaned:
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
                    self._take(UNSETTLED, "drop", piece, Part([], piece[0].text), cleaned)
        return cleaned

    def _pass(self, dialogue: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        """Every rule once over a dialogue, those of dialogues up to the first one that finds something."""
        for name, action, rule in self._before:
            if part := rule(dialogue):
                return self._take(name, action, dialogue, part, cleaned)
        pieces = self._utterances(dialogue, cleaned)
        return [made for piece in pieces for made in self._dialogue(piece, cleaned)]

    def _dialogue(self, piece: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        for name, action, rule in self._after:
            if part := rule(piece):
                return self._take(name, action, piece, part, cleaned)
        return [piece]

    @staticmethod
    def _take(
        name: str, action: str, dialogue: Sequence[Utterance], part: Part, cleaned: Cleaned
    ) -> list[Sequence[Utterance]]:
        hit = of_dialogue(name, action, dialogue, part)
        cleaned.hits.append(hit)
        kept = {turn.id for piece in part.pieces for turn in piece}
        cleaned.dropped += [(turn, hit) for turn in dialogue if turn.id not in kept]
        cleaned.made += len(kept.difference(turn.id for turn in dialogue))
        if cleaned.steps is not None:
            cleaned.steps.append(Step(hit, dialogue, part.pieces))
        return [piece for piece in part.pieces if piece]

    def _utterances(self, dialogue: Sequence[Utterance], cleaned: Cleaned) -> list[Sequence[Utterance]]:
        """The dialogue with clean utterances, parted where they are bad; nothing of it if it is to go."""
        found = [self._hits(turn.text) for turn in dialogue]
        if not any(found):
            return [dialogue]
        turns, bad = list(dialogue), dict[int, Hit]()
        for place, hits in enumerate(found):
            for hit in hits:
                mine = hit._replace(utterance=dialogue[place].id)
                cleaned.hits.append(mine)
                if cleaned.steps is not None:
                    cleaned.steps.append(_step(mine, place, turns, list(bad)))
                if mine.after is None:
                    bad[place] = mine
                else:
                    turns[place] = turns[place]._replace(text=mine.after)
        if fatal := next((hit for hit in bad.values() if hit.action == "drop"), None):
            cleaned.dropped += [(turn, fatal) for turn in dialogue]
            return []
        cleaned.dropped += [(dialogue[place], hit) for place, hit in bad.items()]
        return list(without(turns, list(bad)))

    def _hits(self, text: str) -> tuple[Hit, ...]:
        if len(text) <= _SHORT:
            return self._remembered(text)
        return self._remembered_long(text) if len(text) <= _LONG else self._clean(text)

    def _clean(self, text: str) -> tuple[Hit, ...]:
        """What the rules find in a text, pass after pass; only the last hit may leave nothing."""
        hits: list[Hit] = []
        for _ in range(_PASSES):
            found = list(self._once(text))
            hits += found
            if not found:
                return tuple(hits)
            if (left := found[-1].after) is None:
                return tuple(hits)
            text = left
        return (*hits, Hit(UNSETTLED, self._on_bad, before=text))

    def _once(self, text: str) -> Iterator[Hit]:
        if not text or text.isspace():
            yield Hit(EMPTY, self._on_bad, before=text)
            return
        for name, action, rule in self._rules:
            noise = rule(text)
            if noise is None:
                continue
            hit = self._hit(name, action, text, noise)
            yield hit
            if hit.after is None:
                return
            text = hit.after

    def _hit(self, name: str, action: str, text: str, noise: Noise) -> Hit:
        left = _BLANKS.sub(" ", noise.left or "").strip() if action == "cut" else ""
        if action == "cut" and not left:
            action = self._on_bad
        return of_utterance(name, action, text, noise, left or None)


def _step(hit: Hit, place: int, turns: Sequence[Utterance], bad: Sequence[int]) -> Step:
    """A hit in the utterance at a place of a dialogue, those at some places of which are gone already."""
    before = [turn for number, turn in enumerate(turns) if number not in bad]
    if hit.after is not None:
        changed = [*turns[:place], turns[place]._replace(text=hit.after), *turns[place + 1 :]]
        return Step(hit, before, list(without(changed, bad)))
    return Step(hit, before, [] if hit.action == "drop" else list(without(turns, [*bad, place])))
