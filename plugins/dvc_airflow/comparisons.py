"""Comparisons of two versions: made by the project, kept by the commits compared."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dvc_airflow.versions import list_versions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Compare = Callable[[str, str], str]

FOLDER = ".compare"


class NoTwoVersionsError(ValueError):
    """A tag is none of a version, and nothing else is passed on to git; or both are the same."""


def compared(published: Path, compare: Compare, tag_a: str, tag_b: str) -> str:
    """The page of what differs between two versions; made at most once.

    Raises:
        NoTwoVersionsError: a tag is none of a version, or both are the same.
    """
    commits = {version.tag: version.commit for version in list_versions(published)}
    for tag in (tag_a, tag_b):
        if tag not in commits:
            raise NoTwoVersionsError(f"there is no version {tag!r}")
    if tag_a == tag_b:
        raise NoTwoVersionsError(f"choose two versions: both are {tag_a}")
    kept = published / FOLDER / f"{_name(tag_a, commits[tag_a])}..{_name(tag_b, commits[tag_b])}.html"
    try:
        return kept.read_text(encoding="utf-8")
    except FileNotFoundError:
        page = compare(tag_a, tag_b)
    kept.parent.mkdir(parents=True, exist_ok=True)
    temporary = kept.with_name(f".{kept.name}.{os.getpid()}")
    temporary.write_text(page, encoding="utf-8")
    temporary.replace(kept)
    return page


def _name(tag: str, commit: str) -> str:
    """The page names the tags, of which several may be at one commit."""
    return f"{tag.replace('/', '-')}@{commit[:12]}"
