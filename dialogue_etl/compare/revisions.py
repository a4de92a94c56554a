"""A version as recorded by git and DVC: the hashes of its outputs, its parameters, its metrics."""

import json
import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from dialogue_etl.compare.values import flat
from dialogue_etl.core import yaml_files
from dialogue_etl.errors import DOCTOR
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import programs
from dialogue_etl.workspace.pipelines import value_of
from dialogue_etl.workspace.root import WorkspaceError

PREFIX = "dataset/"
"""Of the tags of versions."""
WORKSPACE = "."
"""The name of the workspace itself, with its current dvc.lock and params.yaml."""

_FOLDER = ".dir"


class RevisionError(WorkspaceError):
    """A version cannot be compared; the message says which one and what to do."""


@dataclass(frozen=True)
class Revision:
    """A version of the dataset.

    Attributes:
        name: as given by the user.
        commit: its hash, empty for the workspace.
        cache: folder of DVC's cache.
        outs: MD5 of each output by path, with `.dir` for folders.
        built_with: parameters that its stages ran with, from dvc.lock, by dotted key.
        params: params.yaml, nested.
        fetch: the command that downloads its files.
    """

    name: str
    commit: str
    cache: Path
    outs: Mapping[str, str]
    built_with: Mapping[str, Any]
    params: Mapping[str, Any]
    fetch: str

    def languages(self, source: str) -> list[str] | None:
        """Languages that a source is built for; None if params.yaml does not say."""
        return _languages(self.params, source)

    def sources(self) -> set[str]:
        """The sources of its datasets, and of those that they are made of."""
        parts = (PurePosixPath(out).parts for out in self.outs)
        return {part[1] for part in parts if part[0] == "data" and part[1] in SOURCES}

    def edited(self) -> list[str]:
        """Parameters whose value in params.yaml differs from the one that its stages ran with."""
        now = flat(self.params)
        return sorted(key for key, value in self.built_with.items() if now.get(key, value) != value)

    def path(self, md5: str) -> Path:
        """The path in the cache of a file with a hash; it may not exist."""
        return self.cache / "files" / "md5" / md5[:2] / md5[2:]

    def files(self, out: str) -> dict[str, str]:
        """MD5 of the files of an output by path within it; the empty path if it is a single file.

        Raises:
            RevisionError: the list of a folder's files is not in the cache.
        """
        md5 = self.outs[out]
        if not md5.endswith(_FOLDER):
            return {"": md5}
        try:
            listed = json.loads(self.path(md5).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise missing(self, [out]) from None
        return {entry["relpath"]: entry["md5"] for entry in listed}

    def metrics(self) -> dict[str, Any]:
        """Content of the metrics files by path."""
        return {out: json.loads(path.read_text("utf-8")) for out, path in self._metrics_files().items()}

    def metrics_without_files(self) -> list[str]:
        """Metrics files that are not in the cache."""
        return [out for out, path in self._metrics_files().items() if not path.is_file()]

    def _metrics_files(self) -> dict[str, Path]:
        return {
            out: self.path(md5)
            for out, md5 in sorted(self.outs.items())
            if out.startswith("metrics/") and out.endswith(".json")
        }


def missing(revision: Revision, outs: list[str]) -> RevisionError:
    """The error for outputs whose files are not in the cache."""
    more = f" and {len(outs) - 3} more" if len(outs) > 3 else ""
    return RevisionError(
        f"{revision.name}: files of {', '.join(outs[:3])}{more} are not in DVC's cache ({revision.cache}). "
        f"{DOCTOR}; bring them: {revision.fetch}"
    )


def pair(root: Path, before: str, after: str) -> tuple[Revision, Revision]:
    """Two versions of a workspace.

    Args:
        root: the workspace.
        before: any name of a commit in git, or `WORKSPACE`.
        after: as above.

    Raises:
        RevisionError: one does not exist or has no dvc.lock, or both are the same.
    """
    commits = commit_of(root, before), commit_of(root, after)
    if commits[0] == commits[1]:
        same = f"commit {commits[0][:10]}" if commits[0] else "the workspace"
        raise RevisionError(f"{before} and {after} are both {same}: name two versions")
    cache = Path(programs.dvc(root, "cache", "dir"))
    one, other = (
        _read(root, name, commit, cache) for name, commit in zip((before, after), commits, strict=True)
    )
    # A version is one dataset: of the workspace the same one counts.
    if not one.commit:
        one = _read(root, before, "", cache, other.sources())
    if not other.commit:
        other = _read(root, after, "", cache, one.sources())
    return one, other


def one(root: Path, name: str, cache: Path | None = None) -> Revision:
    """A version of a workspace; see `pair`.

    Raises:
        RevisionError: it does not exist or has no dvc.lock.
    """
    return _read(root, name, commit_of(root, name), cache or Path(programs.dvc(root, "cache", "dir")))


def tags(root: Path) -> list[str]:
    """The tags of all versions, the newest first; of those of one second the highest number."""
    sort = ("--sort=-version:refname", "--sort=-creatordate")  # the last one comes first
    return programs.git(root, "tag", "--list", *sort, f"{PREFIX}*").splitlines()


def published(root: Path) -> Iterator[Revision]:
    """The versions with a tag `dataset/…`, the last one first; those without a dvc.lock are left out."""
    try:
        found = tags(root)
    except WorkspaceError:
        return  # no git repository
    cache = Path(programs.dvc(root, "cache", "dir")) if found else root
    for tag in found:
        with suppress(RevisionError):
            yield _read(root, tag, commit_of(root, tag), cache)


def commit_of(root: Path, name: str) -> str:
    """The hash of a revision's commit, empty for the workspace.

    Raises:
        RevisionError: it does not exist.
    """
    if name == WORKSPACE:
        return ""
    # A name with a hyphen in front would be an option to git.
    if name.startswith("-") or not name.isprintable() or not name.strip():
        raise RevisionError(f"{name!r} is not a version: give a tag, branch or commit")
    try:
        last = tags(root)[:5]
    except WorkspaceError as error:
        raise RevisionError(f"{root} is not a git repository, so it has no versions. {DOCTOR}") from error
    try:
        return programs.git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    except WorkspaceError:
        known = f"; the last versions are {', '.join(last)}" if last else ""
        raise RevisionError(f"{name}: no tag, branch or commit of {root} has this name{known}") from None


def _read(root: Path, name: str, commit: str, cache: Path, sources: Collection[str] = ()) -> Revision:
    """A version; if sources are given, what their datasets are made of alone."""
    lock = yaml_of(root, name, commit, "dvc.lock")
    if lock is None:
        build = "run `dvc repro`" if not commit else "commit dvc.lock with every version (`git add dvc.lock`)"
        raise RevisionError(f"{name}: there is no dvc.lock, so it is not known what was built: {build}")
    params = yaml_of(root, name, commit, "params.yaml") or {}
    outs: dict[str, str] = {}
    built_with: dict[str, Any] = {}
    stages = lock.get("stages") or {}
    for locked in current(lineage(stages, sources) if sources else stages, params):
        outs |= {out["path"]: out["md5"] for out in locked.get("outs", []) if "md5" in out}
        built_with |= flat((locked.get("params") or {}).get("params.yaml") or {})
    return Revision(name, commit, cache, outs, built_with, params, _fetch(name, commit))


def lineage(stages: Mapping[str, Any], sources: Collection[str]) -> dict[str, Any]:
    """The entries of a dvc.lock of some datasets: of their stages, and of all that these read."""
    chosen = {name for name in stages if name.partition("-")[0] in sources}
    while True:
        read = [f"{path}/" for name in chosen for path in _paths(stages[name], "deps")]
        more = {
            name
            for name in stages.keys() - chosen
            for out in _paths(stages[name], "outs")
            if any(path.startswith(f"{out}/") or f"{out}/".startswith(path) for path in read)
        }
        if not more:
            return {name: entry for name, entry in stages.items() if name in chosen}
        chosen |= more


def _paths(entry: Mapping[str, Any], kind: str) -> list[str]:
    return [str(one["path"]) for one in entry.get(kind) or ()]


def current(
    stages: Mapping[str, Any], params: Mapping[str, Any], known: Mapping[str, Any] | None = None
) -> list[Mapping[str, Any]]:
    """The entries of a dvc.lock whose languages the parameters name.

    DVC never removes entries, such as those of languages that are no longer built.

    Args:
        stages: entries by name.
        params: values of params.yaml, nested.
        known: the stages of dvc.yaml; entries of others are left out, and those of other items of a matrix.
    """
    found = []
    for stage, locked in stages.items():
        whole, matrix, item = stage.partition("@")
        items = _languages(params, whole.partition("-")[0])
        if known is not None:
            items = _items(known.get(whole) or {}, params)
        if (known is None or whole in known) and (not matrix or items is None or item in items):
            found.append(locked)
    return found


def _items(stage: Mapping[str, Any], params: Mapping[str, Any]) -> list[str] | None:
    """The items of a stage's matrix; None if it has not one list."""
    lists = list((stage.get("matrix") or {}).values())
    only = lists[0] if len(lists) == 1 else None
    values = value_of(params, only.strip("${}")) if isinstance(only, str) else only
    return [str(value) for value in values] if isinstance(values, list) else None


def _languages(params: Mapping[str, Any], source: str) -> list[str] | None:
    """The languages of a source, or the top-level ones if it has no parameter for them."""
    own = params.get(source)
    values = own if isinstance(own, dict) and "languages" in own else params
    languages: list[str] | None = values.get("languages")
    return languages


def _fetch(name: str, commit: str) -> str:
    """The command that downloads the files of a version.

    `dvc fetch --all-tags` does not work: it downloads each path for one revision only (DVC 3.67, see its
    issue 10617).
    """
    if not commit:
        return "dvc fetch"
    return f"git checkout -q --detach {shlex.quote(name)} && {{ dvc fetch; git checkout -q -; }}"


def yaml_of(root: Path, name: str, commit: str, file: str) -> dict[str, Any] | None:
    """A YAML file of a version; None if it has none.

    Raises:
        RevisionError: it is not valid YAML, or not a mapping.
    """
    try:
        if commit:
            if not programs.git(root, "ls-tree", "--name-only", commit, "--", file):
                return None
            text = programs.git(root, "show", f"{commit}:./{file}")
        else:
            text = (root / file).read_text(encoding="utf-8")
        values = yaml_files.load(text)
    except FileNotFoundError:
        return None
    except ValueError as error:
        said = " ".join(str(error).split())
        raise RevisionError(f"{name}: {file} is not valid YAML: {said}. {DOCTOR}") from None
    if not isinstance(values, dict):
        raise RevisionError(f"{name}: {file} has unexpected content. {DOCTOR}")
    return values
