"""Nested values of parameters: read from YAML, replaced, written as keys with dots. Nothing is checked."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.yaml_files import YamlError
from dialogue_etl.errors import DOCTOR, DialogueEtlError


class ParamsError(DialogueEtlError):
    """A parameter is unknown, of the wrong type or out of range; the message names key, value and choices."""


_EXACT = 2**53
"""Up to here floats hold every whole number."""


def plain(value: Any) -> Any:
    """Values with whole numbers as such: to DVC and in JSON 525.0 is 525, and -0.0 is 0."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) <= _EXACT
    return int(value) if whole else value


def read_values(path: Path) -> dict[str, Any]:
    """The plain nested values of a YAML file, unchecked but for being a mapping.

    Raises:
        ParamsError: the file is not YAML or not a mapping.
    """
    try:
        values = yaml_files.load(path.read_text(encoding="utf-8")) if path.exists() else {}
    except ValueError as error:
        said = " ".join(str(error).split())
        raise ParamsError(f"{path.name}: not valid YAML: {said}. {DOCTOR}") from None
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ParamsError(f"{path.name}: expected a mapping of sections, found {type(values).__name__}")
    return values


def override(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of nested values with dotted keys (`extract.dialogue_gap`) or nested sections replaced.

    Raises:
        ParamsError: what should be a section is a value.
    """
    result = {k: dict(v) if isinstance(v, dict) else v for k, v in values.items()}
    for key, value in changes.items():
        section, _, name = key.rpartition(".")
        if section:
            result[section] = {**_section(result, section), name: value}
        elif isinstance(value, dict):
            result[key] = {**_section(result, key), **value}
        else:
            result[key] = value
    return result


def _section(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    section = values.get(name) or {}
    if not isinstance(section, dict):
        raise ParamsError(f"{name}: {section!r}: expected a section of parameters")
    return section


def assignment(text: str) -> tuple[str, Any]:
    """`extract.dialogue_gap=200` as key and YAML value; dates and nothing are texts: shells take quotes away.

    Raises:
        ParamsError: there is no `=`, or the value is not YAML.
    """
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise ParamsError(f"{text!r}: expected KEY=VALUE, such as extract.dialogue_gap=200")
    try:
        read = yaml_files.load(value) if value.strip() else ""
        return key.strip(), value.strip() if isinstance(read, date) else read
    except YamlError:
        raise ParamsError(f"{key}: {value!r} is not a YAML value") from None
