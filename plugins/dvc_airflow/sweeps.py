"""A sweep: one run that builds a dataset for each of several combinations of values, and a page of them.

`plan` makes the cells, a combination of values each, and checks them; the mapped task `cell` builds each in a
worktree of its own, where a stage whose inputs and values another cell has too is run once; `results` writes
`published/.sweeps/<sweep>/sweep.json`, which the page shows. Nothing is published: a button of the page
starts a run of the project with the values of a cell, whose stages are then in DVC's cache.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from graphlib import TopologicalSorter
from hashlib import sha256
from itertools import product
from typing import TYPE_CHECKING, Any

from airflow.sdk import DAG, Param, task
from airflow.sdk.exceptions import AirflowFailException

from dvc_airflow.airflow_runs import run_url, sweep_url
from dvc_airflow.form import MORE, Fields, section
from dvc_airflow.graph import DVC_YAML
from dvc_airflow.inputs import find_inputs, work_key
from dvc_airflow.lockfile import all_written, read_lock
from dvc_airflow.locks import hold
from dvc_airflow.naming import GRID, HOW, LIST, NUMBER, RANDOM, VALUES
from dvc_airflow.naming import SWEEP as NAME
from dvc_airflow.operators import SPARE, log_whole
from dvc_airflow.params_values import PARAMS, read_at
from dvc_airflow.processes import end_with_supervisor
from dvc_airflow.programs import ProgramError, git, git_lock
from dvc_airflow.request import BASE, NO_PRESET, PRESET, VARIANT, read_request, refuse_unknown, requested
from dvc_airflow.restoring import ORIGIN
from dvc_airflow.runs import RunError, digest, prepare
from dvc_airflow.stage import StageError, StageProcess
from dvc_airflow.versions import SWEEP_FILE, SWEEPS
from dvc_airflow.worktrees import RUNS_LOCK, lock_of, remove_worktree
from dvc_airflow.yaml_files import YamlError, as_json, parse_yaml, read_yaml, write_whole

if TYPE_CHECKING:
    from dvc_airflow.form import FormField
    from dvc_airflow.project import Project

log = logging.getLogger(__name__)

MOST = 64
"""Maximum number of cells of a sweep."""
AT_ONCE = 4
"""Cells of a sweep that are built at the same time; each may use all cores."""
_HOW = {
    GRID: "Grid: every combination",
    LIST: "List: first with first, second with second, …",
    RANDOM: "Random: some combinations, also of numbers between a..b",
}
_RANGE = re.compile(r"(-?[\d.]+)\.\.(-?[\d.]+)")
_LONGEST = 60  # characters of the name of a cell, which becomes a variant


@dataclass(frozen=True)
class Sweep:
    """The description of a sweep in a DAG file."""

    project: Project
    fields: Sequence[FormField]
    """The parameters to choose from."""
    figures: Callable[[Mapping[str, Any]], Mapping[str, float]]
    """The figures to compare, by name, from metrics files (path to content)."""


def plan_cells(sweep: Sweep, form: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Check the form; returns for each cell the conf of a run of the project that builds it.

    Raises:
        ValueError: a value in the form is not allowed; the message lists each of them.
        ProgramError: the base does not exist.
    """
    root = sweep.project.root
    chosen = _combinations(form, {one.key: one.schema.get("type") for one in sweep.fields})
    if not 0 < len(chosen) <= MOST:
        raise ValueError(f"{len(chosen)} combinations: each is a whole dataset, so 1 to {MOST} are possible")
    # All cells start from one commit, even if the branch gets new commits in the meantime.
    base = str(form.get(BASE) or "").strip() or ("HEAD" if sweep.project.several_hosts else "")
    commit = git(root, "rev-parse", "--verify", "--end-of-options", f"{base}^{{commit}}") if base else ""
    before = read_at(root, commit) if commit else read_yaml(root / PARAMS)
    cells: dict[str, dict[str, Any]] = {}
    wrong: dict[str, list[str]] = {}
    for values in chosen:
        name = _name(form[NAME], values)
        if name in cells:
            raise ValueError(f"two cells would have the name {name}: is a value there twice?")
        cells[name] = {VARIANT: name, BASE: commit, PRESET: form.get(PRESET) or NO_PRESET, **values}
        try:
            sweep.project.validate(requested(read_request(cells[name]), before, sweep.project.presets))
        except ValueError as error:
            for sentence in str(error).splitlines():  # each once, in however many cells its value is
                wrong.setdefault(sentence, []).append(name)
    if wrong:
        of = f"of {len(chosen)} cells"
        said = [f"{error} ({len(names)} {of}, such as {names[0]})" for error, names in wrong.items()]
        raise ValueError("nothing was built, since these values are not allowed:\n" + "\n".join(said))
    return list(cells.values())


