"""The base class of the reports of sources; a source defines its own as `REPORT` in its module `report`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.report import drops, figures, formatting
from dialogue_etl.report.curves import Threshold
from dialogue_etl.report.drops import Reason, Removed
from dialogue_etl.report.figures import Figure, Lengths
from dialogue_etl.report.quality import Quality
from dialogue_etl.report.sizes import Size, rounded
from dialogue_etl.report.survey import Plan, Survey


@dataclass(frozen=True)
class Step:
    """Numbers after a stage; None before dialogues exist; comments before utterances exist."""

    stage: str
    documents: int
    dialogues: int | None = None
    utterances: int | None = None
    comments: int | None = None


@dataclass(frozen=True)
class SourceReport:
    """The report of a dataset; subclasses add to it or change it.

    Attributes:
        unit: what a document is called.
        surveys: counts of each language.
        params: of the workspace.
        stages: folder of the outputs of all stages.
        metrics: folder of their metrics.
    """

    plan: ClassVar[Plan]
    titles: ClassVar[Mapping[str, tuple[str, str]]]
    """Rows of the funnel: name and description by stage."""
    reasons: ClassVar[tuple[Reason, ...]] = ()
    thresholds: ClassVar[tuple[Threshold, ...]] = ()
    lengths: ClassVar[tuple[Lengths, ...]] = (
        Lengths("dialogues", "turns", limit=60),
        Lengths("utterances", "words", limit=100, log=False),
    )
    template: ClassVar[Path] = Path(__file__).parent / "dataset.html"
    plot_form: ClassVar[Mapping[str, Any]] = {"suffix": "csv", "whole": False}
    """Arguments of `steps.report.plot_files`."""

    unit: str
    surveys: Sequence[Survey]
    params: Params
    stages: Path
    metrics: Path

    def funnel(self, survey: Survey) -> list[Step]:
        """Numbers after each stage, in order."""
        return [
            Step(stage, *(survey.number("left", column, stage=stage) for column in _LEFT))
            for stage in self.plan.dialogues
        ]

    def curves(self) -> Sequence[Threshold]:
        """The thresholds that get a figure."""
        return self.thresholds

    def total(self, survey: Survey, stage: str, unit: str) -> int:
        """Number of units that a stage got; 0 if unknown."""
        number = self.plan.dialogues.index(stage) if stage in self.plan.dialogues else -1
        if unit not in {"dialogue", "utterance"} or number < 0:
            return 0
        if number:
            return survey.number("left", f"{unit}s", stage=self.plan.dialogues[number - 1])
        left = survey.number("left", f"{unit}s", stage=stage)
        total = left + survey.number("drops", "number", stage=stage, unit=unit)
        if unit == "utterance":  # and those in dialogues that were dropped as too short
            total += survey.number("drops", "value", stage=stage, unit="dialogue", reason="min_turns")
        return total

    def removed(self, survey: Survey) -> list[Removed]:
        """The drop table of a language: all declared reasons, and others that occur."""
        rows = survey.tables["drops"].itertuples(index=False)
        counted: dict[drops.Key, int] = {(stage, unit, reason): n for stage, unit, reason, n, _ in rows}
        declared = [formatting.with_limit(reason, self.params) for reason in self.reasons]
        reasons = list(drops.with_unknown(declared, counted, self.plan.drops))
        # Computed once for the reasons of the same stage and unit.
        totals = {came: self.total(survey, *came) for came in {(each.stage, each.unit) for each in reasons}}
        return [
            Removed(reason, counted.get(reason.key, 0), totals[reason.stage, reason.unit])
            for reason in reasons
        ]

    def setting(self, reason: Reason) -> str:
        """The value in force of the parameter that decides, with its unit; empty if none does."""
        return formatting.reason_setting(reason, self.params)

    def cite(self, survey: Survey, id: str) -> Any:
        """Title and authors of a document, if it has them."""
        del survey, id

    def shape(self) -> list[Figure]:
        """Figures about the shape of the dialogues."""
        return [figures.lengths(of, self.surveys) for of in self.lengths]

    def quality(self, survey: Survey) -> Quality:
        """What is known of the quality of a language without annotation."""
        return survey.quality

    def values(self) -> dict[str, Any]:
        """Further values for the template of the source."""
        return {}

    def figures(self) -> dict[str, Any]:
        """The metrics of the report."""
        total = sum((survey.size for survey in self.surveys), Size())
        tables = [self.removed(survey) for survey in self.surveys]
        parts = [self.quality(survey) for survey in self.surveys]
        return {
            "languages": {
                survey.tag: self._figures(survey.size, quality, table)
                for survey, quality, table in zip(self.surveys, parts, tables, strict=True)
            },
            "total": self._figures(total, sum(parts, Quality()), drops.merged(tables)),
        }

    def _figures(self, size: Size, quality: Quality, removed: Sequence[Removed]) -> dict[str, Any]:
        return {
            "utterances": size.utterances,
            "words_per_utterance": rounded(size.words_per_utterance),
            "dialogues": size.dialogues,
            "turns_per_dialogue": rounded(size.turns_per_dialogue),
            f"{self.unit}s": size.documents,
            **quality.figures(),
            "removed": drops.as_metrics(removed),
        }

    def plots(self) -> dict[str, pd.DataFrame]:
        """Tables for `dvc plots`, each with all languages."""
        steps = [(survey.tag, step) for survey in self.surveys for step in self.funnel(survey)]
        funnel = pd.DataFrame(
            [(step.stage, tag, step.documents, step.dialogues, step.utterances) for tag, step in steps],
            columns=["stage", "language", f"{self.unit}s", "dialogues", "utterances"],
        ).astype({"dialogues": "Int64", "utterances": "Int64"})
        return {"funnel": funnel, "dialogue_lengths": self.by_language("turns")}

    def by_language(self, table: str) -> pd.DataFrame:
        """A table of all surveys, with the language as second column; empty without surveys."""
        if not self.surveys:
            return pd.DataFrame()
        parts = [survey.tables[table].assign(language=survey.tag) for survey in self.surveys]
        frame = pd.concat(parts)
        frame.insert(1, "language", frame.pop("language"))
        return frame


_LEFT = ("documents", "dialogues", "utterances")
