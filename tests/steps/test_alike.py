"""Crawls of the same threads are in one split, and what is in two is counted."""

from dialogue_etl.core import shards
from dialogue_etl.steps import alike
from tests.conftest import quick_runtime
from tests.labels.made import dialogue, write
from tests.sources.threads.building import Build, add, chain, lines, values


def works(tmp_path, *rows):
    folder = write(tmp_path / "rules", 2, dialogues=rows)
    paths = shards.shard_paths(folder, "dialogues")
    return alike.work_ids("en", paths, quick_runtime(store=tmp_path / "store"))


def test_threads_with_the_same_opening_or_pair_are_one_work(tmp_path):
    found = works(
        tmp_path,
        dialogue("b:1", "Where do the swifts go?", "South, over the sea."),
        dialogue("a:7", "where do the swifts go", "They sleep in the air."),
        dialogue("c:3", "A thread that was cut.", "They sleep in the air!", "Do they?"),
        dialogue("d:4", "Some other opening", "they sleep in the air", "do they"),
        dialogue("e:5", "Nobody else asks this.", "South, over the sea."),
    )
    # c and d share a pair but no opening; e only has an answer that others have to something else.
    assert found == {"a:7": "a:7", "b:1": "a:7", "c:3": "c:3", "d:4": "c:3"}


def test_small_talk_connects_nothing_where_it_would_connect_most(tmp_path):
    rows = [dialogue(f"a:{number:03}", "Hi!", "Hi.", f"I am number {number}") for number in range(100)]
    rows += [dialogue(f"b:{number}", "A longer opening, said twice", str(number)) for number in (1, 2)]
    rows += [dialogue(f"c:{number}", f"Nobody else says {number}.") for number in range(900)]
    assert works(tmp_path, *rows) == {"b:1": "b:1", "b:2": "b:1"}
    few = works(tmp_path / "few", *rows[:10])
    assert set(few.values()) == {"a:000"}


def test_two_crawls_of_the_same_threads_have_no_pair_in_two_splits(tmp_path):
    """The second crawl came later: it has other ids, an answer more or one fewer."""
    folder = tmp_path / "corpora"
    said = [[f"post {n} about {n * 7}", f"answer {n} and {n * 3}", f"reply {n}"] for n in range(60)]
    first = [row for n, texts in enumerate(said) for row in chain(f"x{n}", *texts)]
    later = [row for n, texts in enumerate(said) for row in chain(f"{n}y", *texts[: 2 + n % 2], "so late?")]
    add(folder, "one", {"a.jsonl": lines(first)}, "en")
    add(folder, "two", {"a.jsonl": lines(later)}, "en")
    asked = {"threads.source": "corpora", "threads.languages": ["en"], "split.method": "hash"}
    build = Build(
        tmp_path / "build",
        values({**asked, "split.train": 0.5, "split.validation": 0.25, "split.test": 0.25}),
        quick_runtime(),
        corpora=folder,
    )
    build.run("ingest", "extract", "rules", "train", "classify", "split", "package", "check")
    rows = build.rows("split", "en", "splits")
    assert len({row["split"] for row in rows}) == 3
    assert len(rows) == 120
    assert len({row["work_id"] for row in rows}) == 60
    total = build.metrics("check")["total"]
    assert (total["leaked"], total["leaked_pairs"], total["split_works"]) == (0, 0, 0)
