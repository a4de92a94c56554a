"""Ids of threads and of their dialogues: made of what the corpus says, never of a running number."""

from __future__ import annotations


def thread_id(corpus: str, root: str) -> str:
    """The id of a thread: its corpus and its root comment."""
    return f"{corpus}:{root}"


def dialogue_id(source_id: str, first: str, last: str, *, whole: bool) -> str:
    """The id of a dialogue: its last comment, and its first one if it does not begin the path.

    The way from the root to a comment is the only one, so two pieces with the same id are the same piece.

    Args:
        source_id: of the thread.
        first: id of its first utterance.
        last: of its last.
        whole: whether it begins where its path does.
    """
    return f"{source_id}:{last}" if whole else f"{source_id}:{last}@{first}"
