"""`python -m benchmarks.vocabulary`: whether grown books bring new words as real ones do.

Heaps' law: a library of n words has about k * n ** b different ones, with b between 0.4 and 0.7. What the
surveys of the stages have to sum up follows it.
"""

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from benchmarks import corpus, grown
from benchmarks.command_line import Language, Texts

_FIRST = 250_000
"""Words; from there the size is doubled from row to row."""

Megabytes = Annotated[float, typer.Option(min=0, help="Of the grown books: millions of bytes of text.")]

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def show(texts: Texts = None, language: Language = "en", megabytes: Megabytes = 100) -> None:
    """Words, different words, and the power b by which these grow from the row above."""
    recipe = corpus.Recipe(texts, language)
    sources, books = corpus.read_sources(recipe), corpus.books_for(recipe, megabytes)
    made = (grown.grow(number, sources, recipe.seed) for number in range(books))
    for name, library in (("real", sources), ("grown", made)):
        before = None
        for words, distinct in sizes(library):
            power = math.log(distinct / before[1]) / math.log(words / before[0]) if before else math.nan
            typer.echo(f"{name:<6} {words:>13,} words {distinct:>10,} different  b {power:.2f}")
            before = words, distinct


def sizes(books: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Words and different words of the first books: whenever they are twice as many, and of all."""
    seen: set[int] = set()
    total, due = 0, _FIRST
    for book in itertools.chain(books, [None]):
        if total >= due or (book is None and total):
            yield total, len(seen)
            due = 2 * total
        words = grown.words(book or "")
        seen.update(map(hash, words))
        total += len(words)


if __name__ == "__main__":
    app()
