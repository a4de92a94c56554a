import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare import paths
from dialogue_etl.compare.dialogues import KINDS
from tests.compare.threads_made import table

MIRRORED = {"split": "joined", "joined": "split", "removed": "added", "added": "removed"}


def kinds(before, after):
    return [[KINDS[kind] for kind in side.kind] for side in paths.compare(table(before), table(after))]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (["abc"], ["abc"], (["same"], ["same"])),
        (["abc"], ["aBc"], (["changed"], ["changed"])),  # other words, the same comments
        (["abcd"], ["cd"], (["changed"], ["changed"])),  # it begins later
        (["abcd"], ["abc"], (["changed"], ["changed"])),  # it ends earlier
        (["abcd"], ["ab", "cd"], (["split"], ["split", "split"])),
        (["abc", "abd"], ["ab"], (["joined", "joined"], ["joined"])),  # both have lost their last turn
        (["abc"], ["abd"], (["removed"], ["added"])),  # another way through the same tree
        (["abc", "abd"], ["abd"], (["removed", "same"], ["same"])),
        ([], ["ab"], ([], ["added"])),
        ([], [], ([], [])),
    ],
)
def test_dialogues_are_paired_by_their_comments(before, after, found):
    assert kinds({"t:r": before}, {"t:r": after}) == list(map(list, found))


def test_threads_are_apart_though_their_comments_have_the_same_ids():
    assert kinds({"t:1": ["abc"]}, {"t:2": ["abc"]}) == [["removed"], ["added"]]


def test_other_speakers_alone_are_a_kind_of_their_own():
    before, after = table({"t:r": ["ab"]}), table({"t:r": ["ab"]}, speaker="2")
    assert [[KINDS[kind] for kind in side.kind] for side in paths.compare(before, after)] == [
        ["relabelled"]
    ] * 2


def test_those_that_belong_together_share_a_group():
    one, other = paths.compare(table({"t:r": ["abcd", "xy"]}), table({"t:r": ["ab", "cd", "xy"]}))
    assert one.group[0] == other.group[0] == other.group[1] != one.group[1] == other.group[2]


def _id(said):
    return said[-1].lower(), said[0].lower() == "a" or said[0].lower()


# A comment is once on a way; no two dialogues have the same id.
WAY = st.lists(st.sampled_from("abcdABCD"), min_size=1, unique_by=str.lower).map("".join)
WAYS = st.lists(WAY, max_size=5, unique_by=_id)


@given(WAYS, WAYS)
def test_the_other_way_round_is_the_mirror_image(before, after):
    one, other = kinds({"t:r": before}, {"t:r": after})
    back, there = kinds({"t:r": after}, {"t:r": before})
    assert one == [MIRRORED.get(kind, kind) for kind in there]
    assert other == [MIRRORED.get(kind, kind) for kind in back]
    for kind in ("same", "changed"):
        assert one.count(kind) == other.count(kind)
    assert isinstance(table({}), pa.Table)
