"""`python -m benchmarks.extraction.estimates --gold FOLDER`: expected errors beside the measured ones.

`Language.wrong_odds` was fitted on the tuning half.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.extraction import halves, markdown
from benchmarks.extraction.certainty import Text
from dialogue_etl.core.engines import local
from dialogue_etl.evaluation import folder as gold_folder
from dialogue_etl.evaluation import gold as annotated
from dialogue_etl.evaluation import score
from dialogue_etl.evaluation.content import from_rows
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.certainty import doubt
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

_PARAMS = Extract(min_delimiters=0)
_NOVEL = 400  # pairs of a text that has a row of its own

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def estimates(gold: Annotated[Path, typer.Option(exists=True, file_okay=False)]) -> None:
    """A Markdown table of both halves: a row for each novel, the short texts of a corpus together."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for half, texts in halves.texts(gold).items():
        jobs = [Text(id, at) for id, at in texts.items()]
        for text, counts in zip(jobs, local.run(count, jobs, os.cpu_count() or 1), strict=True):
            corpus = text.id.partition("/")[0]
            name = text.id if counts["pairs"] >= _NOVEL else f"{corpus}, short texts"
            for key in (name, f"{corpus}, all"):
                rows.setdefault((half, key), Counter()).update(counts)
    columns = ("half", "text", "pairs", "wrong pairs", "expected", "±", "not speech", "expected")
    cells = [[*key, *_cells(counts)] for key, counts in sorted(rows.items()) if counts["pairs"]]
    typer.echo(markdown.table(columns, cells, words=2), nl=False)


def count(text: Text) -> Counter[str]:
    """Pairs of known speakers, and of all turns and pairs the expected errors; none without speakers."""
    gold = annotated.read(text.id, [text.folder / name for name in gold_folder.FILES])
    if not gold.speakers:
        return Counter()
    found = extract_book(gold.id, gold.text, LANGUAGES[gold.language], _PARAMS)
    rows = found.dialogues.to_pylist()
    counts = score.count(gold, from_rows(rows))
    wrong = sum(row["value"] for row in found.scores if row["measure"] == "wrong_pairs")
    speech = [turn["speech_confidence"] for row in rows for turn in row["turns"]]
    counts.update(all_pairs=len(speech) - len(rows), expected_wrong=round(1_000 * wrong))
    counts.update(
        squares=round(1_000 * wrong) ** 2, novels=LANGUAGES[gold.language].wrong_odds[1], texts_read=1
    )
    counts.update(turns=len(speech), expected_speech=round(1_000 * sum(speech)))
    return counts


def _cells(counts: Counter[str]) -> list[str]:
    novels = counts["novels"] // counts["texts_read"]
    variance = doubt(counts["all_pairs"], counts["expected_wrong"] / 1_000, counts["squares"] / 1e6, novels)
    shares = (
        (counts["pairs_wrong"], counts["pairs"]),
        (counts["expected_wrong"], 1_000 * counts["all_pairs"]),
        (2 * math.sqrt(variance), counts["all_pairs"]),
        (counts["not_speech"], counts["sized"]),
        (1_000 * counts["turns"] - counts["expected_speech"], 1_000 * counts["turns"]),
    )
    return [f"{counts['pairs']:,}", *(markdown.percent(part / whole) for part, whole in shares)]


if __name__ == "__main__":
    command_line.main(app)
