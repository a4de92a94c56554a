from __future__ import annotations

from typing import TYPE_CHECKING

from dvc_airflow.sweep_results import Outcome, Summary, collect, list_sweeps, load_sweep, save, sweep_page
from dvc_airflow.versions import Version, list_versions

if TYPE_CHECKING:
    from pathlib import Path


def publish(published: Path, variant: str, number: int, run: str, date: str = "2026-01-01") -> None:
    folder = published / variant / str(number)
    folder.mkdir(parents=True)
    Version(variant, number, f"dataset/{variant}/{number}", "c", run, "", date).save(folder)


def summary(run: str = "manual", date: str = "2026-01-01") -> Summary:
    outcomes = (Outcome("v-1", {"k": 1}, "r1", "success", tag="t"), Outcome("v-2", {"k": [2.5]}, "r2"))
    return Summary("v", ("k",), run, date, outcomes=outcomes)


def test_versions_are_found_by_their_runs(tmp_path: Path) -> None:
    publish(tmp_path, "v-1", 1, "another")
    publish(tmp_path, "v-1", 2, "r1")
    publish(tmp_path, "elsewhere", 1, "r9")
    begun = [Outcome("v-1", {"k": 1}, "r1", "success"), Outcome("v-2", {"k": 2}, "r2", "failed")]
    outcomes, versions = collect(tmp_path, begun)
    assert [(one.tag, one.folder) for one in outcomes] == [("dataset/v-1/2", "v-1/2"), ("", "")]
    assert {name: version.number for name, version in versions.items()} == {"v-1": 2}
    assert [one.state for one in outcomes] == ["success", "failed"]


def test_the_newest_version_of_a_run_counts(tmp_path: Path) -> None:
    publish(tmp_path, "v-1", 1, "r1", "2026-01-01")
    publish(tmp_path, "v-1", 2, "r1", "2026-01-02")
    outcomes, _ = collect(tmp_path, [Outcome("v-1", {}, "r1")])
    assert outcomes[0].tag == "dataset/v-1/2"


def test_what_is_saved_is_read_again_and_is_no_version(tmp_path: Path) -> None:
    folder = save(tmp_path, summary(), "<p>curve</p>")
    assert load_sweep(folder) == summary()
    assert [one.variant for one in summary().missing] == ["v-2"]
    page = sweep_page(tmp_path, folder.name)
    assert page is not None
    assert page.read_text() == "<p>curve</p>"
    assert list_versions(tmp_path) == []


def test_the_same_sweep_is_written_over_and_another_beside(tmp_path: Path) -> None:
    first = save(tmp_path, summary(), "old")
    assert save(tmp_path, summary(), "new") == first
    assert (first / "report" / "sweep.html").read_text() == "new"
    save(tmp_path, summary("other", "2026-01-02"), "other")
    assert [one.run_id for one in list_sweeps(tmp_path)] == ["other", "manual"]


def test_broken_ones_are_left_out(tmp_path: Path) -> None:
    folder = save(tmp_path, summary(), "page")
    for name, text in (("half", '{"name'), ("foreign", "[]"), ("old", '{"name": "x", "knobs": []}')):
        (folder.parent / name).mkdir()
        (folder.parent / name / "summary.json").write_text(text)
    assert len(list_sweeps(tmp_path)) == 1
    assert list_sweeps(tmp_path / "none") == []


def test_a_page_is_one_of_a_sweep(tmp_path: Path) -> None:
    save(tmp_path, summary(), "page")
    (tmp_path / "report").mkdir()
    (tmp_path / "report" / "sweep.html").write_text("secret")
    for name in ("..", "none", "../..", "/etc", "."):
        assert sweep_page(tmp_path, name) is None
