"""Versions travel: to remotes, into another place without the first one's cache, and are checked there."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dialogue_etl.doctor import store
from dialogue_etl.versions import places, transfer
from dialogue_etl.versions.push import push
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.create import create
from dialogue_etl.workspace.params_file import set_values
from dialogue_etl.workspace.programs import dvc, git
from dialogue_etl.workspace.root import WorkspaceError
from tests.conftest import tree

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("forked_dvc")]

STAGES = """
  own-words:
    cmd: mkdir -p data/own/dataset && cp params.yaml data/own/dataset/words && cp -r library data/own/dataset
    deps:
    - library
    params:
    - extract.dialogue_gap
    outs:
    - data/own/dataset
"""
ONE, TWO = "dataset/own/1", "dataset/own/2"
BOOK = "library/a.txt"


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with two versions of a dataset, and remotes of DVC and git that have nothing yet."""
    root = create(tmp_path_factory.mktemp("two") / "ws", None, ["books"])
    (root / BOOK).write_text("a book")
    dvc(root, "add", "--quiet", "library")
    text = (root / "dvc.yaml").read_text()
    (root / "dvc.yaml").write_text(text.replace("stages:\n", f"stages:{STAGES}", 1))
    for tag, gap in ((ONE, 300), (TWO, 400)):
        set_values(root / "params.yaml", {"extract": {"dialogue_gap": gap}})
        dvc(root, "repro", "own-words")
        git(root, "add", "--all")
        git(root, "commit", "--quiet", "-m", tag)
        git(root, "tag", "--annotate", tag, "-m", f"{tag}\n\nDataset: own")
    git(root, "init", "--quiet", "--bare", str(root.parent / "git"))
    git(root, "remote", "add", "origin", str(root.parent / "git"))
    dvc(root, "remote", "add", "--default", "--local", "away", str(root.parent / "away"))
    return root


@pytest.fixture
def first(two: Path, tmp_path: Path) -> Path:
    """A copy of the workspace with remotes of its own."""
    root = tmp_path / "first" / "ws"
    shutil.copytree(two.parent, root.parent, symlinks=True)
    git(root, "remote", "set-url", "origin", str(root.parent / "git"))
    dvc(root, "remote", "modify", "--local", "away", "url", str(root.parent / "away"))
    return root


def test_a_new_place_gets_versions_from_the_remotes_alone(first: Path, tmp_path: Path) -> None:
    said: list[str] = []
    push(first, [ONE, TWO], "", said.append)
    files = [path for path in (first.parent / "away").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    assert f"sent {len(files)} files, {size:,} bytes to away" in said[1]
    push(first, [ONE, TWO], "", said.append)
    assert "all of it was there" in said
    expected = git(first, "show", f"{ONE}:params.yaml")
    built = tree(first / "data")
    shutil.rmtree(first)

    second = tmp_path / "second"
    places.clone(str(first.parent / "git"), second, "", str(first.parent / "away"))
    assert tree(second / "data") == built
    assert json.loads(dvc(second, "status", "--json", "own-words")) == {}
    assert git(second, "status", "--porcelain") == ""

    places.restore_dataset(second, ONE, tmp_path / "dataset")
    assert (tmp_path / "dataset" / "words").read_text().strip() == expected
    assert {"words", BOOK} <= set(tree(tmp_path / "dataset"))
    places.clone(str(second), tmp_path / "third", ONE)
    assert (tmp_path / "third" / "params.yaml").read_text().strip() == expected
    assert tree(tmp_path / "third" / "data" / "own" / "dataset") == tree(tmp_path / "dataset")
    with pytest.raises(WorkspaceError, match="is not empty"):
        places.restore_dataset(second, ONE, tmp_path / "dataset")


def test_what_is_lost_or_damaged_is_named_and_nothing_half_is_left(first: Path, tmp_path: Path) -> None:
    push(first, [ONE, TWO], "", lambda _: None)
    out = json.loads(store.place(store.cache(first), places._dataset(first, ONE)[1]["md5"]).read_text())
    (md5,) = (entry["md5"] for entry in out if entry["relpath"] == BOOK)
    shared = store.place(store.cache(first), md5)
    shared.chmod(0o644)
    shared.write_text("other")  # damaged here, whole in the remote
    places.restore_dataset(first, ONE, tmp_path / "whole")
    assert (tmp_path / "whole" / BOOK).read_text() == "a book"
    shared.unlink()
    store.place(first.parent / "away", md5).unlink()
    for act in (places.restore_dataset, lambda root, tag, to: places.clone(str(root), to, tag)):
        with pytest.raises(WorkspaceError, match=rf"{ONE}/.*{BOOK}"):
            act(first, ONE, tmp_path / "half")
    with pytest.raises(WorkspaceError, match=r"neither in DVC's cache nor in the remote.*a\.txt"):
        push(first, [TWO], "", lambda _: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first", "whole"]


def test_a_remote_that_is_away_is_a_sentence(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PAUSES", (0.0, 0.0))
    with pytest.raises(WorkspaceError, match="there is no DVC remote 'other'; there are: away"):
        push(first, [ONE], "other", lambda _: None)
    with pytest.raises(WorkspaceError, match=r"none: no tag, .* the last versions are dataset/own/2"):
        push(first, ["none"], "", lambda _: None)
    dvc(first, "remote", "add", "gone", "/no/such/folder/away")
    with pytest.raises(WorkspaceError, match=r"gone \(/no/such/folder/away\) is not there"):
        push(first, [ONE], "gone", lambda _: None)
    dvc(first, "remote", "add", "silent", "http://127.0.0.1:9/away")
    with pytest.raises(WorkspaceError, match=r"silent .* failed 3 times; what was moved stays"):
        push(first, [ONE], "silent", lambda _: None)
    git(first, "remote", "set-url", "origin", str(first / "gone"))
    with pytest.raises(WorkspaceError, match="git's remote origin failed 3 times"):
        push(first, [ONE], "", lambda _: None)


@pytest.mark.long
def test_what_is_built_is_published_as_the_dag_does(tmp_path: Path) -> None:
    root = create(tmp_path / "ws", "sample", ["books"], ["en"])

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "dialogue_etl", "publish", *arguments]
        env = programs.environment()
        return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)

    assert "not built yet" in call().stderr
    dvc(root, "repro")
    published = call("--message", "the first one")
    assert published.stdout.splitlines()[:2] == ["dataset/default/1", f"{root}/published/default/1"]
    assert git(root, "status", "--porcelain") == ""
    assert "the first one" in git(root, "tag", "-n9", "--list", "dataset/default/1")
    assert "published already" in call().stdout
    set_values(root / "params.yaml", {"extract": {"dialogue_gap": 100}})
    stale = call()
    assert stale.returncode == 1
    assert "not of the present parameters" in stale.stderr
    dvc(root, "repro")
    second = call().stdout
    assert "dataset/default/2" in second
    assert "extract.dialogue_gap: 525 → 100" in second
    set_values(root / "params.yaml", {"gates": {"max_loss": 0}, "extract": {"dialogue_gap": 600}})
    dvc(root, "repro")
    assert "max_loss: " in call().stderr
    with (root / "dvc.yaml").open("a") as file:
        file.write("# mine\n")
    assert "not committed" in call().stderr
    assert git(root, "tag").split() == ["dataset/default/1", "dataset/default/2"]
