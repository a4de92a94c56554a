"""The stages, as dvc.yaml lists them: the only list there is.

Each stage's `meta` says what DVC need not know and the program must:

    function   what does the work, as `module:name`; its keyword arguments are the options of the command
    parts      modules of the source's folder that the function loads by name (`Source.part`)
    reads      folders of the package with files that are no modules, which the function reads

A stage belongs to the source its name begins with: `books-extract`.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import yaml

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params import Params
from dialogue_etl.runtime import Runtime
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source

FILE = "dvc.yaml"
_GIVEN = ("params", "runtime", "source", "workspace")
"""Arguments of stage functions that are not options of the command."""


@dataclass(frozen=True)
class Stage:
    """A stage of dvc.yaml that is a function of this package or another one.

    Attributes:
        name: as in dvc.yaml, without a language: `books-extract`.
        function: what does the work, as `module:name`.
        command: as in dvc.yaml, in words.
        matrix: the parameter with the languages it runs once for each of; empty if it runs once.
        parts: modules of the source's folder that the function loads by name.
        reads: folders of the package with files the function reads.
    """

    name: str
    function: str
    command: tuple[str, ...]
    matrix: str
    parts: tuple[str, ...]
    reads: tuple[str, ...]

    @property
    def source(self) -> Source:
        """The source its name begins with.

        Raises:
            DialogueEtlError: there is no such source.
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
        """Those it runs for, by the parameters."""
        found: Any = params
        for name in self.matrix.split("."):
            found = getattr(found, name)
        return list(found)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules its work begins in, by their full names."""
        folder = f"dialogue_etl.sources.{self.source.name}"
        return (self.function.partition(":")[0], folder, *(f"{folder}.{part}" for part in self.parts))

    def load(self) -> Callable[..., None]:
        """Its function, imported now."""
        module, _, name = self.function.partition(":")
        function: Callable[..., None] = getattr(import_module(module), name)
        return function

    def options(self) -> dict[str, str]:
        """The options of its command, by argument, as dvc.yaml has them."""
        words = iter(self.command)
        return {word[2:].replace("-", "_"): next(words) for word in words if word.startswith("--")}

    def run(
        self, options: Mapping[str, str | Path], *, params: Params, runtime: Runtime, workspace: Path
    ) -> None:
        """Do its work: `options` are the language and paths, as the method of that name has them."""
        function = self.load()
        given = {"params": params, "runtime": runtime, "source": self.source, "workspace": workspace}
        wanted = signature(function).parameters
        function(**options, **{key: value for key, value in given.items() if key in wanted})


def arguments(function: Callable[..., None]) -> dict[str, bool]:
    """The options of a stage's command, with whether each must be given."""
    known = signature(function).parameters.values()
    return {one.name: one.default is one.empty for one in known if one.name not in _GIVEN}


def read(workspace: Path) -> dict[str, Stage]:
    """The stages of a workspace that name their function, by name, in the order of dvc.yaml.

    Raises:
        DialogueEtlError: there is no dvc.yaml, or it cannot be read.
    """
    path = workspace / FILE
    try:
        content = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
        listed = content["stages"].items()
        return {name: _stage(name, entry) for name, entry in listed if "function" in entry.get("meta", {})}
    except FileNotFoundError:
        raise DialogueEtlError(f"{path}: no such file; run this in a workspace (dialogue-etl init)") from None
    except (yaml.YAMLError, AttributeError, KeyError, TypeError) as error:
        raise DialogueEtlError(f"{path}: not a list of stages: {error}") from None


def _stage(name: str, entry: Mapping[str, Any]) -> Stage:
    meta = entry["meta"]
    words = tuple(shlex.split(entry["cmd"]))
    matrix: str = entry.get("matrix", {}).get("language", "")
    parts, reads = (tuple(meta.get(key, ())) for key in ("parts", "reads"))
    return Stage(name, meta["function"], words, matrix.strip("${}"), parts, reads)
