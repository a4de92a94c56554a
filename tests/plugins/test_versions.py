from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.versions import Version, find_run, last_version, list_versions, report_file

if TYPE_CHECKING:
    from pathlib import Path


def make(published: Path, number: int, run: str = "r", page: str = "index.html", variant: str = "v") -> None:
    folder = published / variant / str(number)
    (folder / "report").mkdir(parents=True)
    (folder / "report" / page).write_text("page")
    Version(
        variant=variant,
        number=number,
        tag=f"dataset/{variant}/{number}",
        commit="c",
        run_id=run,
        run_url="",
        date=f"2026-01-01T00:00:{number:02}+00:00",
        page=page,
    ).save(folder)


def test_newest_first_and_broken_ones_left_out(tmp_path: Path) -> None:
    for number in (2, 10, 9):
        make(tmp_path, number)
    make(tmp_path, 3, variant="w")
    for name in ("11", ".12.77", "13"):
        (tmp_path / "v" / name).mkdir()
    (tmp_path / "v" / "13" / "summary.json").write_text('{"half')
    make(tmp_path, 1, variant=".sweeps")
    assert [version.folder for version in list_versions(tmp_path)] == ["v/10", "v/9", "w/3", "v/2"]
    assert list_versions(tmp_path / "none") == []
    assert Version.load(tmp_path / "v" / "13") is None


def test_the_last_of_a_variant(tmp_path: Path) -> None:
    for number in (2, 10):
        make(tmp_path, number)
    make(tmp_path, 30, variant="w")
    numbers = [
        version and version.number
        for version in (
            last_version(tmp_path, "v"),
            last_version(tmp_path, "v", below=10),
            last_version(tmp_path, "v", below=2),
        )
    ]
    assert numbers == [10, 2, None]


def test_find_run_takes_the_newest(tmp_path: Path) -> None:
    make(tmp_path, 1, "a")
    make(tmp_path, 2, "a")
    found = find_run(tmp_path, "a")
    assert found is not None
    assert found.number == 2
    assert find_run(tmp_path, "b") is None


def test_a_path_does_not_leave_the_report(tmp_path: Path) -> None:
    make(tmp_path, 1, page="report.html")
    report = tmp_path / "v" / "1" / "report"
    (report / "out").symlink_to("/etc")
    assert report_file(tmp_path, "v", 1, "") == (report / "report.html").resolve()
    assert report_file(tmp_path, "v", 1, "report.html")
    for path in ("../summary.json", "/etc/passwd", "out/passwd", "../../1/summary.json", "none.html", "."):
        assert report_file(tmp_path, "v", 1, path) is None
    for variant in ("..", "/etc", "../v", "."):
        assert report_file(tmp_path, variant, 1, "report.html") is None
