"""Units made by hand, and answers of annotators."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dialogue_etl.audit.passages import passage
from dialogue_etl.audit.units import Unit
from tests.browser import browser  # noqa: F401 - a fixture

if TYPE_CHECKING:
    from dialogue_etl.labels.categories import Kind

HOSTILE = "</script><script>document.title = 'taken'</script><img src=x onerror=alert(1)> <!-- & &amp; \u2028"


def unit(kind: Kind, number: int, turns: Sequence[str], language: str = "en", around: str = "") -> Unit:
    """A unit whose book is its turns, an empty line between them, and what stands around."""
    text, places = around, []
    for turn in turns:
        places.append([(len(text), len(text) + len(turn))])
        text += f"{turn}\n\n"
    return Unit(
        kind=kind,
        id=f"{kind} book:{number}",
        language=language,
        source_id="book",
        title=f"Title {HOSTILE}",
        authors="Doe, Jane",
        turns=tuple(turns),
        passage=passage(text + around, places, [], before=1000, after=1000),
    )


def answered(path: Path, annotator: str, said: Mapping[Unit, str]) -> Path:
    """Answers as the form saves them: of each unit errors with blanks between."""
    rows = [
        {"sheet": "s", "annotator": annotator, "item": one.id, "kind": one.kind, "language": one.language,
         "label": errors, "note": ""}
        | ({} if one.weight is None else {"post": one.turns[0], "response": one.turns[1]})
        | ({} if one.weight is None else {"thread": one.source_id, "weight": one.weight})
        for one, errors in said.items()
    ]  # fmt: skip
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def made() -> list[Unit]:
    """Three pairs and two dialogues."""
    pairs = [unit("pair", number, ["Where?", f"There, {number}."], around=HOSTILE) for number in range(3)]
    dialogues = [unit("dialogue", number, ["One.", "Two", f"{number} – “é”"]) for number in range(2)]
    return [*pairs, *dialogues]


@pytest.fixture
def fill(made: list[Unit], tmp_path: Path) -> Callable[..., Path]:
    """Writes answers as the form saves them, by unit; several errors with blanks between."""

    def write(name: str, *answers: str, annotator: str = "", units: Sequence[Unit] | None = None) -> Path:
        path = tmp_path / name
        return answered(path, annotator, dict(zip(units or made, answers, strict=True)))

    return write
