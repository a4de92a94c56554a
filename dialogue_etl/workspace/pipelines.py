"""Which pipelines a workspace has: dvc.yaml and params.yaml with the stages and parameters of these alone.

A pipeline is what is before the first hyphen of a stage's name: `books` of `books-extract`. The stage `code`
belongs to all of them. What is here are functions of texts: `change` writes the files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.yaml_files import MappingNode
from dialogue_etl.params import Parameter, parameters
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.root import WorkspaceError
from dialogue_etl.workspace.yaml_blocks import cut, grafted, parsed, unwanted

Values = dict[str, Any]
_STAGES, _PLOTS = "stages", "plots"
_LISTS = ("deps", "params")
_OUTPUT = re.compile(r"^(?:data|metrics)/(\w+)/")


def found(dvc_yaml: str) -> list[str]:
    """The pipelines of a dvc.yaml, in its order; stages of other names are the user's own."""
    names = (stage.name.partition("-")[0] for stage in parsed(dvc_yaml).at(_STAGES))
    return [name for name in dict.fromkeys(names) if name in SOURCES]


def sections(pipelines: Iterable[str]) -> set[str]:
    """The sections of params.yaml that some pipelines have."""
    return {section for pipeline in pipelines for section in SOURCES[pipeline].sections}


def with_only(dvc_yaml: str, pipelines: Iterable[str]) -> str:
    """A dvc.yaml without the stages and plots of other pipelines, and without what is read from them."""
    chosen = set(pipelines)
    foreign = sections(SOURCES) - sections(chosen)

    def absent(name: str) -> bool:
        return name in SOURCES and name not in chosen

    def unread(name: str) -> bool:
        output = _OUTPUT.match(name)
        return absent(output[1]) if output else name.partition(".")[0] in foreign

    whole = parsed(dvc_yaml)
    gone = []
    for stage in whole.at(_STAGES):
        pipeline = stage.name.partition("-")[0]
        if absent(pipeline):
            gone.append(stage)
        elif pipeline in chosen:
            lists = (place for place in stage.blocks() if place.name in _LISTS)
            gone += [entry for place in lists for entry in unwanted(place, unread)]
    for place in whole.blocks():
        gone += unwanted(place, unread) if place.name == _PLOTS else []
    return cut(dvc_yaml, gone)


def extended(dvc_yaml: str, product: str, pipelines: Iterable[str]) -> str:
    """A dvc.yaml with the stages of further pipelines, which are the product's; all that is there stays."""
    old, new = with_only(product, found(dvc_yaml)), with_only(product, pipelines)
    text = grafted(grafted(dvc_yaml, new, _STAGES), new, _PLOTS)
    # What reads every dataset has more to read.
    later = parsed(new)
    for stage in parsed(old).at(_STAGES):
        for place in (place for place in stage.blocks() if place.name in _LISTS):
            path = (_STAGES, stage.name, place.name)
            if [entry.name for entry in place.blocks()] != [entry.name for entry in later.at(*path)]:
                text = grafted(text, new, *path)
    return text


def params_of(params_yaml: str, product: str, pipelines: Iterable[str]) -> str:
    """A params.yaml without the sections of other pipelines: its own, else the product's."""
    wanted = sections(pipelines)
    others = [block for block in parsed(product).blocks() if block.name not in wanted]
    names = {block.name for block in others}
    ours = cut(params_yaml, [block for block in parsed(params_yaml).blocks() if block.name in names])
    return grafted(ours, cut(product, others))


def renewed(params_yaml: str, product: str, pipelines: Iterable[str]) -> str:
    """As `params_of`, with the sections and parameters of the product's, no more and no fewer."""
    text = params_of(params_yaml, product, pipelines)
    sections = {block.name for block in parsed(product).blocks()}
    text = cut(text, [block for block in parsed(text).blocks() if block.name not in sections])
    for section in parsed(product).blocks():
        known = {block.name for block in section.blocks()}
        if isinstance(section.node, MappingNode) and _keys(text, section.name) != known:
            old = parsed(text).at(section.name)
            text = grafted(cut(text, [key for key in old if key.name not in known]), product, section.name)
    return text


def _keys(params_yaml: str, section: str) -> set[str]:
    values = (yaml_files.load(params_yaml) or {}).get(section)
    return set(values) if isinstance(values, dict) else set()


def datasets(pipelines: Iterable[str], values: Mapping[str, Any], before: Iterable[str] = ()) -> Values:
    """Values, by dotted key, that let every pipeline read the dataset of one that is there.

    A value that is right already is not among them.

    Args:
        pipelines: of the workspace.
        values: of its params.yaml, nested.
        before: the pipelines it had: what was made of all of these is made of all that are there now.

    Raises:
        WorkspaceError: a pipeline has no dataset to read; the message says what to add.
    """
    chosen, changes = list(pipelines), {}
    before = set(before)
    for key, reader in _reading(chosen):
        allowed = _choices(key)
        there = [name for name in allowed if name in chosen]
        if not there:
            raise WorkspaceError(
                f"{reader} reads the dataset of another pipeline: add one of {', '.join(allowed)}"
            )
        old = value_of(values, key)
        every = isinstance(old, list) and set(old) >= {name for name in allowed if name in before}
        right = not every and old and set(_listed(old)) <= set(chosen)
        new = old if right else there if isinstance(old, list) else there[0]
        if new != old:
            changes[key] = new
    return changes


def readers(pipelines: Iterable[str], gone: Iterable[str], values: Mapping[str, Any]) -> list[str]:
    """Sentences on the pipelines that would read the dataset of one that is gone."""
    left, removed = list(pipelines), set(gone)
    return [
        f"{reader} reads the dataset of {name} ({key}): remove it too, or set {key} first"
        for key, reader in _reading(left)
        for name in _listed(value_of(values, key))
        if name in removed
    ]


def _reading(pipelines: Iterable[str]) -> list[tuple[str, str]]:
    """The parameters that name datasets to read, and the pipelines that they belong to."""
    return [(key, name) for name in pipelines for key in SOURCES[name].reads]


def _choices(key: str) -> list[str]:
    schema = _parameter(key).json_schema
    return list(schema.get("enum") or schema["items"]["enum"])


def _parameter(key: str) -> Parameter:
    return next(parameter for parameter in parameters() if parameter.key == key)


def value_of(values: Mapping[str, Any], key: str) -> Any:
    """The value of a dotted key in nested values; None if there is none."""
    section, _, name = key.rpartition(".")
    return (values.get(section) or {}).get(name) if section else values.get(name)


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]
