"""`dialogue-etl subtitles run CONFIG.yaml`: pairs from subtitle files, without a workspace."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import typer

from dialogue_etl.cli.writing import writing
from dialogue_etl.core import runtime
from dialogue_etl.languages.names import not_a_tag, standard_tag
from dialogue_etl.pairs.config import Problem, problems
from dialogue_etl.pairs.file import ConfigurationError, ConfigurationFile
from dialogue_etl.pairs.parameters import out_of_scope
from dialogue_etl.sources.pair_outputs import finish
from dialogue_etl.sources.subtitles import PAIRS, SOURCE, pairs_from_files
from dialogue_etl.sources.subtitles.pairs_from_files_config import Corpus

METRICS = "metrics.json"
_WORTH_A_POOL = 50  # files: fewer are read before a second process has started


def run(path: Path, output: Path) -> None:
    """Make the corpus that a configuration describes.

    Raises:
        ConfigurationError: the configuration is not usable; nothing was read.
        SlowPatternError: a pattern backtracks too much; nothing was written.
    """
    file = ConfigurationFile(path)
    corpus = file.parse(Corpus)
    language = corpus.input.language or Path(corpus.input.path).name
    file.refuse(_problems(corpus, language))
    if output.exists() and not (
        output.is_dir() and (not any(output.iterdir()) or (output / METRICS).is_file())
    ):
        raise ConfigurationError(f"{output}: contains something other than a corpus; choose another --output")
    found = pairs_from_files.files(corpus)
    settings = runtime.load()
    with (
        writing(output, output / METRICS),
        tempfile.TemporaryDirectory(dir=output.resolve().parent) as scratch,
    ):
        settings = settings.model_copy(update={"store": Path(scratch)})
        finish(
            language,
            pairs_from_files.work(found, corpus, file.where(corpus), settings),
            pairs_from_files.jobs(found, corpus, language),
            corpus,
            unit=SOURCE.unit,
            output=output,
            metrics=output / METRICS,
            runtime=settings,
            workers=settings.workers if len(found.entries) > _WORTH_A_POOL else 1,
        )
    typer.echo(_summary(output))


def _summary(output: Path) -> str:
    told = json.loads((output / METRICS).read_bytes())
    reasons = [f"{reason} {n:,}" for unit in told["dropped"].values() for reason, n in unit.items()]
    return (
        f"{output}: {told['pairs']:,} of {told['pairs_in']:,} pairs kept, of {told['documents']:,} films in "
        f"{told['files_in']:,} files; left out: {', '.join(reasons) or 'nothing'}"
    )


def _problems(corpus: Corpus, language: str) -> Iterator[Problem]:
    given = corpus.input
    if not Path(given.path).exists():
        yield Problem(("input", "path"), given.path, "no such file or folder")
    if standard_tag(language) != language:
        said = not_a_tag(language) if given.language else "needed, for the folder is named otherwise"
        yield Problem(("input", "language"), language, said)
        return
    if message := out_of_scope(given.turns, given.pair_scope):
        yield Problem(("input", "pair_scope"), given.pair_scope, message)
    yield from problems(corpus, [language], PAIRS.known, SOURCE.units)
