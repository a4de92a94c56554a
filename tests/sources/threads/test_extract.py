import pytest

from dialogue_etl.core.turns import row
from dialogue_etl.sources.threads import seeds
from dialogue_etl.sources.threads.trees import stable_choice
from tests.sources.threads.trees_made import Made, comment, tree_lines

TREE = [
    comment("a", None, "post", "ann", 1),
    comment("b", "a", "first", "bo", 2),
    comment("c", "a", "second", None, 3),
    comment("d", "b", "back", "ann", 4),
    comment("e", "d", "again", "cy", 5),
    comment("lone", None, "nobody answers", "di", 6),
]


@pytest.fixture
def made(tmp_path):
    made = Made(tmp_path)
    made.add("talk", {"talk.jsonl": tree_lines(*TREE)})
    return made


def test_every_way_from_root_to_leaf_is_a_dialogue(made):
    out = made.run()
    rows = sorted(out.rows("extract", "dialogues"), key=lambda row: row["id"])
    assert [(row["id"], row["source_id"], row["language"]) for row in rows] == [
        ("talk:a:c", "talk:a", "en"),
        ("talk:a:e", "talk:a", "en"),
    ]
    said = zip("abde", ["post", "first", "back", "again"], "1213", strict=True)
    assert rows[1]["turns"] == [row(text, utterance_id=id, speaker=who) for id, text, who in said]
    assert [turn["speaker"] for turn in rows[0]["turns"]] == ["1", None]


@pytest.mark.parametrize(
    ("speakers", "said"),
    [("names", [["ann", None], ["ann", "bo", "ann", "cy"]]), ("none", [[None] * 2, [None] * 4])],
)
def test_speakers_may_be_names_or_none(made, speakers, said):
    rows = made.run(speakers=speakers).rows("extract", "dialogues")
    assert sorted(([turn["speaker"] for turn in row["turns"]] for row in rows), key=len) == said


def test_figures_are_those_of_the_papers_second_table(made):
    figures = made.run().metrics("extract")
    counted = {
        "threads": 2,
        "comments": 6,
        "dialogues": 2,
        "single_turn": 1,
        "multi_turn": 1,
        "utterances": 6,
    }
    before = {"threads_in": 2, "comments_in": 6, "dialogues_in": 3, "utterances_in": 7}
    characters = len("postfirstbackagain" + "postsecond")
    dropped = {"dialogues": {"min_turns": 1}, "utterances": {"min_turns": 1}}
    assert figures == {**before, **counted, "characters": characters, "dropped": dropped}


def test_min_turns(made):
    out = made.run(min_turns=3)
    assert out.said() == [["a", "b", "d", "e"]]
    (short,) = [row for row in out.rows("extract", "drops") if row["id"] == "talk:a:c"]
    assert (short["reason"], short["value"], short["threshold"], short["detail"]) == (
        "min_turns",
        2,
        3,
        "second",
    )
    out.balanced()
    assert made.run(min_turns=1).said()[-1] == ["lone"]


def test_max_depth_cuts_while_walking(made):
    out = made.run(max_depth=3)
    assert out.said() == [["a", "b", "d"], ["a", "c"]]
    assert ("comment", "max_depth", "e") in out.drops("extract")
    out.balanced()


def test_max_paths_takes_the_leaves_of_least_hashes(tmp_path):
    made = Made(tmp_path)
    leaves = [f"l{number}" for number in range(50)]
    made.add("wide", {"w.jsonl": tree_lines(comment("r"), *(comment(leaf, "r") for leaf in leaves))})
    out = made.run(max_paths=10)
    ends = [f"wide:r:{leaf}" for leaf in sorted(leaves)]
    assert [row["id"] for row in out.rows("extract", "dialogues")] == [
        ends[place] for place in stable_choice(ends, 10)
    ]
    (dropped,) = {(row["reason"], row["value"], row["threshold"]) for row in out.rows("extract", "drops")}
    assert dropped == ("max_paths", 50, 10)
    out.balanced()


def test_banned_threads_and_corpora(made):
    made.add("more", {"m.jsonl": tree_lines(comment("x"), comment("y", "x"))})
    out = made.run(banned=["talk:a", "more"])
    assert out.said() == []
    assert [row for row in out.drops("extract") if row[1] == "banned"] == [
        ("thread", "banned", "more:x"),
        ("thread", "banned", "talk:a"),
    ]
    out.balanced()


def test_seed_users_comment_under_chosen_accounts(tmp_path):
    made = Made(tmp_path)
    rows = [
        comment("n", author="daily news"),
        comment("n1", "n", author="ann"),
        comment("n2", "n1", author="daily news"),
        comment("n3", "n", author=None),
        comment("a", author="ann"),
        comment("a1", "a", author="robot"),
        comment("r", author="robot"),
        comment("r1", "r", author="ann"),
        comment("q", author=None),
        comment("q1", "q", author="ann"),
    ]
    made.add("blog", {"b.jsonl": tree_lines(*rows)})
    made.add("other", {"o.jsonl": tree_lines(comment("o", author="ann"), comment("o1", "o"))})
    made.add("pairs", {"p.tsv": "hi\thello\n"}, "tsv")
    out = made.run(seed_accounts=["daily news"])
    kept = {row["source_id"].partition(":")[0] for row in out.rows("extract", "dialogues")}
    assert kept == {"blog", "pairs"}
    assert ["a", "a1"] in out.said()
    assert [row for row in out.drops("extract") if row[0] == "thread"] == [
        ("thread", "seed_accounts", f"{id}") for id in ("blog:n", "blog:q", "blog:r", "other:o")
    ]
    out.balanced()
    assert len(made.run().said()) == 7
    with pytest.raises(seeds.UnknownAccountError, match="names dayly news: began no thread in en; it has a"):
        made.run(seed_accounts=["daily news", "dayly news"])
    both = {"languages": ["en", "zh"]}  # where one may be of the other language
    assert made.run(seed_accounts=["daily news", "日报"], **both).said() == out.said()
    with pytest.raises(seeds.UnknownAccountError, match="names 日报: began no thread in en"):
        made.run(seed_accounts=["日报"], **both)


def test_many_long_threads_pass_the_edges_of_what_is_read_at_once(tmp_path):
    made = Made(tmp_path)
    rows = [comment("wide"), *(comment(f"w{n}", "wide") for n in range(25_000))]
    rows += [comment(f"{t}.{n}", f"{t}.{n - 1}" if n else None) for t in range(3_000) for n in range(3)]
    made.add("talk", {"t.jsonl": tree_lines(*rows)})
    out = made.run()
    assert out.metrics("extract")["dialogues"] == 28_000
    assert {tuple(path) for path in out.said()} == {("wide", f"w{n}") for n in range(25_000)} | {
        tuple(f"{t}.{n}" for n in range(3)) for t in range(3_000)
    }
