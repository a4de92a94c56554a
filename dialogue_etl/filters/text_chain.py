"""Applies the rules for utterances to texts, in their order, until no rule finds anything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from dialogue_etl.filters import Cut, Split, Verdict
from dialogue_etl.filters.hits import EMPTY, EVIDENCE, PASSES, UNSETTLED, Active, Hit
from dialogue_etl.filters.marks import Marks
from dialogue_etl.text.privacy import Mask, unmasked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PRIVACY = "privacy"
"""Name of the hit that masks private data which cuts joined."""
_BLANKS = re.compile("  +")
_NOTHING = Split()
_REMEMBERED, _SHORT = 2**16, 1_000
_REMEMBERED_LONG, _LONG = 16, 50_000
"""Number of cached texts, and their maximum length in characters: a comment is in every path through it. A
few long texts are cached too, since a post of 40,000 characters (Reddit) may have many answers.
"""


@dataclass(slots=True)
class _Cleaning:
    """The state of a text between rules.

    Attributes:
        first: the original text.
        text: the current text.
        hits: hits so far.
        place: index of the next rule.
        passes: number of passes with hits.
        before: number of hits when this pass began.
        failed: whether a rule raised an exception.
    """

    first: str
    text: str
    hits: list[Hit] = field(default_factory=list)
    place: int = 0
    passes: int = 0
    before: int = 0
    failed: bool = False


class TextChain:
    """The active rules for utterances; a rule is only called for texts that have its marks (see `Marked`)."""

    def __init__(self, rules: Sequence[Active], on_bad: str, mask: Mask = unmasked) -> None:
        """Prepare for rules in order; `on_bad` and `mask` as in `Chain`."""
        self._rules, self._on_bad, self._mask = rules, on_bad, mask
        self._marks = Marks([rule.judge for rule in rules])
        self._remembered: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED)(self._clean)
        self._remembered_long: Callable[[str], tuple[Hit, ...]] = lru_cache(_REMEMBERED_LONG)(self._clean)

    def hits(self, text: str) -> tuple[Hit, ...]:
        """The hits of the rules in a text. The last one has the remaining text; only it may leave None."""
        if len(text) <= _SHORT:
            return self._remembered(text)
        return self._remembered_long(text) if len(text) <= _LONG else self._clean(text)

    def _clean(self, text: str) -> tuple[Hit, ...]:
        if not text or text.isspace():
            return (self._bad(EMPTY, text),)
        one = _Cleaning(text, text)
        while self._changes(one, self._marks.of(one.text)):
            pass
        return tuple(one.hits)

    def hits_of(self, texts: Sequence[str]) -> dict[str, tuple[Hit, ...]]:
        """The hits of each text, by text; a text that remains after cuts has none.

        One cut per text and round: testing many texts at once takes a third of the time. A text for which a
        rule raises an exception is not in the result.
        """
        found: dict[str, tuple[Hit, ...]] = dict.fromkeys(texts, ())
        cleanings: list[_Cleaning] = []
        marks: list[int] = []
        for text, own in zip(texts, self._marks.of_each(texts).tolist(), strict=True):
            if not text or text.isspace():
                found[text] = (self._bad(EMPTY, text),)
            elif own:
                cleanings.append(_Cleaning(text, text))
                marks.append(own)
        waiting = cleanings
        while waiting:
            waiting = [one for one, own in zip(waiting, marks, strict=True) if self._was_cut(one, own)]
            marks = self._marks.of_each([one.text for one in waiting]).tolist()
        for one in cleanings:
            if one.failed:
                del found[one.first]
            elif one.hits:
                found[one.first] = tuple(one.hits)
                if left := one.hits[-1].after:
                    found[left] = ()
        return found

    def _was_cut(self, one: _Cleaning, marks: int) -> bool:
        try:
            return self._changes(one, marks)
        except Exception:
            one.failed = True  # cleaning its dialogue raises the exception again, with the dialogue's id
            return False

    def _changes(self, one: _Cleaning, marks: int) -> bool:
        """Call rules up to the next cut; whether there was one, after which marks are computed again.

        `marks` are the rules that may find something in the text, as bits.
        """
        waiting = marks >> one.place << one.place
        while True:
            while waiting:
                place = (waiting & -waiting).bit_length() - 1
                waiting &= waiting - 1
                if verdict := self._marks.judges[place](one.text):
                    hit = self._hit(self._rules[place], one.text, verdict)
                    one.hits.append(hit)
                    one.place, one.text = place + 1, hit.after or ""
                    return hit.after is not None
            if len(one.hits) == one.before:
                return self._masks(one)
            one.passes += 1
            if one.passes == PASSES:
                one.hits.append(self._bad(UNSETTLED, one.text))
                return False
            one.place, one.before, waiting = 0, len(one.hits), marks

    def _masks(self, one: _Cleaning) -> bool:
        """Mask personal addresses and numbers that cuts joined; whether there was one."""
        left = self._mask(one.text)[0] if one.hits else one.text
        if left == one.text:
            return False
        one.hits.append(Hit(PRIVACY, Cut(left), "", one.text, left))
        one.place, one.text, one.before = 0, left, len(one.hits)
        return True

    def _hit(self, rule: Active, text: str, verdict: Verdict) -> Hit:
        detail = verdict.detail[:EVIDENCE]
        if rule.action == "cut" and isinstance(verdict, Cut):
            left = _BLANKS.sub(" ", verdict.left).strip()
            if left:
                return Hit(rule.name, verdict._replace(left=left, detail=detail), "", text, left)
        bad = Split(detail, verdict.value, verdict.threshold)
        return self._bad(rule.name, text, bad, self._on_bad if rule.action == "cut" else rule.action)

    def _bad(self, rule: str, text: str, verdict: Split = _NOTHING, action: str = "") -> Hit:
        """A hit that leaves nothing of an utterance."""
        return Hit(rule, verdict.as_drop(rule) if (action or self._on_bad) == "drop" else verdict, "", text)
