"""Sections of the report for subtitles: artefacts, gaps between turns, the turn classifier, films."""

import csv
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pandas as pd

from dialogue_etl.core.parameters.describe import of_section
from dialogue_etl.report import pair_page
from dialogue_etl.report.charts import WIDE, Axis, Chart, ends, heights
from dialogue_etl.report.drops import Reason, Removed
from dialogue_etl.report.figures import Figure, Lengths, figure, plane
from dialogue_etl.report.quality import Quality
from dialogue_etl.report.source_report import SourceReport, Step
from dialogue_etl.report.survey import Plan, Survey, by_utterance
from dialogue_etl.sources.pair_outputs import ANALYTICS
from dialogue_etl.sources.subtitles import SOURCE
from dialogue_etl.sources.subtitles.dialogues import GAPS, WRONG
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.reasons import READING, REASONS
from dialogue_etl.text import segmentation

_MOST_FILMS = 200
_WIDEST_GAP = 20  # seconds; the last bar has what is longer
_FILMS = """SELECT film.id, film_id, title, year, genres, rights, sentences,
    coalesce(found, 0) AS dialogues
FROM films_films AS film LEFT JOIN
    (SELECT source_id, count(*) AS found FROM clean_dialogues GROUP BY 1) ON source_id = film.id
ORDER BY film.id"""
_FILES = "SELECT count(*) AS files FROM read_films"


class Artefact(NamedTuple):
    """How many sentences of a language a rule cut, and how many it dropped."""

    name: str
    action: str
    what: str
    source: str
    cut: int
    dropped: int


