import csv
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.subtitles.dialogues import MISSING, bin_of, part, table
from tests.sources.subtitles.turns_made import Build, film


def turn(number, start, end, *, source="f:1", change=1, alone=1):
    return {
        "source_id": source,
        "number": number,
        "last": number,
        "text": f"Turn {number}.",
        "speaker": None,
    } | {"start_ms": start, "end_ms": end, "change": change, "alone": alone}


def numbers(found):
    return [[row["number"] for row in dialogue] for dialogue in found]


@pytest.mark.parametrize(
    ("end", "start", "parts"),
    [
        (1_000, 6_000, False),
        (1_000, 6_001, True),
        (None, 9_000, False),
        (1_000, None, False),
        (None, None, False),
        (9_000, 1_000, False),
        (-9_000, -1_000, True),
    ],
)
def test_a_gap_of_more_than_five_seconds_parts(end, start, parts):
    found = numbers(part([turn(1, 0, end), turn(2, start, 20_000)], 5_000)[0])
    assert found == ([[1], [2]] if parts else [[1, 2]])


times = st.none() | st.integers(-100_000, 100_000)


@given(st.lists(st.tuples(times, times), max_size=12), st.integers(0, 9_000))
def test_no_turn_is_lost_and_every_part_begins_behind_a_gap(gaps, most):
    rows = [turn(number, *both) for number, both in enumerate(gaps)]
    found, uncertain = part(rows, most)
    assert [row for dialogue in found for row in dialogue] == rows
    assert not uncertain
    assert all(found)
    for before, after in pairwise(found):
        assert after[0]["start_ms"] - before[-1]["end_ms"] > most


def test_uncertain_turns_split_and_one_that_may_be_of_two_people_is_left_out():
    rows = [
        *[turn(1, 0, 900, change=None), turn(2, 950, 1_000, change=0.7), turn(3, 1_050, 2_000, change=0.5)],
        *[turn(4, 2_050, 3_000, alone=0.6), turn(5, 3_050, 4_000)],
    ]
    found, uncertain = part(rows, 5_000, 0.7)
    assert (numbers(found), numbers([uncertain])) == ([[1, 2], [3], [5]], [[4]])


@pytest.mark.parametrize(
    ("gap", "edge"),
    [
        (0, "0.0"),
        (499, "0.0"),
        (500, "0.5"),
        (-1, "-0.5"),
        (None, MISSING),
        (10**9, "60.0"),
        (-(10**9), "-10.0"),
    ],
)
def test_bins_are_half_seconds(gap, edge):
    assert bin_of(gap) == edge


def test_the_row_of_a_dialogue():
    [row] = table([[turn(3, 0, 900), turn(5, 1_000, None)]], "en").to_pylist()
    assert (row["id"], row["source_id"], row["language"]) == ("f:1:3", "f:1", "en")
    assert [(one["utterance_id"], one["start_ms"], one["end_ms"]) for one in row["turns"]] == [
        ("3", 0, 900),
        ("5", 1_000, None),
    ]
    assert table([], "en").num_rows == 0


def said(source):
    blocks = [(0, 900, ["Who?"]), (1_000, 1_900, ["Me."]), (6_900, 7_900, ["So?"]), (12_901, 13_000, ["No."])]
    return film(source, [*blocks, (12_000, 14_000, ["Oh?", "Yes."]), (None, None, ["Well?"])])


def test_the_histogram_counts_every_pair_and_negative_gaps_are_counted(tmp_path):
    build = Build.of(tmp_path, [said(f"f{number}:1") for number in range(5)])
    build.run("sentences", "train", "turns", "dialogues")
    figures = build.figures("dialogues")
    assert figures["pairs"] == figures["turns_in"] - figures["films"] == 30
    assert (figures["parted"], figures["missing"], figures["negative"]) == (5, 10, 5)
    assert figures["dialogues"] == 10
    rows = csv.DictReader((build.stages / "dialogues" / "en" / "gaps.csv").read_text("utf-8").splitlines())
    assert {row["gap"]: int(row["pairs"]) for row in rows} == {"-1.0": 5, "0.0": 5, "5.0": 10, "": 10}
