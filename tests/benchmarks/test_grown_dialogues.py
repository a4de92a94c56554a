from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import grown_dialogues
from dialogue_etl.compare.dialogues import KINDS, compare
from dialogue_etl.tables import DIALOGUES, DROPS


def written(version, folder, count):
    total = grown_dialogues.write(version, folder, count)
    table = pa.concat_tables(pq.read_table(path) for path in sorted((folder / "dialogues").iterdir()))
    assert len(table) == total
    return table


def test_two_versions_differ_in_the_wanted_share(tmp_path):
    before, after = grown_dialogues.versions(5_000, 0.1)
    tables = written(before, tmp_path / "1", 2), written(after, tmp_path / "2", 3)
    assert tables[0].schema == DIALOGUES
    sides = compare(*(table.sort_by("source_id") for table in tables))
    counts = [Counter(KINDS[kind] for kind in side.kind) for side in sides]
    for kind, side in (("changed", 0), ("split", 0), ("joined", 1), ("removed", 0), ("added", 1)):
        assert 60 < counts[side][kind] < 140, kind
    assert counts[0]["same"] == counts[1]["same"] > 4_300


def test_what_is_removed_has_a_drop_in_its_place(tmp_path):
    versions = grown_dialogues.versions(2_000, 0.1)
    tables = [written(version, tmp_path / str(at), 1) for at, version in enumerate(versions)]
    drops = pq.read_table(tmp_path / "1" / "drops" / "00000-of-00001.parquet")
    assert drops.schema == DROPS
    places = set(zip(drops["source_id"].to_pylist(), drops["start"].to_pylist(), strict=True))
    kinds = [KINDS[kind] for kind in compare(*tables)[0].kind]
    removed = [row for row, kind in zip(tables[0].to_pylist(), kinds, strict=True) if kind == "removed"]
    assert removed
    for row in removed:
        assert (row["source_id"], row["turns"][0]["spans"][0]["start"]) in places
