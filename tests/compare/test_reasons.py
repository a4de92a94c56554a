from collections import Counter

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.reasons import COLUMNS, Reason, explain
from dialogue_etl.tables import DROPS

SCHEMA = pa.schema([DROPS.field(name) for name in COLUMNS])
books = st.sampled_from("bcd")
stretches = st.tuples(books, st.integers(0, 60), st.integers(1, 25))
drops = st.lists(st.tuples(stretches, st.sampled_from(["min_turns", "max_words", "skip_verse"])), max_size=12)


def table(rows):
    """Rows of a drops table: book, start, end, reason."""
    same = {"stage": "extract", "unit": "dialogue", "value": 1.0, "threshold": 2.0}
    made = [
        {**same, "source_id": book, "start": start, "end": end, "reason": reason}
        for book, start, end, reason in rows
    ]
    return pa.Table.from_pylist(made, SCHEMA)


def named(found):
    return [reason and reason.reason for reason in found]


def asked(*rows):
    return pa.array([row[0] for row in rows], pa.string()), *(
        np.array([row[n] for row in rows], np.int64) for n in (1, 2)
    )


@given(st.lists(stretches, max_size=6), drops)
def test_the_reason_that_covers_most_is_found(wanted, dropped):
    rows = [(book, start, start + length, reason) for (book, start, length), reason in dropped]
    found = named(explain(*asked(*((b, s, s + n) for b, s, n in wanted)), table(rows)))
    for (book, start, length), reason in zip(wanted, found, strict=True):
        covered = Counter()
        for other, first, end, why in rows:
            if other == book:
                covered[why] += max(0, min(end, start + length) - max(first, start))
        most = max(covered.values(), default=0)
        assert covered[reason] == most if most else reason is None


def test_a_reason_is_stage_unit_and_name():
    assert explain(*asked(("b", 5, 9)), table([("b", 0, 6, "min_turns")])) == [
        Reason("extract", "dialogue", "min_turns")
    ]


def test_whole_books_have_no_place_and_explain_no_dialogue():
    assert explain(*asked(("b", 5, 9)), table([("b", None, None, "edition")])) == [None]


def test_a_place_before_the_text_finds_nothing():
    assert explain(*asked(("c", -9, -3), ("c", 0, 2)), table([("b", 0, 50, "x"), ("c", 0, 1, "y")])) == [
        None,
        Reason("extract", "dialogue", "y"),
    ]


def test_nothing_asked():
    assert explain(*asked(), table([("b", 0, 50, "x")])) == []
