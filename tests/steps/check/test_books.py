"""The check finds each fault that is planted in a dataset, says where, and no other."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.sources import figures
from dialogue_etl.sources.books import OFFSETS, SOURCE
from dialogue_etl.steps.check.dialogue_index import EXAMPLES

TRAIN = "en/train.parquet"
KINDS = [figure.name for figure in SOURCE.figures]
EMPTY = figures.EMPTY_SPLITS.name
NO_TEST = {"split.train": 0.6, "split.validation": 0.4, "split.test": 0.0}  # of the sample's two works


@pytest.fixture
def made(sample, tmp_path):
    """A dataset of its own, of one language and more dialogues than the sample has."""
    changes = {"languages": ["en"], "extract.dialogue_gap": 60, **NO_TEST}
    return sample.copied(tmp_path / "made", changes).run("extract", "postfilter", "split", "package")


def checked(made):
    made.run("check")
    return made.metrics("check")


def wrong(made):
    """The figures that are not 0, by kind."""
    total = checked(made)["total"]
    return {kind: total[kind] for kind in KINDS if total[kind] != 0}


def examples(made):
    return json.loads((made.stages / "check" / "examples.json").read_text("utf-8"))["examples"]


def rows(made, name=TRAIN):
    return pq.read_table(made.stages / "dataset" / name).to_pylist()


def write(made, changed, name=TRAIN, schema=None):
    """Put other rows into a file, and make the other forms and the list agree with their number."""
    path = made.stages / "dataset" / name
    schema = schema or pq.read_schema(path)
    path.unlink()  # it may be linked to the sample's
    pq.write_table(pa.Table.from_pylist(changed, schema), path)
    language, split = name.removesuffix(".parquet").split("/")
    with (made.stages / "dataset" / "jsonl" / language / f"{split}.jsonl").open("w") as file:
        file.writelines("{}\n" for _ in changed)
    listed = made.stages / "dataset" / "books.tsv"
    with listed.open(encoding="utf-8", newline="") as file:
        books = list(csv.DictReader(file, delimiter="\t"))
    for book in [book for book in books if book["split"] == split][:1]:
        others = sum(
            int(other["dialogues"]) for other in books if other["split"] == split and other is not book
        )
        book["dialogues"] = len(changed) - others
    with listed.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(books[0]), delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(books)


def test_nothing_is_wrong_with_the_sample(sample):
    metrics = sample.metrics("check")
    assert {metrics["total"][kind] for kind in KINDS if kind != EMPTY} == {0}
    assert set(metrics["examples"]) <= {EMPTY}
    package = sample.metrics("package")
    for unit in ("books", "dialogues", "utterances"):
        assert metrics["total"][unit] == package["total"]["all"][unit] > 0
        for language, counts in metrics["languages"].items():
            assert counts[unit] == package["languages"][language]["all"][unit]
    for language, counts in metrics["languages"].items():
        written = package["languages"][language]
        assert counts["splits"] == {name: written[name]["dialogues"] for name in SPLIT_NAMES}
    held_out = sum(package["total"][name]["dialogues"] for name in ("validation", "test"))
    assert metrics["total"]["held_out"] == held_out > 0


def test_empty_splits_that_should_have_a_share_are_counted(sample):
    metrics = sample.metrics("check")
    for language, counts in metrics["languages"].items():
        empty = [name for name, dialogues in counts["splits"].items() if not dialogues]
        assert counts[EMPTY] == len(empty)
        assert counts[EMPTY] == max(3 - len(sample.rows("split", language, "splits")), 0)
    assert "validation is empty, though split.validation is above 0" in metrics["examples"][EMPTY]


@pytest.mark.parametrize(
    "changes", [{"extract.profile": "reference"}, {"normalise.profile": "training"}], ids=str
)
def test_nothing_is_wrong_with_other_profiles(sample, tmp_path, changes):
    made = sample.copied(tmp_path / "made", {"languages": ["en", "hu"], **changes})
    made.run("extract", "postfilter", "split", "package")
    assert set(wrong(made)) <= {EMPTY}  # few works are left
    assert made.metrics("check")["total"]["utterances"] > 100


def test_a_work_in_two_splits(made):
    changed = rows(made)
    source = changed[0]["source_id"]
    other = rows(made, "en/validation.parquet")[0]
    for row in changed:
        row["work_id"] = other["work_id"]
    write(made, changed)
    assert wrong(made) == {figures.SPLIT_WORKS.name: 1}
    (example,) = examples(made)
    assert example["id"] == other["work_id"]
    assert f"{source} in train" in example["detail"]
    assert f"{other['source_id']} in validation" in example["detail"]


def test_a_work_that_only_the_works_table_knows_to_be_one(made):
    for path in sorted((made.stages / "works/en/works").iterdir()):
        table = pq.read_table(path)
        same = pa.array(["pg900001"] * len(table), pa.string())
        path.unlink()
        pq.write_table(table.set_column(table.schema.get_field_index("work_id"), "work_id", same), path)
    assert wrong(made) == {figures.SPLIT_WORKS.name: 1}


def test_a_shifted_offset(made):
    changed = rows(made)
    changed[0]["turns"][1]["spans"][0]["start"] += 1
    changed[1]["turns"][0]["spans"][-1]["end"] = 10**9
    write(made, changed)
    assert wrong(made) == {OFFSETS.name: 2}
    first, second = examples(made)
    assert (first["file"], first["id"]) == (TRAIN, changed[0]["id"])
    assert f"utterance 2 of {changed[0]['id']}: " in first["detail"]
    assert "is not in the text" in second["detail"]
    assert made.metrics("check")["examples"] == {OFFSETS.name: first["detail"]}


def test_a_book_whose_text_is_not_there(made):
    for path in (made.stages / "download/en/texts").iterdir():
        table = pq.read_table(path)
        path.unlink()
        pq.write_table(table.slice(0, 0), path)
    total = checked(made)["total"]
    assert total[OFFSETS.name] == total["utterances"] > 0
    assert len(examples(made)) == EXAMPLES
    assert "there is no stored text of pg" in examples(made)[0]["detail"]


def test_a_missing_column_one_of_another_type_one_too_many_and_another_order(made):
    schema = pq.read_schema(made.stages / "dataset" / TRAIN)
    changed = rows(made)
    place = schema.get_field_index("title")
    for other, named in (
        (schema.remove(place), "title"),
        (schema.set(place, pa.field("title", pa.large_string())), "title"),
        (schema.append(pa.field("normalised", pa.list_(pa.string()))), "normalised"),
        (schema.remove(place).append(schema.field(place)), "the order of its columns"),
    ):
        write(made, changed, schema=other)
        assert wrong(made) == {figures.SCHEMA.name: len(changed)}
        said = f"{TRAIN} is not as the contract says in {named}; nothing else of it was checked"
        assert examples(made)[0]["detail"] == said


@pytest.mark.parametrize("field", ["id", "text", "end"])
def test_rows_without_what_they_must_have(made, field):
    changed = rows(made)
    turn = changed[0]["turns"][0]
    {"id": changed[0], "text": turn, "end": turn["spans"][0]}[field][field] = None
    write(made, changed)
    assert wrong(made) == {figures.UNREADABLE.name: 1}


def test_a_parquet_file_cut_short(made):
    path = made.stages / "dataset" / TRAIN
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data[: len(data) // 2])
    assert wrong(made) == {figures.UNREADABLE.name: 1}
    (example,) = examples(made)
    assert example["detail"].startswith(f"{TRAIN}: Parquet magic bytes not found")
    assert str(made.folder) not in json.dumps([example, made.metrics("check")])


def test_a_parquet_file_damaged_inside(made):
    path = made.stages / "dataset" / TRAIN
    data = bytearray(path.read_bytes())
    data[len(data) // 3 : len(data) // 3 + 200] = bytes(200)
    path.unlink()
    path.write_bytes(data)
    assert wrong(made)[figures.UNREADABLE.name] == 1


def test_without_parquet_json_lines_are_read(sample, tmp_path):
    changes = {"languages": ["en"], "package.formats": ["jsonl"], **NO_TEST}
    made = sample.copied(tmp_path / "made", changes).run("split", "package")
    assert wrong(made) == {}
    before = made.metrics("check")["total"]
    path = made.stages / "dataset/jsonl/en/train.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.unlink()
    path.write_text("".join([*lines, lines[0]]), "utf-8")
    once = dict.fromkeys((figures.UNEQUAL.name, figures.SAME_IDS.name, figures.DUPLICATES.name), 1)
    assert wrong(made) == once
    assert made.metrics("check")["total"]["dialogues"] == before["dialogues"] + 1
    for broken in ("[]\n", "{\n", lines[0].replace(":[", ':["\\ud800", ')):
        path.write_text("".join([*lines, broken]), "utf-8")
        assert wrong(made)[figures.UNREADABLE.name] == 1
