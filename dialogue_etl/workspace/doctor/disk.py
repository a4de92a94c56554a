"""Disks that are full, nearly full, or not writable."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dialogue_etl.workspace.doctor import config, recorded
from dialogue_etl.workspace.doctor.findings import Finding

LEAST = 1_000_000_000
"""Bytes that must be free; or as many as all outputs have: a run with other parameters writes them anew."""


def check(root: Path) -> Iterator[Finding]:
    """The disks of the workspace, of DVC's cache and of temporary files."""
    needed = max(LEAST, sum(out.size or 0 for out in recorded.outs(root)))
    seen = set()
    for place in (root, config.cache(root), Path(tempfile.gettempdir())):
        if not place.exists() or place.stat().st_dev in seen:
            continue
        seen.add(place.stat().st_dev)
        yield from _disk(place, needed if place != Path(tempfile.gettempdir()) else LEAST)


def _disk(place: Path, needed: int) -> Iterator[Finding]:
    disk = os.statvfs(place)
    free = disk.f_bavail * disk.f_frsize
    todo = "remove old versions, then trigger the DAG clean_up (docs/operations.md)"
    if disk.f_flag & os.ST_RDONLY:
        yield Finding(str(place), "the disk is mounted read-only", "mount it writable")
    elif disk.f_files and not disk.f_favail:
        yield Finding(str(place), "the disk has no room for another file (inodes)", todo)
    elif free < needed:
        how = "full" if free < 1_000_000 else "nearly full"
        what = f"the disk is {how}: {free / 1e6:,.0f} MB are free; a run may need {needed / 1e6:,.0f} MB"
        yield Finding(str(place), what, todo)
