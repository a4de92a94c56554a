"""Batches of pairs as columns: lists of the same length, by name."""

from collections.abc import Sequence
from itertools import compress
from typing import Any

Columns = dict[str, list[Any]]
"""`source_id`, `dialogue_id`, `number`, `trigger`, `answer`, `interval_ms`, and what producers make."""


def size(columns: Columns) -> int:
    """How many pairs there are."""
    return len(columns["trigger"])


def chosen(columns: Columns, keep: Sequence[bool]) -> Columns:
    """The pairs for which `keep` is true."""
    return {name: list(compress(values, keep)) for name, values in columns.items()}


def ids(columns: Columns) -> list[str]:
    """The names of the pairs: of dialogue, or document where there are none, and the trigger's number."""
    return [
        f"{dialogue or source}#{number}"
        for source, dialogue, number in zip(
            columns["source_id"], columns["dialogue_id"], columns["number"], strict=True
        )
    ]
