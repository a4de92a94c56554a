"""Adds pipelines to a workspace, and removes them: what its owner wrote into its files stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dialogue_etl.core import yaml_files
from dialogue_etl.core.shards import write_atomic
from dialogue_etl.params import Parameter, override, parameters, parse
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import pipelines
from dialogue_etl.workspace.folders import furnish, track_new
from dialogue_etl.workspace.params_file import set_values, with_values
from dialogue_etl.workspace.product import preset, product_folder
from dialogue_etl.workspace.programs import git
from dialogue_etl.workspace.root import WorkspaceError, find_root
from dialogue_etl.workspace.yaml_blocks import parsed

DEFAULT = next(iter(SOURCES))
"""The pipeline of a workspace whose owner names none."""
LANGUAGES = ("en",)
"""The languages of a new workspace whose owner names none."""
DVC_YAML, PARAMS_YAML = "dvc.yaml", "params.yaml"


@dataclass(frozen=True)
class Files:
    """The two files that say what a workspace builds."""

    dvc_yaml: str
    params_yaml: str

    @classmethod
    def of(cls, folder: Path) -> Files:
        """As they are in a folder.

        Raises:
            WorkspaceError: one can't be read.
        """
        texts = []
        for name in (DVC_YAML, PARAMS_YAML):
            try:
                texts.append((folder / name).read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) else "not UTF-8"
                raise WorkspaceError(f"{folder / name}: {why}") from None
        return cls(*texts)

    @cached_property
    def pipelines(self) -> list[str]:
        """What they build."""
        return pipelines.found(self.dvc_yaml)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The parameters, nested.

        Raises:
            WorkspaceError: they can't be read.
        """
        try:
            values = yaml_files.load(self.params_yaml) or {}
        except yaml_files.YamlError as error:
            raise WorkspaceError(f"{PARAMS_YAML}: {error}") from None
        if not isinstance(values, dict):
            raise WorkspaceError(f"{PARAMS_YAML}: not sections with parameters")
        return values


def known(names: Iterable[str]) -> list[str]:
    """Pipelines in the order of the product's dvc.yaml, none of them twice.

    Raises:
        WorkspaceError: the pipeline does not exist.
    """
    every = Files.of(product_folder()).pipelines
    wanted = [name for one in names for name in one.replace(",", " ").split()]
    for name in wanted:
        if name not in every:
            raise WorkspaceError(f"{name!r}: there is no such source; there are: {', '.join(every)}")
    return [name for name in every if name in wanted]


def fresh(chosen: Sequence[str], languages: Sequence[str], preset_name: str | None) -> Files:
    """The files of a new workspace.

    Args:
        chosen: its pipelines.
        languages: to build; none: those of the preset, else English.
        preset_name: Values of presets/.

    Raises:
        WorkspaceError: a pipeline lacks the dataset that it is made of, or the preset is for none of them.
        ParamsError: a language cannot be built.
    """
    product = Files.of(product_folder())
    params = pipelines.params_of(product.params_yaml, product.params_yaml, chosen)
    made = Files(pipelines.with_only(product.dvc_yaml, chosen), params)
    return _set(made, chosen, languages, preset_name, before=())


def renewed(root: Path, chosen: Sequence[str]) -> Files:
    """The files of a workspace with the stages and parameters that the product has now."""
    old, product = Files.of(root), Files.of(product_folder())
    params = pipelines.renewed(old.params_yaml, product.params_yaml, chosen)
    return Files(pipelines.with_only(product.dvc_yaml, chosen), params)