class SubtitlesReport(SourceReport):
    """The report of dialogues from subtitles."""

    plan = Plan(
        dialogues=("dialogues", "clean"),
        drops=SOURCE.dropping_stages,
        words=partial(by_utterance, segmentation.words),
        tables=(("read", "films"), ("films", "films")),
        queries=lambda _: {"films": _FILMS, "files": _FILES},
    )
    reasons = REASONS
    titles: ClassVar = {
        "read": ("Read", "subtitle files with their sentences"),
        "films": ("Films", "one subtitle file of each film"),
        "dialogues": ("Dialogues", "sentences joined to turns, split at gaps"),
        "clean": ("Clean", "without turns that are no conversation"),
    }
    lengths = (
        Lengths("dialogues", "turns", limit=40, shared=False),
        Lengths("utterances", "words", limit=40, log=False, shared=False),
    )
    template = Path(__file__).parent / "subtitles.html"

    def metric(self, stage: str, survey: Survey) -> dict[str, Any]:
        """The metrics of a stage in a language."""
        path = self.metrics / stage / f"{survey.tag}.json"
        found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        return found

    def quality(self, survey: Survey) -> Quality:
        """With the expected number of wrong pairs before cleaning, which leaves their share as it is.

        It only compares versions: of films whose speakers are known it is 4 to 16 points off
        (benchmarks/quality.md).
        """
        found = self.metric("dialogues", survey)
        pairs = found["utterances"] - found["dialogues"] if WRONG in found else 0
        return replace(survey.quality, pairs=pairs, wrong=found.get(WRONG, 0), variance=math.inf)

    def funnel(self, survey: Survey) -> list[Step]:
        """From subtitle files to the dataset."""
        films = len(survey.tables["films"])
        return [Step("read", survey.number("files", "files")), Step("films", films), *super().funnel(survey)]

    def removed(self, survey: Survey) -> list[Removed]:
        """The reasons that occur in a language, but for those of sentences, which are shown rule by rule."""
        occur = {line.reason.key for one in self.surveys for line in self._every(one) if line.number}
        return [line for line in self._every(survey) if line.reason.key in occur]

    def _every(self, survey: Survey) -> Iterator[Removed]:
        found = self.metric("read", survey)
        lines = found.get("dropped", {}).get("lines", {})
        for reason, why in READING.items():
            said = Reason("read", "line", reason, why)
            yield Removed(said, lines.get(reason, 0), found.get("lines_in", 0))
        yield from (line for line in super().removed(survey) if line.reason.stage != "sentences")

    def cite(self, survey: Survey, id: str) -> Any:
        """The title of a film."""
        films = survey.tables["films"]
        found = films[(films["id"] == id) & films["title"].notna()]
        return None if found.empty else {"title": found.iloc[0]["title"], "authors": []}

    def shape(self) -> list[Figure]:
        """Lengths, and the gaps between turns."""
        caption = (
            "Pairs of neighbouring turns by the seconds from the end of one to the beginning of the other, "
            f"in steps of half a second; the last bar counts those of {_WIDEST_GAP} and more. The dashed "
            "line is the gap that parts dialogues."
        )
        return [
            *super().shape(),
            figure("gaps", "Gaps between turns", caption, self.surveys, self._draw_gaps),
        ]

    def _gaps(self, survey: Survey) -> list[tuple[float, int]]:
        """Pairs of turns by the seconds between them, without those that lack times."""
        path = self.stages / "dialogues" / survey.tag / GAPS
        with path.open(encoding="utf-8", newline="") as file:
            return [(float(row["gap"]), int(row["pairs"])) for row in csv.DictReader(file) if row["gap"]]

    def _draw_gaps(self, survey: Survey) -> tuple[str, str]:
        gaps, metrics = self._gaps(survey), self.metric("dialogues", survey)
        if not gaps or not metrics:
            return "", "No two turns have times."
        bars: dict[int, int] = {}
        for gap, number in gaps:
            place = min(max(round(2 * gap), -2), 2 * _WIDEST_GAP)
            bars[place] = bars.get(place, 0) + number
        log = max(bars.values()) > 50 * min(bars.values())
        ticks = [(2 * seconds, f"{seconds}") for seconds in range(0, _WIDEST_GAP + 1, 5)]
        chart = Chart(
            f"{survey.name}: pairs of turns by the gap between them",
            Axis("seconds", -2.5, 2 * _WIDEST_GAP + 0.5, ticks=ticks),
            Axis(
                "pairs", 0.7 if log else 0, max(bars.values()) * (1.4 if log else 1.05), log=log, whole=True
            ),
            plane(self.surveys),
        )
        for place, number in sorted(bars.items()):
            chart.bar(place, number, f"{place / 2:g} s: {number:,} pairs")
        limit = self.params[Turns].dialogue_gap
        if limit <= _WIDEST_GAP:
            chart.mark(2 * limit, f"{limit:g} s")
        missing, negative = metrics["missing"], metrics["negative"]
        facts = (
            f"{metrics['parted']:,} of {metrics['pairs']:,} pairs are parted; {missing:,} have no times and "
            f"join, {negative:,} overlap."
        )
        return chart.svg(facts), facts

    def artefacts(self, survey: Survey) -> list[Artefact]:
        """The effect of each rule on the sentences of a language."""
        cut = self.metric("sentences", survey)
        drops = survey.tables["drops"]
        dropped = drops[drops["stage"] == "sentences"].set_index("reason")["number"]
        return [
            Artefact(
                name=name,
                action=str(getattr(self.params[SubtitleRules], name)),
                what=rule.description,
                source=rule.source,
                cut=cut.get(f"cut_{name}", 0),
                dropped=int(dropped.get(name, 0)),
            )
            for name, rule in of_section(SubtitleRules).items()
            if rule.unit == "action"
        ]

    def card(self, survey: Survey) -> dict[str, Any]:
        """Training data and scores of a language's turn classifier."""
        return self.metric("train", survey)

    def _draw_curve(self, survey: Survey) -> tuple[str, str] | None:
        card = self.card(survey)
        if not card.get("trained"):
            return None
        held, points = card["held_out"], [(row["pairs"], row["accuracy"]) for row in card["curve"]]
        low, high = ends([pairs for pairs, _ in points])
        chart = Chart(
            f"{survey.name}: accuracy of the turn classifier by the pairs it learnt from",
            Axis("pairs learnt from", low, high, whole=True),
            Axis("accuracy", *heights([*(value for _, value in points), held["majority"]]), share=True),
            WIDE,
            margin=12,
        )
        chart.line(points, "line c0")
        for pairs, accuracy in points:
            chart.dot(pairs, accuracy, f"{pairs:,} pairs: {accuracy:.1%}")
        facts = (
            f"On films it has not seen {held['accuracy']:.1%} of {held['pairs']:,} pairs are right; the "
            f"weights have {held['weights']:.1%}, always the commoner answer {held['majority']:.1%}."
        )
        return chart.svg(facts), facts

    def values(self) -> dict[str, Any]:
        """The variables of `subtitles.html`."""
        films = [
            {**film, "language": survey.name}
            for survey in self.surveys
            for film in survey.tables["films"].to_dict("records")
        ]
        cards = [(survey, self.card(survey)) for survey in self.surveys]
        curve = figure("turn-classifier", "The turn classifier", "", self.surveys, self._draw_curve)
        return {
            "pairs": list(self._pairs()),
            "artefacts": [self.artefacts(survey) for survey in self.surveys],
            "classifier": [curve] if curve.panels else [],
            "cards": [(survey, card) for survey, card in cards if card.get("trained")],
            "untrained": [(survey, card["reason"]) for survey, card in cards if card.get("reason")],
            "films": films[:_MOST_FILMS],
            "more_films": max(len(films) - _MOST_FILMS, 0),
        }

    def _pairs(self) -> Iterator[tuple[Survey, dict[str, Any]]]:
        """The analytics of pairs, for the languages that have any."""
        for survey in self.surveys:
            path = self.stages / "pairs" / survey.tag / ANALYTICS
            if path.is_file():
                yield survey, pair_page.sections(json.loads(path.read_text("utf-8")), survey.tag, self.unit)

    def plots(self) -> dict[str, pd.DataFrame]:
        """The tables of all sources, gaps, and how the classifier learns."""
        gaps = [(gap, survey.tag, number) for survey in self.surveys for gap, number in self._gaps(survey)]
        curve = [
            (row["pairs"], survey.tag, row["accuracy"])
            for survey in self.surveys
            for row in self.card(survey).get("curve", ())
        ]
        return {
            **super().plots(),
            "gaps": pd.DataFrame(gaps, columns=["seconds", "language", "pairs"]),
            "learning_curve": pd.DataFrame(curve, columns=["pairs", "language", "accuracy"]),
        }


REPORT = SubtitlesReport
