"""Processes found by a mark in their environment, which all they start inherit."""

import time
from itertools import pairwise

import psutil

MARK = "DIALOGUE_ETL_TEST_MARK"


def marked(mark: str) -> list[psutil.Process]:
    """Living processes with a mark."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.status() != psutil.STATUS_ZOMBIE and process.environ().get(MARK) == mark:
                found.append(process)
        except (psutil.Error, OSError):  # another user's, or gone
            continue
    return found


def is_stage(process: psutil.Process) -> bool:
    """Whether a process is a stage: Python that runs `dialogue-etl run`, not the shell that started it."""
    pairs = pairwise(process.cmdline())
    return any(word.endswith("dialogue-etl") and after == "run" for word, after in pairs)


def seconds_until_gone(mark: str, limit: float, spared: tuple[int, ...] = ()) -> float:
    """Seconds until no marked process is left but those spared; infinite if some are after `limit`."""
    began = time.monotonic()
    while [process for process in marked(mark) if process.pid not in spared]:
        if time.monotonic() - began > limit:
            return float("inf")
        time.sleep(0.02)
    return time.monotonic() - began
