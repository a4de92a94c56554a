"""Stage `check`: counts what is wrong with a dataset, with a job per language.

    examples.json    the first examples of each kind of fault, with language, file and id

The counts are in the metrics.
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.shards import MissingTableError
from dialogue_etl.core.split_files import there
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.forms import DERIVED_FORMS, file_name
from dialogue_etl.formats.ids import FORMS, ids_file
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.steps.check.language import LanguageCheck

log = logging.getLogger("dialogue_etl")

EXAMPLES = "examples.json"


def check(
    *,
    source: Source,
    dataset: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    texts: Path | None = None,
    works: Path | None = None,
) -> None:
    """Count what is wrong with the dataset of all languages.

    Args:
        source: of the dataset.
        dataset: output of the stage that writes it.
        output: folder of the examples.
        metrics: JSON file of counts: `total` and by language, and the first example of each kind.
        params: languages, formats, and those that the source's own checks use.
        runtime: workers and store.
        texts: by language, outputs with the stored texts, if the source has them.
        works: by language, outputs of `works`, if the source has them.

    Raises:
        MissingTableError: an input is not the output of its stage.
    """
    if not dataset.is_dir():
        raise MissingTableError(f"{dataset}: no such table; run the stage that writes it first")
    given = {"texts": texts, "works": works}
    tables = {name: folder for name, folder in given.items() if folder}
    languages = source.languages(params)
    jobs = [_job(source, dataset, language, tables, params) for language in languages]
    finished = run.over_shards(f"check {source.name}", _check_language, jobs, runtime=runtime)
    results = [shard.result for shard in finished]
    by_language = {language: result["figures"] for language, result in zip(languages, results, strict=True)}
    examples = [example for result in results for example in result["examples"]]
    by_kind = {example["kind"]: example["detail"] for example in reversed(examples)}
    first = {name: by_kind[name] for name in (one.name for one in source.figures) if name in by_kind}
    with shards.atomic_folder(output) as folder:
        run.write_metrics(folder / EXAMPLES, {"examples": examples})
    total = _total(list(by_language.values()), source)
    run.write_metrics(metrics, {"total": total, "languages": by_language, "examples": first})
    run.report_counts("check", "all", {"total": {k: v for k, v in total.items() if v is not None}})
    for sentence in first.values():
        log.warning("check: %s", sentence)


def _job(source: Source, dataset: Path, language: str, tables: Mapping[str, Path], params: Params) -> Job:
    forms = [form for form in params.package.formats if form not in DERIVED_FORMS]
    checks = source.part("checks")
    names = {checks.MANIFEST: None} if checks.MANIFEST else {}
    names |= {file_name(form, language, split): None for form in forms for split in SPLIT_NAMES}
    names |= {
        ids_file(Path(file_name(form, language, split))).as_posix(): None
        for form in forms
        if form in FORMS
        for split in SPLIT_NAMES
    }
    files = [path.relative_to(dataset).as_posix() for name in names for path in there(dataset / name)]
    read = {name: shards.shard_paths(folder / language, name) for name, folder in tables.items()}
    settings = {
        "source": source.name,
        "language": language,
        "forms": forms,
        "asked": [
            split for split in SPLIT_NAMES if "split" in source.sections and getattr(params.split, split)
        ],
        "normalised": "normalise" in source.sections and params.normalise.profile != "none",
        "files": files,
        "tables": {name: len(paths) for name, paths in read.items()},
        "checks": checks.settings(params),
    }
    inputs = (*(dataset / name for name in files), *(path for paths in read.values() for path in paths))
    return Job(inputs=inputs, settings=settings, paths=(dataset,))


def _check_language(job: Job, folder: Path) -> dict[str, Any]:
    given = job.settings
    source = SOURCES[given["source"]]
    paths = iter(job.inputs[len(given["files"]) :])
    tables = {name: [next(paths) for _ in range(count)] for name, count in given["tables"].items()}
    checks = source.part("checks").checks(given["language"], tables, given["checks"])
    what = {name: given[name] for name in ("language", "forms", "normalised", "asked")}
    return LanguageCheck(source, checks, job.paths[0], **what).run(folder)


def _total(languages: Sequence[Mapping[str, Any]], source: Source) -> dict[str, Any]:
    """The sum of each figure, None if it is None for a language; all are 0 without languages."""
    empty = dict.fromkeys(("dialogues", "utterances", *(figure.name for figure in source.figures)), 0)
    total: dict[str, Any] = {}
    for name in [name for name in (languages or [empty])[0] if name != "splits"]:
        counts = [counted[name] for counted in languages]
        total[name] = None if None in counts else sum(counts)
    held_out = [split for split in SPLIT_NAMES if split != "train"]
    total["held_out"] = sum(counted["splits"][split] for counted in languages for split in held_out)
    return total
