from dialogue_etl.filters import Drop, banned


def test_the_ban_list_holds_ids_not_parts_of_them():
    assert banned("pg1", ["pg1", "pg2"]) == Drop("banned", detail="pg1 is in books.banned")
    assert banned("pg1", ["pg11"]) is None
    assert banned("pg11", ["pg1"]) is None
