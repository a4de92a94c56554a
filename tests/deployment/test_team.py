"""A dataset on two hosts of a team, one of them lost meanwhile; and all of it restored from a backup."""

import importlib.util
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dialogue_etl.workspace.api import Api
from dialogue_etl.workspace.programs import git
from tests.deployment.git_server import serve
from tests.deployment.leaks import in_files, in_processes
from tests.deployment.team import (
    ADMIN,
    BUCKET,
    COMPOSE,
    ENTRY,
    PASSWORD,
    POSTGRES,
    Team,
    new_secrets,
    wait_for,
)
from tests.interruptions.airflow_kills import outs
from tests.interruptions.workspace import Workspace, make
from tests.targets import BOOKS

_MISSING = [
    *(program for program in ("redis-server", "bwrap") if not shutil.which(program)),
    *(["PostgreSQL's programs"] if not POSTGRES.is_dir() else []),
    *(name for name in ("celery", "moto", "dvc_s3", "asyncpg") if not importlib.util.find_spec(name)),
]
pytestmark = [
    pytest.mark.deployment,
    pytest.mark.skipif(bool(_MISSING), reason=f"not here: {', '.join(_MISSING)}; see `make deployment`"),
]

SERVICES = {"head": "api-server", "plan": "scheduler", "draw": "dag-processor", "wake": "triggerer"}
WORKERS = dict.fromkeys(("one", "two"), "worker")
"""Names of hosts, and what runs there."""
_RUN_SECONDS = 1500
TEAM = """\
[wake]
testset = ["books/default"]
[alert]
notifier = "told.Told"
late_after_hours = 0.001
[alert.arguments]
file = "/published/told"
said = "{{ dag_run.dag_id }} {what}"
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The workspace, and what one machine makes of it, in a copy."""
    workspace = make(tmp_path_factory.mktemp("alone"))
    remote = ("dvc", "remote", "add", "--quiet", "--default", "team", f"s3://{BUCKET}/store")
    workspace.run(*remote)
    (workspace.folder / "airflow.toml").write_text(TEAM)
    git(workspace.folder, "add", "airflow.toml")
    git(workspace.folder, "-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "-qam", "Remote")
    workspace.copy("calm").run("dvc", "repro", "--quiet", *BOOKS)
    return workspace


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_secrets(tmp_path_factory.mktemp("keys") / "secrets")


@pytest.fixture(scope="module")
def origin(alone: Workspace) -> Path:
    """The team's repository."""
    made = alone.folder.with_name("git") / "team.git"
    git(alone.folder, "clone", "--quiet", "--bare", str(alone.folder), str(made))
    return made


@pytest.fixture(scope="module")
def server(origin: Path, keys: Path) -> Iterator[str]:
    """Its address."""
    with serve(origin.parent, (keys / "git_token").read_text()) as url:
        yield f"{url.rstrip('/')}/{origin.name}"


@pytest.fixture(scope="module")
def team(alone: Workspace, server: str, keys: Path) -> Iterator[Team]:
    with Team(alone.folder.with_name("team"), keys, server) as made:
        made.outside("dvc", "--cd", str(alone.folder), "push", "--quiet")  # what people put in
        _begin(made)
        for worker in WORKERS:
            made.serve("worker", worker, "--celery-hostname", f"{worker}@%h")
        yield made


def _begin(team: Team) -> None:
    """All services but workers, as compose.yaml orders them, and somebody who may log in."""
    team.run("migrate", ENTRY, *COMPOSE["migrate"]["command"])
    names = ("--username", ADMIN, "--firstname", "A", "--lastname", "B", "--email", "a@b.example")
    team.run("api-server", "airflow", "users", "create", *names, "--role", "Admin", "--password", PASSWORD)
    for host, service in SERVICES.items():
        team.serve(service, host)


def at_work(team: Team, host: str) -> bool:
    """Whether a stage of a language runs on a host."""
    return any({"run", "--language"} <= {*process.cmdline()} for process in team.tree(host))


def leaks(team: Team) -> list[str]:
    """Where a secret is seen while a stage runs; PostgreSQL gets its password from these tests."""
    found, conf = [], str(team.folder / "redis" / "tmp" / "redis.conf")  # of Redis alone
    for file in team.secrets.iterdir():
        for word in re.findall(r"(?!aws_)\b[\w-]{20,}", file.read_text("utf-8")):
            found += [f"{file.name} in {place}" for place in in_processes(word)]
            found += [f"{file.name} in {place}" for place in in_files(team.folder, word) if place != conf]
    return found


def test_a_run_outlives_one_of_its_workers_and_writes_the_same_bytes(
    team: Team, alone: Workspace, origin: Path
) -> None:
    api = team.api()
    wait_for(lambda: api.has_dag("books", 0))
    for host, service in {**SERVICES, **WORKERS}.items():
        assert wait_for(lambda host=host, service=service: team.is_healthy(service, host)), service
    run = api.trigger("books", {})
    lost = wait_for(lambda: next((host for host in WORKERS if at_work(team, host)), ""))
    assert leaks(team) == []
    team.cut(lost)
    until = time.monotonic() + _RUN_SECONDS
    while (state := api.run_state("books", run)) in {"queued", "running"} and time.monotonic() < until:
        time.sleep(2)
        api.login(ADMIN, PASSWORD)
    assert state == "success", f"{api.tasks('books', run)}{team.said()}"
    tag = git(origin, "tag", "--list")
    assert tag == "dataset/default/1"
    calm = (alone.folder.with_name("calm") / "dvc.lock").read_text("utf-8")
    assert outs(git(origin, "show", f"{tag}:dvc.lock")) == outs(calm)
    assert all(
        list((team.folder / host / "home-etl" / "airflow" / "logs").glob("dag_id=books/*"))
        for host in WORKERS
    )
    assert git(origin, "for-each-ref", "refs/dvc-airflow") == ""


def test_people_are_told_of_late_and_failed_runs_and_a_version_wakes_another_dag(team: Team) -> None:
    """Of the run of the test above, too."""
    api, told = team.api(), team.folder / "published" / "told"
    api.trigger("threads", {"run.base": "nowhere"})
    for line in ("books is late", "threads failed"):
        assert wait_for(lambda line=line: line in told.read_text("utf-8").splitlines()), line
    assert "books failed" not in told.read_text("utf-8")
    assert wait_for(lambda: [run["run_type"] for run in _runs(api, "testset")]) == ["asset_triggered"]


def test_what_is_restored_in_a_new_place_has_tags_datasets_and_pages(
    team: Team, alone: Workspace, origin: Path, server: str
) -> None:
    """Begins with what the test above has built."""
    backup = alone.folder.with_name("backup")
    backup.mkdir()
    git(origin, "bundle", "create", str(backup / "git.bundle"), "--all")
    team.save_bucket(backup / "remote")
    team.pg("pg_dump", "--format=custom", f"--file={backup / 'airflow.dump'}", "airflow")
    for host in list(team.processes):
        team.cut(host)
    shutil.rmtree(origin)

    git(backup, "clone", "--quiet", "--mirror", str(backup / "git.bundle"), str(origin))
    with Team(alone.folder.with_name("restored"), team.secrets, server) as restored:
        restored.load_bucket(backup / "remote")
        restored.pg("pg_restore", "--dbname=airflow", str(backup / "airflow.dump"))
        restored.run("migrate", ENTRY, *COMPOSE["migrate"]["command"])
        restored.serve("api-server", "head")
        api = restored.api()
        (run,) = _runs(api, "books")
        assert run["state"] == "success"
        assert {task.state for task in api.tasks("books", run["dag_run_id"])} == {"success"}
        workspace = restored.folder / "head" / "home-etl" / "workspace"
        assert git(workspace, "tag", "--list") == "dataset/default/1"
        # What its pages show comes from git and the remote, too: its entry point brings it.
        wait_for(lambda: "dataset/default/1" in _page(restored, api, "datasets/"))
        assert "<html" in _page(restored, api, "datasets/default/1/report/")
        # Rows are read from this host's cache, which its entry point fills from the remote.
        assert wait_for(lambda: 'class="turns"' in _page(restored, api, "dialogues/v/default/1/dialogues"))
        mine = restored.folder / "mine"
        git(backup, "clone", "--quiet", "--branch", "dataset/default/1", str(origin), str(mine))
        restored.outside("dvc", "--cd", str(mine), "pull", "--quiet", "--allow-missing")
        calm = alone.folder.with_name("calm") / "data" / "books" / "dataset"
        for file in (one for one in calm.rglob("*") if one.is_file()):
            there = mine / "data" / "books" / "dataset" / file.relative_to(calm)
            assert there.read_bytes() == file.read_bytes()


def _page(team: Team, api: Api, path: str) -> str:
    address = f"http://127.0.0.1:{team.ports['api-server']}/{path}"
    answer = api._session.get(address, timeout=60)
    return answer.text if answer.ok else ""


def _runs(api: Api, dag: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = api._get(f"/dags/{dag}/dagRuns")["dag_runs"]
    return found
