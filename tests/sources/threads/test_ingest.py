import gzip
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.core import shards
from dialogue_etl.sources.threads import assignment, corpora
from tests.sources.threads.trees_made import Made, comment, tree_lines


@pytest.fixture
def made(tmp_path):
    return Made(tmp_path)


def test_threads_and_comments(made):
    rows = [comment("a", time=5), comment("c", "a", author="bo", time=9), comment("b", "a", author=None)]
    made.add("talk", {"talk.jsonl": tree_lines(*rows, comment("z"))})
    out = made.run()
    assert sorted(out.rows("ingest", "threads"), key=lambda row: row["id"]) == [
        {
            "id": f"talk:{root}",
            "corpus": "talk",
            "language": "en",
            "rights": "CC0",
            "root_author": "ann",
            "comments": count,
        }
        for root, count in (("a", 3), ("z", 1))
    ]
    found = [row for row in out.rows("ingest", "comments") if row["source_id"] == "talk:a"]
    assert [(row["id"], row["parent"], row["author"], row["time"]) for row in found] == [
        ("b", "a", None, None),
        ("a", None, "ann", 5),
        ("c", "a", "bo", 9),
    ]
    assert out.said() == [["a", "b"], ["a", "c"]]
    out.balanced()


def test_rows_lie_in_the_shard_of_their_thread_in_order(made):
    rows = [comment(f"{tree}.{n}", f"{tree}.{n - 1}" if n else None) for tree in range(40) for n in range(3)]
    made.add("talk", {"talk.jsonl": tree_lines(*rows)})
    made.add("talk-b", {"b.jsonl": tree_lines(*rows)})
    folder = made.run().folder / "ingest"
    for table, name in (("threads", "id"), ("comments", "source_id")):
        for index, path in enumerate(shards.shard_paths(folder, table)):
            ids = [row[name] for row in shards.read_shard(path)]
            assert ids == sorted(ids)
            assert {shards.shard_of(id, 3) for id in ids} == {index}


def test_an_orphan_begins_a_thread_or_is_left_out_with_what_is_below(made):
    made.add("talk", {"talk.jsonl": tree_lines(comment("b", "gone"), comment("c", "b"), comment("d", "c"))})
    out = made.run()
    assert out.said() == [["b", "c", "d"]]
    assert out.metrics("ingest")["orphans"] == 1
    assert [row["parent"] for row in out.rows("ingest", "comments") if row["id"] == "b"] == [None]
    dropped = made.run(orphans="drop")
    assert dropped.said() == []
    assert dropped.drops("ingest") == [("comment", "orphan", id) for id in "bcd"]
    dropped.balanced()


def test_cycles_are_left_out_with_what_hangs_on_them(made):
    rows = [comment("a", "c"), comment("b", "a"), comment("c", "b"), comment("d", "b"), comment("s", "s")]
    made.add("talk", {"talk.jsonl": tree_lines(*rows, comment("x"), comment("y", "x"))})
    out = made.run()
    assert out.said() == [["x", "y"]]
    assert out.drops("ingest") == [("comment", "cycle", id) for id in "abcd"]
    assert out.drops("extract") == [("dialogue", "min_turns", "talk:s:s")]  # its own parent: a root
    out.balanced()


def test_a_deleted_root_keeps_its_thread(made):
    gone = comment("a", None, "[removed]", "[deleted]")
    rows = [gone, comment("b", "a"), comment("c", "b"), comment("e", "a", " ")]
    made.add("talk", {"talk.jsonl": tree_lines(*rows)})
    out = made.run()
    assert out.said() == [["b", "c"]]
    (thread,) = out.rows("ingest", "threads")
    assert (thread["id"], thread["root_author"], thread["comments"]) == ("talk:a", None, 2)
    assert out.drops("ingest") == [("comment", "deleted", "a"), ("comment", "empty", "e")]
    out.balanced()


