"""What a rule is: declared once, with its function, its parameters and what it leaves out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dialogue_etl.filters import Verdict
from dialogue_etl.parameter import Declared, declare

if TYPE_CHECKING:
    from dialogue_etl.filters.said import Mask, Said

LCCC = "Wang et al. 2020 (LCCC), section 3"
CLEAN_DIALOG = "clean-dialog"


class Utterance(NamedTuple):
    """A turn as rules see it.

    Attributes:
        id: as the source names it; with `.1`, `.2` … where one comment held several utterances.
        speaker: None where nobody is known to say it.
        text: what it says now.
    """

    id: str
    speaker: str | None
    text: str


UtteranceRule = Callable[[str], Verdict | None]
DialogueRule = Callable[[Sequence[Utterance]], Verdict | None]


@dataclass(frozen=True)
class Marked:
    """A rule of utterances with a cheap test, which the chain makes once for all rules.

    Attributes:
        judge: the rule; it finds something in texts only that pass one of these tests.
        is_mark: whether a character is a mark, of which there has to be one.
        without: whether there may be none instead.
        least: so many characters are needed.
        repeats: so many characters have to stand in the text before, whatever their case.
        each: of many texts at once, in which of them it may find something.
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
    """A rule of dialogues with a cheap test of many dialogues at once.

    Attributes:
        judge: the rule.
        may_find: in which of some dialogues it may find something.
    """

    judge: DialogueRule
    may_find: Callable[[Said], Mask]

    def __call__(self, dialogue: Sequence[Utterance]) -> Verdict | None:
        """What the rule finds."""
        return self.judge(dialogue)


def inert(_unit: object) -> None:
    """The rule that finds nothing: what is made of rules for one language in all others."""


@dataclass(frozen=True)
class Rule:
    """A rule.

    Attributes:
        make: makes the function that judges a unit. Its arguments are given by name: a parameter of the
            section (`characters` stands for `<rule>_characters` too), `action`, or what the caller knows
            besides (`language`, `terms`).
        drop: what it leaves out, as the end of a sentence: "3 utterances …".
        action: the parameter of the rule's name, which turns it on and off: what becomes of the noise.
        parameters: others, by key.
        name: that of the function, if not given; rows of the drops table have it as their reason.
        off: the value of the parameter of its name that turns it off; None if 0 or `off` does.
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
        """The function that judges a unit, by the values of its section and what else is known, by name.

        Raises:
            KeyError: nobody knows an argument of `make`.
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
"""For noise that something is left without: it is cut out, or the dialogue is parted there, or dropped."""
judging = _actions("off", "split", "drop", default="split")
"""For utterances that are noise as a whole: the dialogue is parted there, or dropped."""
replacing = _actions("off", "cut", default="cut")
"""For what is put right, or gets a placeholder."""
splitting = _actions("off", "split", default="split")
"""For dialogues of which others are made."""
dropping = _actions("off", "drop", default="off")
"""For dialogues that are noise as a whole."""


def paper(number: int, flag: str = "") -> str:
    """Where a numbered rule of the paper stands, and its flag in the authors' later code."""
    return f"{LCCC}, rule {number}" + (f"; {flag}" if flag else "")


def flag(name: str) -> str:
    """Where a rule of the authors' later code stands."""
    return f"{CLEAN_DIALOG}, {name}"
