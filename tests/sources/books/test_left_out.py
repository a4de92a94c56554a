"""The log of a stage names books that it left out."""

from dialogue_etl.core import shards
from dialogue_etl.filters import Drop
from dialogue_etl.sources.books.left_out import name_left_out


def test_the_books_nearest_to_the_limit_are_named_for_each_reason(tmp_path, caplog):
    caplog.set_level("INFO")
    measured = {"far": 12.0, "near": 149.5, "other": 100.25, "between": 120.0}
    dropped = [("book", id, Drop("min_delimiters", value, 150.0)) for id, value in measured.items()]
    dropped += [
        ("book", "listed", Drop("banned")),
        ("dialogue", "near:5", Drop("min_turns", 1.0, 2.0)),
        ("book", "german", Drop("other_language", 1.0, 0.5, "it seems to be in German")),
    ]
    with shards.ShardWriter(tmp_path, 0, 1, ["drops"]) as writer:
        rows = [drop.row(stage="extract", unit=unit, id=id, source_id=id) for unit, id, drop in dropped]
        writer.add("drops", rows)
    name_left_out("extract", "en", tmp_path)
    assert caplog.messages == [
        "extract en: 1 left out by banned: listed",
        "extract en: 4 left out by min_delimiters: near (149.5 against 150), between (120 against 150), "
        "other (100.2 against 150) …",
        "extract en: 1 left out by other_language: german (it seems to be in German)",
    ]
