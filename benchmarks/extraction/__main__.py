"""`python -m benchmarks.extraction`: the effect of each rule, and both profiles on real books."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks import command_line
from benchmarks.extraction import ablation, certainty, document
from benchmarks.extraction import books as books_counted
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from benchmarks.extraction.ablation import Unusable
    from benchmarks.extraction.books import Unreadable

_CORES = os.cpu_count() or 1

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Gold = Annotated[Path | None, typer.Option(help="Folder of annotated texts.", exists=True, file_okay=False)]
Books = Annotated[
    Path | None, typer.Option(help="Folder of books with MANIFEST.tsv.", exists=True, file_okay=False)
]
Output = Annotated[
    Path | None, typer.Option(help="Markdown to write; without it, it is printed.", dir_okay=False)
]
Workers = Annotated[int, typer.Option(min=1, help="Processes.")]


@app.command()
def benchmark(
    gold: Gold = None, books: Books = None, output: Output = None, workers: Workers = _CORES
) -> None:
    """Tables of the rules on annotated texts and of both profiles on real books, as Markdown."""
    if gold is None and books is None:
        raise typer.BadParameter("at least one of the two", param_hint="--gold, --books")
    parts = [_of_gold(gold, workers)] if gold else []
    parts += [_of_books(books, workers)] if books else []
    text = document.whole(parts)
    if output:
        write_atomic(output, text.encode())
    else:
        typer.echo(text, nl=False)


def _of_gold(folder: Path, workers: int) -> str:
    corpora, unusable = ablation.score_folder(folder, workers)
    _say(unusable)
    if not corpora:
        raise DialogueEtlError(f"{folder}: no annotated text that can be used")
    return document.of_gold(corpora, certainty.tables(folder, workers))


def _of_books(folder: Path, workers: int) -> str:
    counted, unreadable = books_counted.count_folder(folder, workers)
    _say(unreadable)
    return document.of_books([one.profiles for one in counted], [one.opened for one in counted])


def _say(left_out: Iterable[Unusable | Unreadable]) -> None:
    for one in left_out:
        typer.secho(f"left out: {one.reason}", fg="red", err=True)


if __name__ == "__main__":
    command_line.main(app)
