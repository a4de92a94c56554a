"""A configuration in a YAML file; errors are reported with their lines."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dialogue_etl.core import yaml_files
from dialogue_etl.core.parameters.values import plain
from dialogue_etl.core.yaml_files import MappingNode, SequenceNode
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.pairs.config import Components, Problem, entries, found

_MOST_SAID, _LONGEST_SAID = 20, 200
"""Problems that a message names, and characters of each value."""
Model = TypeVar("Model", bound=BaseModel)


class ConfigurationError(DialogueEtlError):
    """A configuration cannot be read or is not valid; the message names each line."""


class ConfigurationFile:
    """A configuration file, with the lines of its entries."""

    def __init__(self, path: Path) -> None:
        """Read it.

        Raises:
            ConfigurationError: it is missing, or not a YAML mapping.
        """
        self.name = path.name
        try:
            text = path.read_text(encoding="utf-8")
            self.values = plain(yaml_files.load(text))
            self._root = yaml_files.compose(text)
        except (OSError, ValueError) as error:
            raise ConfigurationError(f"{path}: {' '.join(str(error).split())}") from None
        if not isinstance(self.values, dict):
            raise ConfigurationError(f"{path}: expected a mapping such as in docs/pairs.md")

    def parse(self, model: type[Model]) -> Model:
        """Its values, validated.

        Raises:
            ConfigurationError: values are not valid; the message names their lines.
        """
        try:
            return model.model_validate(self.values)
        except ValidationError as error:
            self.refuse(found(one, self.values, model) for one in error.errors())
            raise  # not reached: there is at least one error

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Raise if there are any problems.

        Raises:
            ConfigurationError: the message names each with its line, or the first twenty.
        """
        found = list(problems)
        said = [f"{self.place(one.at)}: {_clip(one.value)}: {one.message}" for one in found[:_MOST_SAID]]
        if len(found) > len(said):
            said.append(f"and {len(found) - len(said):,} more")
        if said:
            raise ConfigurationError("\n".join(said))

    def place(self, at: Sequence[str | int]) -> str:
        """File, line and key of a path."""
        return f"{self.name}, line {self._line(at)}: {'.'.join(map(str, at)) if at else '(whole file)'}"

    def where(self, config: Components) -> dict[str, str]:
        """The places of all entries, by key such as `producers.0`."""
        keys = entries({name: getattr(config, name) for name in Components.model_fields})
        return {key: self.place([int(p) if p.isdigit() else p for p in key.split(".")]) for key in keys}

    def _line(self, at: Sequence[str | int]) -> int:
        """The line of a key or list entry; if it is missing, that of the enclosing one."""
        node: Any = self._root
        line = node.start_mark.line
        for part in at:
            if isinstance(node, MappingNode):
                key, node = next((pair for pair in node.value if pair[0].value == part), (None, None))
                line = key.start_mark.line if key else line
            elif isinstance(node, SequenceNode) and isinstance(part, int):
                node = node.value[part]
                line = node.start_mark.line
        return int(line) + 1


def _clip(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _LONGEST_SAID else f"{shown[:_LONGEST_SAID]}…"
