"""Counting shard by shard: exact on a toy corpus, and the same however it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialogue_etl.shards import MissingTableError
from dialogue_etl.sources.threads.report.sizes import Size
from dialogue_etl.sources.threads.report.survey import survey
from tests.conftest import quick_runtime
from tests.sources.threads.made import dialogue, drop, params, thread, write, zh

if TYPE_CHECKING:
    from pathlib import Path


def test_table_2_of_a_toy_corpus(stages: Path) -> None:
    found = survey(stages, "zh", 3, quick_runtime())
    # 你好 吗 ？ / 很 好; 今天 下雨 / 带伞 了 吗 / 没有
    assert found.sizes == {
        "single": Size(raw=2, dialogues=1, utterances=2, characters=6, words=5, vocabulary=5),
        "multi": Size(raw=1, dialogues=1, utterances=3, characters=10, words=6, vocabulary=6),
    }
    assert found.total == Size(raw=3, dialogues=2, utterances=5, characters=16, words=11, vocabulary=10)


def test_what_is_left_after_each_stage(stages: Path) -> None:
    found = survey(stages, "zh", 3, quick_runtime())
    assert found.left == {
        "extract": {"threads": 2, "dialogues": 3, "utterances": 7},
        "rules": {"threads": 2, "dialogues": 2, "utterances": 5},
        "classify": {"threads": 2, "dialogues": 2, "utterances": 5},
    }
    assert found.dropped == {
        ("ingest", "comment", "orphan"): 1,
        ("extract", "dialogue", "min_turns"): 1,
        ("rules", "dialogue", "generic_forms"): 1,
        ("rules", "utterance", "generic_forms"): 1,
    }
    assert found.corpora == {("corner", "CC0-1.0"): {"threads": 2, "comments": 6, "dialogues": 2}}
    assert sum(counts["dialogues"] for counts in found.splits.values()) == 2


def many(number: int) -> dict[str, list[dict[str, Any]]]:
    said = [
        dialogue(f"room:{n}", f"day {n}", "all right", *(["see you"] * (n % 4)), language="en")
        for n in range(number)
    ]
    return {
        "ingest/threads": [thread(f"room:{n}", language="en", comments=2 + n % 4) for n in range(number)],
        "extract/dialogues": said,
        "rules/dialogues": said,
        "classify/dialogues": said,
        "rules/drops": [drop("rules", "dialogue", f"room:{n}:x", "polls", detail="x") for n in range(number)],
    }


@pytest.mark.parametrize(("shards", "workers"), [(1, 1), (7, 1), (7, 2)])
def test_neither_shards_nor_workers_matter(tmp_path: Path, shards: int, workers: int) -> None:
    found = []
    for number, runtime in ((3, quick_runtime()), (shards, quick_runtime(workers=workers, alone_below=0))):
        values = params({"threads.languages": ["en"], "storage.shards": number})
        folder = tmp_path / str(len(found))
        write(folder, {"en": many(40)}, values)
        found.append(survey(folder, "en", 3, runtime))
    assert found[0] == found[1]
    assert len(found[0].kept) == len(found[0].drops["rules", "dialogue", "polls"]) == 3


def test_a_corpus_under_two_licences_has_two_lines(tmp_path: Path) -> None:
    tables = zh()
    tables["ingest/threads"][1]["rights"] = "CC-BY-4.0"
    write(tmp_path, {"zh": tables}, params({"threads.languages": ["zh"]}))
    assert set(survey(tmp_path, "zh", 0, quick_runtime()).corpora) == {
        ("corner", "CC-BY-4.0"),
        ("corner", "CC0-1.0"),
    }


def test_a_language_that_was_not_built_is_named(stages: Path) -> None:
    with pytest.raises(MissingTableError, match=r"da.threads: no such table"):
        survey(stages, "da", 3, quick_runtime())
