"""A sweep: a run of another DAG for each value of a parameter, and a page with the curve.

`plan` names the variants and checks their values, `start` triggers a run of each, `page` waits for all of
them, without using a worker in between, and writes a page of their results in `published/.sweeps/<sweep>/`.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from airflow.providers.standard.operators.trigger_dagrun import TriggerDagRunOperator
from airflow.sdk import DAG, Param, task
from airflow.sdk.exceptions import AirflowFailException

from dvc_airflow.airflow_runs import active_runs, run_url, state_of, sweep_url
from dvc_airflow.form import section
from dvc_airflow.operators import SPARE
from dvc_airflow.params_values import read_at
from dvc_airflow.programs import ProgramError, git
from dvc_airflow.request import BASE, NO_PRESET, PRESET, VARIANT, read_request, requested
from dvc_airflow.versions import SWEEPS, find_run
from dvc_airflow.yaml_files import read_yaml, write_whole

if TYPE_CHECKING:
    from dvc_airflow.form import FormField
    from dvc_airflow.project import Project
    from dvc_airflow.versions import Version

log = logging.getLogger(__name__)

NAME, PARAMETER, VALUES = "sweep.name", "sweep.parameter", "sweep.values"
MOST = 24
"""Maximum number of variants of a sweep: each is a whole run."""

_LONGEST_VALUE = 29  # of a variant's name, which has 60 characters at most: the sweep's 30, and the value


@dataclass(frozen=True)
class Outcome:
    """One variant of a sweep, and its result."""

    variant: str
    value: Any
    """Of the sweep's parameter."""
    state: str
    run_url: str
    version: Version | None
    """The version that its run published."""


@dataclass(frozen=True)
class Sweep:
    """The description of a sweep in a DAG file."""

    project: Project
    fields: Sequence[FormField]
    """The parameters to choose from."""
    draw: Callable[[str, str, Sequence[Outcome], str], str]
    """Returns the page as HTML, from name, parameter, outcomes and the address of the sweep's own run. It is
    served at `<pages>/sweeps/<folder>/`, a version's report at `<pages>/<version's folder>/report/`."""


def plan_runs(sweep: Sweep, form: Mapping[str, Any], sweep_run: str) -> list[dict[str, Any]]:
    """Check the form; returns run id and conf of each variant's run, for `TriggerDagRunOperator`.

    Raises:
        ValueError: a value in the form is not allowed; the message lists each of them.
        ProgramError: the base does not exist.
    """
    root, key = sweep.project.root, form[PARAMETER]
    kinds = {one.key: one.schema.get("type") for one in sweep.fields}
    if key not in kinds:
        raise ValueError(f"{key}: there is no such parameter")
    values = [_typed(value, kinds[key]) for value in form[VALUES]]
    if not 0 < len(values) <= MOST:
        raise ValueError(f"{len(values)} variants: each is a whole run, so 1 to {MOST} are possible")
    # All variants start from one commit, even if the branch gets new commits in the meantime.
    base = str(form.get(BASE) or "").strip()
    commit = git(root, "rev-parse", "--verify", "--end-of-options", f"{base}^{{commit}}") if base else ""
    before = read_at(root, commit) if commit else read_yaml(root / "params.yaml")
    runs: dict[str, dict[str, Any]] = {}
    wrong = []
    for value in values:
        variant = f"{form[NAME]}-{_name(value)}"
        if variant in runs:
            raise ValueError(f"two variants would have the name {variant}: is a value there twice?")
        runs[variant] = {VARIANT: variant, BASE: commit, PRESET: form.get(PRESET) or NO_PRESET, key: value}
        try:
            conf = read_request(runs[variant])
            sweep.project.validate(requested(conf, before, sweep.project.presets))
        except ValueError as error:
            wrong.append(f"{variant}: {error}")
    if wrong:
        raise ValueError("no run was started, since these values are not allowed:\n" + "\n".join(wrong))
    mark = _digest(sweep_run)[:8]
    return [{"trigger_run_id": f"sweep__{name}__{mark}", "conf": conf} for name, conf in runs.items()]


def _typed(value: Any, kind: Any) -> Any:
    """A value of the form, which is a string, parsed as JSON unless the parameter is a string."""
    if not isinstance(value, str) or kind == "string":
        return value
    try:
        return json.loads(value)
    except ValueError:
        raise ValueError(f"{value!r} is not allowed: not JSON, such as 100, 0.5 or true") from None


