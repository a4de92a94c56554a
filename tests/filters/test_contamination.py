"""Copies of a test set, planted into books, films and threads: dropped and counted, and nothing else is."""

import json

import pytest

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.filters import contamination
from dialogue_etl.sources.books.postfilter import postfilter
from dialogue_etl.sources.subtitles.clean import clean
from dialogue_etl.sources.threads.classify import classify
from dialogue_etl.text import overlap
from tests import planted
from tests.conftest import quick_runtime
from tests.labels import made


def run(folder, stage, **more):
    """The metrics of a stage over the corpus, which has the test set as an input."""
    made.write(folder / "in", dialogues=[row for _, row in planted.dialogues()])
    contamination.write(folder / "tests.parquet", planted.test_set())
    stage(
        language="en",
        dialogues=folder / "in",
        tests=folder / "tests.parquet",
        output=folder / "out",
        metrics=folder / "metrics.json",
        runtime=quick_runtime(store=folder / "store"),
        params=params.parse({}),
        **more,
    )
    return json.loads((folder / "metrics.json").read_text())


def models(folder):
    """Classifiers without training."""
    run = made.Run(folder, made.write(folder / "rules", dialogues=[]))
    run.train(min_labels=100)
    return {"models": folder / "train"}


@pytest.mark.parametrize("stage", [postfilter, clean, classify])
def test_planted_copies_are_dropped_with_what_they_are_like(tmp_path, stage):
    metrics = run(tmp_path, stage, **(models(tmp_path) if stage is classify else {}))
    assert metrics["dropped"]["dialogues"] == {"contamination": planted.COPIES}
    expected = {row["id"]: like for like, row in planted.dialogues()}
    kept = {row["source_id"] for row in shards.read(tmp_path / "out", "dialogues")}
    assert kept == {id for id, like in expected.items() if not like}
    drops = [row for row in shards.read(tmp_path / "out", "drops") if row["unit"] == "dialogue"]
    assert all(row["value"] >= row["threshold"] for row in drops)
    assert {row["id"]: row["detail"] for row in drops if stage is not classify} in (
        {id: f"like {like}" for id, like in expected.items() if like},
        {},
    )


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (
            "Do n't wait for me, the ferry is late again.",
            "“Don’t wait for me — the ferry is late again!”",
            True,
        ),
        ("Is it late?\nIt is.", "is it LATE\nit is", True),
        ("Is it late?\nIt is.", "Is it late?\nIt was.", False),
        ("What are you going to do about the ferry?", "What are you going to wear at the wedding?", False),
        ("我们的渡船今天又晚点了对吗", "我们的渡船今天又要晚点了对吗", True),
        ("我们的渡船今天又晚点了对吗", "你们昨天看见那条渡船了没有啊", False),
        ("", "", False),
    ],
)
def test_what_counts_as_a_copy(one, other, alike):
    """Small changes do not matter, small talk does not count."""
    first, second = overlap.sequences([one, other])
    assert (overlap.share(first, second) > 0) == alike
    nearest = overlap.Index([first]).nearest([second])
    assert nearest.shares[0] == overlap.share(first, second)


def test_an_excerpt_is_found_in_the_whole_and_the_whole_in_an_excerpt():
    whole = "\n".join(planted.texts(5, 1)[0] + planted.texts(6, 1)[0])
    part = "\n".join(planted.texts(5, 1)[0])
    for one, other in ((whole, part), (part, whole)):
        assert overlap.Index(overlap.sequences([one])).nearest(overlap.sequences([other])).shares[0] == 1
