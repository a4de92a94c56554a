import pyarrow.parquet as pq

from benchmarks import grown_dialogues
from dialogue_etl.compare import language
from dialogue_etl.compare.stored import Tables
from dialogue_etl.core.tables import DIALOGUES, DROPS
from dialogue_etl.sources import SOURCES

STAGES = {
    "texts": "download",
    "works": "works",
    "drops": "extract",
    "dialogues": "postfilter",
    "splits": "split",
}


def tables(version, folder, count):
    """A version on disk, as the comparison reads it."""
    total = grown_dialogues.write(version, folder, count)
    files = {(stage, name): sorted((folder / name).iterdir()) for name, stage in STAGES.items()}
    assert sum(pq.read_metadata(path).num_rows for path in files["postfilter", "dialogues"]) == total
    return Tables(None, dict.fromkeys(STAGES.values(), ""), files)


def test_two_versions_differ_in_the_wanted_share_and_what_is_removed_has_a_drop_in_its_place(tmp_path):
    before, after = grown_dialogues.versions(5_000, 0.1)
    both = tables(before, tmp_path / "1", 2), tables(after, tmp_path / "2", 3)
    assert pq.read_schema(both[0].of_stage("postfilter", "dialogues")[0]) == DIALOGUES
    assert pq.read_schema(both[1].of_stage("extract", "drops")[0]) == DROPS
    compared = language.compare(SOURCES["books"], "en", both, (True, True), 1)
    counts = compared.dialogues
    for kind, side in (("changed", 0), ("split", 0), ("joined", 1), ("removed", 0), ("added", 1)):
        assert 60 < counts[kind][side] < 140, kind
    assert counts["same"][0] == counts["same"][1] > 4_300
    assert "not_found" not in {one["reason"] for one in compared.removed_by}
