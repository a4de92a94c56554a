"""Effects of each rule: number of hits by action, drops, and a few texts before and after."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters.describe import of_section
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.sources.threads import rule_examples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.report.survey import Survey
    from dialogue_etl.sources.threads.rule_examples import Example

STAGE = "rules"
ACTIONS = ("cut", "split", "drop")
"""Actions on noise, the keys of `hits` in the metrics of the stage."""


@dataclass(frozen=True)
class Line:
    """A rule in one language.

    Attributes:
        name: of the rule.
        what: the noise it finds; empty without a parameter.
        source: of the rule.
        action: its parameter's value; empty without a parameter.
        done: number of hits by action.
        dropped: dialogues and utterances in the drops table, by unit.
        changes: a few texts before and after.
    """

    name: str
    what: str
    source: str
    action: str
    done: Mapping[str, int]
    dropped: Mapping[str, int]
    changes: Sequence[Example] = ()

    @property
    def hits(self) -> int:
        """Number of hits."""
        return sum(self.done.values())

    def lost(self, unit: str) -> int:
        """Dialogues or utterances in the drops table."""
        return self.dropped.get(unit, 0)

    @property
    def idle(self) -> bool:
        """Whether it did nothing."""
        return not self.hits and not any(self.dropped.values())


def lines(survey: Survey, output: Path, metrics: Path, params: Params) -> list[Line]:
    """All rules, and the other reasons of the stage's drops, in order of application.

    Args:
        survey: of the language.
        output: of the stage `rules` for the language, with its examples.
        metrics: of the stage `rules`; without this file, hits are unknown.
        params: in force.
    """
    done: dict[str, dict[str, int]] = {}
    if metrics.is_file():
        done = json.loads(metrics.read_text("utf-8")).get("hits", {})
    changes = rule_examples.read(output)
    described = of_section(Rules)
    dropped: dict[str, dict[str, int]] = {}
    for stage, unit, reason, number, _ in survey.tables["drops"].itertuples(index=False):
        if stage == STAGE:
            dropped.setdefault(reason, {})[unit] = number
    known = [name for name, parameter in described.items() if parameter.unit == "action"]
    # Rules for utterances in the order of their parameter, then those for dialogues.
    names = dict.fromkeys([*params[Rules].order, *known, *sorted({*done, *dropped})])
    return [
        Line(
            name=name,
            what=described[name].description if name in described else "",
            source=described[name].source if name in described else "",
            action=str(getattr(params[Rules], name)) if name in described else "",
            done={action: done.get(name, {}).get(action, 0) for action in ACTIONS},
            dropped=dropped.get(name, {}),
            changes=changes.get(name, [])[: params.report.examples],
        )
        for name in names
    ]
