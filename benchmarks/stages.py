"""The stages over a corpus, each as a program of its own, with the command dvc.yaml gives it."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import measure
from dialogue_etl import params
from dialogue_etl.core import yaml_files

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.corpus import Corpus
    from benchmarks.measure import Usage

ROOT = Path(__file__).resolve().parents[1]
WHOLE = ("works", "prefilter", "extract", "postfilter", "split")
"""The stages whose sum is called the whole: from texts to split dialogues."""

STAGES = (*WHOLE, "package", "check", "report")


@dataclass(frozen=True)
class Measured:
    """A stage that ran: what it cost and the counts it wrote."""

    usage: Usage
    metrics: dict[str, Any]


def run(
    corpus: Corpus, language: str, *, last: str, workers: int, say: Callable[[str], None]
) -> dict[str, Measured]:
    """Run the stages up to one, each on the outputs of those before, in a workspace made for it.

    Args:
        corpus: what `download` would have written.
        language: of it, BCP-47.
        last: of the stages to run.
        workers: processes per stage at most.
        say: hears of every stage that is done.

    Raises:
        FailedError: a stage failed.
    """
    ordered = STAGES[: STAGES.index(last) + 1]
    measured = {}
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        workspace = Path(name)
        furnish(workspace, corpus, language)
        # Its own, empty store and nothing left of earlier runs: all that is measured is done here.
        variables = environment(workspace, workers)
        for stage, command in commands("books", ordered, language).items():
            usage = measure.run(command, folder=workspace, environment=variables)
            measured[stage] = Measured(usage, _metrics(workspace, stage, language))
            say(f"{corpus.megabytes:.1f} MB, workers {workers}: {stage} {usage.cpu_seconds:.1f} CPU-s")
    return measured


def parameters(language: str, shards: int) -> dict[str, Any]:
    """The values of params.yaml in a workspace: the paper's, for one language.

    Books grown from the same text look like editions of it: all are kept, or the larger a corpus the fewer
    of its books would be worked on.
    """
    paper = params.override(
        params.read_values(ROOT / "params.yaml"), params.read_values(ROOT / "presets" / "paper.yaml")
    )
    return params.override(
        paper, {"languages": [language], "storage.shards": shards, "works.editions": "all"}
    )


def commands(source: str, names: Sequence[str], language: str) -> dict[str, list[str]]:
    """The program and arguments of stages of a source, by name, as dvc.yaml has them."""
    listed = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    lines = {name: listed[f"{source}-{name}"]["cmd"].replace("${item.language}", language) for name in names}
    # The code beside this file, whatever `dialogue-etl` may be installed.
    return {
        name: [sys.executable, "-m", "dialogue_etl", *shlex.split(line)[1:]] for name, line in lines.items()
    }


def furnish(workspace: Path, corpus: Corpus, language: str) -> None:
    """Put into an empty workspace what the stages need: a corpus as downloaded, parameters, dvc.yaml."""
    texts = workspace / "data" / "books" / "download" / language
    texts.parent.mkdir(parents=True)
    texts.symlink_to(corpus.folder.resolve(), target_is_directory=True)
    shards = len(list((corpus.folder / "texts").iterdir()))
    shutil.copy(ROOT / "dvc.yaml", workspace)
    (workspace / "params.yaml").write_text(yaml_files.dump(parameters(language, shards)), "utf-8")


def environment(workspace: Path, workers: int) -> dict[str, str]:
    """The variables of a stage's program."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DIALOGUE_ETL_")}
    # After the code beside this file, whatever the caller has there: pyspark, say.
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    # As installed, modules are compiled once, also where Python is told to write no bytecode.
    if kept.pop("PYTHONDONTWRITEBYTECODE", None):
        kept["PYTHONPYCACHEPREFIX"] = str(Path(tempfile.gettempdir()) / "dialogue-etl-bytecode")
    return kept | {"DIALOGUE_ETL_WORKERS": str(workers), "DIALOGUE_ETL_STORE": str(workspace / "store")}


def _metrics(workspace: Path, stage: str, language: str) -> dict[str, Any]:
    folder = workspace / "metrics" / "books"
    path = (
        folder / f"{stage}.json"
        if stage in {"package", "check", "report"}
        else folder / stage / f"{language}.json"
    )
    metrics: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return metrics