def _combinations(form: Mapping[str, Any], kinds: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The values of each cell, by parameter."""
    lines: dict[str, list[Any]] = {}
    for line in filter(None, map(str.strip, form[VALUES])):
        key, colon, values = (part.strip() for part in line.partition(":"))
        if not colon or not values or key in lines:
            raise ValueError(f"{line!r}: write each parameter once, with values: section.name: 1, 2, 3")
        refuse_unknown({key: values}, kinds)
        try:
            read = as_json(parse_yaml(f"values: [{values}]", line)["values"])
        except YamlError:
            raise ValueError(
                f"{line!r} is not allowed: write values as in params.yaml, with commas"
            ) from None
        if form[HOW] != RANDOM and any(_RANGE.fullmatch(one) for one in read if isinstance(one, str)):
            raise ValueError(
                f"{line!r}: a grid or list needs each value, such as 300, 550, 800; a range, written "
                "300..800, is for random combinations alone"
            )
        lines[key] = [str(one) if "string" in (kinds[key] or ()) else one for one in read]
    if form[HOW] == LIST:
        if len({*map(len, lines.values())}) > 1:
            raise ValueError(f"a list takes as many values of each parameter: {lines}")
        rows: Iterable[Sequence[Any]] = zip(*lines.values(), strict=True)
    elif form[HOW] == RANDOM:
        rows = _drawn(lines, form[NUMBER], random.Random(json.dumps([form[NAME], lines])))  # noqa: S311
    else:
        rows = product(*lines.values()) if lines else ()
    return [dict(zip(lines, row, strict=True)) for row in rows]


def _drawn(lines: Mapping[str, list[Any]], number: int, draw: random.Random) -> list[Sequence[Any]]:
    """Some different combinations: of the values, and of numbers between `a..b`; the same for one seed."""
    found: dict[str, Sequence[Any]] = {}
    for _ in range(100 * number):
        row = [_between(draw.choice(values), draw) for values in lines.values()]
        found.setdefault(json.dumps(row), row)
        if len(found) == number:
            break
    return list(found.values())


def _between(value: Any, draw: random.Random) -> Any:
    """For `100..800` a whole number between these, for `0.1..0.9` a number of three decimal places."""
    limits = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if limits is None:
        return value
    if "." in limits[1] + limits[2]:
        return round(draw.uniform(float(limits[1]), float(limits[2])), 3)
    return draw.randint(*sorted((int(limits[1]), int(limits[2]))))


def _name(sweep: str, values: Mapping[str, Any]) -> str:
    """The sweep's name and the values: 0.25 is `0_25`; what does not fit is cut, with digits of a hash."""
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values.values()]
    plain = [re.sub(r"(?<=\d)\.(?=\d)", "_", text) for text in texts]
    name = "-".join([sweep, *plain])
    if all(re.fullmatch(r"[a-z0-9_]+", text) for text in plain) and len(name) <= _LONGEST:
        return name
    words = re.sub(r"[^a-z0-9_]+", "-", name.lower())[: _LONGEST - 9].strip("-")
    return f"{words}-{_digest(json.dumps(texts))[:8]}"


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def build_cell(
    sweep: Sweep, conf: Mapping[str, Any], sweep_run: str, drawn: str, tries: int
) -> dict[str, Any]:
    """Build the dataset of a cell, and remove its worktree; the data is in DVC's cache.

    Args:
        sweep: what is swept.
        conf: of the cell (see `plan_cells`).
        sweep_run: id of the sweep's run.
        drawn: `digest` of the dvc.yaml that the DAG was made from.
        tries: how often it was tried, this time included: a stage may be tried as often as dvc.yaml says.

    Returns:
        Name, figures, gates that it fails, and hashes of what it is made of.

    Raises:
        StageError: a stage failed, and may be tried again.
        AirflowFailException: a stage or the preparation failed.
    """
    project, key = sweep.project, f"{sweep_run} {conf[VARIANT]}"
    folder = project.worktree(key)
    try:
        if project.several_hosts:  # the clone of this one may be older than the plan
            with git_lock(project.root):
                git(project.root, "fetch", "--quiet", "--tags", ORIGIN)
        prepare(project, key, conf, drawn)
        with hold(project.locks / RUNS_LOCK, shared=True), hold(lock_of(project, folder), shared=True):
            metrics = _build(project, key, tries)
            outs = all_written(project.stages(folder), read_lock(folder))
            stops = project.gates(read_yaml(folder / PARAMS), metrics, None)
    except (RunError, ProgramError, ValueError) as error:
        raise _failed(error) from None
    with hold(lock_of(project, folder)):
        remove_worktree(project, folder)
    return {"name": conf[VARIANT], "figures": dict(sweep.figures(metrics)), "stops": stops, "outs": outs}


def _build(project: Project, key: str, tries: int) -> dict[str, Any]:
    """Run the stages of a worktree one after the other; their metrics."""
    folder = project.worktree(key)
    graph = project.stages(folder)
    metrics: dict[str, Any] = {}
    for name in TopologicalSorter({name: stage.upstream for name, stage in graph.items()}).static_order():
        stage = graph[name]
        if stage.frozen:
            continue
        same_work = work_key(stage, find_inputs(folder, stage, graph, read_lock(folder)))
        with hold(project.locks / "stages" / f"{same_work}.lock"):
            try:
                process = StageProcess(folder, stage, project.stage_env)
                result = process.run(lambda line: log.info("%s", line), pull=project.several_hosts)
            except StageError as error:
                failed = _failed(error)
                if tries > stage.meta.get("retries", 0):
                    raise failed from None
                raise
        log.info("%s: %s", name, result.status)
        metrics |= result.metrics
    return metrics


