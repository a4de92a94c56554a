"""Makes dvc.yaml of what the sources declare; `python -m docs.generate` writes it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from textwrap import wrap
from typing import Any

from dialogue_etl.pairs.parameters import Pairs
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.declaration import Declared, keys

_HEAD = """\
# The stages and their files, made of the modules `stages` of the sources by `python -m docs.generate`.
# `code` always runs (a second): it checks params.yaml, and since DVC does not see code, it writes a digest of
# the modules that each stage imports for that stage to depend on, with the versions of their libraries and a
# digest of its parameters; and a digest of annotated texts, which may be anywhere.
# `dialogue-etl params` explains the parameters. `meta` names the function of a stage, the arguments for its
# first dependencies after its code (dialogue_etl/pipeline/stages.py), and for Airflow retries and timeout in
# minutes.
stages:
  code:
    desc: Check the parameters; write digests of code, so that an edited function re-runs its stages
    cmd: dialogue-etl code --output data/code
    always_changed: true
    outs:
    - data/code
"""
_UNUSED = {"gates", "report", "storage", "evaluation"}
"""Sections that do not change the dataset."""


def text() -> str:
    """The whole file."""
    stages = [_stage(source, one) for source in SOURCES.values() for one in declared(source)]
    plots = [line for source in SOURCES.values() for line in _plots(source)]
    return "\n".join([_HEAD, *stages, "plots:", *plots]) + "\n"


def declared(source: Source) -> list[Declared]:
    """The stages of a source, its own and those that sources share, in the order in which data flows."""
    part = source.part("stages")
    return [*part.STAGES, *(_shared(source, name, own) for name, own in part.SHARED.items())]


def _shared(source: Source, name: str, own: dict[str, Any]) -> Declared:
    """A stage that sources share; its own inputs and parameters come in addition."""
    usual = _USUAL[name](source)
    inputs, params = {**usual.inputs, **own.get("inputs", {})}, (*own.get("params", ()), *usual.params)
    return replace(usual, **{**own, "inputs": inputs, "params": params})


def _split(source: Source) -> Declared:
    return Declared(
        "split",
        "Assign the documents to train, validation and test",
        {"dialogues": source.last_stage},
        params=("split",),
        languages=_languages(source),
        function="dialogue_etl.steps.split:split",
    )


def _pairs(source: Source) -> Declared:
    (section,) = _sections_of_pairs(source)
    by_language = "languages" in source.parameters[section].model_fields
    return Declared(
        "pairs",
        "Make pairs of trigger and answer, filtered and annotated by the parameters",
        {"dialogues": source.last_stage, "splits": "split", "documents": source.documents[0]},
        params=keys(section, *Pairs.model_fields) if by_language else (section,),
        languages=f"{section}.languages" if by_language else _languages(source),
        function="dialogue_etl.steps.pairs:pairs",
        parts=("documents",),
        data=("report",),
    )


def _package(source: Source) -> Declared:
    stages = (source.documents[0], *source.dropping_stages, source.last_stage, "split")
    return Declared(
        "package",
        "Write the final dataset with its card",
        {"libraries": f"data/code/{source.name}.json"},
        also=tuple(dict.fromkeys(stages)),
        params=_sections_of_dataset(source),
        folder="dataset",
        function="dialogue_etl.steps.package:package",
        parts=("documents", "card"),
    )


def _check(source: Source) -> Declared:
    shares = keys("split", "train", "validation", "test") if "split" in source.sections else ()
    return Declared(
        "check",
        "Read the dataset again and count what is wrong with it; the gates decide whether it is published",
        {"dataset": source.package_stage},
        params=("package.formats", *shares),
        function="dialogue_etl.steps.check.stage:check",
        parts=("checks",),
    )


def _report(source: Source) -> Declared:
    return Declared(
        "report",
        "The dataset's figures, as metrics, plots and a page",
        params=(*_sections_of_dataset(source), "report", "storage"),
        function="dialogue_etl.steps.report:report",
        parts=("report",),
        data=("report", f"sources/{source.name}/report"),
    )


_USUAL = {"split": _split, "pairs": _pairs, "package": _package, "check": _check, "report": _report}


def _languages(source: Source) -> str:
    return source.language_list if isinstance(source.language_list, str) else ""


def _sections_of_pairs(source: Source) -> tuple[str, ...]:
    return (source.pairs.section,) if source.pairs else ()


def _sections_of_dataset(source: Source) -> tuple[str, ...]:
    unused = {*_UNUSED, *_sections_of_pairs(source)}
    return tuple(section for section in source.sections if section not in unused)


def _stage(source: Source, one: Declared) -> str:
    """A stage as a block of YAML."""
    stage = f"{source.name}-{one.name}"
    item = "/${item.language}" if one.languages else ""
    others = {other.name: other for other in declared(source)}
    read = [
        _output(source, others[name], item) if name in others else name
        for name in (*one.inputs.values(), *one.also)
    ]
    option = " --language ${item.language}" if one.languages else ""
    lines = [f"  {stage}:", f"    desc: {one.about}"]
    lines += [f'    matrix: {{language: "${{{one.languages}}}"}}'] if one.languages else []
    lines += [f"    cmd: dialogue-etl run {stage}{option}"]
    metrics = _path("metrics", source, one.metrics, one.name) + item + ".json"
    lines += _list("deps", [f"data/code/{stage}.json", *read], source)
    lines += _list("params", one.params, source)
    lines += _list("outs", [_output(source, one, item)], source) + _list("metrics", [metrics], source)
    meta = ", ".join(_meta(source, one))
    return "\n".join([*lines, *_wrapped(f"    meta: {{{meta}}}")]) + "\n"


def _list(key: str, entries: Iterable[str], source: Source) -> list[str]:
    """A list in brackets; with entries of other sources by lines, since workspaces without these cut them."""
    entries = list(entries)
    if any(_of_another(entry, source) for entry in entries):
        return [f"    {key}:", *(f"    - {entry}" for entry in entries)]
    quoted = (f'"{entry}"' if "{" in entry else entry for entry in entries)  # YAML wants quotes in brackets
    return _wrapped(f"    {key}: [{', '.join(quoted)}]")


def _of_another(entry: str, source: Source) -> bool:
    """Whether a path or parameter is of another source."""
    place, *inside = entry.split("/")
    sections = {name for one in SOURCES.values() for name in one.sections}
    if inside:
        return inside[0] in SOURCES.keys() - {source.name}
    return place.partition(".")[0] in sections - {*source.sections}


def _wrapped(line: str) -> list[str]:
    """A line in lines of a readable width; a list begins in the line of its key."""
    together = line.replace(": ", ":\N{NO-BREAK SPACE}")
    lines = wrap(together, 110, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\N{NO-BREAK SPACE}", " ") for part in lines]


def _output(source: Source, one: Declared, item: str) -> str:
    """The folder of a stage; of a language, if it and its reader run by languages."""
    return _path("data", source, one.folder, one.name) + (item if one.languages else "")


def _path(root: str, source: Source, folder: str | None, name: str) -> str:
    return "/".join(filter(None, [root, source.name, name if folder is None else folder]))


def _meta(source: Source, one: Declared) -> Iterator[str]:
    function = one.function or one.name
    module = "" if ":" in function else f"{source.package}.{one.name}:"
    yield f'function: "{module}{function}"'
    for name, values in (("inputs", one.inputs), ("parts", one.parts), ("reads", one.data)):
        if values:
            yield f"{name}: [{', '.join(values)}]"
    if one.retries:
        yield f"retries: {one.retries}"


def _plots(source: Source) -> Iterator[str]:
    for name, (template, x, y) in getattr(source.part("stages"), "PLOTS", {}).items():
        yield f"- data/{source.name}/report/plots/{name}: {{template: {template}, x: {x}, y: {y}}}"
