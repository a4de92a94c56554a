"""YAML files, read and written by the rules of YAML 1.2, as DVC does: `no` and `on` are texts."""

from __future__ import annotations

import contextlib
import math
import os
import re
from typing import TYPE_CHECKING, Any, ClassVar

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class YamlError(ValueError):
    """A file cannot be read, is not well-formed or holds no mapping; the message names it."""


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The C parser with the core schema of YAML 1.2: a dvc.lock of 92 kB takes 0.04 s, by ruamel 0.5 s."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}


# https://yaml.org/spec/1.2.2/#103-core-schema
for _tag, _form, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan", list("-+0123456789.")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(f"^(?:{_form})$"), _first)


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """The same when writing: texts are quoted where YAML 1.2 needs it, and there are no anchors."""

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = _Loader.yaml_implicit_resolvers

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        """Whether equal lists are written out each time."""
        return True


def _represent_float(dumper: Any, value: float) -> Any:
    """As DVC writes it: 2e-05, where PyYAML writes 2.0e-05."""
    if not math.isfinite(value):
        return dumper.represent_float(value)
    return dumper.represent_scalar("tag:yaml.org,2002:float", repr(value))


_Dumper.add_representer(float, _represent_float)
# DVC hands over ordered dictionaries and the like.
for _kind in (dict, list, str):
    _Dumper.add_multi_representer(_kind, _Dumper.yaml_representers[_kind])


def parse_yaml(text: str, name: str) -> dict[str, Any]:
    """The mapping that a text holds; `{}` for an empty one.

    Args:
        text: YAML or JSON.
        name: What errors call it.

    Raises:
        YamlError: it is not well-formed, or holds something else.
    """
    try:
        content = yaml.load(text, _Loader)  # noqa: S506 - a safe one
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise YamlError(f"{name}: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict | None):
        raise YamlError(f"{name}: expected a mapping, found {type(content).__name__}")
    return content or {}


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping that a file holds; `{}` when it is empty or not there.

    Raises:
        YamlError: it cannot be read, or holds something else.
    """
    try:
        return parse_yaml(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise YamlError(f"{path}: {error}") from None


def dump_yaml(path: Path, content: dict[str, Any]) -> None:
    """Write a file atomically."""
    text = yaml.dump(content, Dumper=_Dumper, sort_keys=False, default_flow_style=False, allow_unicode=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


@contextlib.contextmanager
def edit_yaml(path: Path, *, as_dvc: bool = False) -> Iterator[Any]:
    """The content of a file, to be changed in place and then written.

    Args:
        path: Of the file.
        as_dvc: Whether it gets the layout that DVC gives dvc.lock; otherwise comments and layout stay.
    """
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import, and DAG files import this module

    parser = YAML()
    if not as_dvc:
        parser.preserve_quotes, parser.width = True, 4096
    content = parser.load(path.read_text(encoding="utf-8")) or {}
    yield content
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with temporary.open("w", encoding="utf-8") as file:
        parser.dump(content, file)
    temporary.replace(path)
