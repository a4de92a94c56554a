from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.versions import Version, find_run, list_versions, load_version, report_file

if TYPE_CHECKING:
    from pathlib import Path


def make(published: Path, number: int, run: str = "r", page: str = "index.html") -> None:
    folder = published / str(number)
    (folder / "report").mkdir(parents=True)
    (folder / "report" / page).write_text("page")
    Version(number, f"dataset/default/{number}", "c", run, "2026-01-01T00:00:00+00:00", page=page).save(
        folder
    )


def test_newest_first_and_broken_ones_left_out(tmp_path: Path) -> None:
    for number in (2, 10, 9):
        make(tmp_path, number)
    (tmp_path / "11").mkdir()
    (tmp_path / ".12.77").mkdir()
    (tmp_path / "13").mkdir()
    (tmp_path / "13" / "summary.json").write_text('{"half')
    assert [version.number for version in list_versions(tmp_path)] == [10, 9, 2]
    assert list_versions(tmp_path / "none") == []
    assert load_version(tmp_path / "13") is None


def test_find_run_takes_the_newest(tmp_path: Path) -> None:
    make(tmp_path, 1, "a")
    make(tmp_path, 2, "a")
    found = find_run(tmp_path, "a")
    assert found is not None
    assert found.number == 2
    assert find_run(tmp_path, "b") is None


def test_a_path_does_not_leave_the_report(tmp_path: Path) -> None:
    make(tmp_path, 1, page="report.html")
    (tmp_path / "1" / "report" / "out").symlink_to("/etc")
    assert report_file(tmp_path, 1, "") == (tmp_path / "1" / "report" / "report.html").resolve()
    assert report_file(tmp_path, 1, "report.html")
    for path in ("../summary.json", "/etc/passwd", "out/passwd", "../../1/summary.json", "none.html", "."):
        assert report_file(tmp_path, 1, path) is None
