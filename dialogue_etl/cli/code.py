"""`dialogue-etl code`: checks params.yaml, and writes digests of the code of each stage, for DVC.

With argparse and apart from the other commands, to import less: it runs before every build.
"""

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

from dialogue_etl import params as parameters
from dialogue_etl.cli.writing import sweep_abandoned, writing
from dialogue_etl.evaluation.folder import located, named
from dialogue_etl.sources import SOURCES


def code(words: Sequence[str]) -> None:
    """Check params.yaml and write a digest of the code of each stage, and of annotated texts.

    This stage runs first and always, so a wrong parameter is refused here before any work.

    Args:
        words: options of the command.

    Raises:
        DialogueEtlError: a parameter is wrong.
        SystemExit: an option is wrong, or help was asked for.
    """
    parser = argparse.ArgumentParser("dialogue-etl code", description=__doc__)
    parser.add_argument("--output", type=Path, required=True, help="output folder")
    parser.add_argument("--params", type=Path, default=Path("params.yaml"), help="where the parameters are")
    given = parser.parse_args(words)
    workspace = given.params.resolve().parent
    values = parameters.read_values(given.params)
    params = parameters.parse(values, given.params.name)
    gold = located(params.evaluation.gold, workspace)
    with writing(given.output):
        from dialogue_etl.pipeline import code_digest, stages  # a wrong parameter is reported sooner

        sweep_abandoned(workspace / "data")
        found = stages.read(workspace).values()
        # `package` depends on folders of outputs by language, also if a source has no languages.
        for stage in (stage for stage in found if stage.per_language):
            (workspace / stage.outs[0]).parent.mkdir(parents=True, exist_ok=True)
        tests: Iterable[tuple[str, str]] = ()
        if params.contamination.tests:
            from dialogue_etl.corpora import test_sets  # what reads them is seldom needed

            tests = test_sets.dialogues(params.contamination.tests, workspace)
        folders = {name: folder for one in SOURCES.values() for name, folder in one.folders(params).items()}
        datasets = {name: named(folder, workspace) for name, folder in folders.items()}
        code_digest.write_digests(given.output, found, values, gold=gold, tests=tests, datasets=datasets)
