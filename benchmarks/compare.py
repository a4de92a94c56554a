"""`python -m benchmarks.compare`: `dialogue-etl diff` on two generated versions of very many dialogues."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import grown_dialogues, measure
from benchmarks.grown_dialogues import Version
from dialogue_etl.core import yaml_files
from dialogue_etl.workspace.programs import dvc, git

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
LANGUAGE = "en"
_STAGES = {
    "download": ("texts",),
    "works": ("works",),
    "extract": ("drops",),
    "postfilter": ("dialogues",),
    "split": ("splits",),
}

Dialogues = Annotated[int, typer.Option(min=1_000, help="Of the first version.")]
Differing = Annotated[float, typer.Option(min=0, max=0.5, help="Share of them that the second changes.")]
Shards = Annotated[str, typer.Option(help="Files of a table in the first and the second version.")]
Keep = Annotated[Path | None, typer.Option(help="Where to make the workspace, to look at it afterwards.")]


@app.command()
def benchmark(
    dialogues: Dialogues = 1_000_000, differing: Differing = 0.05, shards: Shards = "16,16", keep: Keep = None
) -> None:
    """Seconds and peak memory of `dialogue-etl diff`, all shards of both versions being different."""
    counts = [int(count) for count in shards.split(",")]
    with tempfile.TemporaryDirectory() as made:
        root = (keep or Path(made) / "workspace").resolve()
        root.mkdir(parents=True)
        versions = grown_dialogues.versions(dialogues, differing)
        expected = [_commit(root, f"v{at + 1}", versions[at], counts[at]) for at in (0, 1)]
        del versions
        typer.echo(f"{expected[0]:,} dialogues and {expected[1]:,}, {_megabytes(root):,.0f} MB of Parquet")
        used = measure.run_module(["dialogue_etl", "diff", "v1", "v2", "--json"], folder=root)
        said = json.loads((root / "log.txt").read_text("utf-8"))
        kinds = ", ".join(
            f"{kind} {before:,} → {after:,}" for kind, (before, after) in said["dialogues"].items()
        )
        typer.echo(kinds)
        typer.echo(
            f"{used.wall_seconds:.1f} s, {used.cpu_seconds:.1f} s of CPU, peak {used.peak_bytes / 1e6:.0f} MB"
        )


def _commit(root: Path, name: str, version: Version, shards: int) -> int:
    """Put a version into a workspace as DVC would, and tag it."""
    if not (root / ".git").exists():
        git(root, "init", "--quiet")
        git(root, "config", "user.email", "benchmark@example.org")
        git(root, "config", "user.name", "Benchmark")
        dvc(root, "init", "--quiet")
        (root / "dvc.yaml").write_text("stages: {}\n", "utf-8")
    count = grown_dialogues.write(version, root / "tables", shards)
    lock: dict[str, object] = {}
    for stage, tables in _STAGES.items():
        out = f"data/books/{stage}/{LANGUAGE}"
        md5 = _store(root, [path for table in tables for path in sorted((root / "tables" / table).iterdir())])
        lock[f"books-{stage}@{LANGUAGE}"] = {"outs": [{"path": out, "hash": "md5", "md5": md5}]}
    shutil.rmtree(root / "tables")
    (root / "dvc.lock").write_text(yaml_files.dump({"schema": "2.0", "stages": lock}), "utf-8")
    (root / "params.yaml").write_text(yaml_files.dump({"languages": [LANGUAGE], "version": name}), "utf-8")
    git(root, "add", "dvc.yaml", "dvc.lock", "params.yaml")
    git(root, "commit", "--quiet", "--message", name)
    git(root, "tag", name)
    return count


def _store(root: Path, paths: list[Path]) -> str:
    """Move the files of an output into the cache; the MD5 of their list."""
    listed = []
    for path in paths:
        digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
        listed.append({"md5": digest, "relpath": f"{path.parent.name}/{path.name}"})
        shutil.move(path, _place(root, digest))
    data = json.dumps(listed).encode()
    md5 = f"{hashlib.md5(data, usedforsecurity=False).hexdigest()}.dir"
    _place(root, md5).write_bytes(data)
    return md5


def _place(root: Path, md5: str) -> Path:
    path = root / ".dvc" / "cache" / "files" / "md5" / md5[:2] / md5[2:]
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _megabytes(root: Path) -> float:
    return sum(path.stat().st_size for path in (root / ".dvc" / "cache").rglob("*") if path.is_file()) / 1e6


if __name__ == "__main__":
    app()
