import pyarrow.parquet as pq
import pytest

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Normalise
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import normalised
from dialogue_etl.formats.dialogue import DATASET, NORMALISED
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps import package
from dialogue_etl.text.normalise import library, normaliser
from tests.conftest import quick_runtime, tree

ASKED = {"profile": "training", "lower_case": True, "tokenise": True, "apostrophes": "straight"}
LANGUAGES = ("de", "en", "pt")


def packaged(sample, folder, changes, **settings):
    made = sample.copied(folder, {"languages": list(LANGUAGES), **changes})
    places = {"output": folder / "dataset", "metrics": folder / "package.json"}
    runtime = quick_runtime(store=folder / "store", **settings)
    package.package(
        stages=made.stages, params=made.params, runtime=runtime, source=SOURCES["books"], **places
    )
    return folder / "dataset"


@pytest.fixture(scope="module")
def dataset(sample, tmp_path_factory):
    return packaged(sample, tmp_path_factory.mktemp("normalised"), {"normalise.profile": "training"})


def tables(dataset, language):
    return {path.stem: pq.read_table(path) for path in sorted((dataset / language).glob("*.parquet"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_parquet_has_the_normalised_text_beside_the_raw_one(dataset, sample, language):
    normal = normaliser(language, **ASKED)
    for name, table in tables(dataset, language).items():
        raw = pq.read_table(sample.stages / "dataset" / language / f"{name}.parquet")
        assert table.schema.equals(DATASET.append(NORMALISED))
        assert table.select(raw.column_names).equals(raw)
        for row in table.to_pylist():
            assert row["normalised"] == [normal(turn["text"]) for turn in row["turns"]]
            assert row["normalised"] != [turn["text"] for turn in row["turns"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_text_has_it_alone(dataset, language):
    names = {"train": "train", "validation": "dev", "test": "test"}
    for name, table in tables(dataset, language).items():
        rows = table.to_pylist()
        text = (dataset / "text" / language / f"{names[name]}.txt").read_text("utf-8")
        assert text == "".join("\n".join([*row["normalised"], "\n"]) for row in rows)


def test_the_reference_profile_is_a_choice(sample, tmp_path):
    made = packaged(sample, tmp_path, {"normalise.profile": "reference"})
    normal = normaliser("de", profile="reference")
    for table in tables(made, "de").values():
        for row in table.to_pylist():
            assert row["normalised"] == [normal(turn["text"]) for turn in row["turns"]]
    assert library("reference") in (made / "README.md").read_text("utf-8")


def test_workers_change_nothing(dataset, sample, tmp_path):
    changes = {"normalise.profile": "training"}
    assert tree(packaged(sample, tmp_path, changes, workers=2, alone_below=0)) == tree(dataset)


def dialogues(folder, texts):
    spans = [{"start": 0, "end": 1}]
    with shards.ShardWriter(folder, 0, 1, ["dialogues"]) as writer:
        for number, turns in enumerate(texts):
            said = [
                {"text": text, "spans": spans, "speaker": None, "speaker_confidence": None} for text in turns
            ]
            writer.add(
                "dialogues", [{"id": f"b:{number}", "source_id": "b", "language": "en", "turns": said}]
            )
    return shards.shard_paths(folder, "dialogues")


@pytest.mark.parametrize("number", [0, 1, 2_000, 4_001])
def test_each_dialogue_gets_its_own_text_however_many_there_are(tmp_path, number):
    texts = [[f"Turn {index}–{turn}!" for turn in range(index % 3)] for index in range(number)]
    paths = dialogues(tmp_path, texts)
    params = Normalise(profile="training", tokenise=False)
    (table,) = normalised.tables("en", paths, params, quick_runtime(store=tmp_path / "store"))
    rows = [row for batch in normalised.batches(paths[0], table) for row in batch.to_pylist()]
    assert [row["id"] for row in rows] == [f"b:{index}" for index in range(number)]
    assert [row["normalised"] for row in rows] == [[text.lower() for text in turns] for turns in texts]


def test_what_is_done_is_done_once_for_the_same_parameters(tmp_path):
    paths = dialogues(tmp_path, [["A."]])
    runtime = quick_runtime(store=tmp_path / "store")
    params = Normalise(profile="training")
    first = normalised.tables("en", paths, params, runtime)
    assert normalised.tables("en", paths, params, runtime) == first
    assert normalised.tables("en", paths, params.model_copy(update={"lower_case": False}), runtime) != first
    assert normalised.tables("de", paths, params, runtime) != first


def test_nothing_is_worked_out_that_nobody_asks_for(tmp_path):
    runtime = quick_runtime(store=tmp_path / "store")
    assert normalised.tables("en", dialogues(tmp_path, [["A."]]), Normalise(), runtime) == []
    assert not (tmp_path / "store").exists()


def test_a_language_that_the_profile_does_not_know_is_named(tmp_path):
    paths = dialogues(tmp_path, [["A."]])
    runtime = quick_runtime(store=tmp_path / "store")
    with pytest.raises(DialogueEtlError, match="not fr; take training"):
        normalised.tables("fr", paths, Normalise(profile="reference"), runtime)
