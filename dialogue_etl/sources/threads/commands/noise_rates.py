"""`dialogue-etl threads noise`: how noisy a corpus is, by what the rules do to a temporary copy of it.

The paper judges a corpus so by its blacklists (Wang et al. 2020, section 3.3: 60 % of the conversations of
STC).
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.table import Table

from dialogue_etl import runtime
from dialogue_etl.sources.threads.commands import add_corpus
from dialogue_etl.sources.threads.extract import extract
from dialogue_etl.sources.threads.ingest import ingest
from dialogue_etl.sources.threads.rules import rules

if TYPE_CHECKING:
    from dialogue_etl.params import Params

_ACTIONS = ("cut", "split", "drop")


def noise(paths: list[Path], language: str, form: str | None, blacklists: Path, params: Params) -> None:
    """Print how often each rule finds noise in a corpus, and how many dialogues and utterances go by it.

    Args:
        paths: of its files, in any form of `adapters.FORMATS`.
        language: BCP-47 tag.
        form: of the files, where they do not tell it.
        blacklists: folder of the user's lists; need not be there.
        params: in force.

    Raises:
        DialogueEtlError: a file can't be read, or not in this form, or `language` is none.
    """
    with TemporaryDirectory(prefix="dialogue-etl-noise-") as name:
        folder = Path(name)
        add_corpus.copy(paths, "noise", form, language, "not stated", folder=folder / "corpora")
        machine = runtime.load().model_copy(update={"store": folder / "store"})
        inputs: dict[Any, dict[str, Path]] = {
            ingest: {"corpora": folder / "corpora"},
            extract: {"threads": folder / "ingest"},
            rules: {"dialogues": folder / "extract", "blacklists": blacklists},
        }
        for stage, given in inputs.items():
            stage(
                language=language,
                output=folder / stage.__name__,
                metrics=folder / f"{stage.__name__}.json",
                params=params,
                runtime=machine,
                **given,
            )
        metrics = json.loads((folder / "rules.json").read_text("utf-8"))
    if not metrics["dialogues_in"]:
        typer.secho("no dialogue in it", fg="yellow")
    Console().print(_table(metrics))


def _table(metrics: dict[str, Any]) -> Table:
    """Rules that found something: hits, and what went by them as shares of what came in."""
    dropped = metrics["dropped"]
    table = Table(title=f"{metrics['dialogues_in']:,} dialogues, {metrics['utterances_in']:,} utterances")
    for name in ("rule", *_ACTIONS, "dialogues gone", "utterances gone"):
        table.add_column(name, justify="left" if name == "rule" else "right")
    reasons = [*metrics["hits"], *sorted({*dropped.get("dialogues", {})}.difference(metrics["hits"]))]
    for rule in reasons:
        hits = [f"{metrics['hits'].get(rule, {}).get(action, 0):,}" for action in _ACTIONS]
        shares = [
            f"{dropped.get(unit, {}).get(rule, 0) / max(1, metrics[f'{unit}_in']):.2%}"
            for unit in ("dialogues", "utterances")
        ]
        table.add_row(rule, *hits, *shares)
    return table
