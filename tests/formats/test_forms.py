"""The forms of LCCC: what is written is read back as it was."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats.forms import DERIVED_FORMS, SPLIT_FORMS, WHOLE_FORMS, language_writer
from dialogue_etl.formats.lccc import spaced

KEYS = {"train": "train", "validation": "valid", "test": "test"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
DIALOGUES = st.lists(st.tuples(st.sampled_from(SPLIT_NAMES), st.lists(TEXTS, min_size=2, max_size=4)))


def row(*texts: str, **more: Any) -> dict[str, Any]:
    return {"id": "x", "turns": [{"text": text, "speaker": None} for text in texts], **more}


def written(
    folder: Path, form: Format, dialogues: list[tuple[str, Mapping[str, Any]]], *, normalised: bool = False
) -> None:
    with language_writer(folder, "zh", SPLIT_NAMES, [form], normalised=normalised) as write:
        for split, dialogue in dialogues:
            write(split, dialogue)


def lccc(folder: Path, form: str = "lccc") -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = json.loads((folder / form / "zh.json").read_text("utf-8"))
    assert list(found) == list(KEYS.values())
    return found


def rows(folder: Path) -> dict[str, list[list[str]]]:
    return split_files(folder, "rows", "jsonl", lambda line: json.loads(line)["dialog"])


def tsv(folder: Path) -> dict[str, list[list[str]]]:
    return split_files(folder, "tsv", "tsv", lambda line: line.split("\t"))


def split_files(folder: Path, form: str, ending: str, parse: Callable[[str], list[str]]) -> dict[str, Any]:
    files = {split: folder / form / "zh" / f"{split}.{ending}" for split in SPLIT_NAMES}
    lines = {KEYS[split]: file.read_bytes().decode().split("\n")[:-1] for split, file in files.items()}
    return {key: list(map(parse, found)) for key, found in lines.items()}


def dealt(dialogues: list[tuple[str, list[str]]]) -> dict[str, list[list[str]]]:
    return {KEYS[split]: [said for at, said in dialogues if at == split] for split in SPLIT_NAMES}


def test_every_form_that_may_be_asked_for_can_be_written_and_no_other() -> None:
    assert {*SPLIT_FORMS, *WHOLE_FORMS, *DERIVED_FORMS} == set(get_args(Format))
    assert not set(SPLIT_FORMS) & set(WHOLE_FORMS)


@pytest.mark.parametrize(("form", "read"), [("lccc", lccc), ("rows", rows)])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dialogues=DIALOGUES)
def test_json_forms_give_every_text_back(
    tmp_path: Path, form: Format, read: Any, dialogues: list[tuple[str, list[str]]]
) -> None:
    written(tmp_path, form, [(split, row(*said)) for split, said in dialogues])
    assert read(tmp_path) == dealt(dialogues)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dialogues=DIALOGUES)
def test_tabs_and_line_ends_are_all_that_tab_separated_text_loses(
    tmp_path: Path, dialogues: list[tuple[str, list[str]]]
) -> None:
    written(tmp_path, "tsv", [(split, row(*said)) for split, said in dialogues])
    blanks = str.maketrans(dict.fromkeys("\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))
    expected = [(split, [text.translate(blanks) for text in said]) for split, said in dialogues]
    assert tsv(tmp_path) == dealt(expected)


def test_every_line_of_the_lccc_form_is_a_dialogue_or_a_split(tmp_path: Path) -> None:
    written(tmp_path, "lccc", [("train", row("a", "b")), ("test", row("c", "d")), ("train", row("e", "f"))])
    assert (tmp_path / "lccc" / "zh.json").read_bytes() == (
        b'{\n"train": [\n["a", "b"],\n["e", "f"]\n],\n"valid": [\n],\n"test": [\n["c", "d"]\n]\n}\n'
    )
    assert sorted(path.name for path in (tmp_path / "lccc").iterdir()) == ["zh.ids", "zh.json"]


def test_characters_stand_apart_and_placeholders_stay_whole(tmp_path: Path) -> None:
    written(tmp_path, "characters", [("train", row("遭淋安逸了？", "OK, <NAME1> 在 𠀀"))])
    assert lccc(tmp_path, "characters")["train"] == [["遭 淋 安 逸 了 ？", "O K , <NAME1> 在 𠀀"]]


@given(TEXTS)
def test_characters_without_their_blanks_are_the_text_without_its_blanks(text: str) -> None:
    assert "".join(spaced(text).split()) == "".join(text.split())


def test_where_the_text_is_normalised_these_forms_hold_that(tmp_path: Path) -> None:
    dialogue = row("A b", "C", normalised=["a b", "c"])
    for form in ("lccc", "rows", "tsv", "text"):
        written(tmp_path, form, [("train", dialogue)], normalised=True)
    assert lccc(tmp_path)["train"] == rows(tmp_path)["train"] == tsv(tmp_path)["train"] == [["a b", "c"]]
    assert (tmp_path / "text" / "zh" / "train.txt").read_text("utf-8") == "a b\nc\n\n"


def test_a_split_without_dialogues_has_no_file_of_its_own(tmp_path: Path) -> None:
    with language_writer(tmp_path, "en", ["train"], ["rows", "tsv", "lccc"]) as write:
        write("train", row("a", "b"))
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    written = {"rows/en/train.jsonl", "tsv/en/train.tsv", "lccc/en.json"}
    assert files == written | {Path(name).with_suffix(".ids").as_posix() for name in written}


def test_a_failure_leaves_no_whole_file(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        written(tmp_path, "lccc", [("train", {"id": "x"})])
    assert list(tmp_path.rglob("*.json")) == []


def test_pairs_are_the_neighbouring_turns_of_each_split(tmp_path: Path) -> None:
    dialogues = [("train", row("one", "two", "three", id="a:1")), ("test", row("four", "five", id="a:2"))]
    written(tmp_path, "pairs", dialogues)
    found = {
        path.stem: [tuple(pair.values())[:3] for pair in pq.read_table(path).to_pylist()]
        for path in (tmp_path / "pairs" / "zh").glob("*.parquet")
    }
    assert found["train"] == [("a:1", 0, 1), ("a:1", 1, 2)]
    assert found["test"] == [("a:2", 0, 1)]


@pytest.mark.parametrize("number", [0, 1, 5_000, 5_001])
def test_every_row_written_is_in_the_table_in_order(tmp_path: Path, number: int) -> None:
    ids = [f"b:{n}" for n in range(number)]
    written(tmp_path, "parquet", [("train", row("Yes.", id=id)) for id in ids])
    assert pq.read_table(tmp_path / "zh" / "train.parquet").column("id").to_pylist() == ids