def _name(value: Any) -> str:
    """A value as part of a name: 0.25 is `0_25`; others are simplified, with some digits of their hash."""
    text = value if isinstance(value, str) else json.dumps(value)
    name = re.sub(r"(?<=\d)\.(?=\d)", "_", text)
    if re.fullmatch(rf"[a-z0-9_]{{1,{_LONGEST_VALUE}}}", name):
        return name
    words = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[: _LONGEST_VALUE - 7]
    return f"{words}-{_digest(text)[:6]}".lstrip("-")


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def write_page(sweep: Sweep, ti: Any, form: Mapping[str, Any], sweep_run: str) -> bool:
    """Write the page of a sweep, unless some of its runs are queued or running.

    Args:
        sweep: what is swept.
        ti: the task instance.
        form: of the sweep's run.
        sweep_run: id of the sweep's run.

    Returns:
        Whether the page was written.

    Raises:
        AirflowFailException: it was, but some variants have no version.
    """
    project, planned = sweep.project, ti.xcom_pull(task_ids="plan")
    if not planned:
        raise AirflowFailException("there is no plan")
    if active := active_runs(ti, project.name, [run["trigger_run_id"] for run in planned]):
        log.info("%d of %d runs are not over yet", active, len(planned))
        return False
    outcomes = []
    for run, conf in ((run["trigger_run_id"], run["conf"]) for run in planned):
        state, url = state_of(ti, project.name, run), run_url(project.name, run)
        version = find_run(project.published, run, project.name)
        outcomes.append(Outcome(conf[VARIANT], conf[form[PARAMETER]], state, url, version))
    missing = [f"{one.variant}: {one.state}, {one.run_url}" for one in outcomes if not one.version]
    folder = project.published / SWEEPS / f"{form[NAME]}--{_digest(sweep_run)[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    page = sweep.draw(form[NAME], form[PARAMETER], outcomes, run_url(ti.dag_id, sweep_run))
    write_whole(folder / "sweep.html", page)
    log.info("page: %s", sweep_url(folder.name))
    if missing:
        raise AirflowFailException(
            f"{len(missing)} of {len(outcomes)} variants have no version; the others are on "
            f"{sweep_url(folder.name)}\n" + "\n".join(missing) + "\nTo try these again, clear the "
            "failed tasks of their runs, and then this one."
        )
    return True


def sweep_dag(
    sweep: Sweep,
    *,
    description: str,
    doc_md: str,
    parameter: str,
    values: Sequence[Any],
    tags: Iterable[str] = (),
) -> DAG:
    """The DAG `<project>_sweep`; its form proposes `parameter` and `values`."""
    dag = DAG(
        dag_id=f"{sweep.project.name}_sweep",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        schedule=None,
        catchup=False,
        is_paused_upon_creation=False,
        default_args={"retries": SPARE, "retry_delay": timedelta(seconds=10)},
        params=_form(sweep, parameter, list(values)),
    )

    @task
    def plan(params: Any = None, dag_run: Any = None) -> list[dict[str, Any]]:
        try:
            return plan_runs(sweep, params, dag_run.run_id)
        except (ValueError, ProgramError) as error:
            raise AirflowFailException(str(error)) from None

    @task.sensor(  # type: ignore[untyped-decorator]
        mode="reschedule",
        poke_interval=20,
        exponential_backoff=True,
        max_wait=timedelta(minutes=2),  # a check takes seconds of CPU
        timeout=timedelta(days=30).total_seconds(),
        trigger_rule="all_done",
    )
    def page(ti: Any = None, params: Any = None, dag_run: Any = None) -> bool:
        return write_page(sweep, ti, params, dag_run.run_id)

    with dag:
        start = TriggerDagRunOperator.partial(
            task_id="start",
            trigger_dag_id=sweep.project.name,
            logical_date=None,
            skip_when_already_exists=True,  # on a retry
            openlineage_inject_parent_info=False,
            map_index_template="{{ task.conf['run.variant'] }}",
        ).expand_kwargs(plan())
        start >> page()
    return dag


_RULE = "Allowed: 1 to 30 of the letters a-z, digits, - and _, the first a letter or digit."


def _form(sweep: Sweep, parameter: str, values: list[Any]) -> dict[str, Param]:
    keys = [one.key for one in sweep.fields]
    text, several, ref = {"type": "string"}, {"type": "array"}, {"type": ["string", "null"]}
    name, presets = {"pattern": r"^[a-z0-9][a-z0-9_-]{0,29}$"}, {"enum": [NO_PRESET, *sweep.project.presets]}
    fields: dict[str, tuple[Any, dict[str, Any], str]] = {
        NAME: ("sweep", text | name, f"What the variants' names begin with: <name>-<value>. {_RULE}"),
        PARAMETER: (parameter, text | {"enum": keys}, "The parameter that varies."),
        VALUES: (values, several, f"Its values, one per line; each makes one run, {MOST} at most."),
        BASE: ("", ref, "Branch, tag or commit that all begin from; empty for the workspace."),
        PRESET: (NO_PRESET, text | presets, "A named set of values, put under those of the sweep."),
    }
    return section(None, fields)
