"""What a stage begins with: parameters, inputs and code, which must be the same when it ends.

DVC records all three as they are after a stage has ended (iterative/dvc#11058): changed meanwhile, they would
are in dvc.lock with a result that they did not give, and no later `dvc repro` would see it.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dialogue_etl
from dialogue_etl.core import libraries
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation.folder import located
from dialogue_etl.params import Params, ParamsError, read_values
from dialogue_etl.pipeline.stages import Stage
from dialogue_etl.workspace import parents

_PACKAGE = Path(dialogue_etl.__file__).parent
_CODE = "data/code"
_GOLD = f"{_CODE}/gold.json"
_NOTHING = object()

State = tuple[Any, ...]
"""What shows whether a file has changed."""


class ChangedMeanwhileError(DialogueEtlError):
    """What a stage read has changed since it began; the message says what, and what to do."""


@dataclass(frozen=True)
class Beginning:
    """What a stage began with.

    Attributes:
        stage: that began.
        file: params.yaml.
        params: the values that DVC records for it, by dotted key.
        paths: files and folders that it reads.
        inputs: state of these files, and of those in the folders, by path.
        code: what the stage `code` wrote about it; None if that has not run.
    """

    stage: Stage
    file: Path
    params: Mapping[str, Any]
    paths: Sequence[Path]
    inputs: Mapping[Path, State]
    code: Mapping[str, Any] | None

    @classmethod
    def of(
        cls, stage: Stage, language: str, file: Path, values: Mapping[str, Any], params: Params
    ) -> "Beginning":
        """The state of now.

        Args:
            stage: that begins.
            language: that it runs for, if any.
            file: params.yaml, in the workspace.
            values: the content of that file.
            params: the same, parsed.

        Raises:
            ChangedMeanwhileError: DVC runs it, and its code is not what the stage `code` has seen.
        """
        workspace = file.resolve().parent
        paths = [workspace / stage.filled(dep, language, params) for dep in stage.deps]
        if _GOLD in stage.deps and (gold := located(params.evaluation.gold, workspace)):
            paths.append(gold)
        digest = workspace / _CODE / f"{stage.name}.json"
        code = json.loads(digest.read_text(encoding="utf-8")) if digest.is_file() else None
        if code and parents.STAGE_VARIABLE in os.environ and (other := next(_other_code(code), None)):
            raise ChangedMeanwhileError(
                f"{stage.name}: {other} has changed since the stage `code` ran: run `dvc repro` again, not "
                "with --single-item"
            )
        return cls(stage, file, stage.recorded(values), paths, _states(paths), code)

    def require_unchanged(self) -> None:
        """Require that all is as it was.

        Raises:
            ChangedMeanwhileError: something is not.
        """
        if changed := next(self._changes(), None):
            raise ChangedMeanwhileError(
                f"{self.stage.name}: {changed} while it ran. Its output is removed, since DVC would record "
                "it as made of what is there now: run this again"
            )

    def _changes(self) -> Iterator[str]:
        try:
            values = read_values(self.file) if self.file.is_file() else {}
        except ParamsError as error:
            yield f"{error}: it was edited"
            return
        now_recorded = self.stage.recorded(values)
        for key in self.stage.params:
            before, after = self.params.get(key, _NOTHING), now_recorded.get(key, _NOTHING)
            if after != before:
                yield f"{self.file.name}: {_difference(key, before, after)}"
        now = _states(self.paths)
        for path in sorted(now.keys() | self.inputs.keys()):
            if now.get(path) != self.inputs.get(path):
                yield f"{_shown(path, self.file)} changed"
        for name in _other_code(self.code or {}):
            yield f"{name} changed"


def _other_code(seen: Mapping[str, Any]) -> Iterator[str]:
    """Python, files and libraries that are not as the stage `code` has seen them."""
    if seen.get("python", libraries.python()) != libraries.python():
        yield f"Python ({seen['python']}, now {libraries.python()})"
    for name, digest in seen.get("files", {}).items():
        if _digest(_PACKAGE / name) != digest:
            yield f"dialogue_etl/{name}"
    now = libraries.versions(seen.get("libraries", {}))
    for name, version in seen.get("libraries", {}).items():
        if now.get(name) != version:
            yield f"the library {name} ({version}, now {now.get(name, 'not installed')})"


def _states(paths: Iterable[Path]) -> dict[Path, State]:
    """The state of files, and of all files in folders: nothing is read but what the stage `code` wrote.

    That stage writes the same again in every `dvc repro`. Others are recognised by size and time of change.
    """
    found: dict[Path, State] = {}
    for path in paths:
        if path.is_dir():
            found |= {Path(entry): _stat(entry) for entry in _files(path)}
        elif path.parent.as_posix().endswith(_CODE):
            found[path] = (_digest(path),)
        else:
            found[path] = _stat(path)
    return found


def _files(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder, followlinks=True):
        yield from (os.path.join(place, name) for name in names)  # noqa: PTH118 - of many files


def _stat(path: str | Path) -> State:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return (None,)
    return found.st_size, found.st_mtime_ns


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _difference(key: str, before: Any, after: Any) -> str:
    """The innermost values that differ."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in [*after, *before]:
            if before.get(name, _NOTHING) != (inner := after.get(name, _NOTHING)):
                return _difference(f"{key}.{name}", before.get(name, _NOTHING), inner)
    old, new = ("nothing" if value is _NOTHING else repr(value) for value in (before, after))
    return f"{key} became {new} from {old}"


def _shown(path: Path, file: Path) -> str:
    workspace = file.resolve().parent
    return str(path.relative_to(workspace)) if path.is_relative_to(workspace) else str(path)
