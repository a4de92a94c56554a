from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from dialogue_etl import params as knobs
from dialogue_etl.report.gather import gather
from dialogue_etl.report.statistics import Corpus
from dialogue_etl.shards import MissingTableError
from tests.report.conftest import ENGLISH, drop, text, write

if TYPE_CHECKING:
    from pathlib import Path

    from dialogue_etl.params import Params


def test_table_3_by_hand(stages: Path, params: Params) -> None:
    corpus = gather(stages, "en", params).corpus
    # Words: 3 + 2, four times 1, and the hostile turn's 5 and 1.
    hostile = 5
    assert corpus == Corpus(books=2, dialogues=3, utterances=8, words=5 + 4 + hostile + 1)
    assert corpus.turns_per_dialogue == pytest.approx(8 / 3)
    assert corpus.words_per_utterance == pytest.approx(15 / 8)


def test_table_2_by_hand(stages: Path, params: Params) -> None:
    lines = {line.rule.reason: (line.number, line.total) for line in gather(stages, "en", params).removed}
    assert lines["undecodable"] == (1, 5)  # of books listed
    assert lines["max_kl_divergence"] == (1, 4)  # of books downloaded
    assert lines["min_delimiters"] == (1, 4)
    # Utterances found: 10 in dialogues, 2 dropped on their own, 2 in dropped dialogues.
    assert lines["max_words"] == (1, 14)
    assert lines["drop_scare_quotes"] == (1, 14)
    assert lines["min_turns"] == (2, 6)
    assert lines["max_rare_share"] == (1, 4)
    assert lines["rights"] == (0, 4)


def test_what_is_not_selected_was_listed(tmp_path: Path, params: Params) -> None:
    reasons = {"b6": "types", "b7": "subjects", "b8": "subjects", "b9": "max_books"}
    drops = [drop("download", "book", id, reason) for id, reason in reasons.items()]
    rows = {**ENGLISH, "download/drops": [*ENGLISH["download/drops"], *drops]}
    write(tmp_path, "en", rows)
    found = gather(tmp_path, "en", params)
    lines = {line.rule.reason: (line.number, line.total) for line in found.removed}
    assert (lines["types"], lines["subjects"], lines["max_books"]) == ((1, 9), (2, 9), (1, 9))
    assert [step.books for step in found.funnel][:3] == [9, 4, 3]


def test_further_editions_and_apparatus_by_hand(tmp_path: Path, params: Params) -> None:
    editions = [*ENGLISH["prefilter/drops"], drop("prefilter", "book", "b9", "edition")]
    skipped = [*ENGLISH["extract/drops"], drop("extract", "utterance", "b1:60", "skip_apparatus")]
    rows = {**ENGLISH, "prefilter/drops": editions, "extract/drops": skipped}
    write(tmp_path, "en", {**rows, "download/texts": [*ENGLISH["download/texts"], text("b9")]})
    lines = {line.rule.reason: (line.number, line.total) for line in gather(tmp_path, "en", params).removed}
    assert lines["edition"] == (1, 5)
    assert lines["skip_apparatus"] == (1, 15)


def test_funnel_by_hand(stages: Path, params: Params) -> None:
    steps = [(step.stage, step.books, step.dialogues) for step in gather(stages, "en", params).funnel]
    assert steps == [
        ("listed", 5, None),
        ("download", 4, None),
        ("prefilter", 3, None),
        ("extract", 2, 4),
        ("postfilter", 2, 3),
        ("dataset", 2, 3),
    ]


def test_splits_and_empty_split(stages: Path, params: Params) -> None:
    splits = gather(stages, "en", params).splits
    assert splits["train"] == Corpus(1, 2, 6)
    assert splits["validation"] == Corpus()
    assert splits["test"] == Corpus(1, 1, 2)


def test_curves_by_hand(stages: Path, params: Params) -> None:
    kl, delimiters, rare = gather(stages, "en", params).curves
    assert (kl.now, kl.total, kl.not_judged) == (3, 4, 1)  # b2 is short: its 3.0 does not count
    assert (delimiters.now, delimiters.total) == (2, 3)  # 150 is enough
    assert (rare.now, rare.total) == (3, 4)


def test_sizes_by_hand(stages: Path, params: Params) -> None:
    [gap] = gather(stages, "en", params).sizes
    found = [(size.value, size.dialogues, size.is_current) for size in gap.sizes]
    assert found == [(100, 6, False), (params.extract.dialogue_gap, 4, True)]


def test_scores_and_drops_may_be_missing(stages: Path, params: Params) -> None:
    for table in stages.glob("*/en/*"):
        if table.name in {"scores", "drops"}:
            shutil.rmtree(table)
    found = gather(stages, "en", params)
    assert found.corpus.dialogues == 3
    assert not any(line.number for line in found.removed)
    assert [curve.total for curve in found.curves] == [0, 0, 0]


def test_other_tables_may_not_be_missing(stages: Path, params: Params) -> None:
    shutil.rmtree(stages / "split" / "en" / "splits")
    with pytest.raises(MissingTableError, match="splits"):
        gather(stages, "en", params)


def test_book_banned_after_the_split_is_left_out(stages: Path) -> None:
    found = gather(stages, "en", knobs.parse({"languages": ["en"], "books": {"banned": ["b2"]}}))
    assert found.corpus == Corpus(1, 2, 6, 9)
    assert found.funnel[-1].books == 1
    assert {row["id"] for row in found.kept} == {"b1:10", "b1:90"}
    assert found.curves[2].total == 2


def test_language_without_a_book(stages: Path, params: Params) -> None:
    found = gather(stages, "hu", params)
    assert found.corpus == Corpus()
    assert found.corpus.words_per_utterance is None
    assert not found.kept
    assert not found.dropped