def _failed(error: object) -> AirflowFailException:
    log_whole(log, error)
    return AirflowFailException(str(error))


def write_results(
    sweep: Sweep, name: str, plan: Sequence[Mapping[str, Any]], built: Iterable[Mapping[str, Any]], run: str
) -> str:
    """Write the results of a sweep for its page; returns the page's address.

    Args:
        sweep: what is swept.
        name: that the user gave it.
        plan: the confs of all cells.
        built: the results of those that were built.
        run: address of the sweep's run.

    Raises:
        AirflowFailException: it was written, but some cells were not built.
    """
    by_name = {one["name"]: one for one in built}
    cells = []
    for conf in plan:
        values = {key: value for key, value in conf.items() if not key.startswith("run.")}
        cells.append(
            {"name": conf[VARIANT], "values": values, "conf": conf, **by_name.get(conf[VARIANT], {})}
        )
    folder = sweep.project.published / SWEEPS / f"{name}--{_digest(run)[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    content = {"name": name, "dag": sweep.project.name, "run": run, "cells": cells}
    write_whole(folder / SWEEP_FILE, json.dumps(content, indent=1, ensure_ascii=False))
    if missing := [conf[VARIANT] for conf in plan if conf[VARIANT] not in by_name]:
        raise _failed(
            f"{len(missing)} of {len(plan)} cells were not built: {', '.join(missing)}. The others are on "
            f"{sweep_url(folder.name)}. To try these again, clear their tasks `cell`, with what follows."
        )
    return sweep_url(folder.name)


def sweep_dag(
    sweep: Sweep, *, description: str, doc_md: str, values: Sequence[str], tags: Iterable[str] = ()
) -> DAG:
    """The DAG `<project>_sweep`; its form proposes the lines `values`."""
    dag = DAG(
        dag_id=f"{sweep.project.name}_sweep",
        description=description,
        doc_md=doc_md,
        tags=list(tags),
        schedule=None,
        catchup=False,
        is_paused_upon_creation=False,
        default_args={"retries": SPARE, "retry_delay": timedelta(seconds=10)},
        params=_form(sweep, list(values)),
    )
    drawn = digest(sweep.project.root / DVC_YAML)

    @task
    def plan(params: Any = None) -> list[dict[str, Any]]:
        try:
            return plan_cells(sweep, params)
        except (ValueError, ProgramError) as error:
            raise _failed(error) from None

    @task(  # type: ignore[untyped-decorator]
        map_index_template="{{ task.op_kwargs['conf']['run.variant'] }}", max_active_tis_per_dagrun=AT_ONCE
    )
    def cell(conf: Any, ti: Any = None, dag_run: Any = None) -> dict[str, Any]:
        end_with_supervisor()
        return build_cell(sweep, conf, dag_run.run_id, drawn, ti.try_number)

    @task(trigger_rule="all_done")  # type: ignore[untyped-decorator]
    def results(ti: Any = None, params: Any = None, dag_run: Any = None) -> str:
        planned = ti.xcom_pull(task_ids="plan")
        if not planned:
            raise _failed("there is no plan: the log of the task plan says why")
        built = filter(None, ti.xcom_pull(task_ids="cell", map_indexes=range(len(planned))) or ())
        run = run_url(ti.dag_id, dag_run.run_id)
        page = write_results(sweep, params[NAME], planned, built, run)
        log.info("results: %s", page)
        return page

    with dag:
        cell.expand(conf=plan()) >> results()
    return dag


_RULE = "1 to 30 of the letters a-z, digits, - and _, the first a letter or digit"


def _form(sweep: Sweep, values: list[str]) -> dict[str, Param]:
    first = [one.key for one in sweep.fields if one.first]
    about = (
        "A parameter per line, with its values, written as in params.yaml; random combinations take ranges "
        f"too, such as 300..800. {MOST} combinations at most. Often varied: {', '.join(first)}."
    )
    text, several = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    how = {"enum": list(_HOW), "values_display": _HOW}
    name, presets = {"pattern": r"^[a-z0-9][a-z0-9_-]{0,29}$"}, {"enum": [NO_PRESET, *sweep.project.presets]}
    number = {"type": "integer", "minimum": 1, "maximum": MOST}
    top: Fields = {
        NAME: ("Name", "sweep", text | name, f"Cells are named by it and their values: {_RULE}."),
        VALUES: ("Parameters", values, several, about),
        HOW: ("Combined as", GRID, text | how, "How values of several parameters are combined."),
        PRESET: ("Preset", NO_PRESET, text | presets, "A named set of values, for all cells."),
    }
    base = "Branch, tag or commit that all begin from; empty for the workspace."
    more: Fields = {
        NUMBER: ("Random combinations", 9, number, "How many, if they are drawn at random."),
        BASE: ("Base", "", {"type": ["string", "null"]}, base),
    }
    return section(None, top) | section(MORE, more)
