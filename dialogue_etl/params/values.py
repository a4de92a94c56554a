"""Values of parameters: read from YAML, overridden, checked before any work."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dialogue_etl import yaml_files
from dialogue_etl.errors import DOCTOR, DialogueEtlError
from dialogue_etl.params.describe import Parameter, parameters
from dialogue_etl.params.mix import numbers
from dialogue_etl.params.model import REFERENCE_LANGUAGES, Params
from dialogue_etl.params.pairs import LISTS, out_of_scope
from dialogue_etl.sources import SOURCES
from dialogue_etl.yaml_files import YamlError


class ParamsError(DialogueEtlError):
    """A parameter is unknown, of the wrong type or out of range; the message names key, value and choices."""


_EXACT = 2**53
"""Up to here floats hold every whole number."""


def parse(values: object, origin: str = "params.yaml") -> Params:
    """Check a nested mapping of values.

    Raises:
        ParamsError: naming each wrong key with its value and what is allowed.
    """
    if not isinstance(values, dict):
        raise ParamsError(f"{origin}: expected a mapping of sections, found {type(values).__name__}")
    try:
        params = Params.model_validate(plain(values))
    except ValidationError as error:
        raise ParamsError("\n".join(_sentence(origin, e) for e in error.errors())) from None
    if wrong := [*_wrong_references(params), *_wrong_parts(params), *_wrong_pairs(params)]:
        raise ParamsError("\n".join(f"{origin}: {sentence}" for sentence in wrong))
    return params


def plain(value: Any) -> Any:
    """Values with whole numbers as such: to DVC and in JSON 525.0 is 525, and -0.0 is 0."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) <= _EXACT
    return int(value) if whole else value


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
        return (
            f"{origin}: {key}: unknown key (value {error['input']!r}); `dialogue-etl init --upgrade .` "
            f"takes out what only older versions know; known: {', '.join(_siblings(key))}"
        )
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
    """`extract.dialogue_gap=200` as key and YAML value; a date is a text, as shells take its quotes away.

    Raises:
        ParamsError: there is no `=`, or the value is not YAML.
    """
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise ParamsError(f"{text!r}: expected KEY=VALUE, such as extract.dialogue_gap=200")
    try:
        read = yaml_files.load(value)
        return key.strip(), value.strip() if isinstance(read, date) else read
    except YamlError:
        raise ParamsError(f"{key}: {value!r} is not a YAML value") from None
