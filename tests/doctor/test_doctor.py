"""Every kind of damage is made for real in a workspace, found, and mended without loss."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dialogue_etl.compare import revisions
from dialogue_etl.core import libraries
from dialogue_etl.doctor import access, data, examine, files, installation, store
from dialogue_etl.doctor.data import _status, verify
from dialogue_etl.doctor.findings import Finding
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.programs import dvc, git
from dialogue_etl.workspace.root import WorkspaceError
from tests.conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forked_dvc")]

STAGES = """
  own-folder:
    cmd: mkdir -p data/own/folder && echo one > data/own/folder/a && echo two > data/own/folder/b
    outs:
    - data/own/folder
  own-file:
    cmd: cp data/own/folder/a data/own/file && echo '{}' > data/own/metrics.json
    deps:
    - data/own/folder
    outs:
    - data/own/file
    metrics:
    - data/own/metrics.json:
        cache: false
"""
BUILT = ["own-folder", "own-file"]
FOLDER, FILE = "data/own/folder", "data/own/file"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with two stages of its owner's that have run, committed and tagged as a version."""
    root = create(tmp_path_factory.mktemp("built") / "ws", None, ["books"])
    text = (root / "dvc.yaml").read_text()
    (root / "dvc.yaml").write_text(text.replace("stages:\n", "stages:" + STAGES, 1))
    dvc(root, "repro", *BUILT)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "built")
    git(root, "tag", "dataset/own/1")
    return root


