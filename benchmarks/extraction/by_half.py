"""`python -m benchmarks.extraction.by_half`: figures of texts that rules are tuned on, and of others.

    python -m benchmarks.extraction.by_half --gold FOLDER --half tuning

is for work on a rule; without `--half` both are printed, for publishing.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks import command_line
from benchmarks.extraction import halves, markdown
from benchmarks.extraction.ablation import Scored, Text, by_corpus, score_text
from benchmarks.extraction.halves import Half
from benchmarks.extraction.switches import ALL_ON, variants
from dialogue_etl.core import yaml_files
from dialogue_etl.core.engines import local
from dialogue_etl.evaluation.score import figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.books.extraction.parameters import Extract

NO_FILE = "und"
_COLUMNS = {
    "characters F1": "characters_f1",
    "spans F1": "spans_f1",
    "turns joined F1": "joined_turns_f1",
    "not speech": "non_conversational",
    "same speaker": "same_speaker_pairs",
    "wrong pairs": "wrong_pairs",
    "merged": "dialogues_merged",
    "split": "dialogues_split",
    "mixed": "dialogues_mixed",
    "clean": "clean_dialogues",
}

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Gold = Annotated[Path, typer.Option(help="Folder of annotated texts.", exists=True, file_okay=False)]
Only = Annotated[Half | None, typer.Option("--half", help="One half only.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="A parameter of extract, as key=value.")]
General = Annotated[bool, typer.Option("--general", help="Read them as languages without a file.")]
ByText = Annotated[bool, typer.Option("--by-text", help="A row per text instead of per corpus.")]


@app.command()
def figures_by_half(
    gold: Gold,
    only: Only = None,
    changed: Set = None,
    by_text: ByText = False,
    general: General = False,
) -> None:
    """Figures of extraction without thresholds, by corpus and half."""
    pairs = (item.partition("=") for item in changed or ())
    params = variants()[ALL_ON].model_copy(update={key: yaml_files.load(value) for key, _, value in pairs})
    parts: list[Half] = [only] if only else ["tuning", "published"]
    language = NO_FILE if general else ""
    typer.echo(table(gold, params, parts, by_text=by_text, language=language), nl=False)


def table(
    gold: Path, params: Extract, wanted: Sequence[Half], *, by_text: bool = False, language: str = ""
) -> str:
    """A Markdown table of figures in per cent, a row per corpus and half, or per text and half."""
    found = halves.texts(gold)
    jobs = {
        one: [Text(id, at, {ALL_ON: params}, language) for id, at in found[one].items()] for one in wanted
    }
    rows = [row for one in wanted for row in _rows(one, jobs[one], by_text=by_text)]
    return markdown.table(["corpus", "half", "texts", *_COLUMNS], sorted(rows), words=2)


def _rows(one: Half, jobs: Sequence[Text], *, by_text: bool) -> list[list[str]]:
    done = list(local.run(score_text, jobs, os.cpu_count() or 1))
    scored = [each for each in done if isinstance(each, Scored)]
    if by_text:
        named = [(job.id, each) for job, each in zip(jobs, done, strict=True) if isinstance(each, Scored)]
    else:
        named = [(each.corpus, each) for each in by_corpus(scored)]
    return [[name, one, f"{each.texts:,}", *_cells(each)] for name, each in named]


def _cells(scored: Scored) -> list[str]:
    shown = figures(scored.counts[ALL_ON])
    return [markdown.percent(shown[name]) for name in _COLUMNS.values()]


if __name__ == "__main__":
    command_line.main(app)
