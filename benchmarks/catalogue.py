"""`python -m benchmarks.catalogue`: the catalogue of a whole library, read, written, and selected from."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import grown_catalogue, measure
from dialogue_etl import params as parameters
from dialogue_etl.params import Params
from dialogue_etl.runtime import Runtime
from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.catalogues import entries, pg_catalogue, selection
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE

_SEED = 0

Catalogue = Annotated[Path, typer.Option(help="pg_catalog.csv to grow from.", dir_okay=False, exists=True)]
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def benchmark(
    listed: Catalogue = SAMPLE / pg_catalogue.PATHS[1],
    count: int = 60_000,
    language: str = "en",
) -> None:
    """Seconds and peak memory of the catalogue stage and of a selection, over a grown catalogue."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        text = listed.read_bytes().decode("utf-8")
        grown_catalogue.write_csv(folder / pg_catalogue.PATHS[0], text, count, _SEED)
        command = [sys.executable, "-m", "benchmarks.catalogue", "work", str(folder), language]
        used = measure.run(command, folder=folder, environment=_environment())
        peak = used.peak_bytes / 1e6
        typer.echo(f"{count:,} entries, {used.wall_seconds:.1f} s in all, peak {peak:.0f} MB")
        typer.echo((folder / "log.txt").read_text("utf-8").strip())


@app.command()
def work(folder: Path, language: str) -> None:
    """What is measured: in a process of its own."""
    output = folder / "output"
    began = time.perf_counter()
    values = parameters.parse({"books": {"source": "mirror"}})
    catalogue.catalogue(
        library_folder=folder,
        output=output,
        metrics=folder / "metrics.json",
        params=values,
        runtime=Runtime(mirror=str(folder.resolve())),
    )
    written = time.perf_counter()
    chosen = selection.select(entries.listed(output), language, Params())
    selected = time.perf_counter()
    typer.echo(f"  read and written in {written - began:.1f} s, {_megabytes(output):.1f} MB of Parquet")
    typer.echo(f"  {len(chosen.chosen):,} of {chosen.listed:,} selected in {selected - written:.1f} s")


def _megabytes(folder: Path) -> float:
    """Megabytes of the files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*.parquet")) / 1e6


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))}


if __name__ == "__main__":
    app()
