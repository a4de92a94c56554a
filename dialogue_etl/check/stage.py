"""Stage `check`: what people take away, measured before it is published.

    examples.json    the first examples of everything that is wrong, with language, file and id

The figures are in the metrics. Nothing is left out here and nothing fails: the gates decide.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from dialogue_etl import run, shards
from dialogue_etl.check import findings
from dialogue_etl.check.language import BOOKS, Setting, check_language, file_name
from dialogue_etl.run import Job
from dialogue_etl.shards import MissingTableError
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime

log = logging.getLogger("dialogue_etl")

EXAMPLES = "examples.json"
_STAGE = "check"


def check(
    *, dataset: Path, texts: Path, works: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Measure what is wrong with the dataset of all languages.

    Args:
        dataset: output of `package`.
        texts: outputs of `download`, by language.
        works: outputs of `works`, by language.
        output: folder of the examples.
        metrics: JSON file of counts: `total` and by language, and the first example of each kind.
        params: which languages and forms, whether normalised, and the profile.
        runtime: workers and store.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    if not dataset.is_dir():
        raise MissingTableError(f"{dataset}: no such table; run the stage that writes it first")
    jobs = [_job(dataset, texts, works, language, params) for language in params.languages]
    done = [shard.result for shard in run.over_shards(_STAGE, _language, jobs, runtime=runtime)]
    languages = {language: result["figures"] for language, result in zip(params.languages, done, strict=True)}
    examples = [example for result in done for example in result["examples"]]
    with shards.whole(output) as folder:
        run.write_metrics(folder / EXAMPLES, {"examples": examples})
    figures = {"total": _total(list(languages.values())), "languages": languages}
    run.write_metrics(metrics, {**figures, "examples": _first(examples)})
    run.report_counts(_STAGE, "all", {"total": {k: v for k, v in figures["total"].items() if v is not None}})
    for sentence in _first(examples).values():
        log.warning("check: %s", sentence)


def _job(dataset: Path, texts: Path, works: Path, language: str, params: Params) -> Job:
    forms = params.package.formats
    names = [BOOKS, *(file_name(form, language, split) for form in forms for split in SPLIT_NAMES)]
    there = [name for name in names if (dataset / name).is_file()]
    tables = {
        "texts": shards.shard_paths(texts / language, "texts"),
        "works": shards.shard_paths(works / language, "works"),
    }
    settings = {
        "language": language,
        "forms": forms,
        "normalised": params.normalise.profile != "none",
        "profile": params.extract.profile,
        "files": there,
        "tables": {name: len(paths) for name, paths in tables.items()},
    }
    inputs = (*(dataset / name for name in there), *tables["texts"], *tables["works"])
    return Job(inputs=inputs, settings=settings, paths=(dataset,))


def _language(job: Job, folder: Path) -> dict[str, Any]:
    given = job.settings
    tables = job.inputs[len(given["files"]) :]
    texts = given["tables"]["texts"]
    setting = Setting(
        dataset=job.paths[0],
        texts=tables[:texts],
        works=tables[texts:],
        **{name: given[name] for name in ("language", "forms", "normalised", "profile")},
    )
    return check_language(setting, folder)


def _total(languages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The sum of each figure, None where a language has none."""
    total: dict[str, Any] = {}
    for name in ("books", "dialogues", "utterances", *findings.KINDS):
        figures = [figures[name] for figures in languages]
        total[name] = None if None in figures else sum(figures)
    total["held_out"] = sum(
        figures["splits"][split] for figures in languages for split in SPLIT_NAMES if split != "train"
    )
    return total


def _first(examples: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """A sentence for each kind of which there is one."""
    first = {kind: [one["detail"] for one in examples if one["kind"] == kind][:1] for kind in findings.KINDS}
    return {kind: details[0] for kind, details in first.items() if details}
