"""The stages, read from dvc.yaml, which is the only list of them.

DVC ignores the `meta` of a stage; it tells this package:

    function   the function that does the work, as `module:name`; its keyword arguments are the options of
               the stage's command
    inputs     arguments for the first dependencies after the digest of the stage's code, in their order
    parts      parts of the source that the function loads by name (`Source.part`)
    reads      folders of the package whose data files the function reads

A stage belongs to the source that its name begins with: `books-extract` to `books`.

Arguments that these functions have in common:

    language   BCP-47 tag, for stages that run once per language
    output     folder to write
    metrics    JSON file of counts and figures to write
    params     all parameters; dvc.yaml lists the sections that the stage reads
    runtime    workers and store
    source     the source of the stage
    workspace  folder of params.yaml; paths in parameters are relative to it
    stages, stage_metrics, data   folders: of the source's outputs, of its metrics, of all outputs

Other arguments are the paths that `inputs` names: outputs of earlier stages, and folders of the workspace.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.params import Params
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source

FILE = "dvc.yaml"
_GIVEN = ("params", "runtime", "source", "workspace")
"""Arguments of stage functions that are not options of the command."""
_VARIABLE = re.compile(r"\$\{([\w.]+)\}")
_NOTHING: Any = object()


@dataclass(frozen=True)
class Stage:
    """A stage of dvc.yaml whose `meta` names a Python function.

    Attributes:
        name: as in dvc.yaml, without a language: `books-extract`.
        function: what does the work, as `module:name`.
        matrix: the parameter that lists the languages to run it for; empty if it runs once.
        parts: modules of the source's folder that the function loads by name.
        reads: folders of the package whose data files the function reads.
        inputs: arguments of the function for the first of `deps` after the digest of its code.
        deps: files and folders that it reads, as in dvc.yaml, as are the following.
        params: keys of the parameters that it depends on.
        outs: files and folders that it writes.
        metrics: the file of its metrics.
    """

    name: str
    function: str
    matrix: str
    parts: tuple[str, ...]
    reads: tuple[str, ...]
    inputs: tuple[str, ...]
    deps: tuple[str, ...]
    params: tuple[str, ...]
    outs: tuple[str, ...]
    metrics: str

    @property
    def source(self) -> Source:
        """The source that the name begins with.

        Raises:
            DialogueEtlError: the source does not exist.
        """
        name = self.name.partition("-")[0]
        if name not in SOURCES:
            raise DialogueEtlError(f"{FILE}: {self.name}: a stage is named after one of {', '.join(SOURCES)}")
        return SOURCES[name]

    @property
    def per_language(self) -> bool:
        """Whether it runs once per language."""
        return bool(self.matrix)

    def languages(self, params: Params) -> list[str]:
        """The languages to run it for."""
        found: Any = params
        for name in self.matrix.split("."):
            found = getattr(found, name)
        return list(found)

    @property
    def modules(self) -> tuple[str, ...]:
        """Full names of the modules that are loaded first: everything else is imported by these."""
        own = (self.source.module(part) for part in self.parts)
        return (self.function.partition(":")[0], self.source.package, *own)

    def recorded(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values that DVC records for it, by dotted key, of those in params.yaml."""
        found = {key: reduce(_inner, key.split("."), values) for key in self.params}
        return {key: value for key, value in found.items() if value is not _NOTHING}

    def load(self) -> Callable[..., None]:
        """Import the function."""
        module, _, name = self.function.partition(":")
        function: Callable[..., None] = getattr(import_module(module), name)
        return function

    def options(self) -> dict[str, str]:
        """The paths in dvc.yaml by argument of the function, with DVC's `${item.language}` and the like."""
        read = [path for path in self.deps if path != f"data/code/{self.name}.json"]
        folders = {"stages": f"data/{self.source.name}", "stage_metrics": f"metrics/{self.source.name}"}
        written = {"output": self.outs[0], "metrics": self.metrics}
        named = dict(zip(self.inputs, read, strict=False))
        given = {**folders, "data": "data", **named, **written}
        return {name: path for name, path in given.items() if name in arguments(self.load())}

    def paths(self, language: str, params: Params) -> dict[str, Path]:
        """The paths by argument of the function, for a language; `""` if it runs once."""
        return {name: Path(self.filled(path, language, params)) for name, path in self.options().items()}

    def filled(self, path: str, language: str, params: Params) -> str:
        """A path of dvc.yaml with its templates replaced."""

        def value(found: re.Match[str]) -> str:
            return (
                language if found[1] == "item.language" else str(reduce(getattr, found[1].split("."), params))
            )

        return _VARIABLE.sub(value, path)

    def reads_of(self, other: "Stage") -> bool:
        """Whether it reads an output of another stage, in any language."""
        ours, theirs = (
            {f"{path.partition('/${item.')[0]}/" for path in paths} for paths in (self.deps, other.outs)
        )
        return any(one.startswith(out) or out.startswith(one) for one in ours for out in theirs)

    def run(
        self, options: Mapping[str, str | Path], *, params: Params, runtime: Runtime, workspace: Path
    ) -> None:
        """Call the function.

        Args:
            options: language and paths, as the method `options` returns them.
            params: passed on if the function has such an argument, as are the following.
            runtime: as above.
            workspace: as above.
        """
        function = self.load()
        given = {"params": params, "runtime": runtime, "source": self.source, "workspace": workspace}
        wanted = signature(function).parameters
        function(**options, **{key: value for key, value in given.items() if key in wanted})


def _inner(values: Any, name: str) -> Any:
    return values.get(name, _NOTHING) if isinstance(values, Mapping) else _NOTHING


def arguments(function: Callable[..., None]) -> dict[str, bool]:
    """The options of a stage's command, and whether each is required."""
    known = signature(function).parameters.values()
    return {one.name: one.default is one.empty for one in known if one.name not in _GIVEN}


def read(workspace: Path) -> dict[str, Stage]:
    """The stages of a workspace, by name, in the order of dvc.yaml; only those that name a function.

    Raises:
        DialogueEtlError: dvc.yaml is missing or not valid.
    """
    path = workspace / FILE
    try:
        content = yaml_files.load(path.read_text(encoding="utf-8"))
        listed = content["stages"].items()
        return {name: _stage(name, entry) for name, entry in listed if "function" in entry.get("meta", {})}
    except FileNotFoundError:
        raise DialogueEtlError(f"{path}: no such file; run this in a workspace (dialogue-etl init)") from None
    except (ValueError, AttributeError, KeyError, TypeError) as error:
        raise DialogueEtlError(f"{path}: not a list of stages: {error}. {DOCTOR}") from None


def _stage(name: str, entry: Mapping[str, Any]) -> Stage:
    meta = entry["meta"]
    matrix: str = entry.get("matrix", {}).get("language", "")
    named = {key: tuple(meta.get(key, ())) for key in ("parts", "reads", "inputs")}
    listed = {key: tuple(entry.get(key, ())) for key in ("deps", "params", "outs")}
    (metrics,) = entry.get("metrics", [""])
    return Stage(name, meta["function"], matrix.strip("${}"), **named, **listed, metrics=metrics)
