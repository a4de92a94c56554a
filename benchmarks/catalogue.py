"""`python -m benchmarks.catalogue`: the catalogue of a whole library, read, written, and selected from.

Its rows are grown from known ones: title, people and subjects come from different rows, and each title has a
word never seen before, so that nothing is compressed or cached better than a real catalogue would be.
"""

import csv
import gzip
import io
import random
import string
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import measure
from dialogue_etl import params as parameters
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.params import WholeParams
from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.catalogues import entries, pg_catalogue, selection
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE

_SEED = 0
_LEVEL = 6  # of gzip, its own default

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
        _write_csv(folder / pg_catalogue.PATHS[0], listed.read_bytes().decode("utf-8"), count)
        used = measure.run_module(["benchmarks.catalogue", "work", str(folder), language], folder=folder)
        peak = used.peak_bytes / 1e6
        typer.echo(f"{count:,} entries, {used.wall_seconds:.1f} s in all, peak {peak:.0f} MB")
        typer.echo((folder / "log.txt").read_text("utf-8").strip())


@app.command()
def work(folder: Path, language: str) -> None:
    """What is measured: in a process of its own."""
    output = folder / "output"
    began = time.perf_counter()
    catalogue.catalogue(
        library_folder=folder,
        output=output,
        metrics=folder / "metrics.json",
        params=parameters.parse({"books": {"source": "mirror"}}),
        runtime=Runtime(mirror=str(folder.resolve())),
    )
    written = time.perf_counter()
    chosen = selection.select(entries.listed(output), language, WholeParams())
    selected = time.perf_counter()
    megabytes = sum(path.stat().st_size for path in output.rglob("*.parquet")) / 1e6
    typer.echo(f"  read and written in {written - began:.1f} s, {megabytes:.1f} MB of Parquet")
    typer.echo(f"  {len(chosen.chosen):,} of {chosen.listed:,} selected in {selected - written:.1f} s")


def grown_rows(text: str, count: int) -> Iterator[list[str]]:
    """The header and so many rows, grown from the text of a pg_catalog.csv.

    Languages and types come in the shares the catalogue has them in, row by row.
    """
    header, *known = csv.reader(io.StringIO(text, newline=""))
    place = header.index
    yield header
    draw = random.Random(_SEED)  # noqa: S311 - no secret
    for number in range(1, count + 1):
        row = list(known[(number - 1) % len(known)])
        for column in ("Authors", "Subjects", "Bookshelves"):
            row[place(column)] = draw.choice(known)[place(column)]
        row[place("Text#")] = str(number)
        row[place("Title")] += f" {''.join(draw.choices(string.ascii_lowercase, k=draw.randint(4, 12)))}"
        yield row


def _write_csv(path: Path, text: str, count: int) -> None:
    path.parent.mkdir(parents=True)
    with path.open("wb") as file, gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        lines = io.TextIOWrapper(packed, "utf-8", newline="")
        csv.writer(lines, lineterminator="\n").writerows(grown_rows(text, count))
        lines.flush()


if __name__ == "__main__":
    app()
