"""Reads and writes YAML files as DVC does: YAML 1.2 by the same library, so that values are as it records."""

import json
import os
import re
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any


class YamlError(ValueError):
    """A file cannot be read, is not well-formed or is not a mapping; the message names it."""


# What ruamel lets through next to its own errors: for the date 2020-13-45, for instance.
_ERRORS = (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)
_NOT_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that JSON has as they are, and YAML does not read, or as line ends."""


def parse_yaml(text: str, name: str) -> dict[str, Any]:
    """Parse a YAML or JSON text, called `name` in errors; `{}` if it is empty.

    Raises:
        YamlError: it is not well-formed, or not a mapping.
    """
    # Slow to import, and DAG files import this module.
    from ruamel.yaml import YAML  # noqa: PLC0415
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415

    try:
        content = YAML(typ="safe").load(text)
    except (YAMLError, *_ERRORS) as error:
        raise YamlError(f"{name}: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict | None):
        raise YamlError(f"{name}: expected a mapping, found {type(content).__name__}")
    return content or {}


def read_yaml(path: Path) -> dict[str, Any]:
    """The mapping in a file; `{}` if it is empty or missing.

    Raises:
        YamlError: it cannot be read, or is not a mapping.
    """
    try:
        return parse_yaml(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise YamlError(f"{path}: {error}") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def round_trip(*, as_dvc: bool) -> Any:
    """A parser that keeps comments, and writes with DVC's layout of dvc.lock or that of the file."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - slow to import, and DAG files import this module

    parser = YAML()
    if as_dvc:
        parser.default_flow_style = False
    else:
        parser.preserve_quotes, parser.width = True, 4096
    return parser


def text_with(parser: Any, content: Any) -> str:
    """The text that a parser made by `round_trip` writes."""
    text = StringIO()
    parser.dump(content, text)
    return text.getvalue()


def quick_text(content: Any) -> str:
    """A text with these values that is written in no time: JSON, which is YAML but for a few characters.

    JSON has no dates, infinities or keys other than texts; with such values it is DVC's own layout.
    """
    try:
        text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        return text_with(round_trip(as_dvc=True), content)
    return _NOT_IN_YAML.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def as_json(value: Any) -> Any:
    """A value as JSON has it: dates as texts."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, date) else value
