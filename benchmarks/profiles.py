"""`python -m benchmarks.profiles`: what extraction costs with the default profile and with the reference one.

How fast a machine is, and who else is at work on it, tells on both alike: so their ratio can be held against
that of another day or another machine, as the rates cannot.
"""

import json
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import command_line, corpus, measure
from benchmarks.command_line import HERE, Corpora, Language, Seed, Texts
from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import REFERENCE_LANGUAGES
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

DEFAULT, WITHOUT_SPEAKERS, REFERENCE = "default", "default without speakers", "reference"
WAYS = {
    DEFAULT: Extract(),
    WITHOUT_SPEAKERS: Extract(find_speakers=False),
    REFERENCE: Extract(profile="reference"),
}

Megabytes = Annotated[float, typer.Option(min=0, help="Millions of bytes of text.")]
Runs = Annotated[int, typer.Option(min=1, help="Of all ways; the least CPU time of each counts.")]

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def benchmark(  # noqa: PLR0917 - options are named
    texts: Texts = None,
    language: Language = "en",
    megabytes: Megabytes = 16,
    runs: Runs = 3,
    seed: Seed = 0,
    corpora: Corpora = HERE / "corpora",
) -> None:
    """MB of book text per CPU-second of extraction with both profiles, start-up apart, and their ratio."""
    grown = corpus.get(corpus.Recipe(texts, language, seed=seed), megabytes, corpora)
    measured = [_in_a_process(grown.folder, language) for _ in range(runs)]
    seconds = {way: min(run[way] for run in measured) for way in measured[0]}
    typer.echo("\n".join(lines(grown.megabytes, seconds)))


@app.command()
def work(folder: Path, language: str) -> None:
    """What is measured: in a process of its own, for the default profile knows the tags it has read."""
    rows = [row for path in shards.shard_paths(folder, "texts") for row in shards.read_shard(path)]
    typer.echo(json.dumps(spent([row["text"] for row in rows], language)))


def spent(
    books: Sequence[str], language: str, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """CPU seconds that each way takes for some books; without the reference where it lacks the language.

    Args:
        books: their texts, one at least.
        language: BCP-47 tag of them.
        clock: tells CPU seconds.
    """
    # The stage has them from the prefilter.
    counted = [len(text.split()) for text in books]
    seconds = {}
    for way, params in WAYS.items():
        if way == REFERENCE and language not in REFERENCE_LANGUAGES:
            continue
        # Tables that are made at the first use of a rule are start-up.
        extract_book("", books[0], LANGUAGES[language], params)
        began = clock()
        for text, words in zip(books, counted, strict=True):
            extract_book("", text, LANGUAGES[language], params, words=words)
        seconds[way] = clock() - began
    return seconds


def lines(megabytes: float, seconds: Mapping[str, float]) -> list[str]:
    """What is shown: rates, and each as a share of that of the reference profile."""
    said = []
    for way, spent in seconds.items():
        share = f", {seconds[REFERENCE] / spent:.2f} of the reference's" if REFERENCE in seconds else ""
        said.append(f"{way}: {megabytes / spent:.1f} MB/CPU-s{share}")
    return said


def _in_a_process(folder: Path, language: str) -> dict[str, float]:
    command = ["benchmarks.profiles", "work", str(folder.resolve()), language]
    with tempfile.TemporaryDirectory(prefix="benchmark-") as made:
        measure.run_module(command, folder=Path(made))
        said: dict[str, float] = json.loads((Path(made) / "log.txt").read_text("utf-8"))
    return said


if __name__ == "__main__":
    command_line.main(app)
