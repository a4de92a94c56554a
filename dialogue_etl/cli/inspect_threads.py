"""`dialogue-etl threads inspect`: a dialogue before and after each rule, and what became of it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import typer

from dialogue_etl import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.shards import shard_of
from dialogue_etl.sources.threads.cleaned import utterances_of
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.chain import Chain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.params import Params
    from dialogue_etl.sources.threads.rules.hits import Step
    from dialogue_etl.sources.threads.rules.rule import Utterance

    Row = dict[str, Any]

_LISTED = 50
_SHOWN = 20
_AFTER_RULES = ("rules", "classify")


def inspect(id: str | None, stages: Path, blacklists: Path, params: Params) -> None:
    """Show dialogues.

    Args:
        id: of a dialogue as the stage `extract` has it, of a piece of one, or of a thread; None for a list.
        stages: outputs of all stages.
        blacklists: folder of further blacklists.
        params: the rules to show.

    Raises:
        DialogueEtlError: there are no outputs, or no such dialogue.
    """
    languages = [name for name in params.threads.languages if (stages / "extract" / name).is_dir()]
    if not languages:
        raise DialogueEtlError(
            f"{stages}: no outputs of stages here; run `dvc repro threads-rules` in a workspace first"
        )
    if id is None:
        for language in languages:
            _list(stages / "extract" / language, language)
        return
    for language in languages:
        rows = list(islice(_found(stages / "extract" / language, id), _SHOWN + 1))
        if rows:
            chain = Chain.of(language, params.rules, Blacklists.load(language, blacklists))
            for row in rows[:_SHOWN]:
                _show(row, chain, stages, language)
            if rows[_SHOWN:]:
                typer.echo(f"… and more; name one of its dialogues to see it alone, as {rows[_SHOWN]['id']}")
            return
    raise DialogueEtlError(f"{id}: no such dialogue or thread; `dialogue-etl threads inspect` lists some")


def _list(folder: Path, language: str) -> None:
    rows = list(islice(shards.read(folder, "dialogues"), _LISTED + 1))
    for row in rows[:_LISTED]:
        typer.echo(f"{language}  {row['id']}  {len(row['turns'])} turns  {row['turns'][0]['text'][:60]}")
    if rows[_LISTED:]:
        typer.echo(f"{language}  … and more, in {folder / 'dialogues'}")


def _found(folder: Path, id: str) -> Iterator[Row]:
    """The dialogue of an id, or those of a thread; from their shard alone."""
    whole = id.partition("@")[0]  # a piece is of the dialogue that ends with or after it
    paths = shards.shard_paths(folder, "dialogues")
    sources = (whole.rpartition(":")[0], whole)
    for shard in sorted({shard_of(source, len(paths)) for source in sources}):
        for row in shards.read_shard(paths[shard]):
            if whole in {row["id"], row["source_id"]}:
                yield row


def _show(row: Row, chain: Chain, stages: Path, language: str) -> None:
    typer.secho(f"── {row['id']} ──", fg="cyan")
    _say(utterances_of(row))
    for step in chain.trace(utterances_of(row)):
        _show_step(step)
    typer.secho("What became of it", bold=True)
    for line in _fate(row, stages, language):
        typer.echo(f"  {line}")
    typer.echo("")


def _show_step(step: Step) -> None:
    hit = step.hit
    measured = "" if hit.value is None else f", {hit.value:.4g} against {hit.threshold:.4g}"
    typer.secho(f"{hit.rule}: {hit.action}{measured}: {hit.evidence}", fg="yellow")
    if hit.utterance and hit.after is not None:  # the others stay as they are
        typer.secho(f"  - {hit.before}", fg="red")
        typer.secho(f"  + {hit.after}", fg="green")
        return
    for number, piece in enumerate(step.after):
        if number:
            typer.echo("  ┄")
        _say(piece)
    if not any(step.after):
        typer.secho("  nothing is left", fg="red")


def _say(utterances: Sequence[Utterance]) -> None:
    for turn in utterances:
        who = f"{turn.speaker}: " if turn.speaker else ""
        typer.echo(f"  {who}{turn.text}")


def _fate(row: Row, stages: Path, language: str) -> Iterator[str]:
    """What later stages made of the dialogue and of pieces of its thread that hold its utterances."""
    mine = {turn["utterance_id"] for turn in row["turns"]}
    for stage in _AFTER_RULES:
        folder = stages / stage / language
        if not folder.is_dir():
            yield f"{stage}: not run yet"
            continue
        kept = [one for one in _of_thread(folder, "dialogues", row) if _within(one, mine)]
        for one in kept:
            yield f"{stage}: {one['id']} stays, {len(one['turns'])} turns"
        for drop in _of_thread(folder, "drops", row):
            if drop["unit"] == "dialogue" and drop["id"].rpartition(":")[2].partition("@")[0] in mine:
                yield f"{stage}: {drop['id']} left out by {drop['reason']}: {drop['detail']}"
    for split in _of_thread(stages / "split" / language, "splits", row):
        yield f"split: its thread is in {split['split']}"


def _of_thread(folder: Path, table: str, row: Row) -> Iterator[Row]:
    if not (folder / table).is_dir():
        return
    paths = shards.shard_paths(folder, table)
    path = paths[shard_of(row["source_id"], len(paths))]
    yield from (one for one in shards.read_shard(path) if one["source_id"] == row["source_id"])


def _within(one: Row, mine: set[str]) -> bool:
    """Whether all utterances are the dialogue's; of a repost the part before the point names the comment."""
    ids = [turn["utterance_id"] for turn in one["turns"]]
    return all(id in mine or id.rpartition(".")[0] in mine for id in ids)
