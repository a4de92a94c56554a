"""Pairs as they leave the platform: the tables of a language, its outputs and analytics."""

import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from dialogue_etl.core import run
from dialogue_etl.core.run import Job, Work
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.formats import outputs
from dialogue_etl.pairs.config import Components
from dialogue_etl.pairs.shard import COUNTED, STAGE
from dialogue_etl.report import pair_figures, pair_page

log = logging.getLogger("dialogue_etl")

OUTPUTS = "outputs"
ANALYTICS, PAGE = "analytics.json", "analytics.html"


def finish(
    language: str,
    work: Work,
    jobs: Sequence[Job],
    config: Components,
    *,
    unit: str,
    output: Path,
    metrics: Path,
    runtime: Runtime,
    workers: int | None = None,
) -> None:
    """Finish the shards, and put output and metrics together.

    Args:
        language: BCP-47 tag.
        work: writes the tables of a shard.
        jobs: one per shard.
        config: which outputs and analytics are made of the tables.
        unit: what a document is called.
        output: folder to write: tables, `outputs/`, `analytics.json` and `analytics.html`.
        metrics: JSON file to write.
        runtime: workers and store.
        workers: processes; by the size of the input if not given.

    Raises:
        DialogueEtlError: an output asks for more pairs than there are; nothing is written.
    """
    totals, began = Counter(dict.fromkeys(COUNTED, 0)), perf_counter()
    run.finish_stage(
        STAGE,
        language,
        work,
        jobs,
        totals,
        output=output,
        metrics=metrics,
        runtime=runtime,
        workers=workers,
        complete=partial(_complete, config=config, language=language, unit=unit),
    )
    took, number = perf_counter() - began, totals["documents_in"]
    log.info("pairs %s: %.1f s, %.4f s a %s", language, took, took / max(number, 1), unit)


def _complete(folder: Path, *, config: Components, language: str, unit: str) -> dict[str, Any]:
    written = outputs.write(config.outputs, folder, folder / OUTPUTS, language=language)
    if config.analytics:
        found = pair_figures.analyse(config, folder, written)
        run.write_metrics(folder / ANALYTICS, found)
        page = pair_page.render(found, language, unit)
        (folder / PAGE).write_text(page, encoding="utf-8", newline="\n")
    counted = {name: {key: one[key] for key in ("files", "bytes", "pairs")} for name, one in written.items()}
    return {"outputs": counted} if counted else {}
