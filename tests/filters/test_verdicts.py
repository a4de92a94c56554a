from dialogue_etl.filters import Drop, banned
from dialogue_etl.tables import DROPS
from dialogue_etl.text.spans import Span


def test_a_drop_is_a_row_of_the_drops_table():
    row = Drop("max_words", 120, 100, "Sit down").row(
        stage="extract", unit="utterance", id="pg1:7", source_id="pg1", place=Span(7, 99)
    )
    assert list(row) == DROPS.names
    assert (row["start"], row["end"], row["value"], row["threshold"]) == (7, 99, 120, 100)


def test_the_ban_list_holds_ids_not_parts_of_them():
    assert banned("pg1", ["pg1", "pg2"]) == Drop("banned", detail="pg1 is in books.banned")
    assert banned("pg1", ["pg11"]) is None
    assert banned("pg11", ["pg1"]) is None
