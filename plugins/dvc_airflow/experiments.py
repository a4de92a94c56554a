"""DVC's experiments (`dvc exp run`) as versions that are not published, compared like others."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from dvc_airflow.graph import GraphError, load_graph
from dvc_airflow.lockfile import LOCK
from dvc_airflow.params_values import difference, read_at
from dvc_airflow.programs import ProgramError, dvc, git
from dvc_airflow.versions import Version
from dvc_airflow.yaml_files import YamlError, parse_yaml

_REF = re.compile(r"refs/exps/([0-9a-f]{2}/[0-9a-f]{38})/(\S+) ([0-9a-f]+) (\S+)")
"""Commit that it began from, name, commit and date; refs of unfinished ones have another form."""
_MOST = 100


def list_experiments(root: Path, totals: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> list[Version]:
    """The experiments of a repository that are done, newest first, at most 100.

    Args:
        root: of the repository.
        totals: returns the main figures from metrics files (path to content).
    """
    form = "%(refname) %(objectname) %(creatordate:iso-strict)"
    with suppress(ProgramError):
        lines = git(
            root, "for-each-ref", "--sort=-creatordate", f"--count={_MOST}", f"--format={form}", "refs/exps"
        )
        found = [_read(root, *match.groups()) for match in map(_REF.fullmatch, lines.splitlines()) if match]
        return [replace(one, totals=dict(totals(one.metrics))) for one in found]
    return []


@lru_cache(maxsize=4 * _MOST)
def _read(root: Path, base: str, name: str, commit: str, date: str) -> Version:
    base = base.replace("/", "")
    with suppress(ProgramError, YamlError, GraphError, OSError):
        changed = difference(read_at(root, base), read_at(root, commit))
        metrics = dict(_metrics(root, commit))
        return Version(name, 0, name, commit, "", "", date, "", base, changed=changed, metrics=metrics)
    return Version(name, 0, name, commit, "", "", date, "", base)


def _metrics(root: Path, commit: str) -> Iterator[tuple[str, Any]]:
    """Contents of the metrics files at a commit that are in DVC's cache or git."""
    files = {path for stage in load_graph(root).values() for path in stage.metrics}
    stages = parse_yaml(git(root, "show", f"{commit}:{LOCK}"), LOCK).get("stages", {})
    for out in (out for stage in stages.values() for out in stage.get("outs", ()) if out["path"] in files):
        kept = _cache(root) / "files/md5" / out["md5"][:2] / out["md5"][2:]
        with suppress(ProgramError, ValueError):
            text = kept.read_text("utf-8") if kept.is_file() else git(root, "show", f"{commit}:{out['path']}")
            yield out["path"], json.loads(text)


@lru_cache(maxsize=4)
def _cache(root: Path) -> Path:
    return Path(dvc(root, "cache", "dir").strip())
