"""The report page of a dataset: values that all sources have, rendered by the template of the source."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dialogue_etl.core.parameters.describe import parameters
from dialogue_etl.core.splitting import remark
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.pairs.parameters import sections as pair_sections
from dialogue_etl.report import drops, figures, formatting, templates
from dialogue_etl.report.quality import WITHIN, Quality
from dialogue_etl.report.scores import ESTIMATES
from dialogue_etl.report.sizes import Size
from dialogue_etl.text import privacy

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.report.drops import Reason, Removed
    from dialogue_etl.report.source_report import SourceReport
    from dialogue_etl.report.survey import Records, Survey

_NUMERALS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_HERO_TURNS, _LONGEST_HERO = 4, 130
_MOST_REASONS = 10
LIMITS = {
    "most_turns": 8,
    "longest_turn": 600,
    "longest_title": 140,
    "longest_detail": 300,
    "excerpt": 200,  # where the stages cut the text in the detail of a drop
}
"""Limits of lists and texts, so that the page is small for any dataset."""
_LEFT = ("dialogues", "utterances", "comments")
_UNSAID = {"evaluation", "gates"}
"""Sections of parameters without effect on the dataset."""


def render(report: SourceReport, source: str, sections: Iterable[str]) -> str:
    """The page as HTML, the same bytes for the same input.

    Args:
        report: of the source.
        source: its name.
        sections: of its parameters, by name.
    """
    removed = [report.removed(survey) for survey in report.surveys]
    together = [line for line in drops.merged(removed) if line.number]
    pairs = list(zip(report.surveys, removed, strict=True))
    hero = _hero(report.surveys)
    quality = sum(map(report.quality, report.surveys), Quality()).figures()
    return templates.render(
        report.template,
        title=_title([survey.name for survey in report.surveys], source),
        source=source,
        unit=report.unit,
        surveys=report.surveys,
        several=len(report.surveys) > 1,
        total=sum((survey.size for survey in report.surveys), Size()),
        estimates=[
            (one, quality[one.key], quality.get(f"{one.key}{WITHIN}"))
            for one in ESTIMATES
            if one.key in quality
        ],
        splits=SPLIT_NAMES,
        split_size=_split_size,
        split_remarks=list(_split_remarks(report)),
        hero=hero,
        unfolded=hero["survey"] if hero else next(iter(report.surveys), None),
        cite=report.cite,
        examples=report.params.report.examples,
        funnel=_funnel(report, together),
        steps=[(survey, report.funnel(survey)) for survey in report.surveys],
        removed=[(line, [_line(line.reason, table) for table in removed]) for line in together],
        idle=_idle(removed, report.params, off=False),
        off=_idle(removed, report.params, off=True),
        reason_setting=report.setting,
        quarantine=[_examples(report, *pair, quarantined=True) for pair in pairs],
        left_out=[_examples(report, *pair, quarantined=False) for pair in pairs],
        privacy=_privacy(report),
        shape=report.shape(),
        thresholds=figures.thresholds(report.curves(), report.surveys, report.params),
        settings=settings(report.params, sections),
        **LIMITS,
        **report.values(),
    )


def unmasked(params: Params) -> str:
    """A sentence if nothing is masked; else nothing."""
    return f"P{privacy.OFF[1:]}." if params.privacy == "off" else ""


def _privacy(report: SourceReport) -> str:
    """How much was masked when texts came in, by the metrics of the first stage; or that nothing was."""
    if said := unmasked(report.params):
        return said
    totals: Counter[str] = Counter()
    for survey in report.surveys:
        metrics = report.metrics / report.plan.drops[0] / f"{survey.tag}.json"
        found = json.loads(metrics.read_text("utf-8")) if metrics.is_file() else {}
        totals.update({name: number for name, number in found.items() if name.startswith("masked_")})
    counts = {kind: totals[f"masked_{kind.lower()}"] for kind in privacy.KINDS}
    shown = ", ".join(f"{number:,} × <{kind}>" for kind, number in counts.items() if number)
    return f"Masked in texts and metadata before anything else: {shown or 'nothing was found'}."


def _split_size(surveys: Sequence[Survey], split: str) -> tuple[int, int]:
    """Numbers of documents and dialogues of a split."""
    documents, dialogues = (
        sum(survey.number("splits", column, split=split) for survey in surveys)
        for column in ("documents", "dialogues")
    )
    return documents, dialogues


def _split_remarks(report: SourceReport) -> Iterator[tuple[str, str]]:
    """Names of languages with a split that is empty or far from its share, and a sentence about it."""
    for survey in report.surveys:
        utterances = {split: survey.number("splits", "utterances", split=split) for split in SPLIT_NAMES}
        if survey.split_method and (said := remark(utterances, survey.split_method, report.params.split)):
            yield survey.name, said


def _funnel(report: SourceReport, removed: Sequence[Removed]) -> list[dict[str, Any]]:
    """What remains of all languages after each stage, and what it dropped, as ends of sentences."""
    rows: list[dict[str, Any]] = []
    for steps in zip(*map(report.funnel, report.surveys), strict=True):
        documents = sum(step.documents for step in steps)
        own = (line for line in removed if line.reason.stage == steps[0].stage)
        said = [_reason(line) for line in sorted(own, key=lambda line: -line.number)]
        name, meaning = report.titles[steps[0].stage]
        left = {what: _sum(getattr(step, what) for step in steps) for what in _LEFT}
        row = {"name": name, "meaning": meaning, "documents": documents, **left}
        row |= {"lost": rows[-1]["documents"] - documents if rows else 0}
        row |= {"first": rows[0]["documents"] if rows else documents}
        rows.append(row | {"reasons": said[:_MOST_REASONS], "more": max(len(said) - _MOST_REASONS, 0)})
    return rows


def _sum(numbers: Iterator[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def _reason(line: Removed) -> str:
    of = f" ({formatting.percent(line.share)})" if line.total else ""
    why = f" {line.reason.why}" if line.reason.why else f": {line.reason.what.lower()}"
    return f"{formatting.plural(line.number, line.reason.unit)}{why}{of}"


def _line(reason: Reason, table: Sequence[Removed]) -> Removed:
    return next((line for line in table if line.reason.key == reason.key), drops.Removed(reason, 0, 0))


def _idle(removed: Sequence[Sequence[Removed]], params: Params, *, off: bool) -> list[Reason]:
    """Filters that removed nothing: with `off` those that are turned off, else those that are on."""
    lines = drops.merged(removed)
    reasons = [line.reason for line in lines if not line.number and line.reason.unit != "file"]
    return [reason for reason in reasons if reason.is_off(params) == off]


def _examples(
    report: SourceReport, survey: Survey, removed: Sequence[Removed], *, quarantined: bool
) -> list[tuple[Removed, Records]]:
    """Rows of the drops tables by reason: with `quarantined` of bad input, else of filters."""
    filtered = {report.unit, "dialogue", "utterance"}
    found = []
    for line in removed:
        rows = survey.samples.get(("drops", *line.reason.key), [])
        # Rows with the same text, such as an advert, are shown once.
        distinct = list({row["detail"] or row["id"]: row for row in rows}.values())
        if distinct and (line.reason.unit not in filtered) == quarantined:
            found.append((line, distinct))
    return found


def settings(params: Params, sections: Iterable[str]) -> list[dict[str, Any]]:
    """Every parameter of a source that affects the dataset, with its value.

    Args:
        params: of the workspace.
        sections: of the source, by name.
    """
    found = []
    for parameter in parameters(type(params), {*sections} - _UNSAID - pair_sections(params)):
        value = drops.value_of(params, parameter.key)
        found.append({"of": parameter, "value": value, "changed": value != parameter.default})
    return found


def _hero(surveys: Sequence[Survey]) -> dict[str, Any] | None:
    """A short dialogue for the top of the page, if possible in English."""

    def unhandy(row: Mapping[str, Any]) -> tuple[bool, bool]:
        shown = row["turns"][:_HERO_TURNS]
        return any(len(turn) > _LONGEST_HERO for turn in shown), len(shown) < _HERO_TURNS - 1

    for survey in sorted(surveys, key=lambda survey: survey.tag != "en"):
        if kept := survey.samples.get(("kept",)):
            row = min(kept, key=unhandy)
            turns, index = row["turns"], list(surveys).index(survey)
            rest = max(len(turns) - _HERO_TURNS, 0)
            return {**row, "survey": survey, "index": index, "turns": turns[:_HERO_TURNS], "rest": rest}
    return None


def _title(names: Sequence[str], source: str) -> str:
    if not 0 < len(names) <= 3:
        return f"Dialogues from {source} in {_NUMERALS.get(len(names), len(names) or 'no')} languages"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} dialogues from {source}"
