"""The tables of the page that take more than a line: the paper’s, sizes, the funnel, corpora."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl.report import words
from dialogue_etl.report.dataset_page import Part
from dialogue_etl.sources.threads.report.shard import STAGES, UNITS
from dialogue_etl.sources.threads.report.sizes import KINDS, Size
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dialogue_etl.sources.threads.report.gather import LanguageReport

NAMES = {
    "ingest": ("Ingest", "comments put together to trees"),
    "extract": ("Extract", "every way from the root to a leaf"),
    "rules": ("Rules", "noise cut out, dialogues parted at it or left out"),
    "classify": ("Classify", "without what the classifiers take for noise"),
}
"""What the page calls the stages, and what they do."""

LCCC = {
    "base": {
        "single": Size(52_708_955, 3_354_277, 6_708_554, 68_559_727, 0, 372_063),
        "multi": Size(26_749_365, 3_466_278, 13_365_268, 163_690_614, 0, 666_931),
    },
    "large": {
        "single": Size(63_251_887, 7_273_804, 14_547_608, 162_301_556, 0, 662_514),
        "multi": Size(28_189_952, 4_733_955, 18_341_167, 217_776_649, 0, 690_027),
    },
}
"""Table 2 of the paper. It prints words per utterance, not words: see `LCCC_WORDS`."""
LCCC_WORDS = {"base": {"single": 6.79, "multi": 8.32}, "large": {"single": 7.45, "multi": 8.14}}
_MOST_REASONS = 6


@dataclass(frozen=True)
class Column:
    """A column of table 2, each figure as the page writes it."""

    of: str
    kind: str
    cells: Sequence[str]


ROWS: tuple[tuple[str, Callable[[Size], str]], ...] = (
    ("Raw dialogues", lambda size: words.number(size.raw)),
    ("Cleaned dialogues", lambda size: words.number(size.dialogues)),
    ("Kept", lambda size: words.share(size.kept)),
    ("Utterances", lambda size: words.number(size.utterances)),
    ("Characters", lambda size: words.number(size.characters)),
    ("Vocabulary size", lambda size: words.number(size.vocabulary)),
    ("Words per utterance", lambda size: words.mean(size.words_per_utterance)),
    ("Turns per dialogue", lambda size: words.mean(size.turns_per_dialogue)),
)
"""Table 2: what its rows are called, and their figures. The share that was kept is ours."""
_WORDS_ROW = 6


def table_2(languages: Sequence[LanguageReport]) -> list[Column]:
    """Single-turn and multi-turn dialogues of each language, then those of LCCC."""
    columns = [
        Column(language.name, kind, [figure(language.survey.sizes[kind]) for _, figure in ROWS])
        for language in languages
        for kind in KINDS
    ]
    for name, sizes in LCCC.items():
        for kind in KINDS:
            cells = [figure(sizes[kind]) for _, figure in ROWS]
            cells[_WORDS_ROW] = words.mean(LCCC_WORDS[name][kind])
            columns.append(Column(f"LCCC-{name}", kind, cells))
    return columns


def funnel(languages: Sequence[LanguageReport]) -> list[dict[str, Any]]:
    """What is left after each stage, of all languages together, and why the rest went."""
    rows = []
    for steps in zip(*(language.steps for language in languages), strict=True):
        reasons: Counter[tuple[str, str]] = Counter()
        for step in steps:
            reasons.update({(reason.unit, reason.reason): reason.number for reason in step.reasons})
        name, meaning = NAMES[steps[0].stage]
        said = [
            f"{words.plural(n, unit)}: {reason.replace('_', ' ')}" for (unit, reason), n in _most(reasons)
        ]
        rows.append(
            {
                "name": name,
                "meaning": meaning,
                "threads": sum(step.threads for step in steps),
                "comments": _sum(step.comments for step in steps),
                "dialogues": _sum(step.dialogues for step in steps),
                "utterances": _sum(step.utterances for step in steps),
                "reasons": said[:_MOST_REASONS],
                "more": max(len(said) - _MOST_REASONS, 0),
            }
        )
    return rows


def _most(reasons: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


def _sum(numbers: Any) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def part(language: LanguageReport) -> Part:
    """The dataset's dialogues of a language."""
    found = language.survey
    return Part(found.left[STAGES[-1]]["threads"], language.total, found.splits, found.kept)


def together(languages: Sequence[LanguageReport]) -> Part:
    """The dialogues of all languages."""
    splits = {name: Counter(dict.fromkeys(UNITS, 0)) for name in SPLIT_NAMES}
    for language in languages:
        for name, counts in language.survey.splits.items():
            splits[name].update(counts)
    totals = [language.total for language in languages]
    fields = ("raw", "dialogues", "utterances", "characters", "words")
    size = Size(**{name: sum(getattr(total, name) for total in totals) for name in fields})
    return Part(sum(counts["threads"] for counts in splits.values()), size, splits)


def corpora(languages: Sequence[LanguageReport]) -> list[dict[str, Any]]:
    """Each corpus with its rights, and what it gave."""
    return [
        {"name": name, "rights": rights or "not stated", "language": language.name, **_counts(counts)}
        for language in languages
        for (name, rights), counts in language.survey.corpora.items()
    ]


def _counts(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts[name] for name in ("threads", "comments", "dialogues")}


def kept_share(languages: Sequence[LanguageReport]) -> float | None:
    """Dialogues of the dataset for each raw one."""
    raw = sum(language.survey.left[STAGES[0]]["dialogues"] for language in languages)
    return sum(language.total.dialogues for language in languages) / raw if raw else None
