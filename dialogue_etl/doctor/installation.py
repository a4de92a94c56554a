"""Libraries, dags, plugins and stages that are not those of this version, or of what was built."""

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.version import Version

from dialogue_etl.core import libraries, yaml_files
from dialogue_etl.doctor.findings import Finding, few
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.workspace import airflow, settings
from dialogue_etl.workspace.change import Files
from dialogue_etl.workspace.pipelines import with_only
from dialogue_etl.workspace.product import product_folder

LOCK = "requirements.lock"
_KEYS = ("cmd", "deps", "outs", "metrics", "params", "meta", "matrix")


def check(root: Path) -> Iterator[Finding]:
    """The installation itself, then the workspace's files against it."""
    yield from libraries_of_lock()
    yield from _built_with(root)
    yield from _stages(root)
    yield from _airflow(root)


def locked() -> dict[str, Requirement]:
    """What this version was tested with, for this Python and system, by normalised name."""
    lines = (product_folder() / LOCK).read_text(encoding="utf-8").splitlines()
    pinned = [Requirement(line.rstrip(" \\")) for line in lines if re.match(r"[A-Za-z0-9._-]+==", line)]
    return _by_name(pinned)


def _by_name(required: list[Requirement]) -> dict[str, Requirement]:
    return {
        libraries.normalised(one.name): one
        for one in required
        if one.marker is None or one.marker.evaluate({"extra": ""})
    }


def libraries_of_lock() -> Iterator[Finding]:
    """Libraries that are missing, or not the locked ones."""
    installed, wanted = libraries.installed(), locked()
    declared = _by_name([Requirement(one) for one in requires(libraries.OURS) or ()])
    if missing := sorted(declared.keys() - installed.keys()):
        yield Finding("libraries", f"not installed: {few(missing)}", _install(missing, wanted))
    other = [
        name
        for name, one in sorted(wanted.items())
        if name in installed and not one.specifier.contains(installed[name], prereleases=True)
    ]
    if other:
        listed = (f"{name} {installed[name]} (locked: {str(wanted[name].specifier)[2:]})" for name in other)
        what = "not the locked versions, with which results may differ from those of others"
        yield Finding("libraries", f"{what}: {few(listed, 8)}", _install(other, wanted))


def _install(names: list[str], wanted: dict[str, Requirement]) -> str:
    pinned = " ".join(f"{name}{wanted[name].specifier}" if name in wanted else name for name in names)
    return f"{sys.executable} -m pip install {pinned} (in a clone: make env)"


def _built_with(root: Path) -> Iterator[Finding]:
    """Whether outputs were made with the Python and libraries that are installed."""
    now = libraries.installed() | {"Python": libraries.python()}
    changes: dict[str, list[str]] = {}
    for path in sorted((root / "data" / "code").glob("*.json")):
        with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
            seen = json.loads(path.read_text(encoding="utf-8"))
            before = (seen.get("libraries") or {}) | {"Python": seen.get("python", now["Python"])}
            for name, version in before.items():
                if now.get(name) != version:
                    change = f"{name} {version}, now {now.get(name, 'not installed')}"
                    changes.setdefault(change, []).append(path.stem)
    for change, stages in changes.items():
        what = f"made with {change}: the next `dvc repro` makes them again"
        yield Finding(f"outputs of {few(stages)}", what, "run dvc repro, or install what they were made with")


def _stages(root: Path) -> Iterator[Finding]:
    """Stages in the workspace's dvc.yaml that are not those of the installed version."""
    # A damaged one `files` reports.
    with contextlib.suppress(OSError, ValueError, AttributeError, KeyError, DialogueEtlError):
        workspace = Files.of(root)
        ours = with_only(Files.of(product_folder()).dvc_yaml, workspace.pipelines)
        now, before = (_cores(text) for text in (ours, workspace.dvc_yaml))
        if old := [name for name in before if name in now and before[name] != now[name]]:
            what = f"the stages {few(old)} are not those of the installed version"
            yield Finding("dvc.yaml", what, "dialogue-etl init --upgrade . (after a commit), then git diff")


def _cores(dvc_yaml: str) -> dict[str, list[Any]]:
    stages = yaml_files.load(dvc_yaml)["stages"]
    return {name: [stage.get(key) for key in _KEYS] for name, stage in stages.items()}


def _airflow(root: Path) -> Iterator[Finding]:
    """A running Airflow with the dags or plugins of another installation, and its database."""
    product, config = product_folder(), settings.home(root) / "airflow.cfg"
    used, server = {}, airflow.load(root)
    if config.is_file() and server and any(part.find() for part in server.parts):
        text = config.read_text(encoding="utf-8", errors="replace")
        used = dict(re.findall(r"^(dags|plugins)_folder *= *(.+)$", text, re.MULTILINE))
    for kind in ("dags", "plugins"):
        folder = os.environ.get(f"AIRFLOW__CORE__{kind.upper()}_FOLDER") or used.get(kind)
        if folder and Path(folder).resolve() != (product / kind).resolve():
            what = f"Airflow uses {folder}, not those of this installation, {product / kind}"
            yield Finding(kind, what, "dialogue-etl down, then up with this installation")
    marker = settings.home(root) / "migrated"
    version = marker.read_text(encoding="utf-8", errors="replace").strip() if marker.is_file() else ""
    current = libraries.installed().get("apache-airflow", version)
    if re.fullmatch(r"[\d.]+", version) and Version(version) > Version(current):
        what = f"is of Airflow {version}, newer than the installed {current}, which cannot read it"
        yield Finding(".airflow/airflow.db", what, f"pip install apache-airflow=={version}")
