"""Python's garbage collector, paused: rows are many and no cycles, it would walk through them for nothing."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def paused_garbage_collection() -> Iterator[None]:
    """Collect no cycles meanwhile: saves a twentieth of extraction, a fifth with the reference's rules."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
