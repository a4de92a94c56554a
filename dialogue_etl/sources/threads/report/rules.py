"""What each rule did: how often it found noise, what became of it, and a few texts before and after."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl.params import knobs
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.chain import Chain
from dialogue_etl.sources.threads.rules.rule import Utterance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Knob, Params
    from dialogue_etl.sources.threads.report.survey import Survey

STAGE = "rules"
ACTIONS = ("cut", "split", "drop")
"""What is done about noise, as the metrics of the stage have it under `hits`, by rule."""
_LONGEST = 400  # characters: a longer text is no example
_MOST_LINES = 8  # of a dialogue that is shown; of others it is said how many turns they have


@dataclass(frozen=True)
class Change:
    """A text before and after a rule; `after` is None where nothing was left."""

    before: str
    after: str | None


@dataclass(frozen=True)
class Line:
    """A rule in one language.

    Attributes:
        name: of the rule.
        what: which noise it finds; empty where it has no knob.
        source: where it comes from.
        action: its knob's value; empty where it has no knob.
        done: how often noise was cut out, a dialogue parted, or left out.
        dropped: dialogues and utterances in the drops table, by unit.
        changes: a few texts before and after.
        drops: a few rows of the drops table.
    """

    name: str
    what: str
    source: str
    action: str
    done: Mapping[str, int]
    dropped: Mapping[str, int]
    changes: Sequence[Change] = ()
    drops: Sequence[Mapping[str, Any]] = field(default=())

    @property
    def hits(self) -> int:
        """How often it found noise."""
        return sum(self.done.values())

    @property
    def idle(self) -> bool:
        """Whether it did nothing."""
        return not self.hits and not any(self.dropped.values())


def lines(survey: Survey, metrics: Path, params: Params, language: str) -> list[Line]:
    """Every rule, and every other reason of the stage's drops, in the order of their work.

    Args:
        survey: of the language.
        metrics: of the stage `rules`; without that file, what cuts did is not known.
        params: in force.
        language: BCP-47 tag.
    """
    done = _done(metrics)
    changes = _changes(survey.raw, params, language)
    every = {knob.key.partition(".")[2]: knob for knob in knobs("threads") if knob.key.startswith("rules.")}
    known = {name: knob for name, knob in every.items() if knob.unit == "action"}
    others = sorted({*done, *(key[2] for key in survey.dropped if key[0] == STAGE)}.difference(known))
    found = []
    for name in [*_ordered(known, params), *others]:
        knob = every.get(name)
        keys = [key for key in survey.drops if (key[0], key[2]) == (STAGE, name)]
        found.append(
            Line(
                name=name,
                what=knob.description if knob else "",
                source=knob.source if knob else "",
                action=str(getattr(params.rules, name)) if knob else "",
                done={action: done.get(name, {}).get(action, 0) for action in ACTIONS},
                dropped={key[1]: survey.dropped[key] for key in keys},
                changes=changes.get(name, ()),
                drops=_distinct(row for key in keys for row in survey.drops[key])[: params.report.examples],
            )
        )
    return found


def _distinct(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Rows without those that say the same: one advert is enough."""
    return list({row["detail"]: row for row in rows}.values())


def _ordered(known: Mapping[str, Knob], params: Params) -> list[str]:
    """Rules of utterances in the order of the knob; those of dialogues after them."""
    return [*params.rules.order, *(name for name in known if name not in params.rules.order)]


def _done(metrics: Path) -> dict[str, dict[str, int]]:
    if not metrics.is_file():
        return {}
    found: dict[str, dict[str, int]] = json.loads(metrics.read_text("utf-8")).get("hits", {})
    return found


def _changes(raw: Iterable[Mapping[str, Any]], params: Params, language: str) -> dict[str, list[Change]]:
    """A few texts before and after each rule: the rules are run again over some of the raw dialogues.

    Only the blacklists of this program are used: those of the workspace are no input of the report.
    """
    chain = Chain.of(language, params.rules, Blacklists.load(language, None))
    found: dict[str, dict[Change, None]] = {}
    for row in raw:
        for name, change in _traced(chain, row):
            kept = found.setdefault(name, {})
            if len(kept) < params.report.examples:
                kept[change] = None
    return {name: list(kept) for name, kept in found.items()}


def _traced(chain: Chain, row: Mapping[str, Any]) -> Iterator[tuple[str, Change]]:
    turns = [Utterance(turn["utterance_id"], turn["speaker"], turn["text"]) for turn in row["turns"]]
    for step in chain.trace(turns):
        hit = step.hit
        if len(step.before) > _MOST_LINES and not hit.utterance:
            left = ", ".join(f"{len(piece)} turns" for piece in step.after)
            yield hit.rule, Change(f"{len(step.before)} turns", left or None)
        elif len(hit.before) <= _LONGEST:
            yield hit.rule, Change(hit.before, hit.after)
