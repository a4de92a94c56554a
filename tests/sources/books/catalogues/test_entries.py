import json
from itertools import permutations

import pytest

from dialogue_etl.core.shards import MissingTableError
from dialogue_etl.core.tables import DROPS
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.catalogues.entries import (
    Entry,
    Unreadable,
    id_order,
    is_in,
    language_tag,
    listed,
)
from dialogue_etl.sources.books.tables import CATALOGUE
from tests import tables

ENTRIES = [
    Entry("pg2", languages=("de", "en"), authors=("Austen, Jane",), rights=""),
    Entry("pg10", "Sound", "1999-01-31", "Emma", ("en",), ("A",), ("S",), ("B",), "CC0", "a", "ff"),
]


def test_what_is_written_is_read_again(tmp_path):
    assert list(ENTRIES[0].row()) == CATALOGUE.names
    assert set(Unreadable("pg1", "why").row()) == set(DROPS.names)
    assert [Entry.of(json.loads(json.dumps(entry.row()))) for entry in ENTRIES] == ENTRIES
    assert ENTRIES[1].number == "10"
    with pytest.raises(MissingTableError):
        list(listed(tmp_path))
    with tables.writer(tmp_path, 0, 1, ["catalogue"]) as writer:
        writer.add("catalogue", [entry.row() for entry in ENTRIES])
    assert list(listed(tmp_path)) == ENTRIES


@pytest.mark.parametrize(
    "ids",
    [["pg2", "pg10", "pg100"], ["a1b2", "a1b10", "a2b1"], ["9", "10", "a"], ["pg01", "pg1", "pg2"]],
)
def test_numbers_in_ids_count_as_numbers(ids):
    for mixed in permutations(ids):
        assert sorted(mixed, key=id_order) == ids
    assert id_order("pg" + "9" * 10_000) > id_order("pg9")


@pytest.mark.parametrize(
    ("code", "tag"),
    [
        ("en", "en"),
        ("eng", "en"),
        ("ger", "de"),
        ("enm", "enm"),
        ("pt-br", "pt-BR"),
        *((tag, tag) for tag in LANGUAGES),  # ours are called by their tags
        *((text, text) for text in ("", "English", "en, de", "x" * 500, "\n")),  # no tags
    ],
)
def test_codes_of_three_letters_become_the_tag_there_is(code, tag):
    assert language_tag(code) == tag


def test_a_regional_variety_is_the_language_but_another_tag_with_its_letters_is_not():
    assert is_in(("fr", "pt-BR"), "pt")
    assert not is_in(("pt", "enm"), "en")
    assert not is_in(("pt",), "pt-BR")
    assert not is_in((), "en")
