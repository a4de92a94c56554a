"""`dialogue-etl run STAGE …`: runs any stage, as dvc.yaml calls it.

With argparse and apart from the other commands, to import less: a pipeline starts dozens of stages.
"""

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from dialogue_etl import params as parameters
from dialogue_etl.cli.beginning import Beginning, ChangedMeanwhileError
from dialogue_etl.cli.writing import discard, writing
from dialogue_etl.core import runtime
from dialogue_etl.core.arrow_imports import leave_pandas_until_asked_for
from dialogue_etl.core.garbage_collection import paused_garbage_collection
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params import Params
from dialogue_etl.pipeline import stages
from dialogue_etl.pipeline.stages import Stage


def run(words: Sequence[str]) -> None:
    """Run a stage.

    Args:
        words: its name, its language, and paths that are to be others than in dvc.yaml.

    Raises:
        DialogueEtlError: the stage does not exist, or a parameter is wrong.
        SystemExit: the options are wrong, or help was asked for.
    """
    first = argparse.ArgumentParser(
        "dialogue-etl run", add_help=False, description="Run a stage of dvc.yaml."
    )
    first.add_argument("stage", nargs="?", help="its name in dvc.yaml, without a language")
    first.add_argument("--params", type=Path, default=Path("params.yaml"), help="where the parameters are")
    given, rest = first.parse_known_args(words)
    need_file(given.params)
    listed = stages.read(given.params.resolve().parent)
    if given.stage not in listed:
        if given.stage is None:
            first.exit(message=f"{first.format_help()}\nStages: {', '.join(listed)}\n")
        raise DialogueEtlError(f"{given.stage}: not one of the stages: {', '.join(listed)}")
    stage = listed[given.stage]
    leave_pandas_until_asked_for()  # before the stage's modules make their first Arrow values
    written = parameters.read_values(given.params)
    values = parameters.parse(written, given.params.name)
    with paused_garbage_collection():
        options = _options(stage, rest, values)
        gc.freeze()  # keeps the garbage collector from visiting all imported modules, above all at exit
    gc.set_threshold(50_000)  # by default it visits many texts again and again: they have no cycles
    if language := str(options.get("language", "")):
        check_language(language, stage.languages(values), given.params)
    output, metrics = Path(options["output"]), Path(options["metrics"])
    try:
        with writing(output, metrics):
            beginning = Beginning.of(stage, language, given.params, written, values)
            stage.run(options, params=values, runtime=runtime.load(), workspace=given.params.resolve().parent)
            _require_unchanged(beginning, output, metrics)
    finally:
        if "duckdb" in sys.modules:
            gc.unfreeze()  # else DuckDB's binding reports leaks


def _require_unchanged(beginning: Beginning, output: Path, metrics: Path) -> None:
    """Require that what the stage began with is still there; else remove what it wrote."""
    try:
        beginning.require_unchanged()
    except ChangedMeanwhileError:
        discard(output, metrics)
        raise


def _options(stage: Stage, words: Sequence[str], params: Params) -> dict[str, str | Path]:
    """The language and paths of the stage: those of dvc.yaml, but for what the words say."""
    parser = argparse.ArgumentParser(f"dialogue-etl run {stage.name}", allow_abbrev=False)
    known = stage.options()
    for name, required in stages.arguments(stage.load()).items():
        kind, option = str if name == "language" else Path, f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=kind, required=required and name not in known, help=known.get(name))
    given = {name: value for name, value in vars(parser.parse_args(words)).items() if value is not None}
    return {**stage.paths(given.get("language", ""), params), **given}


def need_file(path: Path) -> None:
    """Require the file of the parameters.

    Raises:
        DialogueEtlError: it does not exist.
    """
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; run this in a workspace (dialogue-etl init DIR)")


def check_language(language: str, built: Sequence[str], path: Path) -> None:
    """Require that a language is among those to build.

    Raises:
        DialogueEtlError: it is not one of the languages in the parameters of `path`.
    """
    if language not in built:
        listed = ", ".join(built)
        raise DialogueEtlError(f"--language {language}: not one of the languages in {path.name}: {listed}")
