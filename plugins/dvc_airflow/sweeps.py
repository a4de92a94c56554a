"""A sweep: one variant for each value of a knob, or of two.

Knows neither Airflow nor what the values mean; `sweep_dag` runs it, `sweep_results` is what comes of it.
"""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dvc_airflow.changes import Values, read, read_at
from dvc_airflow.programs import ProgramError, git, git_ok
from dvc_airflow.request import BASE, NO_PRESET, PRESET, VARIANT, read_request, requested

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from dvc_airflow.form import FormField
    from dvc_airflow.project import Project
    from dvc_airflow.sweep_results import Summary
    from dvc_airflow.versions import Version

NAME, KNOB, VALUES = "sweep.name", "sweep.knob", "sweep.values"
SECOND_KNOB, SECOND_VALUES = "sweep.second_knob", "sweep.second_values"
NO_KNOB = "none"
NAME_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,29}$"
"""Half of what a variant may be called: the values follow."""
MOST = 24
"""Variants of one sweep: each is a whole run."""

_LONGEST_VARIANT = 60
_HASH = 6


class SweepError(ValueError):
    """A sweep cannot begin; the message names what is wrong."""


@dataclass(frozen=True)
class Plan:
    """What the form asks for."""

    name: str
    knobs: tuple[str, ...]
    """One or two keys of params.yaml."""
    values: tuple[list[Any], ...]
    """Of each knob."""
    base: str = ""
    preset: str = NO_PRESET


@dataclass(frozen=True)
class Sweep:
    """What a DAG file says of its sweeps."""

    project: Project
    fields: Sequence[FormField]
    """The knobs to choose from."""
    draw: Callable[[Summary, Mapping[str, Version]], str]
    """The page as HTML, from the summary and the versions by variant. It is shown at
    `<pages>/sweeps/<folder>/`, a version's report at `<pages>/<version's folder>/report/`."""


def read_plan(conf: Mapping[str, Any]) -> Plan:
    """The form's fields as a plan.

    Raises:
        SweepError: a field is missing or not of its kind.
    """
    name = conf.get(NAME)
    if not isinstance(name, str) or not re.fullmatch(NAME_PATTERN, name):
        raise SweepError(
            f"{NAME}: {name!r} is not allowed: lower-case letters, digits, - and _, at most 30, "
            "beginning with a letter or digit"
        )
    second = conf.get(SECOND_KNOB) or NO_KNOB
    pairs = [(KNOB, VALUES)] if second == NO_KNOB else [(KNOB, VALUES), (SECOND_KNOB, SECOND_VALUES)]
    knobs = tuple(str(conf.get(knob) or "") for knob, _ in pairs)
    if second == NO_KNOB and conf.get(SECOND_VALUES):
        raise SweepError(f"{SECOND_VALUES}: there is no second knob for them")
    if len(set(knobs)) < len(knobs):
        raise SweepError(f"{SECOND_KNOB}: {knobs[0]} is the first one already")
    lists = {key: conf.get(key) for _, key in pairs}
    for key, values in lists.items():
        if not isinstance(values, list) or not values:
            raise SweepError(f"{key}: a list of values is needed, such as [100, 200], not {values!r}")
    return Plan(
        name=name,
        knobs=knobs,
        values=tuple(list(values) for values in lists.values() if values),
        base=conf.get(BASE) or "",
        preset=conf.get(PRESET) or NO_PRESET,
    )


def typed(plan: Plan, fields: Sequence[FormField]) -> Plan:
    """The plan with texts read as JSON where a knob takes no text: Airflow's page sends a text per line.

    Raises:
        SweepError: there is no such knob, or a text is no JSON.
    """
    kinds = {one.key: one.schema.get("type") for one in fields}
    for knob in plan.knobs:
        if knob not in kinds:
            raise SweepError(f"{knob}: there is no such knob")
    return replace(
        plan,
        values=tuple(
            values if kinds[knob] == "string" else [_read_value(knob, value) for value in values]
            for knob, values in zip(plan.knobs, plan.values, strict=True)
        ),
    )


