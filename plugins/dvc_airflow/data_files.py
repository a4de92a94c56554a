"""Files of a DVC repository as plain data, as DVC reads them: YAML 1.2, JSON, TOML, Python, its config."""

from __future__ import annotations

import ast
import json
import tomllib
from typing import TYPE_CHECKING, Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class DataFileError(ValueError):
    """A file is missing, no UTF-8 or not well-formed; the message names file and reason."""


def read_data(path: Path) -> Any:
    """The content of a params file; `{}` for an empty one. Its ending tells the format, YAML if unknown.

    YAML is that of DVC (ruamel, version 1.2): `no` and `on` are texts, a key given twice is an error.
    Source: `dvc/utils/serialize` of DVC 3.67.

    Raises:
        DataFileError: there is no such file, or it cannot be read.
    """
    parse = _PARSERS.get(path.suffix.lower(), _parse_yaml)
    try:
        return parse(path.read_text(encoding="utf-8")) or {}
    except FileNotFoundError:
        raise DataFileError(f"{path}: no such file") from None
    except (OSError, ValueError, YAMLError, SyntaxError, RecursionError) as error:
        raise DataFileError(f"{path}: {' '.join(str(error).split())}") from None


def read_mapping(path: Path) -> dict[str, Any]:
    """The same for a file that must hold a mapping.

    Raises:
        DataFileError: also when it holds something else.
    """
    content = read_data(path)
    if not isinstance(content, dict):
        raise DataFileError(f"{path}: expected a mapping, found {type(content).__name__}")
    return content


def parse_mapping(text: str, name: str) -> dict[str, Any]:
    """The mapping that a YAML text holds; `{}` for an empty one.

    Args:
        text: YAML.
        name: What errors call it.

    Raises:
        DataFileError: it is not well-formed, or holds something else.
    """
    try:
        content = _parse_yaml(text) or {}
    except (ValueError, YAMLError, RecursionError) as error:
        raise DataFileError(f"{name}: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise DataFileError(f"{name}: expected a mapping, found {type(content).__name__}")
    return content


def parsing_config(folder: Path) -> dict[str, str]:
    """Section `parsing` of the nearest `.dvc/config` and `config.local`: how mappings become arguments.

    A person's own and the machine's DVC settings are left out: what is drawn must not depend on them.
    """
    for place in (folder, *folder.parents):
        if (place / ".dvc").is_dir():
            files = [place / ".dvc" / name for name in ("config", "config.local")]
            texts = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
            return dict(pair for text in texts for pair in _parsing_section(text))
    return {}


def _parsing_section(text: str) -> Iterator[tuple[str, str]]:
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]'\" ")
        elif section == "parsing" and not line.startswith("#"):
            key, _, value = line.partition("=")
            yield key.strip(), value.partition("#")[0].strip(" '\"").lower()


def _parse_yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)


def _parse_python(text: str) -> dict[str, Any]:
    return dict(_assignments(ast.parse(text).body))


def _assignments(body: list[ast.stmt], *, of_self: bool = False) -> Iterator[tuple[str, Any]]:
    """Literals that a module assigns to names, its classes as mappings, `self.x = ...` of `__init__`."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.name, dict(_assignments(node.body))
        elif isinstance(node, ast.FunctionDef) and node.name == "__init__":
            yield from _assignments(node.body, of_self=True)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            name = _assigned_name(node, of_self=of_self)
            try:
                value = ast.literal_eval(node.value) if name and node.value else None
            except (ValueError, TypeError):  # no literal
                continue
            if name and node.value:
                yield name, value


def _assigned_name(node: ast.Assign | ast.AnnAssign, *, of_self: bool) -> str | None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    match targets:
        case [ast.Name(id=name)] if not of_self:
            return name
        case [ast.Attribute(value=ast.Name(id="self"), attr=name)]:
            return name
    return None


_PARSERS: dict[str, Callable[[str], Any]] = {
    ".json": json.loads,
    ".toml": tomllib.loads,
    ".py": _parse_python,
}
