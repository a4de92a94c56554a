"""The check of threads finds each fault that is planted in a row, says where, and no other."""

import json
from pathlib import Path

import pytest

from dialogue_etl.sources import SOURCES, figures
from dialogue_etl.sources.threads import NAMED, SOURCE
from dialogue_etl.steps.check.dialogue_index import EXAMPLES
from dialogue_etl.steps.package import package
from tests.conftest import quick_runtime
from tests.sources.threads import made as stages
from tests.steps.check.broken_rows import GATES, ROWS, TRAIN, give_speaker
from tests.steps.check.made import FORMS, Made, checked, dialogue, dialogues, make, stopped


def test_nothing_is_wrong_with_a_dataset_of_all_forms(tmp_path: Path) -> None:
    both = {"en": dialogues("en", "room"), "zh": dialogues()}
    made = make(tmp_path, both).check()
    assert made.wrong == {}
    assert made.metrics["examples"] == {}
    assert stopped(made) == {}
    sizes = {"threads": 6, "dialogues": 12, "utterances": 24}
    splits = {"train": 8, "validation": 2, "test": 2}
    zeros = {figure.name: 0 for figure in SOURCE.figures}
    assert made.metrics["languages"] == {language: {**sizes, "splits": splits, **zeros} for language in both}
    assert made.metrics["total"] == {name: 2 * n for name, n in sizes.items()} | zeros | {"held_out": 8}


def test_nothing_is_wrong_with_what_is_packaged(tmp_path: Path) -> None:
    values = stages.params({"package.formats": list(FORMS)})
    stages.write(tmp_path, {"zh": stages.zh(), "en": stages.en()}, values)
    written = tmp_path / "package.json"
    package(
        stages=tmp_path,
        output=tmp_path / "dataset",
        metrics=written,
        params=values,
        runtime=quick_runtime(),
        source=SOURCES["threads"],
    )
    made = Made(tmp_path, values).check()
    assert set(made.wrong) <= {figures.EMPTY_SPLITS.name}  # there are fewer threads than splits
    counted = json.loads(written.read_text("utf-8"))
    for unit in ("threads", "dialogues", "utterances"):
        assert made.metrics["total"][unit] == counted["total"]["all"][unit] > 0
        for language, counts in made.metrics["languages"].items():
            assert counts[unit] == counted["languages"][language]["all"][unit]


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
    assert made.metrics["examples"] == {kind: example["detail"]}
    assert list(stopped(made)) == [GATES[kind]]
    assert stopped(made)[GATES[kind]].endswith(f"For example {example['detail']}")


JSONL = [
    name
    for name in ROWS
    if name not in {"no corpus", "no utterance id", "no text", "one turn"}  # JSON Lines say none of that
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
    give_speaker(rows, "somebody")
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
def test_what_speakers_may_be_is_the_parameters_to_say(
    tmp_path: Path, speakers: str, speaker: str | None, wrong: int
) -> None:
    rows = dialogues()
    give_speaker(rows, speaker)
    made = checked(tmp_path, rows, {"threads.speakers": speakers})
    assert made.metrics["total"][NAMED.name] == wrong
    assert len(made.examples) == min(wrong, EXAMPLES)


def test_the_same_answer_of_several_people_to_one_post_is_no_duplicate(tmp_path: Path) -> None:
    """But where another thread says it too, each of them leaked."""
    rows = dialogues()
    same = ("corner 4 问 0", "<NAME1> 答 0")
    rows["validation"] += [dialogue("corner:4", number, *same) for number in range(7, 12)]
    made = checked(tmp_path / "own", rows)
    assert made.wrong == {}
    rows["train"].append(dialogue("corner:9", 7, *same))
    assert checked(tmp_path / "other", rows).wrong == {figures.LEAKED.name: 6}
    rows["validation"].append(dialogue("corner:8", 7, *same))
    assert checked(tmp_path / "both", rows).wrong == {figures.LEAKED.name: 7, figures.DUPLICATES.name: 1}


def test_a_thread_of_many_dialogues_in_all_splits_is_counted_once(tmp_path: Path) -> None:
    rows = dialogues()
    for split, number in (("train", 20), ("validation", 30), ("test", 40)):
        rows[split] += [dialogue("corner:0", number + place, f"{split} {place}", "x") for place in range(5)]
    assert checked(tmp_path, rows).wrong == {figures.SPLIT_WORKS.name: 1}


def test_dialogues_in_another_language_are_counted_and_stop_the_version(tmp_path: Path) -> None:
    rows = dialogues()
    german = ("Ich weiß nicht, wohin der Weg führt.", "Ich auch nicht, und es wird schon dunkel.")
    rows["train"].append(dialogue("corner:9", 7, *german))
    rows["train"].append(dialogue("corner:9", 8, "ok", "lol"))
    made = checked(tmp_path, rows)
    assert made.wrong == {figures.OTHER_LANGUAGE.name: 1}
    (example,) = made.examples
    assert example["id"] == "corner:9:7"
    assert "corner:9:7 is labelled zh and seems to be in German" in example["detail"]
    assert list(stopped(made)) == ["max_other_language"]
