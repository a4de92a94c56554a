from tests.conftest import Build, quick_runtime, sample_params


def test_a_book_without_dialogue_has_a_drop_row_with_density_off_too(tmp_path):
    build = Build(tmp_path, sample_params({"extract.min_delimiters": 0}), quick_runtime())
    build.run("catalogue", "download", "works", "prefilter", "extract")
    assert "pg900003" in {row["source_id"] for row in build.rows("extract", "en", "drops")}
