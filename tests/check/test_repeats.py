import itertools
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.check import repeats
from dialogue_etl.check.repeats import Repeats

ROWS = st.lists(st.tuples(st.sampled_from(["a", "b", "", "a\nb"]), st.integers(0, 2)), max_size=40)


def found(folder, rows):
    """Place → (place before, first place, within, across); added by split, as files are read, in threes."""
    kept = Repeats(folder)
    for split in range(3):
        of_split = [(content, place) for place, (content, its) in enumerate(rows) if its == split]
        for start in range(0, len(of_split), 3):
            contents, places = zip(*of_split[start : start + 3], strict=True)
            kept.add(contents, split, places)
    again = {}
    for rows_again in kept.find():
        columns = (
            rows_again.places,
            rows_again.before,
            rows_again.firsts,
            rows_again.within,
            rows_again.across,
        )
        again |= {row[0]: row[1:] for row in zip(*(column.tolist() for column in columns), strict=True)}
    return again


def expected(rows):
    groups = defaultdict(list)
    for place, (content, split) in enumerate(rows):
        groups[content].append((split, place))
    again = {}
    for members in groups.values():
        members.sort()
        for (before, split_place), (split, place) in itertools.pairwise(members):
            again[place] = (split_place, members[0][1], before == split, split > members[0][0])
    return again


@pytest.mark.parametrize("held", [1_000, 1], ids=["in memory", "in files"])
@given(rows=ROWS)
def test_all_but_the_first_of_each_content_are_found(tmp_path_factory, held, rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeats, "_HELD", held)
        assert found(tmp_path_factory.mktemp("repeats"), rows) == expected(rows)


def test_what_does_not_fit_into_memory_goes_to_files_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(repeats, "_HELD", 1_000)
    kept = Repeats(tmp_path)
    for start in range(0, 10_000, 500):
        kept.add([str(number % 7_000) for number in range(start, start + 500)], 0, range(start, start + 500))
        assert kept._number < 1_000
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 64
    assert max(sizes) < 3 * np.mean(sizes)
    assert sorted(np.concatenate([piece.places for piece in kept.find()]).tolist()) == list(
        range(7_000, 10_000)
    )


def test_nothing_is_found_among_nothing(tmp_path):
    kept = Repeats(tmp_path)
    assert list(kept.find()) == []
    kept.add([], 0, [])
    assert [piece.places.tolist() for piece in kept.find()] == [[]]
