"""Values of parameters: read from YAML, overridden, checked before any work."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.params.describe import Parameter, parameters
from dialogue_etl.params.mix import numbers
from dialogue_etl.params.model import REFERENCE_LANGUAGES, Params
from dialogue_etl.params.pairs import LISTS, out_of_scope
from dialogue_etl.sources import SOURCES


class ParamsError(DialogueEtlError):
    """A parameter is unknown, of the wrong type or out of range; the message names key, value and choices."""


LARGEST = 100_000
"""Maximum values and characters of a YAML text with its aliases written out, or ten times its length."""
DEEPEST = 100
"""Maximum depth of nested lists and mappings."""
_DIGITS = 100  # of an integer: Python prints none of 4,300, and reads none


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """YAML 1.2, as DVC reads it, without dates: `off`, `no` and what looks like a date are texts.

    Ten times as fast as ruamel, which every stage would wait for.
    """

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's
        first: [(tag, like) for tag, like in known if tag.rpartition(":")[2] not in {"timestamp", "bool"}]
        for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_yaml_int(self, node: Any) -> int:
        """An integer, not of thousands of digits."""
        if len(node.value) > _DIGITS:
            raise yaml.YAMLError(f"an integer of more than {_DIGITS} digits{_place(node)}")
        return int(super().construct_yaml_int(node))


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)
# PyYAML's own takes no float without a point: `2e-05`, as DVC writes 0.00002, would be a text.
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def parse(values: object, origin: str = "params.yaml") -> Params:
    """Check a nested mapping of values.

    Raises:
        ParamsError: naming each wrong key with its value and what is allowed.
    """
    if not isinstance(values, dict):
        raise ParamsError(f"{origin}: expected a mapping of sections, found {type(values).__name__}")
    try:
        params = Params.model_validate(values)
    except ValidationError as error:
        raise ParamsError("\n".join(_sentence(origin, e) for e in error.errors())) from None
    if wrong := [*_wrong_references(params), *_wrong_parts(params), *_wrong_pairs(params)]:
        raise ParamsError("\n".join(f"{origin}: {sentence}" for sentence in wrong))
    return params


def _wrong_pairs(params: Params) -> list[str]:
    """What is to be done with pairs fits together, and the source and its languages can give it."""
    found: list[str] = []
    for source in SOURCES.values():
        if source.pairs is None:
            continue
        section, built = getattr(params, source.pairs.section), source.languages(params)
        languages = getattr(section, "languages", built)
        place = source.pairs.section
        found += [f"{place}.languages: {one!r} is not built" for one in languages if one not in built]
        if source.pairs.rows and (message := out_of_scope(section.turns, section.pair_scope)):
            found.append(f"{place}.pair_scope: {section.pair_scope!r}: {message}")
        if any(getattr(section, name) for name in LISTS):
            from dialogue_etl.pairs import config  # noqa: PLC0415 - a stage without pairs need not wait for it

            known = source.pairs.known
            for at, value, message in config.all_problems(
                section.model_dump(), languages, known, source.units
            ):
                found.append(f"{place}.{'.'.join(map(str, at))}: {value!r}: {message}")
    return found


def _wrong_references(params: Params) -> list[str]:
    """The reference profiles know the languages of gutenberg-dialog: better told now than after the work."""
    others = ", ".join(tag for tag in params.languages if tag not in REFERENCE_LANGUAGES)
    instead = {"extract.profile": "default", "normalise.profile": "none, training"}
    chosen = {"extract.profile": params.extract.profile, "normalise.profile": params.normalise.profile}
    known = ", ".join(REFERENCE_LANGUAGES)
    return [
        f"{key}: 'reference': it is for {known}, and languages has {others}; "
        f"allowed with them: {instead[key]}"
        for key, value in chosen.items()
        if value == "reference" and others
    ]


def _wrong_parts(params: Params) -> list[str]:
    """What the mix names but does not hold: nothing would be taken of it, and nobody told."""
    mix = params.mix
    built = {source: SOURCES[source].languages(params) for source in mix.sources}
    languages = list(dict.fromkeys(tag for tags in built.values() for tag in tags))
    parts = [
        name
        for source in mix.sources
        if (tags := [tag for tag in built[source] if not mix.languages or tag in mix.languages])
        for name in (source, *(f"{source}/{tag}" for tag in tags))
    ]
    asked = [("weights", numbers(mix.weights), parts), ("caps", numbers(mix.caps), parts)]
    return [
        f"mix.{key}: {name!r}: not in the mix; allowed: {', '.join(allowed) or 'none, nothing is built'}"
        for key, names, allowed in (*asked, ("languages", mix.languages, languages))
        for name in names
        if name not in allowed
    ]


def _sentence(origin: str, error: Mapping[str, Any]) -> str:
    location = [str(part) for part in error["loc"]]
    key = ".".join(location) or "(whole file)"
    allowed = {one.key: _allowed(one) for one in parameters()}
    if error["type"] == "extra_forbidden":
        return f"{origin}: {key}: unknown key (value {error['input']!r}); known: {', '.join(_siblings(key))}"
    name = next(
        (n for n in (key, ".".join(location[:2]), location[0] if location else "") if n in allowed), ""
    )
    hint = f"; allowed: {allowed[name]}" if name else ""
    return f"{origin}: {key}: {error['input']!r}: {error['msg']}{hint}"


def _allowed(parameter: Parameter) -> str:
    if parameter.type in {"true or false", "word"}:
        return parameter.range or parameter.unit
    if parameter.type == "list":
        return f"list of {parameter.unit}" if parameter.range == "list" else parameter.range
    return f"{parameter.range} {parameter.unit}, {parameter.type}"


def _siblings(key: str) -> list[str]:
    section = key.rpartition(".")[0]
    inside = [k.key for k in parameters() if k.key.rpartition(".")[0] == section]
    return inside if section else sorted({k.key.partition(".")[0] for k in parameters()})


def load(path: Path) -> Params:
    """Read and check a params.yaml; a missing file or key takes the defaults.

    Raises:
        ParamsError: the file is not YAML, or a value is not allowed.
    """
    return parse(read_values(path), str(path.name))


def read_values(path: Path) -> dict[str, Any]:
    """The plain nested values of a YAML file, unchecked but for being a mapping.

    Raises:
        ParamsError: the file is not YAML or not a mapping.
    """
    try:
        values = read_yaml(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path.name}: not valid YAML: {' '.join(str(error).split())}") from None
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise ParamsError(f"{path.name}: expected a mapping of sections, found {type(values).__name__}")
    return values


def read_yaml(text: str) -> Any:
    """What a YAML text holds.

    Raises:
        yaml.YAMLError: it is not YAML, or more than a person writes: see `LARGEST` and `DEEPEST`.
    """
    _check_size(text)
    try:
        return yaml.load(text, _Loader)  # noqa: S506 - it is the safe loader but for dates and `off`
    except (ValueError, TypeError, KeyError, AttributeError) as error:  # of PyYAML, for `!!bool x`
        raise yaml.YAMLError(f"a value does not fit its tag: {error}") from None


def _check_size(text: str) -> None:
    """Refuse texts that fill the memory or the stack when they are loaded, before they are.

    A few aliases of aliases are millions of values written out, and libyaml ends the process if brackets are
    nested by the thousand.
    """
    largest = max(LARGEST, 10 * len(text))
    anchored: dict[Any, float] = {}
    open_: list[tuple[Any, float]] = [(None, 0)]
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        anchor, size = getattr(event, "anchor", None), 0.0
        if isinstance(event, yaml.CollectionStartEvent):
            open_.append((anchor, 1))
            if len(open_) > DEEPEST:
                raise yaml.YAMLError(f"nested more than {DEEPEST - 1} deep{_place(event)}")
            continue
        if isinstance(event, yaml.AliasEvent):
            size = anchored.get(anchor, math.inf)  # within itself
        elif isinstance(event, yaml.ScalarEvent):
            size = 1 + len(event.value)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = open_.pop()
        if anchor and not isinstance(event, yaml.AliasEvent):
            anchored[anchor] = size
        within, before = open_.pop()
        open_.append((within, before + size))
        if before + size > largest:
            raise yaml.YAMLError(
                f"aliases stand for more than {largest:,} values and characters{_place(event)}"
            )


def _place(event: Any) -> str:
    return f", line {event.start_mark.line + 1}"


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
    """`extract.dialogue_gap=200` as key and YAML value.

    Raises:
        ParamsError: there is no `=`, or the value is not YAML.
    """
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise ParamsError(f"{text!r}: expected KEY=VALUE, such as extract.dialogue_gap=200")
    try:
        return key.strip(), read_yaml(value)
    except yaml.YAMLError:
        raise ParamsError(f"{key}: {value!r} is not a YAML value") from None
