from pathlib import Path

from dvc_airflow.versions import Version, find_run, foreign, last_version, list_versions

from tests.plugins.published import make


def test_versions_are_found_by_date_variant_and_run(tmp_path: Path) -> None:
    for number in (2, 10, 9):
        make(tmp_path, "v", number, run_id="r")
    make(tmp_path, "w", 3)
    for name in ("11", ".12.77", "13"):
        (tmp_path / "v" / name).mkdir()
    (tmp_path / "v" / "13" / "summary.json").write_text('{"half')
    make(tmp_path, ".sweeps", 1)
    assert [version.folder for version in list_versions(tmp_path)] == ["v/10", "v/9", "w/3", "v/2"]
    assert list_versions(tmp_path / "none") == []
    assert Version.load(tmp_path / "v" / "13") is None
    last = [last_version(tmp_path, "v"), last_version(tmp_path, "v", below=9)]
    assert [version and version.number for version in last] == [10, 2]
    assert last_version(tmp_path, "v", below=2) is None
    assert find_run(tmp_path, "r", "books") == last[0]
    assert find_run(tmp_path, "other", "books") is None
    # Scheduled runs of two DAGs have the same id; a variant is of one of them.
    assert find_run(tmp_path, "r", "threads") is None
    assert foreign(tmp_path, "v", "threads") == "books"
    assert not foreign(tmp_path, "v", "books") and not foreign(tmp_path, "new", "threads")