def add(
    root: Path, names: Iterable[str], languages: Sequence[str] = (), preset_name: str | None = None
) -> list[str]:
    """Add pipelines to a workspace, with their folders; returns those that it did not have.

    Killed at any moment it leaves a workspace that works, and that the same command completes.

    Args:
        root: of the workspace.
        names: of pipelines.
        languages: that they build; none: those that the workspace has.
        preset_name: Values of presets/ for them.

    Raises:
        WorkspaceError: see `known` and `fresh`.
    """
    old, product = Files.of(root), Files.of(product_folder())
    chosen = known([*old.pipelines, *names])
    new = [name for name in chosen if name not in old.pipelines]
    params = pipelines.params_of(old.params_yaml, product.params_yaml, chosen)
    files = Files(pipelines.extended(old.dvc_yaml, product.dvc_yaml, chosen), params)
    languages = languages or list(dict.fromkeys(tag for tags in spoken(old).values() for tag in tags))
    files = _set(files, new, languages, preset_name, before=old.pipelines)
    furnish(root, chosen)
    track_new(root, new)
    # The parameters first: without stages they are idle, while stages without parameters do not run.
    write_atomic(root / PARAMS_YAML, files.params_yaml.encode())
    write_atomic(root / DVC_YAML, files.dvc_yaml.encode())
    return new


def remove(root: Path, names: Iterable[str]) -> list[str]:
    """Remove the stages and parameters of pipelines from a workspace; returns those that it had.

    Its folders with data stay.

    Raises:
        WorkspaceError: another pipeline or a stage of the user's needs one of them, none would be left, or
            parameters would be lost that are not committed.
    """
    old, product = Files.of(root), Files.of(product_folder())
    gone = [name for name in known(names) if name in old.pipelines]
    left = [name for name in old.pipelines if name not in gone]
    if not left:
        raise WorkspaceError(f"{', '.join(gone)}: nothing would be left; add another source first")
    if needed := [*pipelines.readers(left, gone, old.values), *_own_stages(old, gone)]:
        raise WorkspaceError("\n".join(needed))
    params = pipelines.params_of(old.params_yaml, product.params_yaml, left)
    _refuse_loss(root, old, params)
    write_atomic(root / DVC_YAML, pipelines.with_only(old.dvc_yaml, left).encode())
    write_atomic(root / PARAMS_YAML, params.encode())
    return gone


def _own_stages(files: Files, gone: Sequence[str]) -> list[str]:
    """Sentences on stages of the user's that read outputs of pipelines."""
    content = parsed(files.dvc_yaml)
    return [
        f"the stage {stage.name} reads {dep.name}: change it first"
        for stage in content.at("stages")
        if stage.name.partition("-")[0] not in SOURCES
        for dep in content.at("stages", stage.name, "deps")
        if dep.name.startswith(tuple(f"data/{name}/" for name in gone))
    ]


def _refuse_loss(root: Path, old: Files, params: str) -> None:
    """Require that sections about to go are committed, or are as `add` made them."""
    kept = {block.name for block in parsed(params).blocks()}
    lost = {block.name: block.text for block in parsed(old.params_yaml).blocks() if block.name not in kept}
    try:
        committed = parsed(git(root, "show", f"HEAD:./{PARAMS_YAML}")).blocks()
    except WorkspaceError:
        committed = []
    safe = {block.name: "\n".join(block.text).strip() for block in committed}
    made = {*spoken(old), *(key for source in SOURCES.values() for key in source.reads)}
    product = Files.of(product_folder()).values
    edited = [
        name
        for name, text in lost.items()
        if "\n".join(text).strip() != safe.get(name)
        and ("#" in "".join(text) or _but(old.values, name, made) != _but(product, name, made))
    ]
    if edited:
        raise WorkspaceError(
            f"{PARAMS_YAML}: {', '.join(edited)}: uncommitted edits would be lost; commit them first: "
            f"git commit {PARAMS_YAML} -m 'Parameters'"
        )


def _but(values: dict[str, Any], section: str, keys: set[str]) -> dict[str, Any]:
    """A section without some parameters."""
    inside = values.get(section)
    inside = inside if isinstance(inside, dict) else {"": inside}
    return {name: value for name, value in inside.items() if f"{section}.{name}" not in keys}


