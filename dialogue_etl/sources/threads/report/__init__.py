"""The report of threads: comparison with LCCC, effects of the rules, classifiers, corpora."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core.turns import offsets
from dialogue_etl.report.figures import Lengths
from dialogue_etl.report.sizes import rounded
from dialogue_etl.report.source_report import SourceReport, Step
from dialogue_etl.report.survey import Plan, by_utterance
from dialogue_etl.sources.threads.reasons import REASONS
from dialogue_etl.sources.threads.report import lccc, rules
from dialogue_etl.sources.threads.report.models import MEASURES, TITLES, model_figures, read_models
from dialogue_etl.text import segmentation as cutting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.drops import Reason, Removed
    from dialogue_etl.report.sizes import Size
    from dialogue_etl.report.survey import Survey

_MOST_CORPORA = 200
_CORPORA = """SELECT corpus, coalesce(rights, '') AS rights, count(*) AS threads,
    coalesce(sum(comments), 0) AS comments, coalesce(sum(found), 0) AS dialogues
FROM ingest_threads AS thread LEFT JOIN
    (SELECT source_id, count(*) AS found FROM classify_dialogues GROUP BY 1) ON source_id = thread.id
GROUP BY ALL ORDER BY ALL"""


def words(texts: Sequence[str], language: str) -> pa.ListArray:
    """The words of utterances: in Chinese jieba's, with punctuation, as in Wang et al. 2020.

    Words of other languages are runs of letters and digits.
    """
    if not cutting.is_chinese(language):
        return by_utterance(cutting.words, texts, language)
    found = pa.array(cutting.tokens_of(texts), pa.string())
    is_word = pc.invert(pc.utf8_is_space(found)).to_numpy(zero_copy_only=False)
    places = np.cumsum(pc.equal(found, "\n").to_numpy(zero_copy_only=False))
    lengths = np.bincount(places[is_word], minlength=len(texts))
    return pa.ListArray.from_arrays(offsets(lengths), found.filter(pa.array(is_word)))


PLAN = Plan(
    dialogues=("extract", "rules", "classify"),
    drops=("ingest", "extract", "rules", "classify"),
    words=words,
    vocabulary=True,
    tables=(("ingest", "threads"),),
    queries=lambda _: {"corpora": _CORPORA},
)


class ThreadsReport(SourceReport):
    """The report of dialogues from comment threads."""

    plan = PLAN
    reasons = REASONS
    titles: ClassVar = {
        "ingest": ("Ingest", "comments put together to trees"),
        "extract": ("Extract", "every way from the root to a leaf"),
        "rules": ("Rules", "noise cut out, dialogues split at it or left out"),
        "classify": ("Classify", "without what the classifiers take for noise"),
    }
    lengths = (
        Lengths("dialogues", "turns", limit=31, shared=False),
        Lengths("utterances", "words", limit=60, note=" (in Chinese jieba’s, as in the paper)", shared=False),
    )
    template = Path(__file__).parent / "threads.html"
    plot_form: ClassVar = {"suffix": "tsv", "whole": False}

    @cached_property
    def rule_lines(self) -> dict[str, list[rules.Line]]:
        """The effects of each rule, by language."""
        metrics = self.metrics / rules.STAGE
        return {
            survey.tag: rules.lines(
                survey,
                self.stages / rules.STAGE / survey.tag,
                metrics / f"{survey.tag}.json",
                self.params,
            )
            for survey in self.surveys
        }

    @cached_property
    def models(self) -> dict[str, Any]:
        """The classifiers, by language."""
        folder = self.stages / "train"
        return {survey.tag: read_models(folder / survey.tag, self.params) for survey in self.surveys}

    def funnel(self, survey: Survey) -> list[Step]:
        """From comment trees to the dataset."""
        threads, comments = (survey.number("corpora", column) for column in ("threads", "comments"))
        return [Step("ingest", threads, comments=comments), *super().funnel(survey)]

    def removed(self, survey: Survey) -> list[Removed]:
        """The reasons that occur; the table of rules has the others."""
        return [line for line in super().removed(survey) if line.number]

    def setting(self, reason: Reason) -> str:
        """As for all sources; of classifiers the thresholds that were applied, by language if they differ."""
        task = reason.reason.removesuffix("_threshold")
        applied = {
            survey.name: f"{own[task].chosen.threshold:g}"
            if own[task].chosen.reached
            else "none is supported"
            for survey in self.surveys
            if task in (own := self.models[survey.tag][0])
        }
        if reason.stage != "classify" or not applied:
            return super().setting(reason)
        values = {*applied.values()}
        return values.pop() if len(values) == 1 else ", ".join(map(" ".join, applied.items()))

    @cached_property
    def prices(self) -> list[tuple[Survey, Mapping[str, Mapping[str, Any]]]]:
        """What the classifiers leave of dialogues of each length, by language."""
        found = []
        for survey in self.surveys:
            path = self.metrics / "classify" / f"{survey.tag}.json"
            of = json.loads(path.read_text("utf-8")) if path.is_file() else {}
            if by_turns := of.get("by_turns"):
                found.append((survey, by_turns))
        return found

    def values(self) -> dict[str, Any]:
        """The variables of `threads.html`."""
        corpora = [
            {**row, "language": survey.name}
            for survey in self.surveys
            for row in survey.tables["corpora"].to_dict("records")
        ]
        return {
            "columns": lccc.table_2(self.surveys),
            "rows": lccc.ROWS,
            "peers": lccc.table_3(self.surveys),
            "rules": [self.rule_lines[survey.tag] for survey in self.surveys],
            "classifiers": model_figures(self.surveys, {tag: own for tag, (own, _) in self.models.items()}),
            "reliable": [
                (survey, task, model.card.reliability)
                for survey in self.surveys
                for task, model in self.models[survey.tag][0].items()
                if model.card.reliability
            ],
            "prices": self.prices,
            "shown": [
                (survey, model)
                for survey in self.surveys
                for model in self.models[survey.tag][0].values()
                if model.card.examples
            ],
            "untrained": [(survey, card) for survey in self.surveys for card in self.models[survey.tag][1]],
            "measures": MEASURES,
            "tasks": TITLES,
            "corpora": corpora[:_MOST_CORPORA],
            "more_corpora": max(len(corpora) - _MOST_CORPORA, 0),
        }

    def figures(self) -> dict[str, Any]:
        """Table 2 of Wang et al. 2020 as nested numbers, and the effects of each rule; and a total."""
        return {
            "languages": {
                survey.tag: {
                    **{kind: _numbers(size) for kind, size in survey.kinds.items()},
                    "all": _numbers(survey.size),
                    "rules": {
                        line.name: {
                            how: number for how, number in {**line.done, **line.dropped}.items() if number
                        }
                        for line in self.rule_lines[survey.tag]
                        if not line.idle
                    },
                }
                for survey in self.surveys
            },
            "total": super().figures()["total"],
        }

    def plots(self) -> dict[str, pd.DataFrame]:
        """The tables of all sources, utterance lengths, effects of rules, and curves of classifiers."""
        hits = [
            (line.name, tag, line.hits, *line.done.values(), *map(line.lost, ("dialogue", "utterance")))
            for tag, lines in self.rule_lines.items()
            for line in lines
            if not line.idle
        ]
        curves = [
            (row.confidence, tag, task, row.precision, row.recall, row.f)
            for tag, (models, _) in self.models.items()
            for task, model in models.items()
            for row in model.card.curve
        ]
        columns = ["rule", "language", "hits", *rules.ACTIONS, "dialogues", "utterances"]
        return {
            **super().plots(),
            "utterance_lengths": self.by_language("words"),
            "rules": pd.DataFrame(hits, columns=columns),
            "classifiers": pd.DataFrame(curves, columns=["confidence", "language", "task", *MEASURES]),
        }


def _numbers(size: Size) -> dict[str, Any]:
    return {
        "raw": size.raw,
        "dialogues": size.dialogues,
        "kept": rounded(size.kept),
        "utterances": size.utterances,
        "characters": size.characters,
        "vocabulary": size.vocabulary,
        "words_per_utterance": rounded(size.words_per_utterance),
        "turns_per_dialogue": rounded(size.turns_per_dialogue),
    }


REPORT = ThreadsReport
