"""Line N of a sidecar names the dialogue, and the turn, of line N of its file."""

import json
from pathlib import Path
from typing import Any

import pytest

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.forms import WHOLE_FORMS, file_name, language_writer
from dialogue_etl.formats.ids import FORMS, dialogues_in, id_at, ids_file, in_json
from dialogue_etl.formats.parallel import side_files


def row(id: str, *texts: str) -> dict[str, Any]:
    return {"id": id, "source_id": id, "turns": [{"text": text, "speaker": None} for text in texts]}


SAID = {
    "train": [row("a:1#7", "one", "two\nlines", "three"), row("a:9", "four", "five")],
    "test": [row("b\nc", "six", "seven")],
}
OF_TURNS = ("text", "legacy", "parallel")


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    with language_writer(tmp_path, "en", list(SAID), FORMS, validation_pairs=0) as write:
        for split, rows in SAID.items():
            for one in rows:
                write(split, one)
    return tmp_path


@pytest.mark.parametrize("form", FORMS)
def test_every_line_leads_to_what_it_says(dataset: Path, form: Format) -> None:
    by_id = {one["id"].replace("\n", " "): one for rows in SAID.values() for one in rows}
    seen = set()
    for path in {dataset / file_name(form, "en", split) for split in SAID}:
        lines = path.read_text("utf-8").split("\n")[:-1]
        ids = ids_file(path).read_text("utf-8").split("\n")[:-1]
        assert len(lines) == len(ids)
        for number, (line, id) in enumerate(zip(lines, ids, strict=True), 1):
            assert bool(id) == (line.startswith("[") if form in WHOLE_FORMS else bool(line))
            if not id:
                continue
            assert id_at(path, number) == id
            name, turn = (id.rpartition("#")[0], int(id.rpartition("#")[2])) if form in OF_TURNS else (id, 0)
            seen.add(name)
            if form != "legacy" or line.startswith("I - "):
                said = by_id[name]["turns"][turn]["text"].replace("\n", " ")
                plain = line.replace(" ", "").replace("\\n", "")
                assert said.replace(" ", "") in plain
    assert seen == set(by_id)


def test_both_files_of_parallel_have_one_sidecar(dataset: Path) -> None:
    source, target = side_files(dataset / "parallel" / "en", "train")
    assert ids_file(source) == ids_file(target)
    assert id_at(target, 2) == "a:1#7#1"


def test_dialogues_of_a_sidecar_come_once_each(dataset: Path) -> None:
    for form in ("text", "tsv"):
        sidecar = ids_file(dataset / file_name(form, "en", "train"))
        assert list(dialogues_in(sidecar, turns=form == "text")) == ["a:1#7", "a:9"]


def test_a_line_without_a_dialogue_or_a_sidecar_is_a_sentence(dataset: Path) -> None:
    text = dataset / file_name("text", "en", "train")
    for number, why in ((4, "holds no dialogue"), (9, "there is no line 9"), (0, "there is no line 0")):
        with pytest.raises(DialogueEtlError, match=why):
            id_at(text, number)
    ids_file(text).unlink()
    with pytest.raises(DialogueEtlError, match=r"train\.ids beside the file"):
        id_at(text, 1)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        (json.dumps({"messages": [], "id": "pg1:5"}), "pg1:5"),
        ('  "id": "pg1:5",', "pg1:5"),
        ('{"dialogue_id": "pg1:5", "trigger": 1}', "pg1:5"),
        ('"pg1:5"', ""),
        ("[" * 100_000, ""),
        ("{", ""),
    ],
)
def test_an_id_is_taken_from_json(text: str, id: str) -> None:
    assert in_json(text) == id