def _set(
    files: Files, new: Sequence[str], languages: Sequence[str], preset_name: str | None, before: Iterable[str]
) -> Files:
    """The files with values for new pipelines: what they read, their languages, and those of a preset."""
    values = files.values
    values = override(values, pipelines.datasets(files.pipelines, values, before))
    of_preset = preset(preset_name) if preset_name else {}
    own = pipelines.sections(new)
    fitting = {section: value for section, value in of_preset.items() if section in own}
    if preset_name and not fitting:
        fits = [name for name in SOURCES if of_preset.keys() & {*SOURCES[name].sections}]
        raise WorkspaceError(
            f"the preset {preset_name} is for {', '.join(fits)}: name one of them as a source"
        )
    values = override(values, _spoken(new, languages or LANGUAGES))
    values = override(override(values, fitting), _spoken(new, languages))
    parse(values)
    changed = {key: value for key, value in values.items() if value != files.values.get(key)}
    return Files(files.dvc_yaml, with_values(files.params_yaml, changed))


def left_out(preset_name: str, chosen: Iterable[str]) -> dict[str, list[str]]:
    """The sections of a preset that are of none of the pipelines, and the pipelines that have them."""
    own = pipelines.sections(chosen)
    others = [section for section in preset(preset_name) if section not in own]
    return {one: [name for name in SOURCES if one in SOURCES[name].sections] for one in others}


def _spoken(new: Iterable[str], languages: Sequence[str]) -> dict[str, list[str]]:
    """Languages, if there are any, for each parameter that lists those of a pipeline: the ones it allows."""
    found = {}
    for parameter in _lists_of_languages(new) if languages else ():
        allowed = parameter.json_schema["items"].get("enum", languages)
        # If none is allowed the check of the parameters says so.
        found[parameter.key] = [tag for tag in languages if tag in allowed] or list(languages)
    return found


def _lists_of_languages(chosen: Iterable[str]) -> list[Parameter]:
    """The parameters that list the languages of pipelines, but for those that are empty by default."""
    own = pipelines.sections(chosen)
    return [
        one
        for one in parameters()
        if one.key.rpartition(".")[2] == "languages" and one.key.partition(".")[0] in own and one.default
    ]


def spoken(files: Files) -> dict[str, list[str]]:
    """The languages that are built, by parameter."""
    keys = (parameter.key for parameter in _lists_of_languages(files.pipelines))
    return {key: pipelines.value_of(files.values, key) or [] for key in keys}


def need(root: Path, name: str) -> None:
    """Require that a workspace has a pipeline, or a parameter by its dotted key.

    Raises:
        WorkspaceError: it has not; the message says how to add it.
    """
    there, section = Files.of(root).pipelines, name.partition(".")[0]
    owners = [name] if name in SOURCES else [one for one in SOURCES if section in SOURCES[one].sections]
    if owners and there and not set(owners) & set(there):
        raise WorkspaceError(f"{name} is not in this workspace: dialogue-etl sources add {owners[0]}")


def find_with(name: str) -> Path:
    """The workspace that one is in, which has a pipeline.

    Raises:
        WorkspaceError: the workspace does not have it.
    """
    root = find_root()
    need(root, name)
    return root


def speak(root: Path, key: str, tags: Iterable[str]) -> list[str]:
    """Let a workspace build the languages of what was added to it; returns sentences on what changed.

    Args:
        root: of the workspace.
        key: the parameter that lists the languages of the source.
        tags: BCP-47 tags.
    """
    there = pipelines.value_of(Files.of(root).values, key) or []
    every = list(dict.fromkeys([*there, *tags]))
    if every == there:
        return []
    set_values(root / PARAMS_YAML, override({}, {key: every}))
    return [f"{key} is now {', '.join(every)}: that is what is built"]


def facts(files: Files) -> dict[str, list[str]]:
    """Sentences on each pipeline of a workspace: its languages, the datasets it reads, what it needs."""
    found: dict[str, list[str]] = {}
    for name in files.pipelines:
        keys = [key for key in spoken(files) if key.partition(".")[0] in SOURCES[name].sections]
        keys += SOURCES[name].reads
        found[name] = [f"{key}: {_words(pipelines.value_of(files.values, key))}" for key in keys]
        empty = f"{name}.languages"
        if pipelines.value_of(files.values, empty) == [] and f"${{{empty}}}" in files.dvc_yaml:
            found[name].append(f"{empty}: none yet, so no stage runs: dialogue-etl params --set {empty}=[en]")
    return found


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)
