"""Figures from what was measured: a flat list of rows, the same in memory, in JSON and for the tables."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa

from benchmarks.corpus import MEGABYTE, Corpus
from benchmarks.stages import WHOLE, Measured

Row = dict[str, Any]
"""One stage, or the whole, over one corpus with one number of workers; seconds and megabytes."""

WHOLE_NAME = "whole"


@dataclass(frozen=True)
class Run:
    """All stages over one corpus.

    Attributes:
        corpus: the books.
        times: how many times the smallest number of books it is.
        wanted_megabytes: its size as asked for.
        workers: processes per stage at most.
        load: average of the minute before the first stage, and of the last one; ours is part of it.
        measured: by stage.
    """

    corpus: Corpus
    times: int
    wanted_megabytes: float
    workers: int
    load: tuple[float, float]
    measured: Mapping[str, Measured]


def least(runs: Sequence[Mapping[str, Measured]]) -> dict[str, Measured]:
    """Of several runs the cheapest of each stage: other programs only ever add to what it takes."""
    return {
        stage: min((run[stage] for run in runs), key=lambda run: run.usage.cpu_seconds) for stage in runs[0]
    }


def rows(run: Run, start_up: Run, wanted: Sequence[str]) -> list[Row]:
    """A row per wanted stage, and one for the whole where all its stages are wanted.

    Args:
        run: what was measured.
        start_up: the same stages over one book; its cost is start-up.
        wanted: names of stages.
    """
    found = [_row(run, start_up, stage, (stage,)) for stage in wanted]
    if set(WHOLE) <= set(wanted):
        found.append(_row(run, start_up, WHOLE_NAME, WHOLE))
    return found


def _row(run: Run, start_up: Run, name: str, stages: Sequence[str]) -> Row:
    used = [run.measured[stage].usage for stage in stages]
    cpu = sum(usage.cpu_seconds for usage in used)
    start = sum(start_up.measured[stage].usage.cpu_seconds for stage in stages)
    megabytes = run.corpus.megabytes - start_up.corpus.megabytes
    return {
        "stage": name,
        "workers": run.workers,
        "times": run.times,
        "wanted_megabytes": run.wanted_megabytes,
        "megabytes": round(run.corpus.megabytes, 3),
        "books": run.corpus.books,
        "load": [round(average, 2) for average in run.load],
        # What the books beyond the one of the start-up cost; nothing where that is lost in the noise.
        "megabytes_per_cpu_second": round(megabytes / (cpu - start), 3) if cpu > start else None,
        "cpu_seconds": round(cpu, 3),
        "wall_seconds": round(sum(usage.wall_seconds for usage in used), 3),
        "start_up_cpu_seconds": round(start, 3),
        "peak_megabytes": round(max(usage.peak_bytes for usage in used) / MEGABYTE, 1),
        "children_peak_megabytes": round(max(usage.children_peak_bytes for usage in used) / MEGABYTE, 1),
        "metrics": {stage: run.measured[stage].metrics for stage in stages},
    }


def machine() -> dict[str, Any]:
    """What the figures depend on besides the code."""
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        if line.startswith("model name")
    ]
    return {
        "cpu": names[0] if names else platform.machine(),
        "cores": os.cpu_count(),
        "memory_megabytes": psutil.virtual_memory().total // MEGABYTE,
        "python": platform.python_version(),
        "pyarrow": pa.__version__,
        "load": [round(average, 2) for average in os.getloadavg()],
    }
