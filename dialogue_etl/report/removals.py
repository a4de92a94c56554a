"""What each filter removed: the paper's table 2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl.report.examples import Sample
from dialogue_etl.report.rules import RULES, Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.params import Params
    from dialogue_etl.report.rules import Key

MOST_FILES = 100


@dataclass(frozen=True)
class Removed:
    """A line of table 2.

    Attributes:
        rule: the filter.
        number: units it removed.
        total: units there were: of books those downloaded, as in the paper; of files those listed.
    """

    rule: Rule
    number: int
    total: int

    @property
    def share(self) -> float:
        """Between 0 and 1; 0 where there was nothing."""
        return self.number / self.total if self.total else 0.0


@dataclass
class Tally:
    """Counts rows of drops tables and keeps a few of each reason.

    Attributes:
        examples: rows kept per stage, unit and reason.
        numbers: rows per stage, unit and reason.
        samples: the rows kept.
        files: quarantined files, those of the smallest hashes if there are very many.
        turns: utterances inside dropped dialogues, by stage.
    """

    examples: int = 0
    numbers: Counter[Key] = field(default_factory=Counter)
    samples: dict[Key, Sample] = field(default_factory=dict)
    files: Sample = field(default_factory=lambda: Sample(MOST_FILES))
    turns: Counter[str] = field(default_factory=Counter)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count a row of a drops table."""
        key = (row["stage"], row["unit"], row["reason"])
        self.numbers[key] += 1
        sample = self.files if row["unit"] == "file" else self.samples.setdefault(key, Sample(self.examples))
        sample.add(row["id"], row)
        if row["reason"] == "min_turns":
            self.turns[row["stage"]] += int(row["value"] or 0)

    def dropped(self, stage: str, unit: str) -> int:
        """How many units of a kind a stage left out."""
        return sum(n for (at, kind, _), n in self.numbers.items() if (at, kind) == (stage, unit))

    def rules(self) -> list[Rule]:
        """The known rules, and one for each other reason that occurs."""
        known = {rule.key for rule in RULES}
        others = sorted(key for key in self.numbers if key not in known)
        named = ((key, key[2].replace("_", " ")) for key in others)
        return [*RULES, *(Rule(*key, what=words, why=f"for {words}") for key, words in named)]


def table(tally: Tally, totals: Mapping[tuple[str, str], int], listed: int, books: int) -> list[Removed]:
    """Table 2 of one language.

    Args:
        tally: of all drops.
        totals: utterances and dialogues that came to a stage, by stage and unit.
        listed: books the selection names.
        books: books downloaded.
    """
    lines = []
    for rule in tally.rules():
        of_books = listed if rule.stage == "download" else books
        total = totals.get((rule.stage, rule.unit), 0) if rule.unit in {"utterance", "dialogue"} else of_books
        lines.append(Removed(rule, tally.numbers[rule.key], total))
    return lines


def merge(tables: Iterable[list[Removed]]) -> list[Removed]:
    """Table 2 of all languages together: numbers and totals added up."""
    merged: dict[Key, Removed] = {}
    for lines in tables:
        for line in lines:
            before = merged.get(line.rule.key, Removed(line.rule, 0, 0))
            merged[line.rule.key] = Removed(line.rule, before.number + line.number, before.total + line.total)
    return list(merged.values())


def setting(rule: Rule, params: Params) -> object:
    """The value of the rule's parameter; None if it has none."""
    if not rule.knob:
        return None
    section, _, name = rule.knob.partition(".")
    return getattr(getattr(params, section), name)


def is_off(rule: Rule, params: Params) -> bool:
    """Whether the rule's parameter turns it off."""
    return bool(rule.knob) and setting(rule, params) == rule.off
