"""What is there twice, held against a plain search over all pairs."""

import itertools
from collections import defaultdict

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.steps.check import dialogue_index as index_module
from dialogue_etl.steps.check.dialogue_index import dialogue_index
from dialogue_etl.steps.check.reading import COLUMNS

SCHEMA = pa.schema([DATASET.field(name) for name in COLUMNS]).append(pa.field("row", pa.int64()))
ROWS = st.lists(st.tuples(*(st.sampled_from(values) for values in ("abc", "xyz", SPLIT_NAMES))), max_size=30)


def add(index, rows):
    """Rows of a document, words and a split; the number of a row makes its id."""
    for number, (document, words, split) in enumerate(rows):
        row = {"id": f"{number:03}", "source_id": document, "work_id": document, "language": "en"}
        said = [{"text": word} for word in words.split()]
        batch = pa.RecordBatch.from_pylist([{**row, "turns": said, "row": number}], SCHEMA)
        index.add(batch, split, "file")


def expected(rows, *, within_document):
    """Ids of duplicates and of what leaked."""
    places = sorted(enumerate(rows), key=lambda one: (SPLIT_NAMES.index(one[1][2]), one[0]))
    duplicates, leaked = set(), set()
    for (number, (document, words, split)), (other, before) in itertools.permutations(places, 2):
        if before[1] == words and before[2] == split and other < number:
            own = any(rows[n] == (document, words, split) for n in range(number))
            if not (within_document and own):
                duplicates.add(f"{number:03}")
        if before[1] == words and SPLIT_NAMES.index(before[2]) < SPLIT_NAMES.index(split):
            leaked.add(f"{number:03}")
    return duplicates, leaked


@pytest.mark.parametrize("within_document", [True, False])
@settings(max_examples=10)  # each makes a database
@given(rows=ROWS)
def test_what_a_plain_search_finds_is_found(tmp_path_factory, within_document, rows):
    with dialogue_index(tmp_path_factory.mktemp("index"), within_document=within_document) as index:
        add(index, rows)
        (duplicates, named), (leaked, leaks) = index.same_words()
        split_works = index.split_works()
    plain = expected(rows, within_document=within_document)
    assert (duplicates, leaked) == tuple(map(len, plain))
    assert {one.id for one in leaks} <= plain[1]
    if not within_document:
        assert {one.id for one in named} <= plain[0]
    splits = defaultdict(set)
    for document, _, split in rows:
        splits[document].add(split)
    assert split_works[0] == sum(len(own) > 1 for own in splits.values())


def test_what_does_not_fit_into_memory_is_found_and_nothing_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(index_module, "MEMORY", "24MB")
    row = {"source_id": "d", "work_id": "w", "language": "en", "turns": [{"text": "x" * 50}]}
    with dialogue_index(tmp_path, within_document=False) as index:
        for start in range(0, 300_000, 20_000):
            rows = [row | {"id": f"{n % 290_000:0100}", "row": n} for n in range(start, start + 20_000)]
            index.add(pa.RecordBatch.from_pylist(rows, SCHEMA), "train", "file")
        number, first = index.same_ids()
    assert (number, [int(one.id) for one in first]) == (10_000, list(range(10)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("least", "found"), [(12, ["001", "002"]), (20, ["001"]), (40, [])])
def test_pairs_and_openings_of_another_split_count_from_a_length_on(tmp_path, least, found):
    rows = [
        ("a", "When? TheFerryLeavesAtNine! Oh. Really?TheFirst?", "train"),
        ("b", "So: thefirstferry leaves? At when, theferryleavesatnine", "test"),
        ("c", "Oh? really,the-first And then?", "validation"),
    ]
    with dialogue_index(tmp_path, within_document=False, least=least) as index:
        add(index, rows)
        index.same_words()
        assert sorted(one.id for one in index.same_pairs()[1]) == found