def test_of_several_of_one_id_one_stays_wherever_it_stands(made):
    rows = [comment("a"), comment("b", "a", "one"), comment("b", None, "other"), comment("b", "a", "one")]
    texts = set()
    for name, order in (("x", rows), ("y", rows[::-1])):
        made.add("talk", {"1.jsonl": tree_lines(*order[:2]), "2.jsonl": tree_lines(*order[2:])})
        out = made.run(name)
        assert out.drops("ingest") == [("comment", "duplicate", "b")] * 2
        out.balanced()
        texts.add(str(out.rows("ingest", "comments")))
    assert len(texts) == 1


def test_a_deleted_comment_parts_its_tree_and_loses_nothing_else(made):
    gone = comment("b", "a", " [deleted] ")
    rows = [comment("a"), gone, comment("c", "b"), comment("d", "c"), comment("e", "a")]
    rows.append(comment("f", "e", "beep", "AutoModerator"))
    made.add("talk", {"talk.jsonl": tree_lines(*rows)})
    out = made.run()
    assert out.said() == [["a", "e"], ["c", "d"]]
    assert {row["source_id"] for row in out.rows("ingest", "comments")} == {"talk:a"}
    assert sorted(out.drops("ingest")) == [("comment", "bot", "f"), ("comment", "deleted", "b")]
    out.balanced()
    assert made.run(deleted=[], bots=[]).metrics("ingest")["comments"] == 6


def test_what_only_came_with_another_comment_gives_way_to_itself(made):
    """The post that comes with each comment, and the answered one, which names no post here."""
    post = {"id": 1, "text": "下雨了", "user": {"screen_name": "气象"}}
    first = {"id": 2, "text": "带伞", "status": post, "user": {"screen_name": "甲"}}
    second = {"id": 3, "text": "好的", "status": post, "reply_comment": {"id": 2, "text": "带伞"}}
    for name, rows in (("x", [first, second]), ("y", [second, first])):
        made.add("weibo", {"w.jsonl": tree_lines(*rows)}, "weibo", "zh")
        out = made.run(name, language="zh")
        assert out.said() == [["1", "2", "3"]]
        assert [row[:2] for row in out.drops("ingest")] == [("comment", "duplicate")] * 2
        out.balanced()


def test_sessions_are_chains_and_the_same_one_counts_once(made):
    made.add("pairs", {"1.tsv": "how are you\tfine\tgood\nhow are you\tfine\tgood\nhi\thello\n"}, "tsv")
    out = made.run()
    first, second = out.said()
    assert {len(first), len(second)} == {2, 3}
    root = max(first, second, key=len)[0]
    assert max(first, second, key=len) == [root, f"{root}.2", f"{root}.3"]
    assert out.drops("ingest") == sorted(
        ("comment", "duplicate", id) for id in (root, f"{root}.2", f"{root}.3")
    )
    assert {turn["speaker"] for row in out.rows("extract", "dialogues") for turn in row["turns"]} == {None}
    out.balanced()


def random_rows(seed, count=300):
    draw = random.Random(seed)
    rows = []
    for number in range(count):
        parent = draw.choice(
            [None, *(row["id"] for row in rows[-30:]), "missing", f"c{draw.randrange(count)}"]
        )
        text = draw.choice([None, None, None, "[deleted]", " "])
        rows.append(
            comment(
                f"c{draw.choice([number, number, number // 2])}", parent, text, f"u{number % 7}", number // 3
            )
        )
    return rows


