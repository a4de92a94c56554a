"""Lets DVC read a dvc.yaml: `python ask_dvc.py FOLDER`, run by a Python that has DVC, prints JSON.

The answer is `{"stages": [...], "files": [...]}`, with the fields of `graph.Stage` and the files of the
folder that DVC read, or `{"error": "..."}` with DVC's message. Importing DVC takes a second or more, so this
is a program of its own, run once per version of those files (see `graph.load_graph`).
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from dvc.dependency import ParamsDependency
from dvc.dvcfile import load_file
from dvc.repo import Repo
from dvc.repo.index import Index

DVC_YAML = "dvc.yaml"
_NOT_INPUTS = ("..", ".git", ".dvc/", "dvc.lock")


def main(folder: str) -> None:
    """Print the answer for the dvc.yaml in a folder."""
    os.chdir(folder)
    opened: set[str] = set()
    sys.addaudithook(lambda event, arguments: _note(opened, event, arguments))
    try:
        answer: dict[str, Any] = {"stages": _stages()}
    except Exception as error:  # any error of DVC is reported
        answer = {"error": _message(error) or repr(error)}
    sys.stdout.write(json.dumps({**answer, "files": sorted(opened)}, default=str))


def _note(opened: set[str], event: str, arguments: tuple[Any, ...]) -> None:
    """Record a file below the current folder that is opened for reading."""
    if event == "open" and isinstance(arguments[0], str) and arguments[1] in {"r", "rb"}:
        path = os.path.relpath(arguments[0])
        if not path.startswith(_NOT_INPUTS) and not Path(path).absolute().is_relative_to(sys.prefix):
            opened.add(path)


def _stages() -> list[dict[str, Any]]:
    with Repo(os.curdir, uninitialized=True) as repo:
        metrics = [os.path.normpath(path) for path in load_file(repo, DVC_YAML).metrics]
        index = Index.from_file(repo, DVC_YAML)
        graph = index.graph  # raises for overlapping outputs and cycles
        return [_stage(stage, graph.successors(stage), metrics) for stage in index.stages]


def _stage(stage: Any, upstream: Any, shown: list[str]) -> dict[str, Any]:
    outs = [_path(out) for out in stage.outs]
    metrics = [_path(out) for out in stage.outs if out.metric]
    # Files in the top-level `metrics` are inside an output of some stage.
    metrics += sorted(p for p in shown if p not in metrics and any(f"{p}/".startswith(f"{o}/") for o in outs))
    base = stage.raw_data.generated_from or stage.name
    return {
        "name": stage.name,
        "base": base,
        "group": stage.name.removeprefix(f"{base}@") if base != stage.name else None,
        "cmd": "\n".join(map(str, stage.cmd)) if isinstance(stage.cmd, list) else str(stage.cmd),
        "deps": [_path(dep) for dep in stage.deps if not isinstance(dep, ParamsDependency)],
        "outs": outs,
        "metrics": metrics,
        "uncached": [_path(out) for out in stage.outs if not out.use_cache],
        "params": [name for dep in stage.params for name in _params(dep)],
        "desc": str(stage.desc or ""),
        "always_changed": stage.always_changed,
        "frozen": stage.frozen,
        "wdir": os.path.relpath(stage.wdir),
        "meta": stage.meta if isinstance(stage.meta, dict) else {},
        "upstream": sorted({other.name for other in upstream}),
    }


def _path(file: Any) -> str:
    """A path relative to the folder of dvc.yaml; absolute paths outside of it and URLs are unchanged."""
    if file.protocol != "local":
        return str(file.def_path)
    outside = file.def_path.startswith("/") and not Path(file.fs_path).is_relative_to(Path.cwd())
    return str(file.fs_path) if outside else os.path.relpath(file.fs_path)


def _params(dependency: Any) -> list[str]:
    file = _path(dependency)
    if not dependency.params:
        return [f"{file}:*"]
    return [str(key) if file == "params.yaml" else f"{file}:{key}" for key in dependency.params]


def _message(error: BaseException | None) -> str:
    """The message of an error and of its causes, which contain the place in the file."""
    lines = []
    while error is not None:
        lines.append(str(error).strip())
        error = error.__cause__
    return "\n".join(dict.fromkeys(filter(None, lines)))


if __name__ == "__main__":
    main(sys.argv[1])
