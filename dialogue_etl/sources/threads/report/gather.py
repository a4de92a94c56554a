"""All there is to say about one language, read from what the stages wrote."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.threads.names_of_languages import name_of
from dialogue_etl.sources.threads.report import rules
from dialogue_etl.sources.threads.report.models import Model, models
from dialogue_etl.sources.threads.report.shard import STAGES
from dialogue_etl.sources.threads.report.survey import survey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime
    from dialogue_etl.sources.threads.classify.classifier import Card
    from dialogue_etl.sources.threads.report.sizes import Size
    from dialogue_etl.sources.threads.report.survey import Survey

_QUARANTINE = "ingest"


@dataclass(frozen=True)
class Reason:
    """Units a stage left out, for one reason.

    Attributes:
        stage: of the pipeline.
        unit: file, line, comment, dialogue or utterance.
        reason: as the drops table has it.
        number: how many.
        rows: a few of them.
    """

    stage: str
    unit: str
    reason: str
    number: int
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Step:
    """What is left after a stage, and what it left out.

    Attributes:
        stage: `ingest`, those of `shard.STAGES`.
        threads: left.
        dialogues: left; None before there are any.
        utterances: left; None before there are any.
        comments: left; None where there are dialogues.
        reasons: most frequent first.
    """

    stage: str
    threads: int
    dialogues: int | None
    utterances: int | None
    comments: int | None
    reasons: Sequence[Reason]


@dataclass(frozen=True)
class LanguageReport:
    """One language.

    Attributes:
        tag: BCP-47.
        name: in English.
        survey: what was counted.
        total: the dataset's size, of single-turn and multi-turn dialogues together.
        steps: the funnel.
        rules: what each rule did.
        models: trained classifiers.
        untrained: cards of classifiers that there are not, which say why.
        quarantine: what could not be read or had no place in a tree.
    """

    tag: str
    name: str
    survey: Survey
    total: Size
    steps: Sequence[Step]
    rules: Sequence[rules.Line]
    models: Sequence[Model]
    untrained: Sequence[Card]
    quarantine: Sequence[Reason]


def gather(stages: Path, metrics: Path, language: str, params: Params, runtime: Runtime) -> LanguageReport:
    """Read the outputs of all stages for a language.

    Args:
        stages: outputs of all stages.
        metrics: folder of the metrics of all stages.
        language: BCP-47 tag.
        params: in force.
        runtime: workers and store.

    Raises:
        MissingTableError: the language has not been through all stages.
        ModelError: a model card is damaged.
    """
    found = survey(stages, language, params.report.examples, runtime)
    trained, untrained = models(stages / "train" / language, params)
    return LanguageReport(
        tag=language,
        name=name_of(language),
        survey=found,
        total=found.total,
        steps=_steps(found),
        rules=rules.lines(found, metrics / rules.STAGE / f"{language}.json", params, language),
        models=trained,
        untrained=untrained,
        quarantine=_reasons(found, _QUARANTINE),
    )


def _steps(found: Survey) -> list[Step]:
    sums: Counter[str] = Counter()
    for counts in found.corpora.values():
        sums.update(counts)
    steps = [Step("ingest", sums["threads"], None, None, sums["comments"], _reasons(found, "ingest"))]
    for stage in STAGES:
        left = found.left[stage]
        numbers = (left["threads"], left["dialogues"], left["utterances"])
        steps.append(Step(stage, *numbers, None, _reasons(found, stage)))
    return steps


def _reasons(found: Survey, stage: str) -> list[Reason]:
    """Why a stage left things out, most frequent first."""
    keys = sorted(
        (key for key in found.dropped if key[0] == stage), key=lambda key: (-found.dropped[key], key)
    )
    return [Reason(*key, found.dropped[key], found.drops[key]) for key in keys]
