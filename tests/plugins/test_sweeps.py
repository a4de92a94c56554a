"""A sweep of a project that knows nothing of dialogues, from the form to a cell that is published."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from dvc_airflow import programs
from dvc_airflow.lockfile import all_written, read_lock
from dvc_airflow.params_values import rewrite
from dvc_airflow.runs import digest

from tests.plugins.published import client, make

if TYPE_CHECKING:
    from pathlib import Path

    from tests.plugins.conftest import Scratch

pytestmark = pytest.mark.slow  # imports Airflow

FORM = {
    "sweep.name": "words",
    "sweep.values": ["count: 3, 4", "languages: [en], [en, hu]"],
    "sweep.how": "grid",
    "sweep.number": 1,
}


def sweep_of(scratch: Scratch) -> Any:
    from dvc_airflow.form import FormField  # noqa: PLC0415
    from dvc_airflow.sweeps import Sweep  # noqa: PLC0415

    fields = [FormField("count", 3, "", schema={"type": "integer"}), FormField("languages", [], "")]
    return Sweep(
        scratch.project, fields, lambda metrics: {"Words": sum(one["words"] for one in metrics.values())}
    )


@pytest.mark.long
def test_each_cell_is_what_dvc_repro_makes_and_one_that_fails_says_why(
    scratch: Scratch, tmp_path: Path
) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow.sweeps import build_cell, plan_cells  # noqa: PLC0415

    sweep, project = sweep_of(scratch), scratch.project
    plan = plan_cells(sweep, FORM)
    drawn = digest(project.root / "dvc.yaml")
    built = [build_cell(sweep, conf, "run", drawn, 1) for conf in plan[:2]]
    assert [one["figures"] for one in built] == [{"Words": 3}, {"Words": 6}]
    assert not [*project.worktrees.glob("*--*")]
    theirs = shutil.copytree(project.root, tmp_path / "theirs", symlinks=True)
    shutil.rmtree(theirs / ".dvc/cache/runs")
    rewrite(theirs / "params.yaml", {"languages": ["en"]})
    programs.dvc(theirs, "repro")
    assert built[0]["outs"] == all_written(project.graph(theirs), read_lock(theirs))
    programs.git(project.root, "rm", "--quiet", "--cached", "library.dvc")
    (project.root / "library.dvc").unlink()
    with pytest.raises(
        AirflowFailException, match=r"stage texts-words@en failed: .*No such file or directory"
    ):
        build_cell(sweep, plan[2], "run", drawn, 1)


def test_the_page_has_a_map_and_publishes_a_cell(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    from airflow.sdk.exceptions import AirflowFailException  # noqa: PLC0415
    from dvc_airflow import pages  # noqa: PLC0415
    from dvc_airflow.sweeps import plan_cells, write_results  # noqa: PLC0415

    sweep, published = sweep_of(scratch), scratch.project.published
    plan = plan_cells(sweep, FORM)
    names = [conf["run.variant"] for conf in plan]
    built = [{"name": names[n], "figures": {"Words": 3 + 3 * n}, "stops": {}, "outs": {}} for n in (0, 1)]
    with pytest.raises(AirflowFailException, match=rf"2 of 4 cells were not built: {names[2]}, {names[3]}\."):
        write_results(sweep, "words", plan, built, "http://airflow/dags/texts_sweep/runs/run")
    make(published, "default", 1)
    (folder,) = published.glob(".sweeps/*")
    head = scratch.git("rev-parse", "HEAD")
    hosts = replace(sweep, project=replace(scratch.project, several_hosts=True))
    assert {conf["run.base"] for conf in plan_cells(hosts, FORM)} == {head}  # of which each has a clone
    user = client(app := pages.datasets_app(published, lambda a, b: ""))
    page = user.get(address := f"/sweeps/{folder.name}/").text
    assert "4 combinations of <code>count</code> and <code>languages</code>" in page
    # In the map and the table: the least and the greatest are as light and as dark as can be.
    assert [page.count(f"var(--k0) {percent}%") for percent in (0, 45)] == [2, 2]
    assert (page.count("not built"), page.count("Publish this one</button>")) == (2, 2)

    one = write_results(
        sweep, "one", [plan[0], plan[2]], [built[0] | {"name": names[n]} for n in (0, 2)], "r"
    )
    page = user.get(one.rpartition("/datasets")[2]).text  # of one parameter, with nothing to be darker
    assert "Each map: <code>count</code> across" in page
    assert page.count("var(--k0) 0%") == 4

    # An older version of the product wrote the figures of an empty dataset as None.
    old = json.loads((file := published / ".sweeps" / folder.name / "sweep.json").read_text())
    old["cells"][1]["figures"] = {"Words": None}
    file.write_text(json.dumps(old))
    page = user.get(address).text
    assert [page.count(f"var(--k0) {percent}%") for percent in (0, 45)] == [2, 0]
    assert page.count("<td>–</td>") == 3  # in the map: it and the two that were not built

    started: list[tuple[Any, ...]] = []
    monkeypatch.setattr(pages, "start_run", lambda *run: started.append(run))
    answers = [user.post(address, data={"cell": cell}) for cell in (names[1], "other")]
    assert [answer.status_code for answer in answers] == [200, 404]
    assert "is being published" in answers[0].text
    assert started == [("texts", f"{names[1]}~{folder.name[-8:]}", plan[1], "somebody")]
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert user.post(address, data={"cell": names[1]}, headers=elsewhere).status_code == 403
    assert client(app, runs=False).post(address, data={"cell": names[1]}).status_code == 403
    assert client(app, hidden={"books"}).get(address).status_code == 404
    assert len(started) == 1
