"""What each filter removed: the paper's table 2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dialogue_etl.report.examples import Sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dialogue_etl.params import Params

Key = tuple[str, str, str]
"""Stage, unit, reason."""


@dataclass(frozen=True)
class Rule:
    """A reason to leave something out.

    Attributes:
        stage: that applies it.
        unit: file, book, utterance or dialogue.
        reason: as the drops table names it.
        what: what is left out, for people; the words of table 2 where the paper has the filter.
        knob: the parameter that decides, empty if none does.
        off: the value at which the parameter turns the filter off.
    """

    stage: str
    unit: str
    reason: str
    what: str
    knob: str = ""
    off: object = None

    @property
    def key(self) -> Key:
        """How its rows in the drops table are found."""
        return self.stage, self.unit, self.reason


RULES = (
    Rule("download", "file", "unavailable", "Files that could not be had"),
    Rule("download", "file", "undecodable", "Files that are not text"),
    Rule("download", "file", "unusable", "Files other than the catalogue says"),
    Rule("download", "book", "not_listed", "Wanted books that no catalogue lists"),
    Rule("download", "book", "max_books", "Books beyond the wanted number", "books.max_books", 0),
    Rule("download", "book", "banned", "Books on the ban list", "books.banned", []),
    Rule("prefilter", "book", "language", "Books whose own header names another language"),
    Rule("prefilter", "book", "rights", "Books not in the public domain", "prefilter.rights", "any"),
    Rule("prefilter", "book", "empty", "Books without a word"),
    Rule("prefilter", "book", "min_words", "Short books", "prefilter.min_words", 0),
    Rule("prefilter", "book", "max_kl_divergence", "Old books and noise", "prefilter.max_kl_divergence", 0),
    Rule("extract", "book", "min_delimiters", "Books with no dialogues", "extract.min_delimiters", 0),
    Rule("extract", "book", "no_dialogues", "Books of which no dialogue is left"),
    Rule(
        "extract",
        "utterance",
        "drop_scare_quotes",
        "Words quoted inside the narration",
        "extract.drop_scare_quotes",
        False,
    ),
    Rule("extract", "utterance", "max_words", "Non-conversational utterances", "extract.max_words", 0),
    Rule("extract", "dialogue", "min_turns", "Speech that nobody answers", "extract.min_turns", 0),
    Rule(
        "postfilter",
        "dialogue",
        "max_rare_share",
        "Dialogues containing many rare words",
        "postfilter.max_rare_share",
        1,
    ),
)
"""In the order in which they are applied."""


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
        turns: utterances inside dropped dialogues, by stage.
    """

    examples: int = 0
    numbers: Counter[Key] = field(default_factory=Counter)
    samples: dict[Key, Sample] = field(default_factory=dict)
    turns: Counter[str] = field(default_factory=Counter)

    def add(self, row: Mapping[str, Any]) -> None:
        """Count a row of a drops table."""
        key = (row["stage"], row["unit"], row["reason"])
        self.numbers[key] += 1
        self.samples.setdefault(key, Sample(self.examples)).add(row["id"], row)
        if row["reason"] == "min_turns":
            self.turns[row["stage"]] += int(row["value"] or 0)

    def dropped(self, stage: str, unit: str) -> int:
        """How many units of a kind a stage left out."""
        return sum(n for (at, kind, _), n in self.numbers.items() if (at, kind) == (stage, unit))

    def rules(self) -> list[Rule]:
        """The known rules, and one for each other reason that occurs."""
        known = {rule.key for rule in RULES}
        others = sorted(key for key in self.numbers if key not in known)
        return [*RULES, *(Rule(*key, what=key[2].replace("_", " ")) for key in others)]


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
