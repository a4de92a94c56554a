"""The check of threads finds each fault that is planted in a dataset, says where, and no other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl import gates
from dialogue_etl.check import findings, repeats
from dialogue_etl.check.files import file_name
from dialogue_etl.check.findings import EXAMPLES, THREADS_KINDS
from dialogue_etl.shards import MissingTableError
from dialogue_etl.sources.threads.package import package
from tests.check.made import FORMS, Made, dialogue, dialogues, make
from tests.conftest import tree
from tests.sources.threads import made as stages

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TRAIN = "zh/train.parquet"


def checked(folder: Path, rows: dict[str, Any], changes: dict[str, Any] | None = None) -> Made:
    return make(folder, {"zh": rows}, changes).check()


def stopped(made: Made) -> dict[str, str]:
    """Gate → reason, for a version of this dataset."""
    metrics = {gates.files("threads").check: made.metrics}
    return {stop.gate: stop.reason for stop in gates.stops({}, metrics, None, source="threads")}


def test_nothing_is_wrong_with_a_dataset_of_all_forms(tmp_path: Path) -> None:
    both = {"en": dialogues("en", "room"), "zh": dialogues()}
    made = make(tmp_path, both).check()
    assert made.wrong == {}
    assert made.metrics["examples"] == {}
    assert stopped(made) == {}
    sizes = {"threads": 6, "dialogues": 12, "utterances": 24}
    splits = {"train": 8, "validation": 2, "test": 2}
    zeros = dict.fromkeys(THREADS_KINDS, 0)
    assert made.metrics["languages"] == {language: {**sizes, "splits": splits, **zeros} for language in both}
    assert made.metrics["total"] == {name: 2 * n for name, n in sizes.items()} | zeros | {"held_out": 8}


def test_nothing_is_wrong_with_what_is_packaged(tmp_path: Path) -> None:
    values = stages.params({"package.formats": list(FORMS)})
    stages.write(tmp_path, {"zh": stages.zh(), "en": stages.en()}, values)
    written = tmp_path / "package.json"
    package(stages=tmp_path, output=tmp_path / "dataset", metrics=written, params=values)
    made = Made(tmp_path, values).check()
    assert made.wrong == {}
    counted = json.loads(written.read_text("utf-8"))
    for unit in ("threads", "dialogues", "utterances"):
        assert made.metrics["total"][unit] == counted["total"]["all"][unit] > 0
        for language, figures in made.metrics["languages"].items():
            assert figures[unit] == counted["languages"][language]["all"][unit]


def _speaker(rows: Any, speaker: str | None) -> None:
    rows["train"][1]["turns"][1]["speaker"] = speaker


def _utterance(rows: Any, text: str) -> None:
    rows["train"][1]["turns"][1]["text"] = text


ROWS: dict[str, tuple[Callable[[Any], object], str, str]] = {
    "one turn": (lambda rows: rows["train"][1]["turns"].pop(), findings.SCHEMA, "1 turns, 2 should be"),
    "no turn": (lambda rows: rows["train"][1]["turns"].clear(), findings.SCHEMA, "0 turns"),
    "an empty text": (lambda rows: _utterance(rows, " \u3000"), findings.SCHEMA, "says nothing"),
    "no corpus": (
        lambda rows: rows["train"][1].update(corpus=None, rights=""),
        findings.SCHEMA,
        "without corpus and rights",
    ),
    "another language": (
        lambda rows: rows["train"][1].update(language="en"),
        findings.SCHEMA,
        "language is en",
    ),
    "no utterance id": (
        lambda rows: rows["train"][1]["turns"][0].update(utterance_id=None),
        findings.SCHEMA,
        "an utterance without id",
    ),
    "no text": (lambda rows: _utterance(rows, None), findings.SCHEMA, "lack an id, a text"),  # type: ignore[arg-type]
    "an account": (lambda rows: _speaker(rows, "somebody"), findings.NAMED, "threads.speakers is numbers"),
    "an account's id": (lambda rows: _speaker(rows, "1234567890"), findings.NAMED, "the speaker is named"),
    "a head": (lambda rows: _utterance(rows, "call <PHONE"), findings.PLACEHOLDERS, "a piece of"),
    "an end": (lambda rows: _utterance(rows, "NAME12> came"), findings.PLACEHOLDERS, "a piece of"),
    "the same id": (
        lambda rows: rows["train"][1].update(id="corner:0:0"),
        findings.SAME_IDS,
        f"corner:0:0 is an id of {TRAIN}, too",
    ),
    "a thread in two splits": (
        lambda rows: rows["test"].append(dialogue("corner:0", 7, "another", "dialogue")),
        findings.SPLIT_WORKS,
        f"corner:0:7 is of the same work as corner:0:0 of {TRAIN}",
    ),
    "the same words in two threads": (
        lambda rows: rows["train"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        findings.DUPLICATES,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
    "words of training in test": (
        lambda rows: rows["test"].append(
            dialogue("corner:9", 7, *(turn["text"] for turn in rows["train"][0]["turns"]))
        ),
        findings.LEAKED,
        f"corner:9:7 says word for word what corner:0:0 of {TRAIN} says",
    ),
}
GATES = {
    findings.SCHEMA: "schema_rows",
    findings.NAMED: "schema_rows",
    findings.PLACEHOLDERS: "schema_rows",
    findings.UNREADABLE: "schema_rows",
    findings.UNEQUAL: "equal_forms",
    findings.SAME_IDS: "max_same_ids",
    findings.SPLIT_WORKS: "max_split_works",
    findings.DUPLICATES: "max_duplicates",
    findings.LEAKED: "max_leaked",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_is_wrong_is_found_and_stops_the_version(tmp_path: Path, name: str) -> None:
    breaks, kind, said = ROWS[name]
    rows = dialogues()
    breaks(rows)
    # Only Parquet can hold what is null.
    made = checked(tmp_path, rows, {"package.formats": ["parquet"]})
    assert made.wrong == {kind: 1}
    (example,) = made.examples
    assert said in example["detail"]
    assert example["detail"].startswith(example["file"])
    assert made.metrics["examples"] == {kind: example["detail"]}
    assert list(stopped(made)) == [GATES[kind]]
    assert stopped(made)[GATES[kind]].endswith(f"For example {example['detail']}")


JSONL = [
    name
    for name in ROWS
    if name not in {"no corpus", "no utterance id", "no text"}  # JSON Lines say none of that
]


@pytest.mark.parametrize("name", JSONL)
def test_without_parquet_json_lines_are_read(tmp_path: Path, name: str) -> None:
    breaks, kind, said = ROWS[name]
    rows = dialogues()
    breaks(rows)
    made = checked(tmp_path, rows, {"package.formats": ["jsonl", "tsv"]})
    assert made.wrong == {kind: 1}
    assert said.replace(TRAIN, "jsonl/zh/train.jsonl") in made.examples[0]["detail"]


def test_the_name_of_an_account_is_not_told(tmp_path: Path) -> None:
    rows = dialogues()
    _speaker(rows, "somebody")
    made = checked(tmp_path, rows)
    assert "somebody" not in json.dumps([made.metrics, made.examples])


@pytest.mark.parametrize(
    ("speakers", "speaker", "wrong"),
    [
        ("numbers", None, 0),
        ("numbers", "12", 0),
        ("numbers", "٣", 1),
        ("none", None, 23),
        ("none", "somebody", 24),
        ("names", "somebody", 0),
    ],
)
def test_what_speakers_may_be_is_the_knobs_to_say(
    tmp_path: Path, speakers: str, speaker: str | None, wrong: int
) -> None:
    rows = dialogues()
    _speaker(rows, speaker)
    made = checked(tmp_path, rows, {"threads.speakers": speakers})
    assert made.metrics["total"][findings.NAMED] == wrong
    assert len(made.examples) == min(wrong, EXAMPLES)


def test_fewer_turns_are_right_where_the_rules_let_them(tmp_path: Path) -> None:
    rows = dialogues()
    rows["train"][1]["turns"].pop()
    assert checked(tmp_path, rows, {"rules.min_turns": 0}).wrong == {}


def test_the_same_answer_of_several_people_to_one_post_is_no_duplicate(tmp_path: Path) -> None:
    """But where another thread says it too, each of them leaked."""
    rows = dialogues()
    same = ("corner 4 asks 0", "<NAME1> answers 0")
    rows["validation"] += [dialogue("corner:4", number, *same) for number in range(7, 12)]
    made = checked(tmp_path / "own", rows)
    assert made.wrong == {}
    rows["train"].append(dialogue("corner:9", 7, *same))
    assert checked(tmp_path / "other", rows).wrong == {findings.LEAKED: 6}
    rows["validation"].append(dialogue("corner:8", 7, *same))
    assert checked(tmp_path / "both", rows).wrong == {findings.LEAKED: 7, findings.DUPLICATES: 1}


def test_a_thread_of_many_dialogues_in_all_splits_is_counted_once(tmp_path: Path) -> None:
    rows = dialogues()
    for split, number in (("train", 20), ("validation", 30), ("test", 40)):
        rows[split] += [dialogue("corner:0", number + place, f"{split} {place}", "x") for place in range(5)]
    assert checked(tmp_path, rows).wrong == {findings.SPLIT_WORKS: 1}


def test_what_does_not_fit_into_memory_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeats, "_HELD", 1)
    rows = dialogues()
    twice = {findings.SAME_IDS, findings.SPLIT_WORKS, findings.DUPLICATES, findings.LEAKED}
    for breaks, kind, _ in ROWS.values():
        if kind in twice:
            breaks(rows)
    changes = {"package.formats": ["parquet"]}
    in_files = checked(tmp_path / "files", rows, changes)
    monkeypatch.undo()
    assert in_files.wrong.keys() == twice
    assert checked(tmp_path / "memory", rows, changes).metrics == in_files.metrics
    assert not [path for path in in_files.folder.rglob("*") if path.name.isdigit()]


@pytest.mark.parametrize("form", FORMS)
def test_a_missing_file_is_told(tmp_path: Path, form: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    name = file_name(form, "zh", "train")
    (made.dataset / name).unlink()
    made.check()
    # A form that holds all splits in one file is missing in each.
    assert made.wrong == {findings.UNREADABLE: 3 if name.endswith("zh.json") else 1}
    assert made.examples[0]["detail"] == f"{name}: not there"
    assert set(stopped(made)) == {"schema_rows"}


def test_a_missing_list_of_corpora_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    (made.dataset / "corpora.tsv").write_text("corpus\tlanguage\nx\tzh\n")
    assert made.check().examples[0]["detail"].startswith("corpora.tsv: not the list of corpora: 'threads'")
    (made.dataset / "corpora.tsv").unlink()
    assert made.check().wrong == {findings.UNREADABLE: 1, findings.UNEQUAL: 12}
    assert set(stopped(made)) == {"schema_rows", "equal_forms"}


@pytest.mark.parametrize(
    "name", ["jsonl/zh/train.jsonl", "tsv/zh/train.tsv", "rows/zh/train.jsonl", "lccc/zh.json"]
)
def test_a_form_that_holds_fewer_dialogues(tmp_path: Path, name: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    lines = (made.dataset / name).read_text("utf-8").splitlines(keepends=True)
    del lines[3]
    (made.dataset / name).write_text("".join(lines), "utf-8")
    made.check()
    assert made.wrong == {findings.UNEQUAL: 1}
    assert name in made.examples[0]["detail"]
    assert set(stopped(made)) == {"equal_forms"}


def test_a_parquet_file_that_is_cut_or_of_another_form(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()}, {"package.formats": ["parquet"]})
    path = made.dataset / TRAIN
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["rights"]), path)
    assert made.check().wrong == {findings.SCHEMA: 8}
    assert made.examples[0]["detail"] == f"{TRAIN} is without rights; nothing else of it was checked"
    title = table.schema.get_field_index("title")
    pq.write_table(table.set_column(title, "title", pa.nulls(len(table), pa.large_string())), path)
    assert made.check().wrong == {findings.SCHEMA: 8}
    path.write_bytes(path.read_bytes()[:-50])
    assert made.check().wrong == {findings.UNREADABLE: 1}


def test_of_forms_without_ids_it_is_not_known_what_is_there_twice(tmp_path: Path) -> None:
    made = checked(tmp_path, dialogues(), {"package.formats": ["lccc"]})
    unknown = (findings.SPLIT_WORKS, findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED)
    assert made.wrong == dict.fromkeys(unknown)
    assert made.metrics["total"]["dialogues"] == 12
    assert set(stopped(made)) == {GATES[kind] for kind in unknown}


def test_a_language_without_a_dialogue(tmp_path: Path) -> None:
    made = checked(tmp_path, {"train": [], "validation": [], "test": []})
    assert made.wrong == {}
    assert made.metrics["total"]["dialogues"] == 0


def test_without_a_dataset_it_says_what_to_run(tmp_path: Path) -> None:
    made = make(tmp_path / "made", {"zh": dialogues()})
    with pytest.raises(MissingTableError, match="no such table; run the stage that writes it first"):
        Made(tmp_path / "other", made.params).check()


def test_workers_change_nothing(tmp_path: Path) -> None:
    both = {"en": dialogues("en", "room"), "zh": dialogues()}
    one, two = (
        make(tmp_path / name, both).check(workers=int(name), alone_below=0).folder for name in ("1", "2")
    )
    assert tree(one) == tree(two)
