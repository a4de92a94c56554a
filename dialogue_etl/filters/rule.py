"""Declarations of rules, each with its function, its parameters, and a description of what it drops."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dialogue_etl.core.parameters import Declared, declare
from dialogue_etl.filters import Verdict

if TYPE_CHECKING:
    from dialogue_etl.filters.text_batch import Mask, TextBatch

LCCC = "Wang et al. 2020 (LCCC), section 3"
CLEAN_DIALOG = "clean-dialog"


class Utterance(NamedTuple):
    """A turn, as the input of rules.

    Attributes:
        id: of the source; with `.1`, `.2` … if one comment contained several utterances.
        speaker: None if unknown.
        text: after the rules applied so far.
    """

    id: str
    speaker: str | None
    text: str


UtteranceRule = Callable[[str], Verdict | None]
DialogueRule = Callable[[Sequence[Utterance]], Verdict | None]


@dataclass(frozen=True)
class Marked:
    """A rule for utterances with cheap tests, which the chain runs for all rules at once.

    The rule is only called for texts that pass at least one of its tests.

    Attributes:
        judge: the rule.
        is_mark: test: the text contains a character for which this is true.
        without: inverts `is_mark`: the text contains no such character.
        least: test: the text has at least this many characters.
        repeats: test: at least this many characters occur earlier in the text, ignoring case.
        each: a further test of many texts at once, which excludes texts.
    """

    judge: UtteranceRule
    is_mark: Callable[[str], object] | None = None
    without: bool = False
    least: int = 0
    repeats: int = 0
    each: Callable[[Sequence[str]], Mask] | None = None

    def __call__(self, text: str) -> Verdict | None:
        """What the rule finds."""
        return self.judge(text)


@dataclass(frozen=True)
class Screened:
    """A rule for dialogues with a cheap test of many dialogues at once.

    Attributes:
        judge: the rule.
        may_find: returns in which dialogues the rule may find something.
    """

    judge: DialogueRule
    may_find: Callable[[TextBatch], Mask]

    def __call__(self, dialogue: Sequence[Utterance]) -> Verdict | None:
        """What the rule finds."""
        return self.judge(dialogue)


def inert(_unit: object) -> None:
    """A rule that finds nothing, used for other languages in place of rules for one language."""


@dataclass(frozen=True)
class Rule:
    """A rule.

    Attributes:
        make: returns the function that judges a unit. Its arguments are passed by name: parameters of the
            section (`characters` may also mean `<rule>_characters`), `action`, and what else the caller
            provides (`language`, `terms`).
        drop: what it drops, as the end of a sentence: "3 utterances …".
        action: the parameter with the name of the rule: what to do with the noise, or `off`.
        parameters: its other parameters, by key.
        name: the reason in the drops table; by default the name of `make`.
        off: the value of the parameter `action` that turns it off; None means 0 or `off`.
    """

    make: Callable[..., Any]
    drop: str
    action: Declared | None = None
    parameters: Mapping[str, Declared] = field(default_factory=dict)
    name: str = ""
    off: object = None

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.make.__name__)

    def ready(self, values: Mapping[str, Any], **known: Any) -> Callable[[Any], Any]:
        """The function that judges a unit.

        Args:
            values: of the section of parameters.
            known: further arguments for `make`.

        Raises:
            KeyError: an argument of `make` is in neither.
        """
        given = {**values, **known, "action": values.get(self.name)}
        arguments = {
            argument: given[own] if (own := f"{self.name}_{argument}") in given else given[argument]
            for argument in inspect.signature(self.make).parameters
        }
        judge: Callable[[Any], Verdict | None] = self.make(**arguments)
        return judge


def parameters(rules: Iterable[Rule]) -> dict[str, Declared]:
    """The parameters of rules by key, in the order of the rules."""
    found: dict[str, Declared] = {}
    for rule in rules:
        found |= {rule.name: rule.action} if rule.action else {}
        found |= rule.parameters
    return found


def _actions(*choices: str, default: str) -> Callable[..., Declared]:
    annotation: Any = Literal[choices]

    def declared(description: str, *, source: str, default: str = default) -> Declared:
        return declare(default, description, unit="action", source=source, annotation=annotation)

    return declared


cutting = _actions("off", "cut", "split", "drop", default="cut")
"""Action on noise within an utterance: it is cut out, or the dialogue is split there, or dropped."""
judging = _actions("off", "split", "drop", default="split")
"""Action on utterances that are noise as a whole: the dialogue is split there, or dropped."""
replacing = _actions("off", "cut", default="cut")
"""Action on text that is corrected, or replaced by a placeholder."""
splitting = _actions("off", "split", default="split")
"""Action on dialogues that are split into several."""
dropping = _actions("off", "drop", default="off")
"""Action on dialogues that are noise as a whole."""


def paper(number: int, flag: str = "") -> str:
    """The source of a rule: its number in the paper, and its flag in the authors' later code."""
    return f"{LCCC}, rule {number}" + (f"; {flag}" if flag else "")


def flag(name: str) -> str:
    """The source of a rule of the authors' later code."""
    return f"{CLEAN_DIALOG}, {name}"
