"""Marks: dialogues that people came upon and judged, in the format of the answers to an audit.

They are kept in the workspace, a line for each, and name the version. Whoever marks a dialogue has looked for
it, so marks say nothing of how frequent an error is: `tally` counts them apart from the random sample.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.answer_files import rows
from dialogue_etl.labels.categories import SCHEMES

FILE = Path("audit") / "marks.jsonl"
"""In a workspace."""
LONGEST_NOTE = 2_000
"""Characters, as on the page of an audit."""
CATEGORIES = SCHEMES["dialogue"].categories


def add(
    workspace: Path,
    dialogue: str,
    categories: Sequence[str],
    *,
    language: str,
    annotator: str,
    version: str,
    note: str = "",
) -> None:
    """Add a mark; a missing file is made.

    Args:
        workspace: with the file.
        dialogue: its id.
        categories: what is wrong with it: keys of the categories of dialogues.
        language: of the dialogue.
        annotator: who marks it.
        version: in which it was found.
        note: for people.

    Raises:
        DialogueEtlError: a category is unknown, the note is too long, or the file can't be written.
    """
    if problem := SCHEMES["dialogue"].problem(categories):
        raise DialogueEtlError(problem)
    if not categories or len(note) > LONGEST_NOTE:
        raise DialogueEtlError(f"a mark needs a category, and a note has {LONGEST_NOTE:,} characters at most")
    row = {"item": f"dialogue {dialogue}", "kind": "dialogue", "language": language}
    row |= {"label": " ".join(categories), "annotator": annotator, "note": note, "marked": version}
    path = workspace / FILE
    try:
        path.parent.mkdir(exist_ok=True)
        with path.open("ab") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)  # until the file is closed: lines of two people do not mix
            if path.read_bytes()[-1:] not in {b"", b"\n"}:
                file.write(b"\n")  # the last one is of a process that was killed
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror}") from None


def of_dialogue(workspace: Path, dialogue: str, version: str) -> list[dict[str, Any]]:
    """The marks of a dialogue of a version, in their order; lines that can't be read are left out."""
    return [row for row in _of_version(workspace, version) if row.get("item") == f"dialogue {dialogue}"]


def counts(workspace: Path, version: str) -> dict[str, int]:
    """How many dialogues of a version are marked, by the name of the category, the most frequent first."""
    found = {(row.get("item"), key) for row in _of_version(workspace, version) for key in _keys(row)}
    number = Counter(key for _, key in found)
    names = {one.key: one.name for one in CATEGORIES}
    return {names.get(key, key): times for key, times in sorted(number.items(), key=lambda one: -one[1])}


def _keys(row: Mapping[str, Any]) -> list[str]:
    return str(row.get("label") or "").split()


def _of_version(workspace: Path, version: str) -> list[dict[str, Any]]:
    path = workspace / FILE
    found = [row for _, row in rows(path) if not isinstance(row, str)] if path.is_file() else []
    return [dict(row) for row in found if row.get("marked") == version]
