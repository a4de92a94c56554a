"""A dataset whose Parquet files are cut to shards: what reads it, and what is made of it, is the same."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dialogue_etl import read_dataset
from dialogue_etl.browse import dialogues
from dialogue_etl.browse.held import Folder
from dialogue_etl.compare.packaged import Packaged
from dialogue_etl.core import split_files
from dialogue_etl.corpora import test_sets
from dialogue_etl.derived.emotions import packaged as emotions
from dialogue_etl.derived.emotions.labelling import classifiers
from dialogue_etl.derived.generative.examples import read_dialogues, splits
from dialogue_etl.derived.retrieval.evaluate import evaluate
from dialogue_etl.derived.testset.report import report
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import shards
from tests.conftest import Build, tree

LIMIT = 4_000
FORMATS = ["parquet", "jsonl", "messages", "pairs", "croissant"]


@pytest.fixture(scope="module")
def whole_and_cut(sample: Build, tmp_path_factory: pytest.TempPathFactory) -> list[Build]:
    """The sample packaged and checked twice, the second time in shards."""
    made = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "MEGABYTE", 1)
        for size in (0, LIMIT):
            changes = {"package.formats": FORMATS, "package.shard_size": size, "mix.sources": ["books"]}
            build = sample.copied(tmp_path_factory.mktemp("build"), changes)
            made.append(build.run("package", "check"))
    return made


def dataset(build: Build) -> Path:
    return build.stages / "dataset"


def test_the_files_above_the_size_are_cut_and_hold_the_same(whole_and_cut: list[Build]) -> None:
    whole, cut = map(dataset, whole_and_cut)
    files = split_files.splits(cut / "en")["train"]
    assert [path.name for path in files] == [
        split_files.shard_name("train", number, len(files)) for number in range(len(files))
    ]
    assert len(files) > 2
    assert (whole / "en/train.parquet").stat().st_size > LIMIT
    for folder in sorted(whole.glob("*/")):
        for split, own in split_files.splits(folder).items():
            other = split_files.splits(cut / folder.name)[split]
            rows = [row for batch in split_files.batches(own) for row in batch.to_pylist()]
            assert [row for batch in split_files.batches(other) for row in batch.to_pylist()] == rows
            assert split_files.rows_of(other) == len(rows)


def test_the_check_counts_the_same(whole_and_cut: list[Build]) -> None:
    counted = [build.metrics("check") for build in whole_and_cut]
    assert counted[0] == counted[1]
    assert counted[0]["languages"]["en"]["utterances"]


def test_croissant_has_the_same_records_over_the_shards(whole_and_cut: list[Build]) -> None:
    whole, cut = (json.loads((dataset(one) / "croissant.json").read_text("utf-8")) for one in whole_and_cut)
    columns = [
        [(one["@id"], [field["@id"] for field in one["field"]]) for one in of["recordSet"]]
        for of in (whole, cut)
    ]
    assert columns[0] == columns[1]
    sets = {one["@id"]: one["includes"] for one in cut["distribution"] if one["@type"] == "cr:FileSet"}
    found = [path.name for path in sorted(dataset(whole_and_cut[1]).glob(sets["en/train.parquet"]))]
    assert found == [path.name for path in split_files.splits(dataset(whole_and_cut[1]) / "en")["train"]]
    assert {one["@id"] for one in cut["distribution"]} >= {f"en/{name}" for name in found}


def _mixed(build: Build, _: Path) -> Any:
    replace(build, source="mix").run("dataset")
    return tree(build.folder / "metrics/mix"), tree(build.folder / "data/mix/dataset/jsonl")


def _asked(build: Build, to: Path) -> Any:
    evaluate(
        language="en",
        dataset=dataset(build),
        output=to / "asked",
        metrics=to / "asked.json",
        params=build.params,
        runtime=build.runtime,
    )
    return tree(to)


def _tested(build: Build, to: Path) -> Any:
    report(dataset=dataset(build), output=to / "a", metrics=to / "a.json", params=build.params, workspace=to)
    return tree(to)


def _labelled(build: Build, to: Path) -> Any:
    (to / "model").mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classifiers, "is_trained", lambda _: True)
        jobs = emotions.jobs(dataset(build), "en", to / "model", to)
    return [text for job in jobs for batch in emotions.batches(job) for text in emotions.said(batch)]


def _held(build: Build, _: Path) -> Any:
    found = Folder(build.folder / "data").datasets()
    last = [
        list(split_files.batches(files))[-1].column("id")[-1].as_py()
        for splits in found.values()
        for files in splits.values()
    ]
    files = found["books", "en"]["train"]
    return last, [(one.here["id"]) for id in last if (one := dialogues.one(files, id))]


def _packaged(build: Build, _: Path) -> Any:
    (build.folder / "params.yaml").write_text("languages: [en]\n", "utf-8")
    of = Packaged.of(build.folder, ".")
    files = of.split("books", "en", "train")
    return of.datasets(), [row["id"] for batch in split_files.batches(files) for row in batch.to_pylist()]


READERS: dict[str, Callable[[Build, Path], Any]] = {
    "mix": _mixed,
    "retrieval": _asked,
    "test set": _tested,
    "emotions": _labelled,
    "pages": _held,
    "versions": _packaged,
    "generative": lambda build, _: list(read_dialogues(splits(dataset(build), "en"), "train")),
    "Python": lambda build, _: list(read_dataset(dataset(build), "en")),
    "decontamination": lambda build, _: list(test_sets.dialogues([str(dataset(build))], build.folder)),
}


@pytest.mark.parametrize("name", READERS)
def test_each_reader_finds_the_same(whole_and_cut: list[Build], tmp_path: Path, name: str) -> None:
    whole, cut = (READERS[name](build, tmp_path / str(number)) for number, build in enumerate(whole_and_cut))
    assert whole == cut
    assert whole


def test_a_missing_shard_is_an_error_that_names_it(tmp_path: Path) -> None:
    for number in (0, 2):
        (tmp_path / split_files.shard_name("train", number, 3)).touch()
    with pytest.raises(DialogueEtlError, match=r"train\.parquet: 2 shards, and their names say 3"):
        split_files.splits(tmp_path)
