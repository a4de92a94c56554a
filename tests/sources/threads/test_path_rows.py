import pytest

from dialogue_etl import shards
from dialogue_etl.sources.threads import path_rows
from dialogue_etl.sources.threads.path_rows import PathRows
from tests.sources.threads.block_made import block

SAID = [
    ("a", None, "ann", "你好"),
    ("b", "a", None, "hi"),
    ("c", "b", "cy", ""),
    ("d", "c", "ann", "x" * 500),
]


def written(folder, paths, speakers="numbers"):
    with shards.ShardWriter(folder, 0, 1, ["dialogues"]) as writer:
        rows = PathRows(block({"talk:a": SAID}), "zh", speakers, writer)
        for number, path in enumerate(paths):
            rows.add(f"talk:a:{number}", "talk:a", path)
        rows.flush()
    return rows, list(shards.read(folder, "dialogues"))


@pytest.mark.parametrize(
    ("speakers", "said", "sure"),
    [
        ("numbers", ["1", None, "2", "1"], [1.0, None, 1.0, 1.0]),
        ("names", ["ann", None, "cy", "ann"], [1.0, None, 1.0, 1.0]),
        ("none", [None] * 4, [None] * 4),
    ],
)
def test_a_path_is_a_row_of_dialogues(tmp_path, speakers, said, sure):
    rows, (row,) = written(tmp_path, [[0, 1, 2, 3]], speakers)
    assert (row["id"], row["source_id"], row["language"]) == ("talk:a:0", "talk:a", "zh")
    turns = row["turns"]
    assert [(turn["utterance_id"], turn["text"]) for turn in turns] == [(id, text) for id, _, _, text in SAID]
    assert [turn["speaker"] for turn in turns] == said
    assert [turn["speaker_confidence"] for turn in turns] == sure
    assert all(turn["spans"] == [] for turn in turns)
    assert rows.characters == sum(len(text) for *_, text in SAID)


def test_numbers_of_speakers_begin_with_one_in_each_dialogue(tmp_path):
    _, rows = written(tmp_path, [[0, 2], [2, 0]])
    assert [[turn["speaker"] for turn in row["turns"]] for row in rows] == [["1", "2"], ["1", "2"]]


def test_what_is_held_at_once_does_not_show(tmp_path, monkeypatch):
    paths = [[0, 1], [0, 1, 2, 3], [3], [1, 2]] * 5
    (tmp_path / "one").mkdir()
    (tmp_path / "many").mkdir()
    whole, rows = written(tmp_path / "one", paths)
    monkeypatch.setattr(path_rows, "_BYTES", 400)
    monkeypatch.setattr(path_rows, "_TURNS", 3)
    parted, same = written(tmp_path / "many", paths)
    assert same == rows
    assert parted.characters == whole.characters
