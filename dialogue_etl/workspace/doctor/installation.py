"""Python, libraries, dags and plugins that are not those of this version, or of what was built."""

import contextlib
import json
import os
import platform
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from dialogue_etl import libraries, yaml_files
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.doctor.findings import Finding, few
from dialogue_etl.workspace.pipelines import with_only
from dialogue_etl.workspace.product import product_folder

LOCK = "requirements.lock"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(?: *;([^\\\n]*))?", re.MULTILINE)
_KEYS = ("cmd", "deps", "outs", "metrics", "params", "meta", "matrix")


def check(root: Path) -> Iterator[Finding]:
    """The installation itself, then the workspace's files against it."""
    yield from libraries_of_lock()
    yield from _built_with(root)
    yield from _stages(root)
    yield from _airflow(root)


def locked() -> dict[str, str]:
    """The versions that this version was tested with, for this Python and system, by normalised name."""
    text = (product_folder() / LOCK).read_text(encoding="utf-8")
    found = _PINNED.findall(text)
    return {libraries.normalised(name): v for name, v, where in found if not where.strip() or _fits(where)}


@cache
def _fits(marker: str) -> bool:
    return Marker(marker.strip()).evaluate()


def libraries_of_lock() -> Iterator[Finding]:
    """Python and libraries that are missing, too old, or not the locked ones."""
    ours = metadata(libraries.OURS)
    if not SpecifierSet(ours["Requires-Python"] or "").contains(platform.python_version(), prereleases=True):
        what = f"{platform.python_version()} is not {ours['Requires-Python']}"
        yield Finding("Python", what, "install again with another Python: make env PYTHON=python3.12")
    installed, wanted = libraries.installed(), locked()
    declared = [one.partition(";") for one in ours.get_all("Requires-Dist") or ()]
    names = [
        libraries.normalised(re.split(r"[^A-Za-z0-9._-]", one)[0]) for one, _, extra in declared if not extra
    ]
    if missing := sorted({*names} - installed.keys()):
        yield Finding("libraries", f"not installed: {few(missing)}", _install(missing, wanted))
    other = {
        name: version
        for name, version in wanted.items()
        if name in installed and Version(installed[name]).public != Version(version).public
    }
    if other:
        listed = (f"{name} {installed[name]} (locked: {version})" for name, version in sorted(other.items()))
        what = (
            f"not the locked versions, with which results may differ from those of others: {few(listed, 8)}"
        )
        yield Finding("libraries", what, _install(sorted(other), wanted))


def _install(names: list[str], wanted: dict[str, str]) -> str:
    pinned = " ".join(f"{name}=={wanted[name]}" if name in wanted else name for name in names)
    return f"{sys.executable} -m pip install {pinned} (in a clone: make env)"


def _built_with(root: Path) -> Iterator[Finding]:
    """Whether outputs were made with the Python and libraries that are installed."""
    installed, python = libraries.installed(), libraries.python()
    changes: dict[str, list[str]] = {}
    for path in sorted((root / "data" / "code").glob("*.json")):
        with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
            seen = json.loads(path.read_text(encoding="utf-8"))
            if (before := seen.get("python", python)) != python:
                changes.setdefault(f"Python {before}, now {python}", []).append(path.stem)
            for name, version in (seen.get("libraries") or {}).items():
                if (now := installed.get(name, "not installed")) != version:
                    changes.setdefault(f"{name} {version}, now {now}", []).append(path.stem)
    for change, stages in changes.items():
        what = f"made with {change}: the next `dvc repro` makes them again"
        yield Finding(f"outputs of {few(stages)}", what, "run dvc repro, or install what they were made with")


def _stages(root: Path) -> Iterator[Finding]:
    """Stages in the workspace's dvc.yaml that are not those of the installed version."""
    # A damaged one `files` reports.
    with contextlib.suppress(OSError, ValueError, AttributeError, DialogueEtlError):
        files = Files.of(root)
        product = with_only(Files.of(product_folder()).dvc_yaml, files.pipelines)
        ours, theirs = (_parsed(text) for text in (product, files.dvc_yaml))
        if old := [name for name in theirs if name in ours and _core(theirs[name]) != _core(ours[name])]:
            what = f"the stages {few(old)} are not those of the installed version"
            yield Finding("dvc.yaml", what, "dialogue-etl init --upgrade . (after a commit), then git diff")


def _parsed(text: str) -> dict[str, Any]:
    return dict(yaml_files.load(text)["stages"])


def _core(stage: dict[str, Any]) -> list[Any]:
    return [stage.get(key) for key in _KEYS]


def _airflow(root: Path) -> Iterator[Finding]:
    """A running Airflow with the dags or plugins of another installation, and its database."""
    product, config = product_folder(), settings.home(root) / "airflow.cfg"
    named = dict.fromkeys(("dags", "plugins"), "")
    server = airflow.load(root)
    if config.is_file() and server and any(part.find() for part in server.parts):
        text = config.read_text(encoding="utf-8", errors="replace")
        named |= dict(re.findall(r"^(dags|plugins)_folder *= *(.+)$", text, re.MULTILINE))
    for kind, folder in named.items():
        used = os.environ.get(f"AIRFLOW__CORE__{kind.upper()}_FOLDER") or folder
        if used and Path(used).resolve() != (product / kind).resolve():
            what = f"Airflow uses {used}, not those of this installation, {product / kind}"
            yield Finding(kind, what, "dialogue-etl down, then up with this installation")
    marker = settings.home(root) / "migrated"
    if marker.is_file() and (version := marker.read_text(encoding="utf-8", errors="replace").strip()):
        current = libraries.installed().get("apache-airflow", version)
        if re.fullmatch(r"[\d.]+", version) and Version(version) > Version(current):
            what = f"is of Airflow {version}, newer than the installed {current}, which cannot read it"
            yield Finding(".airflow/airflow.db", what, f"pip install apache-airflow=={version}")
