"""Chat messages of packaged datasets: their roles, and what marks of a transcription are left in their texts.

python -m benchmarks.messages …/dataset/<language> …      prints the tables of messages.md
"""

import re
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import typer

from dialogue_etl.formats.chat import Chat, Chats, View
from dialogue_etl.text.normalise import readable

MARKS = {
    "`_`": re.compile("_"),
    "`[12]`": re.compile(r"\[\d+\]"),
    "comma at the end": re.compile(r"[,，、][\"'”’“»]*$"),
    "double space": re.compile("  "),
    "`--`": re.compile("--"),
    "`*`": re.compile(r"\*"),
    "`^`": re.compile(r"\^"),
}
VIEWS = {
    "alternate": View("alternate"),
    "speaker": View(),
    "speaker, ends with assistant": View(end_with_assistant=True),
    "the same, any start": View(start_with_user=False, end_with_assistant=True),
}


def _table(folder: Path) -> pa.Table:
    return pa.concat_tables(map(pq.read_table, sorted(folder.glob("*.parquet")))).combine_chunks()


def _two_roles(chat: Chat) -> bool:
    """Whether a known speaker has both roles."""
    roles = {(who, role) for who, (role, _) in zip(chat.speakers, chat.messages, strict=True) if who}
    return len(roles) > len({who for who, _ in roles})


def _roles(name: str, table: pa.Table) -> None:
    for asked, view in VIEWS.items():
        chats = Chats(view)
        two = sum(map(_two_roles, chats.of(table)))
        alike = sum(
            bool(one) and one == other for chat in chats.of(table) for one, other in pairwise(chat.speakers)
        )
        counts = chats.counts
        cells = [
            counts["dialogues"],
            counts["messages"],
            counts["turns_left_out"],
            counts["left_out"],
            alike,
            two,
        ]
        share = f"{counts['assistant'] / counts['dialogues']:.0%}"
        typer.echo(f"| {name} | {asked} | {' | '.join(f'{one:,}' for one in cells)} | {share} |")


def _texts(name: str, table: pa.Table) -> None:
    raw = table.column("turns").combine_chunks().flatten().field("text").to_pylist()
    read = [readable(text) for text in raw]
    changed = sum(one != other for one, other in zip(raw, read, strict=True)) / len(raw)
    found = [[sum(map(bool, map(mark.search, texts))) for texts in (raw, read)] for mark in MARKS.values()]
    cells = " | ".join(f"{before:,} → {after:,}" for before, after in found)
    typer.echo(f"| {name} | {len(raw):,} | {changed:.0%} | {cells} |")


def main(folders: list[Path]) -> None:
    """Print both tables."""
    tables = {folder.name: _table(folder) for folder in folders}
    typer.echo(
        "| dataset | view | dialogues | messages | turns left out | dialogues left out | alike | two | end |"
    )
    typer.echo("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, table in tables.items():
        _roles(name, table)
    typer.echo(
        f"\n| dataset | turns | changed | {' | '.join(MARKS)} |\n|---|---:|---:|{'---:|' * len(MARKS)}"
    )
    for name, table in tables.items():
        _texts(name, table)


if __name__ == "__main__":
    typer.run(main)
