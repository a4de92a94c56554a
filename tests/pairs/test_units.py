"""Which unit answers which: within dialogues, across a document, over batches, once per pair of a tree."""

import pyarrow as pa
import pytest

from dialogue_etl.core import turns
from dialogue_etl.core.tables import DIALOGUES
from dialogue_etl.pairs import units


def dialogues(*said):
    """Rows of (document, dialogue, texts); a text may be (text, start, end, id)."""
    rows = []
    for source, id, texts in said:
        whole = [text if isinstance(text, tuple) else (text, None, None, None) for text in texts]
        made = [
            turns.row(text, utterance_id=key) | {"start_ms": start, "end_ms": end}
            for text, start, end, key in whole
        ]
        rows.append({"id": id, "source_id": source, "language": "en", "turns": made})
    return pa.Table.from_pylist(rows, DIALOGUES)


def pairs(batches):
    found = [
        dict(zip(batch, row, strict=True))
        for batch in units.neighbours(batches)
        for row in zip(*batch.values(), strict=True)
    ]
    return [
        (one["dialogue_id"], one["number"], one["trigger"], one["answer"], one["interval_ms"])
        for one in found
    ]


TALK = dialogues(
    ("f", "f:1", [("a", 0, 900, None), ("b", 1_000, 1_900, None), ("c", None, 2_000, None)]),
    ("f", "f:2", [("d", 1_500, 3_000, None), ("e", 2_800, 4_000, None)]),
    ("g", "g:1", ["h", "i"]),
)


@pytest.mark.parametrize("size", [1, 2, 9])
def test_turns_are_paired_within_their_dialogue_however_they_are_read(size):
    found = pairs(units.turns(TALK.to_batches(max_chunksize=size), across=False))
    assert found == [
        ("f:1", 0, "a", "b", 100),
        ("f:1", 1, "b", "c", None),
        ("f:2", 0, "d", "e", -200),
        ("g:1", 0, "h", "i", None),
    ]


@pytest.mark.parametrize("size", [1, 9])
def test_or_across_the_dialogues_of_a_document(size):
    found = pairs(units.turns(TALK.to_batches(max_chunksize=size), across=True))
    assert [one[:4] for one in found] == [
        (None, 0, "a", "b"),
        (None, 1, "b", "c"),
        (None, 2, "c", "d"),
        (None, 3, "d", "e"),
        (None, 0, "h", "i"),
    ]
    assert found[2][4] == -500


def test_a_pair_that_is_on_several_paths_is_given_once():
    paths = dialogues(
        ("t", "t:3", [("a", None, None, "1"), ("b", None, None, "2"), ("c", None, None, "3")]),
        ("t", "t:4", [("a", None, None, "1"), ("b", None, None, "2"), ("d", None, None, "4")]),
        ("u", "u:2", [("a", None, None, "1"), ("b", None, None, "2")]),
    )
    found = pairs(units.turns(paths.to_batches(max_chunksize=1), across=False))
    assert [one[:4] for one in found] == [
        ("t:3", 0, "a", "b"),
        ("t:3", 1, "b", "c"),
        ("t:4", 1, "b", "d"),
        ("u:2", 0, "a", "b"),
    ]


ROWS = [
    ("f", "- Who?", 0, None, 1),
    ("f", "– Me.", None, 900, 1),
    ("f", "So.", 1_000, 1_900, 2),
    ("f", "No block.", None, None, None),
    ("f", "None.", None, None, None),
    ("g", "Well?", 0, 1, 2),
    ("g", "- Well.", 2, 3, 3),
]


@pytest.mark.parametrize("size", [1, 3, 9])
@pytest.mark.parametrize(
    ("joined_by", "found"),
    [
        ("", ["Who?", "Me.", "So.", "No block.", "None.", "Well?", "Well."]),
        ("block", ["Who? – Me.", "So.", "No block.", "None.", "Well?", "Well."]),
    ],
)
def test_rows_are_units_or_pieces_of_them(size, joined_by, found):
    names = units.columns_of("block")
    pieces = [ROWS[at : at + size] for at in range(0, len(ROWS), size)]
    batches = [dict(zip(names, map(list, zip(*piece, strict=True)), strict=True)) for piece in pieces]
    given = units.rows(batches, joined_by=joined_by, opening=r"\s*(?:[-–]\s*)+")
    said = [text for batch in given for text in batch["text"]]
    assert said == found
    again = pairs(units.rows(batches, joined_by=joined_by, opening=""))
    assert len(again) == len(found) - 2
    if joined_by:
        assert again[0][4] == 100
