"""Stage `books-check`: what people take away, measured before it is published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import shards
from dialogue_etl.check import findings, measure
from dialogue_etl.check.books import Books
from dialogue_etl.check.files import Setting, files_there
from dialogue_etl.check.findings import Findings
from dialogue_etl.check.language import check_language
from dialogue_etl.check.listed import BOOKS
from dialogue_etl.run import Job

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime


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
    measure.require(dataset)
    measure.measure(
        "check",
        _language,
        {language: _job(dataset, texts, works, language, params) for language in params.languages},
        sums=("books", "dialogues", "utterances"),
        kinds=findings.KINDS,
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def _job(dataset: Path, texts: Path, works: Path, language: str, params: Params) -> Job:
    forms = params.package.formats
    there = files_there(dataset, language, forms, BOOKS)
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
    texts, works = tables[: given["tables"]["texts"]], tables[given["tables"]["texts"] :]
    setting = Setting(given["language"], job.paths[0], given["forms"], given["normalised"])
    found = Findings(setting.language, findings.KINDS)
    return check_language(setting, Books(setting, found, texts, works, given["profile"]), found, folder)
