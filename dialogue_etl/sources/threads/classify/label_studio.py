"""Rows of an export of Label Studio: JSON (tasks with annotations) or JSON-MIN (one flat object a task).

Label Studio documentation, Export annotations: https://labelstud.io/guide/export
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def tasks(found: Any) -> Iterator[tuple[str, Mapping[str, Any] | str]]:
    """Where each row is, and the row with its `label`; a sentence in its place where it cannot be used.

    A task has a row for each of its annotations; cancelled ones do not count.

    Args:
        found: the export, as JSON gives it.
    """
    if not isinstance(found, list):
        yield "", "no export of Label Studio: a list of tasks is expected"
        return
    for number, task in enumerate(found, start=1):
        where = f": task {number}"
        if not isinstance(task, dict):
            yield where, "no task"
        elif not isinstance(task.get("data"), dict):
            yield where, task
        else:
            for label in _labels(task):
                yield where, {**task["data"], "label": label}


def _labels(task: Mapping[str, Any]) -> list[str | None]:
    """The choice of each annotation; None of one without, and of a task that nobody annotated."""
    given = task.get("annotations", task.get("completions"))
    given = [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []
    labels = [_choice(one.get("result")) for one in given if not one.get("was_cancelled")]
    return labels or [None]


def _choice(result: Any) -> str | None:
    for part in result if isinstance(result, list) else []:
        value = part.get("value") if isinstance(part, dict) else None
        choices = value.get("choices") if isinstance(value, dict) else None
        if isinstance(choices, list) and len(choices) == 1 and isinstance(choices[0], str):
            return choices[0]
    return None
