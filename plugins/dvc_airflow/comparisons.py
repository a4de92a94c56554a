"""Comparisons of two versions: made by the project, kept by the commits compared and the code that did it."""

from __future__ import annotations

import os
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from dvc_airflow.versions import list_versions

if TYPE_CHECKING:
    from collections.abc import Callable

    Compare = Callable[[str, str], str]

FOLDER = ".compare"


class NoTwoVersionsError(ValueError):
    """A tag is none of a version, and nothing else is passed on to git; or both are the same."""


def compared(published: Path, compare: Compare, tag_a: str, tag_b: str, product: str = "") -> str:
    """The page of what differs between two versions; made at most once by the same product.

    Args:
        published: The folder of versions, in which pages are kept; old ones go with the clean-up.
        compare: Makes a page.
        tag_a: A version.
        tag_b: Another one.
        product: The package whose code makes it; empty when that never changes.

    Raises:
        NoTwoVersionsError: a tag is none of a version, or both are the same.
    """
    commits = {version.tag: version.commit for version in list_versions(published)}
    for tag in (tag_a, tag_b):
        if tag not in commits:
            raise NoTwoVersionsError(f"there is no version {tag!r}")
    if tag_a == tag_b:
        raise NoTwoVersionsError(f"choose two versions: both are {tag_a}")
    pair = f"{_name(tag_a, commits[tag_a])}..{_name(tag_b, commits[tag_b])}"
    kept = published / FOLDER / f"{pair}--{code_digest(product)[:12]}.html"
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


def code_digest(package: str) -> str:
    """SHA-256 of every file of an installed package, by name and content; of nothing if there is none.

    Not its version: code that somebody works on changes without one. 500 files take 30 ms (measured), so it
    is done anew each time.
    """
    spec = find_spec(package) if package else None
    total = sha256()
    for folder in map(Path, spec.submodule_search_locations or () if spec else ()):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                content = sha256(file.read_bytes()).hexdigest()
                total.update(f"{file.relative_to(folder).as_posix()}\0{content}\n".encode())
    return total.hexdigest()
