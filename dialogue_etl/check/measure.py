"""What the check of any source writes.

    examples.json    the first examples of everything that is wrong, with language, file and id

The figures are in the metrics. Nothing is left out here and nothing fails: the gates decide.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.shards import MissingTableError
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.run import Job
    from dialogue_etl.runtime import Runtime

log = logging.getLogger("dialogue_etl")

EXAMPLES = "examples.json"
_STAGE = "check"


def require(dataset: Path) -> None:
    """Refuse to check what was not written.

    Raises:
        MissingTableError: there is no such folder.
    """
    if not dataset.is_dir():
        raise MissingTableError(f"{dataset}: no such table; run the stage that writes it first")


def measure(
    label: str,
    work: Callable[[Job, Path], Mapping[str, Any]],
    jobs: Mapping[str, Job],
    *,
    sums: Sequence[str],
    kinds: Sequence[str],
    output: Path,
    metrics: Path,
    runtime: Runtime,
) -> None:
    """Check all languages, and write what is wrong with them.

    Args:
        label: what is being done, for people; another one for every source.
        work: gives what `check_language` gives.
        jobs: by language.
        sums: figures that `total` holds beside the kinds.
        kinds: of findings.
        output: folder of the examples.
        metrics: JSON file of counts: `total` and by language, and the first example of each kind.
        runtime: workers and store.
    """
    done = [shard.result for shard in run.over_shards(label, work, list(jobs.values()), runtime=runtime)]
    languages = {language: result["figures"] for language, result in zip(jobs, done, strict=True)}
    examples = [example for result in done for example in result["examples"]]
    first = _first(examples, kinds)
    with shards.whole(output) as folder:
        run.write_metrics(folder / EXAMPLES, {"examples": examples})
    figures = {"total": _total(list(languages.values()), (*sums, *kinds)), "languages": languages}
    run.write_metrics(metrics, {**figures, "examples": first})
    run.report_counts(_STAGE, "all", {"total": {k: v for k, v in figures["total"].items() if v is not None}})
    for sentence in first.values():
        log.warning("check: %s", sentence)


def _total(languages: Sequence[Mapping[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    """The sum of each figure, None where a language has none."""
    total: dict[str, Any] = {}
    for name in names:
        figures = [figures[name] for figures in languages]
        total[name] = None if None in figures else sum(figures)
    total["held_out"] = sum(
        figures["splits"][split] for figures in languages for split in SPLIT_NAMES if split != "train"
    )
    return total


def _first(examples: Sequence[Mapping[str, Any]], kinds: Sequence[str]) -> dict[str, str]:
    """A sentence for each kind of which there is one."""
    first = {kind: [one["detail"] for one in examples if one["kind"] == kind][:1] for kind in kinds}
    return {kind: details[0] for kind, details in first.items() if details}
