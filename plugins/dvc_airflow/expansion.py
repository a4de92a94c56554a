"""Entries of dvc.yaml after matrix, foreach, `vars` and templating: one resolved definition per stage.

Source: `dvc/parsing/__init__.py` of DVC 3.67.
"""

from __future__ import annotations

import itertools
import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dvc_airflow.data_files import DataFileError
from dvc_airflow.templating import TemplateError, is_reference, refuse_references, resolve, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dvc_airflow.variables import Variables

Yaml = dict[str, Any]


@dataclass(frozen=True)
class Definition:
    """One stage without templates."""

    base: str
    """The name as written in dvc.yaml."""
    group: str | None
    """What DVC puts behind the @ of the stage's name."""
    body: Yaml


class ExpansionError(ValueError):
    """A stage cannot be resolved; the message names it, its key and the reason."""


def expand(
    base: str, written: Yaml, variables: Variables, folder: str, style: Mapping[str, str]
) -> Iterator[Definition]:
    """The stages that one entry of dvc.yaml stands for.

    Args:
        base: The entry's name.
        written: The entry.
        variables: Those of the file.
        folder: The file's.
        style: Section `parsing` of DVC's config.

    Raises:
        ExpansionError: a template names nothing, or a name would be one that DVC cannot find again.
    """
    turns: dict[str | None, Yaml] = {None: {}}
    body = written.get("do", written)
    try:
        if "matrix" in written:
            body = {key: value for key, value in written.items() if key != "matrix"}
            turns = dict(_matrix(written["matrix"], variables.values))
        elif "foreach" in written:
            turns = dict(_foreach(written["foreach"], variables.values))
    except TemplateError as error:
        raise ExpansionError(
            f"stage {base!r}: {'matrix' if 'matrix' in written else 'foreach'}: {error}"
        ) from None
    for group, names in turns.items():
        name = base if group is None else f"{base}@{group}"
        try:
            _check_name(base, group)
            yield Definition(base, group, _resolve(body, variables.iteration(**names), folder, style))
        except (TemplateError, DataFileError) as error:
            raise ExpansionError(f"stage {name!r}: {error}") from None


def _check_name(base: str, group: str | None) -> None:
    # DVC splits a name at its last @ to find the entry again.
    if group is None and "@" in base:
        raise TemplateError("DVC finds no stage whose name holds an @")
    if group == "" or (group and "@" in group):
        raise TemplateError(f"DVC finds no stage for the key {group!r}: it is empty or holds an @")


def _resolve(body: Yaml, variables: Variables, folder: str, style: Mapping[str, str]) -> Yaml:
    wdir = body.get("wdir")
    if entries := body.get("vars"):
        refuse_references(entries, "vars")
        place = text(resolve(wdir, variables.values)) if wdir else "."
        variables = variables.include(entries, posixpath.join(folder, place))
    resolved = {}
    for key, value in body.items():
        if key != "vars":
            try:
                resolved[key] = resolve(value, variables.values, key=key, style=style)
            except TemplateError as error:
                raise TemplateError(f"{key}: {error}") from None
    return resolved


def _foreach(written: Any, values: Mapping[str, Any]) -> Iterator[tuple[str, Yaml]]:
    """Keys and names of each turn: mappings have both, lists of mappings or lists are numbered."""
    data = resolve(written, values)
    if isinstance(data, dict):
        _refuse_reference_keys(written)
        yield from ((text(key), {"key": text(key), "item": value}) for key, value in data.items())
    elif not isinstance(data, list):
        raise TemplateError(f"expected a list or a mapping, found {type(data).__name__}")
    elif any(isinstance(value, (dict, list)) for value in data):
        yield from ((str(number), {"item": value}) for number, value in enumerate(data))
    else:
        yield from ((label, {"item": value}) for label, value in _labelled(written, data))


def _matrix(written: Yaml, values: Mapping[str, Any]) -> Iterator[tuple[str, Yaml]]:
    """Keys and names of each combination; elements that are mappings or lists are numbered in the key."""
    _refuse_reference_keys(written)
    axes = {resolve(axis, values): _axis(elements, values) for axis, elements in written.items()}
    for combination in itertools.product(*(list(enumerate(elements)) for elements in axes.values())):
        named = list(zip(axes, combination, strict=True))
        parts = [
            f"{axis}{number}" if isinstance(value, (dict, list)) else label
            for axis, (number, (label, value)) in named
        ]
        key = "-".join(parts)
        yield key, {"key": key, "item": {axis: value for axis, (_, (_, value)) in named}}


def _axis(written: Any, values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    data = resolve(written, values)
    if is_reference(written) and not isinstance(data, (list, dict)):
        raise TemplateError(f"{written} is a {type(data).__name__}, expected a list or a mapping")
    return _labelled(written, list(data))  # of a mapping, its keys; of a text, its characters


def _labelled(written: Any, data: list[Any]) -> list[tuple[str, Any]]:
    """Elements with their text. DVC writes a boolean from a params file as True, else as true."""
    origins = written if isinstance(written, list) else itertools.repeat("${...}", len(data))
    return [
        (str(value) if isinstance(origin, str) else text(value), value)
        for origin, value in zip(origins, data, strict=True)
    ]


def _refuse_reference_keys(written: Any) -> None:
    for key in written if isinstance(written, dict) else ():
        if is_reference(key):
            raise TemplateError(f"{key}: DVC takes no ${{...}} alone as a key here")
