"""Who is named as the speaker, against annotated speakers."""

import pytest

from benchmarks.extraction import names
from benchmarks.extraction.names import Said

GOLD = [
    {"start": start, "end": start + 10, "speaker": who, "quote_id": id}
    for start, who, id in (
        (0, "Ann Lee", "a"),
        (20, "Bob", "b"),
        (40, "Ann Lee", "c"),
        (60, "Tom", "d"),
        (80, "Bob", "e"),
    )
]
KNOWN = {
    "names": {"Ann Lee": ["Ann", "Miss Lee"], "Bob": ["Bob"]},
    "quote_types": {"a": "explicit", "b": "implicit", "c": "anaphoric", "d": "implicit", "e": "implicit"},
}
TURNS = [
    Said([(1, 9), (41, 50)], "miss lee", 0.95),
    Said([(21, 30)], "Ann", 0.4),
    Said([(62, 66)], "I", 0.7),
    Said([(66, 70)], None, 0.0),
]


def test_names_are_right_wrong_or_missing_by_type_and_confidence():
    found = names.judged(GOLD, TURNS, KNOWN, {"i": "1"})
    assert found.by_type == {
        ("explicit", "right"): 1,
        ("implicit", "wrong"): 1,
        ("anaphoric", "right"): 1,
        ("implicit", "right"): 1,  # the narrator is who most of `I` stand for
        ("implicit", "missed"): 1,
    }
    assert found.by_confidence == {(9, "right"): 2, (4, "wrong"): 1, (7, "right"): 1}


def test_b_cubed_needs_no_names():
    found = names.judged(GOLD, TURNS, None, {"i": "1"})
    assert not found.by_type
    assert found.agreed["speech"] == 5
    # Clusters: speech 1 and 3; 2; 4; 5, which nobody has.
    assert found.agreed["precision"] == pytest.approx(5)
    assert found.agreed["recall"] == pytest.approx(1 + 1 + 1 + 0.5 + 0.5)


def test_a_row_of_the_table():
    row = names.cells(names.judged(GOLD, TURNS, KNOWN, {"i": "1"}))
    assert row[:6] == ["5", "60.00", "20.00", "0.00", "75.00", "100.00"]
    assert names.reliability("tuning", [names.judged(GOLD, TURNS, KNOWN, {"i": "1"})]) == [
        ["tuning", "0.4 to 0.5", "1", "0.00"],
        ["tuning", "0.7 to 0.8", "1", "100.00"],
        ["tuning", "0.9 to 1.0", "2", "100.00"],
    ]
