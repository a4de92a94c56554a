"""A dialogue of a thread before and after each rule, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from dialogue_etl import shards
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.shards import shard_of
from dialogue_etl.sources.inspecting import Piece
from dialogue_etl.text.privacy import masking

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.filters.hits import Hit
    from dialogue_etl.sources.inspecting import Context

    Row = dict[str, Any]

_BLACKLISTS = "threads/blacklists"
_LISTED = 50
_SHOWN = 20
_AFTER_RULES = ("rules", "classify")


def show(id: str, stages: Path, languages: Sequence[str], context: Context) -> Iterator[Piece]:
    """A dialogue, that of a piece, or those of a thread, before and after each rule; what became of them."""
    for language in languages:
        folder = stages / "extract" / language
        rows = list(islice(_found(folder, id), _SHOWN + 1)) if folder.is_dir() else []
        if rows:
            lists = Blacklists.load(language, context.workspace / _BLACKLISTS)
            mask = masking(context.params.privacy)
            chain = Chain.of(language, context.params.rules.model_dump(), lists.terms, mask)
            for row in rows[:_SHOWN]:
                for piece in _show(row, chain, stages, language):
                    yield replace(
                        piece, text=mask(piece.text)[0]
                    )  # also what a cut joins, before it is masked
            if rows[_SHOWN:]:
                more = f"… and more; name one of its dialogues to see it alone, as {rows[_SHOWN]['id']}"
                yield Piece(f"{more}\n")
            return


def listing(stages: Path, language: str) -> Iterator[str]:
    """Some dialogues of a language, before the rules."""
    folder = stages / "extract" / language
    if not folder.is_dir():
        return
    rows = list(islice(shards.read(folder, "dialogues"), _LISTED + 1))
    for row in rows[:_LISTED]:
        yield f"{language}  {row['id']}  {len(row['turns'])} turns  {row['turns'][0]['text'][:60]}"
    if rows[_LISTED:]:
        yield f"{language}  … and more, in {folder / 'dialogues'}"


def _found(folder: Path, id: str) -> Iterator[Row]:
    """The dialogue of an id, or those of a thread; from their shard alone."""
    whole = id.partition("@")[0]  # a piece is of the dialogue that ends with or after it
    paths = shards.shard_paths(folder, "dialogues")
    sources = (whole.rpartition(":")[0], whole)
    for shard in sorted({shard_of(source, len(paths)) for source in sources}):
        for row in shards.read_shard(paths[shard]):
            if whole in {row["id"], row["source_id"]}:
                yield row


def _show(row: Row, chain: Chain, stages: Path, language: str) -> Iterator[Piece]:
    yield Piece(f"── {row['id']} ──\n", "cyan")
    said = [Utterance(turn["utterance_id"], turn["speaker"], turn["text"]) for turn in row["turns"]]
    yield from _say(said)
    cleaned = chain.apply(said)
    for hit in cleaned.hits:
        yield from _show_hit(hit)
    if any(hit.action != "cut" for hit in cleaned.hits):
        yield Piece("What the rules leave\n", bold=True)
        for number, piece in enumerate(cleaned.pieces):
            if number:
                yield Piece("  ┄\n")
            yield from _say(piece)
    yield Piece("What became of it\n", bold=True)
    for line in _fate(row, stages, language):
        yield Piece(f"  {line}\n")
    yield Piece("\n")


def _show_hit(hit: Hit) -> Iterator[Piece]:
    value, threshold = hit.verdict.value, hit.verdict.threshold
    measured = "" if value is None else f", {value:.4g} against {threshold:.4g}"
    yield Piece(f"{hit.rule}: {hit.action}{measured}: {hit.verdict.detail}\n", "yellow")
    yield Piece(_marked("-", hit.before), "red")
    yield Piece("  nothing is left\n" if hit.after is None else _marked("+", hit.after), "green")


def _marked(sign: str, text: str) -> str:
    return "".join(f"  {sign} {line}\n" for line in text.split("\n"))


def _say(utterances: Sequence[Utterance]) -> Iterator[Piece]:
    for turn in utterances:
        who = f"{turn.speaker}: " if turn.speaker else ""
        yield Piece(f"  {who}{turn.text}\n")


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
