"""`python -m benchmarks`: grow corpora, run the stages over them, show the figures and keep them."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from benchmarks import command_line, corpus, figures, tables
from benchmarks import stages as stage_runs
from benchmarks.command_line import HERE, Corpora, Language, Seed, Texts
from dialogue_etl.core.shards import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_START_UP_RUNS = 3  # the first of them compiles modules and fills the system's file cache
_WHOLE = ",".join(stage_runs.WHOLE)
_WIDTH = 110  # columns, where there is no terminal

Megabytes = Annotated[float, typer.Option(min=0, help="Of the largest corpus: millions of bytes of text.")]
Workers = Annotated[list[int], typer.Option(min=1, help="Processes per stage; repeat it to compare.")]
Growth = Annotated[str, typer.Option(help="Times the smallest corpus, parted by commas.")]
Stages = Annotated[str, typer.Option(help=f"Parted by commas, of {', '.join(stage_runs.STAGES)}.")]
Runs = Annotated[int, typer.Option(min=1, help="Of a stage; the one with the least CPU time counts.")]
Grown = Annotated[
    bool, typer.Option("--grown/--as-they-are", help="Grow books from the texts, or take each as a book.")
]
Output = Annotated[Path, typer.Option(help="JSON to write.", dir_okay=False)]
Compare = Annotated[
    Path | None, typer.Option(help="JSON of an earlier run to compare with.", exists=True, dir_okay=False)
]


@dataclass(frozen=True)
class Plan:
    """What is to be measured.

    Attributes:
        recipe: of the books.
        corpora: folder that keeps them.
        megabytes: of the largest corpus.
        times: sizes as multiples of the smallest, ascending.
        workers: numbers of processes; the first is the one that all sizes are measured with.
        stages: names, in the order they run in.
        runs: of each stage.
    """

    recipe: corpus.Recipe
    corpora: Path
    megabytes: float
    times: list[int]
    workers: list[int]
    stages: list[str]
    runs: int


@app.command()
def benchmark(  # noqa: PLR0917 - options are named
    megabytes: Megabytes = 64,
    texts: Texts = None,
    language: Language = "en",
    workers: Workers = [1, 2],  # noqa: B006 - a default of the command line
    growth: Growth = "1,4,16,64",
    stages: Stages = _WHOLE,
    runs: Runs = 1,
    grown: Grown = True,
    seed: Seed = 0,
    corpora: Corpora = HERE / "corpora",
    output: Output = HERE / "results" / "latest.json",
    compare: Compare = None,
) -> None:
    """MB of book text per CPU-second of each stage and the whole, peak memory, and how both grow."""
    recipe = corpus.Recipe(texts, language, seed=seed, grown=grown)
    plan = Plan(recipe, corpora, megabytes, _times(growth), workers, _names(stages), runs)
    # Read before the output is written: it may be the same file.
    before = json.loads(compare.read_text("utf-8")) if compare else None
    facts = {"machine": figures.machine(), "recipe": corpus.described(recipe)}
    result = {**facts, "rows": [row for run in _measured(plan) for row in run]}
    write_atomic(output, (json.dumps(result, indent=1, ensure_ascii=False) + "\n").encode())
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    for shown in (*tables.all_of(result), *(tables.comparison(before, result) if before else ())):
        console.print(shown, "", sep="\n")


def _measured(plan: Plan) -> Iterator[list[figures.Row]]:
    first, *others = dict.fromkeys(plan.workers)
    smallest = corpus.get(plan.recipe, corpus.SMALLEST, plan.corpora)
    start_up = _run(plan, smallest, 0, first, _START_UP_RUNS)
    for times in plan.times:
        grown = corpus.get(plan.recipe, plan.megabytes * times / plan.times[-1], plan.corpora)
        for workers in (first, *(others if times == plan.times[-1] else ())):
            yield figures.rows(_run(plan, grown, times, workers, plan.runs), start_up, plan.stages)


def _run(plan: Plan, grown: corpus.Corpus, times: int, workers: int, runs: int) -> figures.Run:
    before = os.getloadavg()[0]
    last = plan.stages[-1]
    say = Console(stderr=True, highlight=False).print
    measured = [
        stage_runs.run(grown, plan.recipe.language, last=last, workers=workers, say=say) for _ in range(runs)
    ]
    wanted = plan.megabytes * times / plan.times[-1]
    load = (before, os.getloadavg()[0])
    return figures.Run(grown, times, wanted, workers, load, figures.least(measured))


def _times(growth: str) -> list[int]:
    numbers = growth.split(",")
    if not all(number.strip().isdecimal() and int(number) for number in numbers):
        raise typer.BadParameter(f"{growth!r}: whole numbers from 1, parted by commas", param_hint="--growth")
    return sorted(set(map(int, numbers)))


def _names(stages: str) -> list[str]:
    wanted = [name.strip() for name in stages.split(",")]
    if unknown := [name for name in wanted if name not in stage_runs.STAGES]:
        known = ", ".join(stage_runs.STAGES)
        raise typer.BadParameter(f"{', '.join(unknown)}: not one of {known}", param_hint="--stages")
    return [name for name in stage_runs.STAGES if name in wanted]


if __name__ == "__main__":
    command_line.main(app)
