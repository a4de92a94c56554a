"""What a run asks for: the variant and how it is made, read from what the form or the REST API sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dvc_airflow.params_values import ChangeError, Values, flatten, override

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIANT, BASE, PRESET = "run.variant", "run.base", "run.preset"
FROM, FORCE, ONLY, DRY = "run.from", "run.force", "run.only", "run.dry"
SHOWN = "run.shown"
"""The hidden form field that holds the values the form was drawn with."""
OPTIONS = (VARIANT, BASE, PRESET, FROM, FORCE, ONLY, DRY, SHOWN)

DEFAULT_VARIANT = "default"
NO_PRESET = "none"
VARIANT_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,59}$"
"""A name that is safe in a git tag, a folder and an address."""


@dataclass(frozen=True)
class Request:
    """What a run asks for."""

    variant: str = DEFAULT_VARIANT
    base: str = ""
    """A git ref to begin from; empty for the workspace with its uncommitted edits."""
    preset: str = NO_PRESET
    begin: str = ""
    """Stage, as in dvc.yaml, to run from; those before it are taken as the base has them. Empty for all."""
    force: tuple[str, ...] = ()
    """Stages (as in dvc.yaml) to run though nothing changed."""
    only: tuple[str, ...] = ()
    """Groups, such as languages, to run; those of others are taken as the base has them. Empty for all."""
    dry: bool = False
    """Only tell what would run, and why."""
    changes: Values = field(default_factory=dict)
    """Dotted keys of params.yaml and their values."""


def read_request(conf: Mapping[str, Any], variant: str = DEFAULT_VARIANT) -> Request:
    """A run's conf as a request.

    A form sends every field. So it also sends, hidden, the values it was drawn with: only a field that
    differs from those was changed by the user. A conf without them (the REST API) means each of its keys.
    Where no variant is named, `variant` is meant.

    Raises:
        ChangeError: an option has a value that is not allowed, or there is no such option.
    """
    if unknown := [key for key in conf if key.startswith("run.") and key not in OPTIONS]:
        raise ChangeError(f"{unknown[0]}: there is no such option; there are: {', '.join(OPTIONS[:-1])}")
    variant = _text(conf, VARIANT) or variant
    if not re.fullmatch(VARIANT_PATTERN, variant):
        raise ChangeError(
            f"{VARIANT}: {variant!r} is not allowed: lower-case letters, digits, - and _, at most 60, "
            "beginning with a letter or digit"
        )
    base = _text(conf, BASE).strip()
    if base.startswith("-") or any(c.isspace() or not c.isprintable() for c in base):
        raise ChangeError(f"{BASE}: {base!r} is no name of a commit, branch or tag")
    dry = conf.get(DRY) or False
    if not isinstance(dry, bool):
        raise ChangeError(f"{DRY}: {dry!r} is neither true nor false")
    return Request(
        variant=variant,
        base=base,
        preset=_text(conf, PRESET) or NO_PRESET,
        begin=_text(conf, FROM),
        force=_texts(conf, FORCE),
        only=_texts(conf, ONLY),
        dry=dry,
        changes=_changes(conf),
    )


def _changes(conf: Mapping[str, Any]) -> Values:
    fields = {key: value for key, value in conf.items() if key not in OPTIONS}
    shown = conf.get(SHOWN)
    if not isinstance(shown, dict):
        return fields
    return {key: value for key, value in fields.items() if key not in shown or value != shown[key]}


def _text(conf: Mapping[str, Any], key: str) -> str:
    value = conf.get(key) or ""
    if not isinstance(value, str):
        raise ChangeError(f"{key}: {value!r} is no text")
    return value


def _texts(conf: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = conf.get(key) or []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ChangeError(f"{key}: {value!r} is no list of texts")
    return tuple(value)


def requested(request: Request, values: Values, presets: Mapping[str, Values]) -> Values:
    """The nested values of a run: the base's, then the preset's, then what the form changed.

    Raises:
        ChangeError: there is no such preset, or a key names no value.
    """
    if request.preset != NO_PRESET and request.preset not in presets:
        raise ChangeError(f"{PRESET}: {request.preset!r} is not one of {', '.join([NO_PRESET, *presets])}")
    result = override(values, flatten(presets.get(request.preset, {})))
    texts = {key for key, value in flatten(values).items() if isinstance(value, str)}
    # A form has no other way to say that a text is empty.
    return override(result, {k: "" if v is None and k in texts else v for k, v in request.changes.items()})
