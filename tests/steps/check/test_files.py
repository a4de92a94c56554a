"""Files of a dataset of threads that are missing, cut, unequal, or not there at all."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.core.shards import MissingTableError
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats import chat, ids
from dialogue_etl.formats.forms import DERIVED_FORMS, SPLIT_FORMS, WHOLE_FORMS, file_name, language_writer
from dialogue_etl.sources import figures
from dialogue_etl.sources.threads import SOURCE
from dialogue_etl.steps.check.reading import UnreadableError, count_in_whole
from tests.steps.check.broken_rows import GATES, TRAIN
from tests.steps.check.made import FORMS, Made, checked, dialogues, make, stopped


@pytest.mark.parametrize("form", FORMS)
def test_a_missing_file_is_told(tmp_path: Path, form: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    name = file_name(form, "zh", "train")
    (made.dataset / name).unlink()
    made.check()
    # A form that holds all splits in one file is missing in each.
    assert made.wrong == {figures.UNREADABLE.name: 3 if name.endswith("zh.json") else 1}
    assert made.examples[0]["detail"] == f"{name}: not there"
    assert set(stopped(made)) == {"schema_rows"}


def test_a_missing_list_of_corpora_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    (made.dataset / "corpora.tsv").write_text("corpus\tlanguage\nx\tzh\n")
    assert made.check().examples[0]["detail"].startswith("corpora.tsv: not the list of corpora: 'threads'")
    (made.dataset / "corpora.tsv").unlink()
    assert made.check().wrong == {figures.UNREADABLE.name: 1, figures.UNEQUAL.name: 12}
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
    assert made.wrong == {figures.UNEQUAL.name: 1}
    assert name in made.examples[0]["detail"]
    assert set(stopped(made)) == {"equal_forms"}


@pytest.mark.parametrize("name", ["tsv/zh/test.ids", "text/zh/train.ids", "characters/zh.ids"])
def test_a_sidecar_of_ids_that_is_of_other_lines(tmp_path: Path, name: str) -> None:
    made = make(tmp_path, {"zh": dialogues()})
    path = made.dataset / name
    right = path.read_text("utf-8")
    lines = right.splitlines(keepends=True)
    for wrong in (right.replace("corner:", "other:"), "".join(lines[:-1]), "".join(reversed(lines))):
        path.write_text(wrong, "utf-8")
        assert made.check().wrong == {figures.UNEQUAL.name: 1}
        assert made.examples[0]["file"] == name
        assert set(stopped(made)) == {"equal_forms"}
    path.unlink()
    assert made.check().wrong == {figures.UNREADABLE.name: 1}
    path.write_text(right, "utf-8")
    assert made.check().wrong == {}


def test_a_parquet_file_that_is_cut_or_of_another_form(tmp_path: Path) -> None:
    made = make(tmp_path, {"zh": dialogues()}, {"package.formats": ["parquet"]})
    path = made.dataset / TRAIN
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["rights"]), path)
    assert made.check().wrong == {figures.SCHEMA.name: 8}
    assert (
        made.examples[0]["detail"]
        == f"{TRAIN} is not as the contract says in rights; nothing else of it was checked"
    )
    title = table.schema.get_field_index("title")
    pq.write_table(table.set_column(title, "title", pa.nulls(len(table), pa.large_string())), path)
    assert made.check().wrong == {figures.SCHEMA.name: 8}
    path.write_bytes(path.read_bytes()[:-50])
    assert made.check().wrong == {figures.UNREADABLE.name: 1}


def test_of_forms_without_ids_it_is_not_known_what_is_there_twice(tmp_path: Path) -> None:
    made = checked(tmp_path, dialogues(), {"package.formats": ["lccc"]})
    known_by_rows = [figure for figure in SOURCE.figures if figure.of_rows]
    unknown = [figure.name for figure in known_by_rows]
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


def test_every_form_is_looked_for_where_it_is_written(tmp_path: Path) -> None:
    row = {"id": "x", "source_id": "x", "language": "zh", "turns": []}
    forms = [
        one for one in (*SPLIT_FORMS, *WHOLE_FORMS, *DERIVED_FORMS) if one != "croissant"
    ]  # of the whole
    with language_writer(tmp_path, "zh", SPLIT_NAMES, forms) as write:
        for split in SPLIT_NAMES:
            write(split, row)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    beside = {f"parallel/zh/{split}.target.txt" for split in SPLIT_NAMES}
    beside |= {f"convokit/zh/{name}.json" for name in ("speakers", "conversations", "corpus", "index")}
    named = {form: [file_name(form, "zh", split) for split in SPLIT_NAMES] for form in forms}
    beside |= {ids.ids_file(Path(name)).as_posix() for form in ids.FORMS for name in named[form]}
    beside |= {ids.left_out_file(Path(name)).as_posix() for form in chat.LINES for name in named[form]}
    assert written == {name for names in named.values() for name in names} | beside


def test_a_release_form_of_lccc_is_counted_by_split_unless_it_is_cut(tmp_path: Path) -> None:
    with language_writer(tmp_path, "zh", SPLIT_NAMES, ["lccc"]) as write:
        for split in ("train", "test", "train", "train"):
            write(split, {"id": "x", "turns": [{"text": '"train": ['}, {"text": "[]"}]})
    file = tmp_path / "lccc" / "zh.json"
    assert [count_in_whole(file, split) for split in SPLIT_NAMES] == [3, 0, 1]
    for lost in (1, 2, 30):
        file.write_bytes(file.read_bytes()[:-lost])
        with pytest.raises(UnreadableError, match="cut off before its end"):
            count_in_whole(file, "train")
