"""`python -m benchmarks.documents`: what a book costs beside its text, and a shard beside its books.

Books of one sentence each: what grows with their number is what the driver holds of every document, and what
the files of a table cost, whatever is in them. That ends the growth of a library first (docs/scaling.md).
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from benchmarks import corpus, stages
from benchmarks.catalogue import grown_rows
from dialogue_etl.core import shards
from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE
from dialogue_etl.sources.books.tables import TEXTS

_STAGES = ("works", "prefilter")
_LANGUAGE = "en"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def benchmark(books: int = 5_000, times: int = 8, parts: int = 16) -> None:
    """CPU and peak memory for each further book, from `books` to `times` as many, and for each further shard.

    Args:
        books: of the smaller library.
        times: as many, in the larger one; and as many shards, in a third one of `books` books.
        parts: shards of the first two.
    """
    small, large, parted = (
        _costs(number, files)
        for number, files in ((books, parts), (books * times, parts), (books, parts * times))
    )
    for stage in _STAGES:
        for what, more, number in (("book", large, books), ("shard", parted, parts)):
            further = number * (times - 1)
            seconds, peak = (b - a for a, b in zip(small[stage], more[stage], strict=True))
            typer.echo(
                f"{stage}: a {what} more takes {1e3 * seconds / further:.2f} ms of CPU "
                f"and {peak / 1e3 / further:.2f} KB of the largest process"
            )


def _costs(books: int, parts: int) -> dict[str, tuple[float, int]]:
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        folder = Path(name)
        size = _write(folder, books, parts)
        measured = stages.run(
            corpus.Corpus(folder, books, size), _LANGUAGE, last=_STAGES[-1], workers=1, say=lambda _: None
        )
    return {stage: (one.usage.cpu_seconds, one.usage.peak_bytes) for stage, one in measured.items()}


def _write(folder: Path, books: int, parts: int) -> int:
    """A library as `download` leaves it; bytes of its texts."""
    rows, size = list(_rows(books)), 0
    for index in range(parts):
        with (
            shards.ShardWriter(folder, index, parts, (), texts=TEXTS) as writer,
            shards.ShardWriter(folder, index, parts, ["drops"]),
        ):
            for row in rows[index::parts]:
                writer.add("texts", [row], size=len(row["text"]))
                size += len(row["text"])
    return size


def _rows(books: int) -> Iterator[dict[str, Any]]:
    text = (SAMPLE / pg_catalogue.PATHS[-1]).read_text("utf-8")
    header, *listed = grown_rows(text, books)
    for row in (dict(zip(header, one, strict=True)) for one in listed):
        # No five words in a row that others have as well: those would look like editions.
        sentence = f"“{row['Title']}!” said {row['Authors'] or 'nobody'}."
        made = corpus.row(f"pg{row['Text#']}", _LANGUAGE, sentence)
        yield made | {"title": row["Title"], "authors": row["Authors"].split("; ")}


if __name__ == "__main__":
    app()