def test_bytes_depend_on_neither_workers_nor_order_nor_files(tmp_path):
    rows = random_rows(4)
    one = Made(tmp_path / "one")
    one.add("talk", {"a.jsonl": tree_lines(*rows)})
    one.add("more", {"m.jsonl": tree_lines(*random_rows(5))})
    many = Made(tmp_path / "many", workers=2)
    mixed = random.Random(2).sample(rows, len(rows))
    many.add("more", {"m.jsonl.gz": gzip.compress(tree_lines(*random_rows(5)[::-1]).encode())})
    many.add("talk", {f"{n}.jsonl": tree_lines(*mixed[n::3]) for n in range(3)})
    expected, found = one.run(), many.run()
    expected.balanced()
    assert len(expected.said()) > 50
    counted = {name: data for name, data in expected.bytes().items() if name != "ingest.json"}
    assert {name: data for name, data in found.bytes().items() if name != "ingest.json"} == counted


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6))
def test_what_goes_in_comes_out_or_has_a_row(tmp_path_factory, seed):
    made = Made(tmp_path_factory.mktemp("made"))
    made.add("talk", {"a.jsonl": tree_lines(*random_rows(seed, 60))})
    out = made.run(max_depth=4, max_paths=3)
    out.balanced()
    comments = {(row["source_id"], row["id"]): row for row in out.rows("ingest", "comments")}
    for row in comments.values():
        assert row["parent"] is None or (row["source_id"], row["parent"]) in comments


def test_a_chain_of_ten_thousand(made):
    rows = [comment(f"c{number}", f"c{number - 1}" if number else None) for number in range(10_000)]
    made.add("talk", {"a.jsonl": tree_lines(*random.Random(1).sample(rows, len(rows)))})
    out = made.run(max_depth=0)
    assert [len(path) for path in out.said()] == [10_000]
    capped = made.run()
    assert [len(path) for path in capped.said()] == [1_000]
    assert capped.metrics("extract")["dropped"] == {"comments": {"max_depth": 9_000}}


def test_long_texts_are_whole_and_what_no_platform_takes_is_left_out(made):
    texts = {f"c{number}": f"{number} 长" * (number * 3_000) for number in (1, 4, 9)}
    rows = [comment(id, None if id == "c1" else "c1", text) for id, text in texts.items()]
    made.add("talk", {"1.jsonl": tree_lines(*rows, comment("c10", "c9"), comment("c11", "c10"))})
    out = made.run()
    (drop,) = [row for row in out.rows("ingest", "drops") if row["id"] == "c9"]
    assert (drop["reason"], drop["detail"]) == ("long", texts.pop("c9")[:200])
    assert texts.items() <= {row["id"]: row["text"] for row in out.rows("ingest", "comments")}.items()
    assert out.said() == [["c1", "c4"], ["c10", "c11"]]
    out.balanced()


def test_no_room_is_said_in_a_sentence(made, monkeypatch):
    monkeypatch.setattr(assignment, "MEMORY", "1MB")
    made.add("talk", {"1.jsonl": tree_lines(*random_rows(1))})
    with pytest.raises(assignment.NoRoomError, match="talk: its comments can't be sorted in 1MB: "):
        made.run()


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_encodings(made, codec):
    text = "你好吗，今天去哪里\t我去图书馆看书\n吃饭了没有\t还没有呢，一起去吧\n"
    made.add("pairs", {"p.tsv": text.encode(codec)}, "tsv", "zh")
    out = made.run(language="zh")
    said = sorted(turn["text"] for row in out.rows("extract", "dialogues") for turn in row["turns"])
    assert said == sorted(text.replace("\n", "\t").split("\t")[:-1])


def test_corpora_and_languages_are_chosen_and_their_ids_are_apart(made):
    for name in ("one", "two"):
        made.add(name, {f"{name}.jsonl": tree_lines(comment("a"), comment("b", "a"))})
    out = made.run()
    assert sorted(row["id"] for row in out.rows("ingest", "threads")) == ["one:a", "two:a"]
    assert out.metrics("ingest")["dropped"] == {}
    assert made.run(corpora=["two"]).metrics("ingest")["comments"] == 2
    out = made.run(language="sw")
    assert (out.rows("ingest", "comments"), out.rows("extract", "dialogues")) == ([], [])
    with pytest.raises(corpora.CorporaError, match=r"threads\.corpora names other: not there"):
        made.run(corpora=["other"])
