import pytest

from dialogue_etl import shards
from dialogue_etl.params import Threads
from dialogue_etl.sources.threads.walk import Walk
from tests.sources.threads.block_made import block

TREE = {
    "talk:a": [
        ("a", None, "ann", "post"),
        ("b", "a", "bo", "first"),
        ("c", "a", "cy", "second"),
        ("d", "b", "ann", "back"),
    ],
    "talk:z": [("z", None, "di", "alone")],
}


@pytest.fixture
def walked(tmp_path):
    def walk(**parameters):
        settings = {"parameters": Threads(**parameters).model_dump(), "judged": [], "language": "en"}
        with shards.ShardWriter(tmp_path, 0, 1, ["dialogues", "drops"]) as writer:
            walk = Walk(settings, writer, [])
            walk.block(block(TREE))
        rows = list(shards.read(tmp_path, "dialogues"))
        return walk, [[turn["utterance_id"] for turn in row["turns"]] for row in rows]

    return walk


def test_paths_and_what_is_too_short(walked):
    walk, said = walked()
    assert said == [["a", "b", "d"], ["a", "c"]]
    assert walk.dropped == {("dialogue", "min_turns"): 1, ("utterance", "min_turns"): 1}
    assert walk.totals["utterances_in"] == walk.totals["utterances"] + 1 == 6


def test_what_is_too_deep_is_a_comment_that_goes(walked):
    walk, said = walked(max_depth=2)
    assert said == [["a", "b"], ["a", "c"]]
    assert walk.dropped["comment", "max_depth"] == 1
    assert walk.totals["comments"] == walk.totals["comments_in"] - 1


def test_a_banned_thread_goes_with_its_comments(walked):
    walk, said = walked(banned=["talk:a"])
    assert said == []
    assert walk.dropped["thread", "banned"] == 1
    assert walk.dropped["comment", "banned"] == 4


def test_paths_over_the_cap_are_counted(walked):
    walk, said = walked(max_paths=1)
    assert len(said) == 1
    assert walk.dropped["dialogue", "max_paths"] == 1
    assert walk.dropped["utterance", "max_paths"] == 5 - len(said[0])
