"""Line-based formats, made of Arrow columns, are what plain Python makes of each dialogue."""

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.parameters.model import Format
from dialogue_etl.formats.dialogue import dataset_schema
from dialogue_etl.formats.table_forms import LINES

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["嗯", 'a "b"\n', "\\\t"]
)
TURNS = st.lists(st.fixed_dictionaries({"text": TEXTS, "speaker": st.none() | TEXTS}), max_size=4)
ROWS = st.lists(
    st.builds(lambda turns, id: {"id": id, "source_id": "s", "language": "zh", "turns": turns}, TURNS, TEXTS)
)
BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def said(row: Mapping[str, Any]) -> list[str]:
    return row.get("normalised", [turn["text"] for turn in row["turns"]])


def text(row: Mapping[str, Any]) -> str:
    blanks = str.maketrans(dict.fromkeys(BREAKS, " "))
    return "".join(f"{one.translate(blanks)}\n" for one in said(row)) + "\n"


def rows(row: Mapping[str, Any]) -> str:
    return json.dumps({"dialog": said(row)}, ensure_ascii=False) + "\n"


def tsv(row: Mapping[str, Any]) -> str:
    blanks = str.maketrans(dict.fromkeys(BREAKS + "\t", " "))
    return "\t".join(one.translate(blanks) for one in said(row)) + "\n"


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize(("form", "plain"), [("text", text), ("rows", rows), ("tsv", tsv)])
@given(dialogues=ROWS)
def test_lines_are_what_plain_python_makes_of_each_dialogue(
    form: Format, plain: Any, normalised: bool, dialogues: list[dict[str, Any]]
) -> None:
    if normalised:
        dialogues = [one | {"normalised": [text.lower() for text in said(one)]} for one in dialogues]
    table = pa.Table.from_pylist(dialogues, dataset_schema(normalised=normalised))
    whole = pa.concat_tables([table.slice(1), table.slice(0, 1)])
    expected = [*map(plain, dialogues)]
    assert LINES[form](whole).to_pylist() == expected[1:] + expected[:1]
