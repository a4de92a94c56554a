"""The options and values of a run, from the form or the REST API, and what each stage has to do for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dvc_airflow.params_values import ChangeError, Values, flatten, override

if TYPE_CHECKING:
    from dvc_airflow.graph import Graph

VARIANT, BASE, PRESET = "run.variant", "run.base", "run.preset"
FORCE = "run.force"
SHOWN = "run.shown"
"""The hidden form field with the values that the form was shown with."""
OPTIONS = (VARIANT, BASE, PRESET, FORCE, SHOWN)

DEFAULT_VARIANT = "default"
NO_PRESET = "none"
VARIANT_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,59}$"
"""Names that are safe in a git tag, a path and a URL."""
VARIANT_RULE = "1 to 60 of the letters a-z, digits, - and _, the first a letter or digit"
"""The same in words."""
_EXACT = 2**53  # up to here floats hold every whole number
_REF = r"^([^\s\p{C}-][^\s\p{C}]*)?$"
BASE_RULE = "a tag, branch or commit that git knows, without spaces, not beginning with -"
RUN, FORCED, TAKEN = "run", "force", "take"
"""What a stage has to do."""
_Texts = Annotated[tuple[str, ...], Field(strict=False)]


class Request(BaseModel):
    """Options and changed values of a run."""

    model_config = ConfigDict(frozen=True, strict=True, populate_by_name=True, extra="forbid")

    variant: str = Field(DEFAULT_VARIANT, alias=VARIANT, pattern=VARIANT_PATTERN)
    base: str = Field("", alias=BASE, pattern=_REF)
    """A git ref to start from; empty for the workspace with its uncommitted edits."""
    preset: str = Field(NO_PRESET, alias=PRESET)
    force: _Texts = Field((), alias=FORCE)
    """Stages (as in dvc.yaml) to run even if nothing changed."""
    changes: Values = {}
    """New values by dotted key of params.yaml."""


def read_request(conf: Mapping[str, Any], variant: str = DEFAULT_VARIANT) -> Request:
    """A run's conf as a request; `variant` is the default.

    A form sends every field, and in a hidden one the values that it was shown with: a field was changed by
    the user if it differs from these. A conf without them (from the REST API) sets each of its keys.

    Raises:
        ChangeError: an option has a value that is not allowed, or there is no such option.
    """
    options = {key: value for key, value in conf.items() if key.startswith("run.") and value}
    shown = options.pop(SHOWN, None)
    shown = shown if isinstance(shown, dict) else {}
    changes = {
        key: _plain(value)
        for key, value in conf.items()
        if not key.startswith("run.") and (key not in shown or value != shown[key])
    }
    try:
        return Request.model_validate({VARIANT: variant, **options, "changes": changes})
    except ValidationError as error:
        first = error.errors()[0]
        rule = {VARIANT: VARIANT_RULE, BASE: BASE_RULE}.get(str(first["loc"][0]), first["msg"])
        raise ChangeError(f"{first['loc'][0]}: {first['input']!r} is not allowed: {rule}") from None


def refuse_unknown(conf: Mapping[str, Any], known: Collection[str]) -> None:
    """Fail if a conf has keys that the form lacks, which Airflow accepts without a word.

    Args:
        conf: of a run.
        known: keys of the form, options included.

    Raises:
        ChangeError: it has; a line for each names the key, its value and the name that may be meant.
    """
    if wrong := [_unknown(key, value, known) for key, value in conf.items() if key not in known]:
        raise ChangeError("\n".join(wrong))


def _unknown(key: str, value: Any, known: Collection[str]) -> str:
    """A sentence about a key that the form lacks."""
    if isinstance(value, dict) and any(one.startswith(f"{key}.") for one in known):
        flat = {f"{key}.{name}": of for name, of in value.items()} or f"{key}.NAME"
        return (
            f"{key}: {value!r}: a section is not taken as a whole; write each value as SECTION.NAME: {flat!r}"
        )
    names = {one.rpartition(".")[2]: one for one in reversed(list(known))}
    name = key.rpartition(".")[2]
    near = [names[name]] if name in names else get_close_matches(key, known, 1)
    near = near or [names[one] for one in get_close_matches(name, names, 1, cutoff=0.8)]
    hint = f"; is {near[0]} meant?" if near else ""
    return f"{key}: {value!r}: this DAG has no such parameter, as its form shows{hint}"


def _plain(value: Any) -> Any:
    """A value with whole numbers as such, as params.yaml and DVC's lock have them: 525.0 is 525."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) <= _EXACT
    return int(value) if whole else value


def requested(request: Request, values: Values, presets: Mapping[str, Values]) -> Values:
    """The nested values of a run: those of the base, then of the preset, then changes in the form.

    Raises:
        ChangeError: there is no such preset, or a key is not that of a value.
    """
    if request.preset != NO_PRESET and request.preset not in presets:
        raise ChangeError(f"{PRESET}: {request.preset!r} is not one of {', '.join([NO_PRESET, *presets])}")
    result = override(values, flatten(presets.get(request.preset, {})))
    texts = {key for key, value in flatten(values).items() if isinstance(value, str)}
    # The form sends None for an empty string.
    return override(result, {k: "" if v is None and k in texts else v for k, v in request.changes.items()})


def decide(graph: Graph, request: Request) -> dict[str, str]:
    """RUN, FORCED or, for frozen ones, TAKEN for every stage.

    Raises:
        ChangeError: the request names a stage that does not exist.
    """
    known = dict.fromkeys(stage.base for stage in graph.values())
    if unknown := [name for name in request.force if name not in known]:
        raise ChangeError(f"{FORCE}: {unknown[0]!r} is not one of {', '.join(known)}")
    return {
        name: TAKEN if stage.frozen else FORCED if stage.base in request.force else RUN
        for name, stage in graph.items()
    }