@pytest.fixture
def ws(built: Path, tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "ws"
    shutil.copytree(built, root, symlinks=True)
    return root


@pytest.fixture(autouse=True)
def usual_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine's own libraries and free space are."""
    monkeypatch.setattr(installation, "libraries_of_lock", lambda: iter(()))
    monkeypatch.setattr(access, "LEAST", 1)


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes the checks that are named the only ones: others start dvc."""
    every = dict(examine.CHECKS)
    return lambda *names: monkeypatch.setattr(examine, "CHECKS", {name: every[name] for name in names})


def found(root: Path) -> dict[str, Finding]:
    return {one.where: one for one in examine.examine(root, fix=False)}


def fix(root: Path) -> tuple[list[str], list[str]]:
    """Places that were mended, and those that are as they were."""
    seen = list(examine.examine(root, fix=True))
    mended = [one.where for one in seen if one.done]
    return mended, [one.where for one in seen if not one.done]


def md5_of(root: Path, path: str) -> str:
    return str(store.of_workspace(root)[path]["md5"])


def in_cache(root: Path, path: str) -> Path:
    return store.place(store.cache(root), md5_of(root, path))


def overwrite(path: Path, content: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(content)


def test_a_sound_workspace_has_no_findings(ws: Path) -> None:
    assert found(ws) == {}
    assert store.of_workspace(ws).keys() >= {FOLDER, FILE, "library"}


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: b"",
        lambda text: b"\0" * len(text),
        lambda text: text[: text.index(b"md5: ") + 9],
        lambda text: b"<<<<<<< HEAD\n" + text,
    ],
    ids=["empty", "zeros", "cut in a hash", "conflict"],
)
@pytest.mark.parametrize("name", ["dvc.lock", "library.dvc"])
def test_a_damaged_file_of_dvc_is_that_of_the_last_commit(
    ws: Path, only: Callable[..., None], name: str, damage: Callable[[bytes], bytes]
) -> None:
    only("files")
    text = (ws / name).read_bytes()
    (ws / name).write_bytes(damage(text))
    assert fix(ws) == ([name], [])
    assert (ws / name).read_bytes() == text
    assert (ws / f"{name}.damaged").read_bytes() == damage(text)
    assert found(ws) == {}


def test_a_lock_that_is_not_committed_is_made_again_of_the_cache(ws: Path) -> None:
    git(ws, "rm", "--quiet", "--cached", "dvc.lock")
    git(ws, "commit", "--quiet", "-m", "without")
    before = (ws / "dvc.lock").read_bytes()
    (ws / "dvc.lock").write_bytes(b"")
    with pytest.raises(WorkspaceError, match="dialogue-etl doctor"):
        dvc(ws, "status", *BUILT)
    assert fix(ws) == (["dvc.lock"], [])
    assert "cached" in dvc(ws, "repro", *BUILT)
    assert sorted((ws / "dvc.lock").read_bytes().split()) == sorted(before.split())


@pytest.mark.parametrize("name", ["params.yaml", "dvc.yaml"])
def test_what_a_person_wrote_is_replaced_only_if_nothing_is_lost(
    ws: Path, only: Callable[..., None], name: str
) -> None:
    only("files")
    whole = (ws / name).read_bytes()
    (ws / name).write_bytes(whole.replace(b":\n", b": [\n", 1))
    assert fix(ws) == ([], [name])
    for left in (b"", whole[: whole.index(b":\n") - 2]):
        (ws / name).write_bytes(left)
        assert fix(ws) == ([name], [])
        assert (ws / name).read_bytes() == whole
    (ws / name).unlink()
    assert examine.find(ws) == ws
    assert fix(ws) == ([name], [])
    assert (ws / name).read_bytes() == whole


def test_git_index_and_locks(ws: Path, only: Callable[..., None]) -> None:
    only("locks", "files")
    (ws / ".git/index").write_bytes(b"")
    for name in ("index.lock", "HEAD.lock", "refs/heads/main.lock"):
        (ws / ".git" / name).touch()
    with pytest.raises(WorkspaceError):
        git(ws, "add", "params.yaml")
    mended, left = fix(ws)
    assert (len(mended), left) == (2, [])
    assert git(ws, "status", "--porcelain") == ""


@pytest.mark.parametrize(
    "content", ["", "own", *(pytest.param(x, marks=pytest.mark.long) for x in ("[]", "{"))]
)
# Neither name has that of the program looked for: pytest-xdist makes it the name of this process.
def test_holders_that_are_listed(ws: Path, only: Callable[..., None], content: str) -> None:
    only("locks")
    if content == "own":  # the pid of a dead dvc, which is that of another program now
        content = json.dumps(
            {"write": {str(ws / FILE): {"pid": os.getpid(), "cmd": "dvc repro"}}, "read": {}}
        )
    (ws / ".dvc/tmp/rwlock").write_text(content)
    with pytest.raises(WorkspaceError):
        dvc(ws, "repro", "--force", "own-file")
    assert fix(ws) == ([".dvc/tmp/rwlock"], [])
    dvc(ws, "repro", "--force", "own-file")


def test_a_lock_in_use_stays(ws: Path, only: Callable[..., None]) -> None:
    only("locks")
    holder = [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)", "dvc"]
    with subprocess.Popen(holder, executable=sys.executable, cwd=ws, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        (ws / ".git/index.lock").touch()
        git_alike = ws / "git-alike"
        shutil.copy(shutil.which("sleep") or "", git_alike)
        with subprocess.Popen([str(git_alike), "60"], cwd=ws) as other:
            assert ".git/index.lock" not in found(ws)
            other.kill()
        process.kill()
    git_alike.unlink()
    assert ".git/index.lock" in found(ws)


def test_a_workspace_of_another_user(
    ws: Path, only: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    only("owner")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    finding = found(ws)[str(ws)]
    assert "another user" in finding.what
    assert f"safe.directory {ws}" in finding.todo
    assert finding.mend is None  # whom to trust is not ours to decide


def test_files_that_the_cache_lacks_or_has_damaged(ws: Path) -> None:
    expected = {path.name: path.read_bytes() for path in (ws / FOLDER).iterdir()}
    files = store.listed(store.cache(ws), md5_of(ws, FOLDER))
    overwrite(store.place(store.cache(ws), files["a"]), b"uno\n")
    overwrite(store.place(store.cache(ws), files["b"]), b"")
    in_cache(ws, "library").unlink()
    assert fix(ws) == ([str(store.cache(ws))], [])
    assert sorted(path.read_bytes() for path in (ws / data.DAMAGED).iterdir()) == [b"", b"uno\n"]
    shutil.rmtree(ws / FOLDER)
    dvc(ws, "checkout", "own-folder", "library.dvc")
    assert {path.name: path.read_bytes() for path in (ws / FOLDER).iterdir()} == expected


def test_copies_that_dvc_could_not_complete(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = in_cache(ws, "library").with_name(".x1Y2.tmp")
    copy.touch()
    monkeypatch.setattr("dialogue_etl.doctor.leftovers.at_work", lambda _: [1])
    assert fix(ws) == ([], [])
    assert copy.exists()
    monkeypatch.undo()
    assert fix(ws) == ([str(copy.relative_to(ws))], [])
    assert not copy.exists()


def test_a_list_of_files_is_made_again_of_the_folder(ws: Path) -> None:
    before = in_cache(ws, FOLDER).read_bytes()
    in_cache(ws, FOLDER).unlink()
    assert fix(ws)[1] == []
    assert in_cache(ws, FOLDER).read_bytes() == before


def test_what_neither_cache_nor_workspace_has_is_named(ws: Path) -> None:
    overwrite(ws / FILE, b"edited\n")
    shutil.rmtree(store.cache(ws) / "files")
    wrong = found(ws)
    assert "dvc repro" in wrong[str(store.cache(ws))].todo
    fix(ws)
    (left,) = examine.examine(ws, fix=False)  # the cache has a file of the folder with the same content
    assert FILE in left.what
    assert (ws / FILE).read_bytes() == b"edited\n"


def test_entries_of_stages_and_languages_that_are_no_more_do_not_count() -> None:
    out = {"path": "data/x", "hash": "md5", "md5": "0" * 32}
    entries = {
        name: {"cmd": "x", "outs": [out | {"path": name}]} for name in ("a@en", "a@fr", "b", "c", "d@1")
    }
    stages = {"a": {"matrix": {"language": "${one.tags}"}}, "b": {}, "d": {"matrix": {"n": [1, 2]}}}
    found = revisions.current(entries, {"one": {"tags": ["en"]}}, stages)
    assert [one["outs"][0]["path"] for one in found] == ["a@en", "b", "d@1"]


def test_outputs_that_are_gone_are_checked_out_and_edited_ones_stay(ws: Path) -> None:
    shutil.rmtree(ws / FOLDER)
    overwrite(ws / FILE, b"edited\n")
    (ws / "library/mine.txt").write_text("mine")
    assert found(ws).keys() == {FOLDER, FILE, "library"}
    mended, left = fix(ws)
    assert (mended, sorted(left)) == ([FOLDER], [FILE, "library"])
    assert (ws / FILE).read_bytes() == b"edited\n"
    assert (ws / FOLDER / "a").read_text() == "one\n"


def test_remotes(ws: Path, only: Callable[..., None], tmp_path: Path, port: int) -> None:
    only("remotes")
    dvc(ws, "remote", "add", "--default", "store", str(tmp_path / "remote"))
    git(ws, "remote", "add", "origin", f"http://127.0.0.1:{port}/x.git")
    wrong = found(ws)
    assert "does not exist" in wrong["DVC's remote store"].what
    assert f"127.0.0.1:{port}" in wrong["git's remote origin"].what
    (tmp_path / "remote").mkdir()
    git(ws, "remote", "set-url", "origin", "../remote")
    assert found(ws) == {}
    dvc(ws, "remote", "modify", "store", "url", "azure://store/x")
    assert "dvc-azure" in found(ws)["DVC's remote store"].what
    assert access._server("git@host.org:a/b.git") == ("host.org", 22)


def test_other_libraries(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    real = libraries.installed()
    assert [one.where for one in installation.libraries_of_lock()] == []
    changed = {**real, "emoji": "1.0"}
    del changed["duckdb"]
    monkeypatch.setattr(libraries, "installed", lambda: changed)
    missing, other = installation.libraries_of_lock()
    assert "duckdb" in missing.what
    assert f"emoji 1.0 (locked: {str(installation.locked()['emoji'].specifier)[2:]})" in other.what
    (ws / "data/code").mkdir(parents=True)
    made = {"python": "3.9", "libraries": {"emoji": real["emoji"]}, "files": {}}
    (ws / "data/code/threads-rules.json").write_text(json.dumps(made))
    said = " ".join(one.what for one in installation.check(ws))
    assert f"emoji {real['emoji']}, now 1.0" in said
    assert f"Python 3.9, now {libraries.python()}" in said


def test_every_line_of_the_lock_is_read() -> None:
    pinned = {
        libraries.normalised(line.partition("==")[0])
        for line in (ROOT / "requirements.lock").read_text().splitlines()
        if "==" in line and not line.startswith((" ", "#"))
    }
    assert {*installation.locked()} <= pinned
    assert len(pinned - {*installation.locked()}) < 10  # of other systems


def test_stages_dags_and_database_of_another_version(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ws / "dvc.yaml").read_text()
    (ws / "dvc.yaml").write_text(text.replace("dialogue-etl run books-extract ", "dialogue-etl extract ", 1))
    monkeypatch.setenv("AIRFLOW__CORE__DAGS_FOLDER", "/elsewhere/dags")
    (ws / ".airflow").mkdir()
    (ws / ".airflow/migrated").write_text("99.0.0")
    with sqlite3.connect(ws / ".airflow/airflow.db") as database:
        database.execute("CREATE TABLE t (x)")
    wrong = found(ws)
    assert wrong.keys() == {"dvc.yaml", "dags", ".airflow/airflow.db"}
    assert "books-extract" in wrong["dvc.yaml"].what
    assert "99.0.0" in wrong[".airflow/airflow.db"].what


def test_what_killed_runs_left_is_removed(ws: Path, only: Callable[..., None]) -> None:
    only("leftovers")
    gone = subprocess.Popen(["true"])
    gone.wait()
    git(ws, "worktree", "add", "--quiet", "--detach", str(ws / ".worktrees/books--x"))
    git(ws, "worktree", "add", "--quiet", "--detach", str(ws / ".worktrees/books--y"))
    (ws / ".worktrees/books--y.json").write_text("{}")  # of a run that may go on
    git(ws, "worktree", "add", "--quiet", "--detach", str(ws / "moved"))
    shutil.rmtree(ws / "moved")
    left = [
        ws / "data/own/.folder.partial",
        ws / f".params.yaml.{gone.pid}-1.partial",
        ws.with_name(f".{ws.name}.{gone.pid}"),
        ws / f"published/own/.1.{gone.pid}",
    ]
    for path in left:
        path.mkdir(parents=True)
    kept = [ws / f".params.yaml.{os.getpid()}-1.partial", ws / f"published/own/.2.{os.getpid()}"]
    for path in kept:
        path.mkdir(parents=True)
    assert fix(ws)[1] == []
    assert not [path for path in left if path.exists()]
    assert all(path.exists() for path in kept)
    assert [path.name for path in (ws / ".worktrees").glob("*--*/")] == ["books--y"]
    assert "moved" not in git(ws, "worktree", "list")


def test_an_output_that_is_being_written_stays(ws: Path, only: Callable[..., None]) -> None:
    only("leftovers")
    partial = ws / "data/own/.folder.partial"
    partial.mkdir()
    code = "from pathlib import Path; from dialogue_etl.workspace.locks import hold\n"
    code += f"with hold(Path('{FOLDER}')): print(flush=True); input()"
    writer = [sys.executable, "-c", code]
    with subprocess.Popen(writer, cwd=ws, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        fix(ws)  # from another folder, as all tests
        assert partial.exists()
        process.kill()
    fix(ws)
    assert not partial.exists()


def test_what_a_server_left(ws: Path, only: Callable[..., None]) -> None:
    only("leftovers")
    home = ws / ".airflow"
    home.mkdir()
    gone = {"name": "scheduler", "pid": 2**22 + 1, "created": 1.0}
    (home / "server.json").write_text(json.dumps({"port": 8080, "parts": [gone]}))
    (home / "airflow-scheduler.pid").write_text(str(os.getpid()))  # another program has it now
    (home / "secrets.json").touch()
    (home / "migrated").write_text("1.0")
    mended, left = fix(ws)
    assert (len(mended), left) == (4, [])
    assert sorted(path.name for path in home.iterdir()) == ["secrets.json.damaged"]


def test_a_full_disk(ws: Path, only: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    only("disk")
    monkeypatch.setattr(access, "LEAST", 1 << 60)
    wrong = found(ws)
    assert "nearly full" in wrong[str(ws)].what


def test_a_disk_too_full_to_mend_anything_loses_nothing(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_atomic", full)
    (ws / "dvc.lock").write_bytes(b"cut of")
    (seen,) = examine.examine(ws, fix=True)
    assert (seen.where, seen.done) == ("dvc.lock", "")
    assert "No space left" in seen.failed
    assert (ws / "dvc.lock").read_bytes() == b"cut of"


def test_a_check_that_fails_hides_no_other(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(root: Path) -> Iterator[Finding]:
        raise OSError("no such disk")

    monkeypatch.setitem(examine.CHECKS, "disk", broken)
    (ws / "dvc.lock").write_bytes(b"")
    assert found(ws).keys() == {"disk", "dvc.lock", "outputs"}


def test_a_version_is_verified(ws: Path, tmp_path: Path) -> None:
    dvc(ws, "remote", "add", "--default", "store", str(tmp_path / "remote"))
    dvc(ws, "push", *BUILT, "library.dvc")
    assert list(verify(ws, "dataset/own/1")) == []
    kept = tmp_path / "remote" / in_cache(ws, FILE).relative_to(store.cache(ws))
    overwrite(kept, b"damaged")
    overwrite(in_cache(ws, FOLDER), b"[]")
    in_cache(ws, FILE).unlink()
    place = ws / "published/own/1"
    place.mkdir(parents=True)
    summary = {"commit": "0" * 40, "outs": {FILE: "0" * 32}, "report": FOLDER}
    (place / "summary.json").write_text(json.dumps(summary))
    said = [f"{one.where}: {one.what}" for one in verify(ws, "dataset/own/1")]
    assert len(said) == 5
    assert md5_of(ws, FILE) in said[2]
    with pytest.raises(WorkspaceError, match="dataset/own/1"):
        list(verify(ws, "dataset/none/1"))


@pytest.mark.long
def test_a_remote_that_only_dvc_reads(ws: Path, tmp_path: Path) -> None:
    dvc(ws, "remote", "add", "--default", "store", str(tmp_path / "remote"))
    git(ws, "commit", "--quiet", "--all", "-m", "a remote")
    (tmp_path / "remote").mkdir()
    (lacking,) = _status(ws, "HEAD", "dvc push")
    assert "lacks" in lacking.what
    dvc(ws, "push", *BUILT, "library.dvc")
    assert list(_status(ws, "HEAD", "dvc push")) == []
    assert git(ws, "worktree", "list").count("\n") == 0