def _read_value(knob: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value, parse_constant=_refuse)
    except ValueError:
        raise SweepError(f"{knob} = {value!r} is not allowed: not JSON, such as 100, 0.5 or true") from None


def _refuse(constant: str) -> None:
    """Python's own NaN and Infinity."""
    raise ValueError(constant)


def variants(plan: Plan) -> dict[str, Values]:
    """Every combination of values by the name of its variant: `<name>-<value>`, `<name>-<value>-<value>`.

    A value that makes no good name, or the same as another one, is followed by some digits of its hash; so
    the same value has the same name in the next sweep, too.

    Raises:
        SweepError: there are too many, or one twice.
    """
    number = 1
    for values in plan.values:
        number *= len(values)
    if number > MOST:
        raise SweepError(f"{number} variants are too many: each is a whole run, {MOST} are the most")
    combinations = [dict(zip(plan.knobs, values, strict=True)) for values in itertools.product(*plan.values)]
    texts = [json.dumps(one, sort_keys=True) for one in combinations]
    if twice := next((text for text in texts if texts.count(text) > 1), None):
        raise SweepError(f"{twice} is there twice")
    plain = ["-".join([plan.name, *(value_name(v) for v in one.values())]) for one in combinations]
    return {
        _short(name, text, clash=plain.count(name) > 1): one
        for name, text, one in zip(plain, texts, combinations, strict=True)
    }


def value_name(value: Any) -> str:
    """A value as part of a name: 0.25 is `0_25`."""
    if isinstance(value, int | float) and not isinstance(value, bool) and value >= 0:
        return re.sub(r"[^0-9a-z_]", "", json.dumps(value).replace(".", "_"))
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    if re.fullmatch(r"[a-z0-9_]+", text):
        return text
    kept = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return f"{kept}-{_hash(text)}".lstrip("-")


def _short(name: str, text: str, *, clash: bool) -> str:
    if not clash and len(name) <= _LONGEST_VARIANT:
        return name
    return f"{name[: _LONGEST_VARIANT - _HASH - 1]}-{_hash(text)}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:_HASH]


def run_id(sweep_run: str, variant: str) -> str:
    """The run of a variant: the same for each attempt to start it."""
    return f"sweep__{variant}__{sha256(sweep_run.encode()).hexdigest()[:8]}"


def settle_base(root: Path, base: str) -> str:
    """What all variants begin from: a tag stays a tag, a branch is the commit it is at now.

    Raises:
        SweepError: there is no such commit.
    """
    if not base or git_ok(root, "rev-parse", "--verify", "--quiet", f"refs/tags/{base}"):
        return base
    try:
        found = git(root, "rev-parse", "--verify", "--end-of-options", f"{base}^{{commit}}")
    except ProgramError:
        raise SweepError(f"{BASE}: {root} has no commit, branch or tag {base!r}") from None
    return found.splitlines()[-1]


def conf_of(plan: Plan, variant: str, values: Values) -> dict[str, Any]:
    """What a variant's run is triggered with."""
    return {VARIANT: variant, BASE: plan.base, PRESET: plan.preset, **values}


def check(project: Project, plan: Plan, found: Mapping[str, Values]) -> None:
    """Ask the project whether it takes each combination, before any run begins.

    Raises:
        SweepError: some are not allowed; the message names each with its values and the reason.
    """
    before = _values_at(project.root, plan.base)
    bad = []
    for variant, values in found.items():
        try:
            project.validate(requested(read_request(conf_of(plan, variant, values)), before, project.presets))
        except ValueError as error:
            bad.append(f"{variant} ({said(values)}): {error}")
    if bad:
        raise SweepError("no run was started, since these values are not allowed:\n" + "\n".join(bad))


def _values_at(root: Path, base: str) -> Values:
    if not base:
        return read(root / "params.yaml")
    try:
        return read_at(root, base)
    except ProgramError:
        raise SweepError(f"{BASE}: there is no commit, branch or tag {base!r}") from None


def said(values: Mapping[str, Any]) -> str:
    """Values in a sentence."""
    return ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
