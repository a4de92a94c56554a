"""`python -m benchmarks.threads`: what every stage costs on comments grown from a seed (`grown_threads`).

Memory must stay below a gigabyte and not grow with the corpus. The digest stands for all bytes that came out:
before and after a change that is to change speed alone it is the same. Then the stages that do what
`plain_threads` does run again with its rules alone: the difference is what the rest costs.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmarks import grown_threads, measure, stages
from dialogue_etl import params as parameters
from dialogue_etl.core import yaml_files
from dialogue_etl.filters.parameters import ALL

if TYPE_CHECKING:
    from benchmarks.measure import Usage

STAGES = ("ingest", "extract", "rules", "train", "classify", "split", "package", "check", "report")
_AS_PLAIN = ("ingest", "extract", "rules", "split", "package")
"""What `plain_threads` does in its way."""
_ITS_RULES = {
    *("reply_tags", "angle_brackets", "urls", "full_width_brackets", "square_brackets", "hashtags"),
    *("emotion_codes", "reposts", "mentions", "show_all", "emoji", "repeated_phrases", "control_characters"),
    *("no_script", "too_long", "min_turns", "adverts"),
}
_ROW = "{:>8} {:>5} {:>9}  {:<8} {:>6} {:>7} {:>9} {:>8}"

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def run(  # noqa: PLR0917 - options are named
    comments: Annotated[list[int], typer.Option(min=1_000, help="In all; repeat it to compare.")] = [  # noqa: B006
        250_000,
        1_000_000,
    ],
    workers: Annotated[int, typer.Option(min=1, help="Processes per stage.")] = 1,
    preset: Annotated[str, typer.Option(help="Values of the stages, of presets/.")] = "",
    seed: Annotated[int, typer.Option(help="Of the comments.")] = 0,
    folder: Annotated[Path, typer.Option(help="To work in; emptied.")] = Path("bench-threads"),
    keep: Annotated[bool, typer.Option(help="Leave the outputs there.")] = False,
) -> None:
    """Grow corpora, run all stages over each, and print the figures."""
    folder = folder.resolve()
    typer.echo(_ROW.format("comments", "MB", "workers", "stage", "CPU-s", "wall-s", "MB/CPU-s", "peak MB"))
    for count in comments:
        shutil.rmtree(folder, ignore_errors=True)
        size = grown_threads.write(folder / "threads" / "corpora", count, seed) / 1e6
        _furnish(folder, preset)
        commands = stages.commands("threads", STAGES, grown_threads.LANGUAGE)
        used = {}
        for name, command in commands.items():
            used[name] = measure.run(command, folder=folder, environment=stages.environment(folder, workers))
            _show(count, size, workers, name, [used[name]])
        _show(count, size, workers, "whole", [*used.values()])
        plain = measure.run(_plain(folder), folder=folder, environment=stages.environment(folder, 1))
        _show(count, size, 1, "plain", [plain])
        _compare(count, "", used, plain)
        typer.echo(f"{count:>8} sha256 of all outputs: {_digest(folder)}")
        _leave_to_plain(folder)
        for name, command in commands.items():
            if name in {*_AS_PLAIN, "classify"}:
                used[name] = measure.run(
                    command, folder=folder, environment=stages.environment(folder, workers)
                )
                _show(count, size, workers, name, [used[name]])
        _compare(count, " with its rules and form alone", used, plain)
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)


def _compare(count: int, how: str, used: dict[str, Usage], plain: Usage) -> None:
    ratio = sum(used[name].cpu_seconds for name in _AS_PLAIN) / plain.cpu_seconds
    typer.echo(f"{count:>8} CPU of {', '.join(_AS_PLAIN)}{how}: {ratio:.1f} times plain_threads")


def _leave_to_plain(folder: Path) -> None:
    """Turn off what `plain_threads` does not do: private data, all other rules and forms."""
    path = folder / "params.yaml"
    off = {f"rules.{rule.name}": "off" for rule in ALL if rule.name not in _ITS_RULES}
    changes = {**off, "privacy": "off", "package.formats": ["parquet"], "threads.duplicates": "keep"}
    path.write_text(yaml_files.dump(parameters.override(parameters.read_values(path), changes)), "utf-8")


def _plain(folder: Path) -> list[str]:
    source = folder / "threads" / "corpora" / "grown.jsonl"
    return [
        sys.executable,
        str(Path(__file__).with_name("plain_threads.py")),
        str(source),
        str(folder / "plain"),
    ]


def _furnish(folder: Path, preset: str) -> None:
    shutil.copy(stages.ROOT / "dvc.yaml", folder)
    values = parameters.read_values(stages.ROOT / "params.yaml")
    if preset:
        values = parameters.override(
            values, parameters.read_values(stages.ROOT / "presets" / f"{preset}.yaml")
        )
    ours = {"threads.languages": [grown_threads.LANGUAGE], "threads.source": "corpora"}
    (folder / "params.yaml").write_text(yaml_files.dump(parameters.override(values, ours)), "utf-8")


def _show(count: int, size: float, workers: int, name: str, used: list[Usage]) -> None:
    cpu, wall = (sum(getattr(one, what) for one in used) for what in ("cpu_seconds", "wall_seconds"))
    peak = max(one.peak_bytes for one in used) / 1e6
    row = (
        count,
        f"{size:.0f}",
        workers,
        name,
        f"{cpu:.1f}",
        f"{wall:.1f}",
        f"{size / cpu:.2f}",
        f"{peak:.0f}",
    )
    typer.echo(_ROW.format(*row))


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for top in ("data", "metrics") for path in (folder / top).rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    app()
