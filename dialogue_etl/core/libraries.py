"""Versions of the installed libraries: what a stage writes depends on them as on its code.

Read from the names of the folders that installers write (`name-version.dist-info`, as in
https://packaging.python.org/en/latest/specifications/recording-installed-packages/): every stage does so, and
`importlib.metadata` takes a hundred times as long.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

OURS = "dialogue-etl"
WITHOUT_EFFECT = frozenset(
    [
        "apache-airflow",
        "apache-airflow-providers-celery",
        "apache-airflow-providers-fab",
        "apache-airflow-providers-postgres",
        "asyncpg",
        "celery",
        "dvc",
        "dvc-s3",
        "grimp",
        "packaging",
        "psutil",
        "pyspark",
        "rich",
        "s3fs",
        "typer",
    ]
)
"""Declared dependencies that order, start, distribute and show the work: results do not depend on them."""


def python() -> str:
    """Python's minor version, such as `3.12`: its Unicode tables and algorithms change with it."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def normalised(name: str) -> str:
    """The name of a distribution as all ways to write it have in common."""
    return re.sub(r"[-_.]+", "-", name).lower()


def installed() -> dict[str, str]:
    """The version of every installed distribution by normalised name."""
    return {name: folder.name.removesuffix(".dist-info").rpartition("-")[2] for name, folder in _folders()}


def versions(names: Iterable[str]) -> dict[str, str]:
    """The versions of those of some distributions that are installed, sorted by name."""
    found = installed()
    return {name: found[name] for name in sorted(set(names)) if name in found}


@cache
def declared() -> dict[str, str]:
    """The versions of the declared dependencies that have an effect and are installed, optional ones too.

    If this package itself is not installed, as in an archive sent to workers, those of all distributions.
    """
    folder = dict(_folders()).get(OURS)
    if folder is None:
        return installed()
    text = (folder / "METADATA").read_text(encoding="utf-8")
    names = re.findall(r"^Requires-Dist: ([A-Za-z0-9._-]+)", text, re.MULTILINE)
    return versions({normalised(name) for name in names} - WITHOUT_EFFECT)


def _folders() -> list[tuple[str, Path]]:
    """Name and metadata folder of distributions; of two with one name that which Python imports is last."""
    found = []
    for place in reversed(sys.path):
        for folder in Path(place).glob("*.dist-info") if Path(place).is_dir() else ():
            name = folder.name.removesuffix(".dist-info").rpartition("-")[0]
            found.append((normalised(name), folder))
    return found
