"""The options and values of a run, from the form or the REST API, and what each stage has to do for it."""

from __future__ import annotations

from collections.abc import Mapping
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
_REF = r"^([^\s\p{C}-][^\s\p{C}]*)?$"
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
        key: value
        for key, value in conf.items()
        if not key.startswith("run.") and (key not in shown or value != shown[key])
    }
    try:
        return Request.model_validate({VARIANT: variant, **options, "changes": changes})
    except ValidationError as error:
        first = error.errors()[0]
        raise ChangeError(f"{first['loc'][0]}: {first['input']!r} is not allowed: {first['msg']}") from None


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
