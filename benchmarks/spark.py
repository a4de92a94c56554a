"""`python -m benchmarks.spark`: CPU seconds of all stages by local processes and on a Spark cluster.

The cluster is a master and two workers of one core on the loopback interface. What both cost for one book is
start-up: of our programs, and of Spark's, which each stage that is worth it starts anew. Their ratio is that
of what is left.
"""

import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import typer

from benchmarks import corpus, measure, stages
from benchmarks.cluster import cluster
from benchmarks.command_line import HERE
from benchmarks.corpus import Corpus
from benchmarks.measure import Usage

_WORKERS = 2

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def benchmark(
    megabytes: float = 64,
    texts: Path | None = None,
    language: str = "en",
    corpora: Path = HERE / "corpora",
) -> None:
    """Works to split: CPU seconds of each engine, without those for one book, and their ratio."""
    recipe = corpus.Recipe(texts, language)
    made = [corpus.get(recipe, size, corpora) for size in (corpus.SMALLEST, megabytes)]
    beyond = {}
    for engine in ("local", "spark"):
        small, large = (_measured(one, language, engine) for one in made)
        beyond[engine] = large.seen_cpu_seconds - small.seen_cpu_seconds
        typer.echo(
            f"{engine}: {beyond[engine]:.1f} CPU s beyond {small.seen_cpu_seconds:.1f} of start-up, "
            f"{large.wall_seconds:.0f} s, peak {large.peak_bytes / corpus.MEGABYTE:.0f} MB"
        )
    ratio = beyond["spark"] / beyond["local"]
    typer.echo(f"{made[-1].megabytes:.0f} MB, {made[-1].books} books: spark takes {ratio:.2f} of local's CPU")


@app.command()
def work(language: str, engine: str) -> None:
    """What is measured, in a furnished workspace: the cluster is started and ended with it."""
    workspace = Path.cwd()
    variables = stages.environment(workspace, _WORKERS) | {"DIALOGUE_ETL_ALONE_BELOW": "0"}
    commands = stages.commands("books", stages.WHOLE, language).values()
    if engine == "local":
        _run(commands, variables)
        return
    with cluster(workspace / "spark", _WORKERS) as running:
        own = {"DIALOGUE_ETL_ENGINE": "spark", "DIALOGUE_ETL_SPARK_MASTER": running.master}
        _run(commands, variables | running.variables | own)


def _run(commands: Iterable[list[str]], variables: Mapping[str, str]) -> None:
    for command in commands:
        subprocess.run(command, env=variables, check=True)


def _measured(made: Corpus, language: str, engine: str) -> Usage:
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        workspace = Path(name)
        stages.furnish(workspace, made, language)
        return measure.run_module(["benchmarks.spark", "work", language, engine], folder=workspace)


if __name__ == "__main__":
    app()
