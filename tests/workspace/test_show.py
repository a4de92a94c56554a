from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.console import Console

from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace.api import Task
from dialogue_etl.workspace.show import Screen, next_steps, preset_table, result_table

if TYPE_CHECKING:
    from pathlib import Path

SUMMARY = {
    "variant": "default",
    "number": 2,
    "tag": "dataset/default/2",
    "page": "report.html",
    "in_workspace": True,
    "metrics": {"metrics/books/split/en.json": {"books": 3, "dialogues": 9, "utterances": 40}},
}


def screen() -> tuple[Screen, io.StringIO]:
    out = io.StringIO()
    return Screen(Console(file=out, soft_wrap=True)), out


def test_progress_without_a_terminal_is_a_line_per_change() -> None:
    shown, out = screen()
    running = Task("en.extract", "running", None, 1)
    done = Task("en.extract", "success", 2.25, 1)
    with shown.progress("run r") as show:
        show([running], {})
        show([running], {})
        show([done, Task("en.split", "none", None, 0)], {"en.extract": "ran"})
    assert out.getvalue().splitlines() == [
        "run r",
        "  en.extract: running",
        "  en.extract: success 2.2 s ran",
    ]


def test_progress_on_a_terminal_is_a_table() -> None:
    out = io.StringIO()
    shown = Screen(Console(file=out, force_terminal=True, width=100))
    with shown.progress("run r") as show:
        show([Task("en.split", "none", None, 0), Task("[en]", "failed", 1.0, 1)], {})
    assert "waiting" in out.getvalue()
    assert "[en]" in out.getvalue()


def test_tables() -> None:
    shown, out = screen()
    shown.table(result_table(SUMMARY, SOURCES["books"]))
    shown.table(preset_table("sample", {"split.train": (0.9, 0.6)}))
    for text in ("dataset/default/2", "│ en", "0 / 0 / 0", "split.train", "0.6"):
        assert text in out.getvalue()


def test_next_steps_name_real_paths_and_tags(tmp_path: Path) -> None:
    text = next_steps(tmp_path, SUMMARY, SOURCES["books"])
    assert str(tmp_path / "published/default/2/report/report.html") in text
    assert "dialogue-etl diff dataset/default/1 dataset/default/2" in text
    assert "git checkout dataset/default/2" in next_steps(
        tmp_path, {**SUMMARY, "in_workspace": False}, SOURCES["books"]
    )
