"""Pipelines are added and removed; what the owner wrote stays, whenever the command is killed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dialogue_etl.workspace import change, folders, pipelines
from dialogue_etl.workspace.change import Files, add, fresh, remove
from dialogue_etl.workspace.programs import git
from dialogue_etl.workspace.root import WorkspaceError

if TYPE_CHECKING:
    from tests.conftest import Said

COMMENT = "  dialogue_gap: 99 # more than the paper\n"


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace of books in French, committed, as far as git has to do with it."""
    monkeypatch.setattr(folders, "track", lambda root, name: (root / f"{name}.dvc").touch())
    made = fresh(["books"], ["fr"], None)
    text = made.params_yaml.replace("  dialogue_gap: 525\n", COMMENT)
    (tmp_path / "params.yaml").write_text(text)
    (tmp_path / "dvc.yaml").write_text(made.dvc_yaml.replace("desc: Check", "desc: I check"))
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    git(root, *who, "commit", "--quiet", "-m", "Mine")


def test_what_was_added_and_removed_again_has_changed_nothing(books: Path) -> None:
    before = Files.of(books)
    assert add(books, ["mix,threads", "retrieval"]) == ["threads", "mix", "retrieval"]
    after = Files.of(books)
    assert after.pipelines == ["books", "threads", "mix", "retrieval"]
    assert after.values["threads"]["languages"] == ["fr"]
    assert after.values["mix"]["sources"] == ["books", "threads"]
    assert COMMENT in after.params_yaml
    assert (books / "threads/corpora/catalogue.csv").is_file()
    assert (books / "threads/corpora.dvc").exists()
    assert add(books, ["threads"]) == []
    with pytest.raises(
        WorkspaceError, match=r"mix reads the dataset of threads \(mix.sources\): remove it too"
    ):
        remove(books, ["threads"])
    assert remove(books, ["threads", "retrieval", "mix"]) == ["threads", "mix", "retrieval"]
    assert Files.of(books) == before
    assert (books / "threads/corpora/catalogue.csv").is_file()
    with pytest.raises(WorkspaceError, match="nothing would be left"):
        remove(books, ["books"])
    with pytest.raises(
        WorkspaceError, match="'novels': there is no such source; there are: books, subtitles, threads"
    ):
        add(books, ["novels"])


def test_a_source_added_later_joins_a_mix_of_all(books: Path) -> None:
    add(books, ["mix"])
    assert Files.of(books).values["mix"]["sources"] == ["books"]
    add(books, ["subtitles"], ["en"])
    assert Files.of(books).values["mix"]["sources"] == ["books", "subtitles"]
    assert "    - data/subtitles/dataset\n" in Files.of(books).dvc_yaml


def test_edits_that_are_not_committed_are_not_lost(books: Path) -> None:
    add(books, ["threads"])
    text = (books / "params.yaml").read_text()
    edited = text.replace("  max_depth: 1000\n", "  max_depth: 7\n")
    (books / "params.yaml").write_text(edited)
    with pytest.raises(WorkspaceError, match=r"params\.yaml: threads: uncommitted edits would be lost"):
        remove(books, ["threads"])
    assert (books / "params.yaml").read_text() == edited
    commit(books)
    remove(books, ["threads"])
    assert "threads" not in Files.of(books).values


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (b"# caf\xe9\n", "not UTF-8"),
        (b"languages: [de]\n", 'found duplicate key "languages"'),
        (b"mine: {a: 1}\n", "mine: unknown key"),
        (b"mine: *nowhere\n", "found undefined alias"),
    ],
)
def test_what_can_not_be_read_is_a_sentence_and_stays(
    command: Callable[..., Said], books: Path, more: bytes, why: str
) -> None:
    path = books / "params.yaml"
    path.write_bytes(whole := path.read_bytes() + more)
    said = command("sources", "add", "threads")
    assert said.code == 1
    assert why in said.err
    assert path.read_bytes() == whole


def test_a_stage_of_ones_own_that_reads_a_source_keeps_it(books: Path) -> None:
    add(books, ["threads"])
    own = "stages:\n  my-count:\n    cmd: wc\n    deps:\n    - data/threads/dataset\n"
    text = (books / "dvc.yaml").read_text()
    (books / "dvc.yaml").write_text(text.replace("stages:\n", own, 1))
    with pytest.raises(
        WorkspaceError, match="the stage my-count reads data/threads/dataset: change it first"
    ):
        remove(books, ["threads"])


@pytest.mark.parametrize("what", [add, remove])
@pytest.mark.parametrize("written", [0, 1])
def test_a_killed_command_leaves_what_works_and_the_next_one_completes_it(
    books: Path, monkeypatch: pytest.MonkeyPatch, what: Callable[..., object], written: int
) -> None:
    class Killed(BaseException):
        pass

    if what is remove:
        add(books, ["threads"])
        commit(books)
    done: list[Path] = []

    def write(path: Path, data: bytes) -> None:
        if len(done) == written:
            raise Killed
        done.append(path)
        path.write_bytes(data)

    with monkeypatch.context() as patched:
        patched.setattr(change, "write_atomic", write)
        with pytest.raises(Killed):
            what(books, ["threads"])
    half = Files.of(books)
    # The sections of each source with stages are there: those of others do no harm.
    assert pipelines.sections(half.pipelines) <= set(half.values)
    what(books, ["threads"])
    whole = Files.of(books)
    assert pipelines.sections(whole.pipelines) == set(whole.values)
    assert ("threads" in whole.pipelines) == (what is add)


def test_the_commands(command: Callable[..., Said], books: Path) -> None:
    said = command("sources").out
    assert "This workspace builds:\n\n  books " in said
    assert "languages: fr" in said
    assert "Can be added (dialogue-etl sources add NAME):\n\n  subtitles " in said
    said = command("params", "--set", "threads.source=corpora").err
    assert said == "threads.source is not in this workspace: dialogue-etl sources add threads\n"
    assert command("params", "threads").err.startswith("threads is not in this workspace")
    assert "threads.source" not in command("params").out
    assert command("threads", "list").err.startswith("threads is not in this workspace")
    said = command("sources", "add", "threads", "generative", "--preset", "paper").out
    assert "Added:\n\n  threads " in said
    assert "threads.languages: fr" in said
    assert "generative.languages: none yet, so no stage runs" in said
    assert Files.of(books).values["rules"]["on_bad"] == "drop"
    assert Files.of(books).values["extract"]["dialogue_gap"] == 99
    assert "is in this workspace already" in command("sources", "add", "threads").out
    assert "no corpora" in command("threads", "list").out
    commit(books)
    said = command("sources", "remove", "threads").out
    assert said.startswith("Removed: threads. What is in these folders stays:")
    assert "  threads/corpora\n" in said
    assert command("sources", "remove", "threads").out == "threads: is not in this workspace\n"


def test_a_preset_is_for_sources_that_are_chosen() -> None:
    with pytest.raises(WorkspaceError, match="the preset lccc-base is for threads: name one of them"):
        fresh(["books"], (), "lccc-base")
    assert change.left_out("paper", ["books"]) == {"rules": ["threads"]}
    assert fresh(["books"], (), "sample").values["languages"] == ["de", "en", "es", "hu", "it", "nl", "pt"]
    assert fresh(["books"], ["it"], "sample").values["languages"] == ["it"]
    assert fresh(["books", "threads"], ["zh", "en"], None).values["languages"] == ["en"]
