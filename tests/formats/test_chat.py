"""Chats: whose messages they are, which turns they hold, and the files of each form."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.formats.chat import View, arranged
from dialogue_etl.formats.forms import language_writer

A, B, C, UNKNOWN = 0, 1, 2, -1
FORMS = ["jsonl", "messages", "sharegpt", "prompts", "parlai"]
VIEWS = st.builds(
    View,
    st.sampled_from(["alternate", "speaker", "participants"]),
    start_with_user=st.booleans(),
    end_with_assistant=st.booleans(),
)


def shown(speakers: list[int], **view: Any) -> str:
    """A letter for each turn, in capitals for the assistant; a message between blanks."""
    return " ".join(
        "".join("abc?"[run.speaker] * (run.end - run.start) for run in part.runs).upper()
        if part.assistant
        else "".join("abc?"[run.speaker] * (run.end - run.start) for run in part.runs)
        for part in arranged(tuple(speakers), View(**view))
    )


@pytest.mark.parametrize(
    ("speakers", "view", "expected"),
    [
        ([A, B, A], {}, "a B a"),
        ([A, A, B, B, A], {}, "aa BB a"),
        ([A, UNKNOWN, A, B], {}, "a ? a B"),
        ([UNKNOWN, UNKNOWN], {}, "? ?"),
        ([A, A], {}, ""),
        ([A], {}, ""),
        ([A, B, C, B, A], {}, "a B c B a"),
        ([A, B, C, A, B], {}, "a B ca B"),
        ([A, UNKNOWN, UNKNOWN, A], {}, "a ? ?a"),
        ([A, B, UNKNOWN, B, C, B, A], {}, "a B ? B c B a"),
        ([UNKNOWN, A, UNKNOWN, UNKNOWN, B, A, C, A], {}, "? A ? ? b A c A"),
        ([A, B, C, A, B], {"roles": "alternate"}, "a B c A b"),
        ([A, B, C, A, B], {"roles": "participants"}, "a B c A b"),
        ([A, B, A], {"end_with_assistant": True}, "a B"),
        ([A, B, A], {"end_with_assistant": True, "start_with_user": False}, "A b A"),
        ([A, B], {"end_with_assistant": True, "start_with_user": False}, "a B"),
        ([A, B, B, A, C, A], {"start_with_user": False}, "A bb A c A"),
    ],
)
def test_roles_follow_who_speaks(speakers: list[int], view: dict[str, Any], expected: str) -> None:
    assert shown(speakers, **view) == expected


@given(st.lists(st.sampled_from([A, B, C, UNKNOWN]), max_size=9), VIEWS)
def test_messages_keep_what_was_asked_for(speakers: list[int], view: View) -> None:
    parts = arranged(tuple(speakers), view)
    runs = [run for part in parts for run in part.runs]
    assert len(parts) != 1
    assert all(one.assistant != other.assistant for one, other in pairwise(parts))
    assert all(one.end == other.start for one, other in pairwise(runs))
    assert not any(one.speaker == other.speaker != UNKNOWN for one, other in pairwise(runs))
    assert all(set(speakers[run.start : run.end]) == {run.speaker} for run in runs)
    if parts and view.start_with_user:
        assert not parts[0].assistant
    if parts and view.end_with_assistant:
        assert parts[-1].assistant
    if view.roles == "speaker":
        assert len(
            {(run.speaker, part.assistant) for part in parts for run in part.runs if run.speaker >= 0}
        ) == len({run.speaker for run in runs if run.speaker >= 0})


def row(id: str, *said: tuple[str | None, str]) -> dict[str, Any]:
    facts = {
        "id": id,
        "source_id": "b1",
        "language": "en",
        "title": "T",
        "authors": ["Q", "R"],
        "rights": "CC0",
    }
    return {**facts, "turns": [{"speaker": speaker, "text": text} for speaker, text in said]}


ROWS = [
    row("b1:1", ("Ann", "_Now_, [3]"), ("Ann", "who is | there?"), ("Bob", 'Only\t"I"--'), (None, "Oh  no,")),
    row("b1:2", ("Ann", "I am."), ("Ann", "Alone.")),
    row("b1:3", ("Ann", "Hey!"), ("Bob", "Yes?"), ("Cid", "Me?"), ("Ann", "Both."), ("Bob", "Good.")),
]


def written(folder: Path, forms: list[str], **view: Any) -> Path:
    with language_writer(folder, "en", ["train"], forms, **view) as write:
        for one in ROWS:
            write("train", one)
    return folder


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_form_has_the_same_messages(tmp_path: Path) -> None:
    written(tmp_path, FORMS)
    found = lines(tmp_path / "jsonl/en/train.jsonl")
    assert [one["id"] for one in found] == ["b1:1", "b1:3"]
    assert [(one["role"], one["content"]) for one in found[0]["messages"]] == [
        ("user", "Now, who is | there?"),
        ("assistant", 'Only "I"—'),
        ("user", "Oh no."),
    ]
    assert found[0]["speakers"] == ["Ann", "Bob", None]
    assert found[1]["messages"][2] == {"role": "user", "content": "Cid: Me?\nAnn: Both."}
    assert found[1]["speakers"] == ["Ann", "Bob", None, "Bob"]
    table = pq.read_table(tmp_path / "messages/en/train.parquet").to_pylist()
    assert table == [{**one, "rights": "CC0"} for one in found]
    names = {"user": "human", "assistant": "gpt"}
    assert [one["conversations"] for one in lines(tmp_path / "sharegpt/en/train.jsonl")] == [
        [{"from": names[said["role"]], "value": said["content"]} for said in one["messages"]] for one in found
    ]
    prompts = lines(tmp_path / "prompts/en/train.jsonl")
    assert [one["prompt"] + one["completion"] for one in prompts] == [
        one["messages"][: 2 * (len(one["messages"]) // 2)] for one in found
    ]
    assert (tmp_path / "parlai/en/train.txt").read_text("utf-8") == (
        'text:Now, who is __PIPE__ there?\tlabels:Only "I"—\tepisode_done:True\n'
        "text:Hey!\tlabels:Yes?\ntext:Cid: Me? Ann: Both.\tlabels:Good.\tepisode_done:True\n"
    )
    for form in ("jsonl", "sharegpt", "prompts", "parlai"):
        assert (tmp_path / form / "en/train.left_out").read_text("utf-8") == "b1:2\n"


def test_a_message_of_the_system_has_the_facts_of_the_dialogue_or_is_not_there(tmp_path: Path) -> None:
    written(tmp_path, ["jsonl"], system="From {title} by {authors}: {speakers}.", roles="participants")
    found = lines(tmp_path / "jsonl/en/train.jsonl")
    assert found[0]["speakers"] == [None, "Ann", "Bob", None]
    first, last = (one["messages"] for one in found)
    assert first[0] == {"role": "system", "content": "From T by Q; R: Ann, Bob."}
    assert [one["content"] for one in last[1:]] == [
        "Ann: Hey!",
        "Bob: Yes?",
        "Cid: Me?",
        "Ann: Both.",
        "Bob: Good.",
    ]
    written(tmp_path, ["jsonl"], system="{corpus}")
    assert [one["messages"][0]["role"] for one in lines(tmp_path / "jsonl/en/train.jsonl")] == [
        "user",
        "user",
    ]
    for unknown in ("{name}", "{title:d}", "{title!r}"):
        with pytest.raises(ValidationError, match=rf"{re.escape(unknown)} is not one of title"):
            Package(system=unknown)
