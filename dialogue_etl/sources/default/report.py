"""The report of a source without sections of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dialogue_etl.report.source_report import SourceReport
from dialogue_etl.report.survey import Plan, by_utterance
from dialogue_etl.text import segmentation

if TYPE_CHECKING:
    from dialogue_etl.sources.base import Source


class Part:
    """The part `report` of a source."""

    def __init__(self, source: Source) -> None:
        """Of a source: the funnel has the stage whose dialogues are packaged."""
        words = partial(by_utterance, segmentation.words)
        plan = Plan(dialogues=(source.last_stage,), drops=source.dropping_stages, words=words)
        titles = {source.last_stage: (source.last_stage.capitalize(), source.about)}
        self.REPORT = type("Report", (SourceReport,), {"plan": plan, "titles": titles})
