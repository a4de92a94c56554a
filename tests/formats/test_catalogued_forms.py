"""ConvoKit and Croissant: what is written, and that their own tools read it."""

import hashlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dialogue_etl.formats import croissant
from dialogue_etl.formats.forms import language_writer

TOOLS = "FORMAT_TOOLS"
"""A virtual environment with `convokit` and `mlcroissant`, which weigh more than all we depend on."""


def turn(text: str, speaker: str | None = None, **more: Any) -> dict[str, Any]:
    spans: list[Any] = [{"start": 0, "end": len(text)}]
    return {"text": text, "speaker": speaker, "speaker_confidence": None, "spans": spans, "labels": []} | more


def row(id: str, *turns: dict[str, Any]) -> dict[str, Any]:
    known = {"source_id": id.partition(":")[0], "work_id": "w", "language": "en", "corpus": None}
    return {"id": id, **known, "title": "T", "authors": ["A", "B"], "rights": "free", "turns": list(turns)}


ROWS = [
    ("train", row("b1:5", turn("Who is “there”?", "Ann"), turn("Only\nI.", "Bob"), turn("Who?", "Ann"))),
    ("test", row("b2:0", turn("One.", start_ms=5, end_ms=6), turn("Two.", start_ms=9, end_ms=10))),
    ("train", row("b3:1", turn("Another Ann.", "Ann"), turn("…"))),
]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    with language_writer(folder, "en", ["train", "test"], ["parquet", "convokit", "croissant"]) as write:
        for split, dialogue in ROWS:
            write(split, dialogue)
    croissant.write(folder, {"pretty_name": "Dialogues", "license": "other"})
    return folder


def test_a_convokit_corpus_holds_every_turn_with_its_speaker_and_what_it_answers(dataset: Path) -> None:
    folder = dataset / "convokit/en"
    said = [json.loads(line) for line in (folder / "utterances.jsonl").read_text("utf-8").split("\n")[:-1]]
    speakers, conversations = (
        json.loads((folder / f"{name}.json").read_text("utf-8")) for name in ("speakers", "conversations")
    )
    assert [one["text"] for one in said] == [turn["text"] for _, row in ROWS for turn in row["turns"]]
    ids = [one["id"] for one in said]
    assert ids == ["b1:5", "b1:5#1", "b1:5#2", "b2:0", "b2:0#1", "b3:1", "b3:1#1"]
    answered = [None, ids[0], ids[1], None, ids[3], None, ids[5]]
    assert [one["reply-to"] for one in said] == answered
    assert [one["timestamp"] for one in said] == [0, 1, 2, 5, 9, 0, 1]
    assert list(speakers) == ["b1:Ann", "b1:Bob", "b2:?", "b3:Ann", "b3:?"]
    assert {one["speaker"] for one in said} == speakers.keys()
    assert speakers["b2:?"]["meta"]["name"] is None
    splits = {id: one["meta"]["split"] for id, one in conversations.items()}
    assert splits == {row["id"]: split for split, row in ROWS}
    index = json.loads((folder / "index.json").read_text("utf-8"))
    for name, metas in (("utterances", said), ("conversations", conversations.values())):
        assert {key for one in metas for key in one["meta"]} <= index[f"{name}-index"].keys()


def test_a_thread_is_one_conversation_with_every_comment_once(tmp_path: Path) -> None:
    def path(id: str, *comments: str) -> dict[str, Any]:
        said = [turn(f"Says {one[0]}.", one[1], utterance_id=one[0]) for one in comments]
        return row(id, *said)

    with language_writer(tmp_path, "en", ["train"], ["convokit"]) as write:
        write("train", path("t1:b", "a1", "b2"))
        write("train", path("t1:d", "a1", "c2", "d1"))
        write("train", path("t1:e", "c2", "e3"))
        write("train", path("t2:b", "a1", "b2"))
    lines = (tmp_path / "convokit/en/utterances.jsonl").read_text("utf-8").splitlines()
    assert [
        tuple(json.loads(line)[key] for key in ("id", "conversation_id", "reply-to", "timestamp"))
        for line in lines
    ] == [
        ("t1:b", "t1:b", None, 0),
        ("t1:b#1", "t1:b", "t1:b", 1),
        ("t1:d#1", "t1:b", "t1:b", 1),
        ("t1:d#2", "t1:b", "t1:d#1", 2),
        ("t1:e#1", "t1:b", "t1:d#1", 2),
        ("t2:b", "t2:b", None, 0),
        ("t2:b#1", "t2:b", "t2:b", 1),
    ]
    speakers = ["t1:b:1", "t1:b#1:2", "t1:d#1:2", "t1:b:1", "t1:e#1:3", "t2:b:1", "t2:b#1:2"]
    assert [json.loads(line)["speaker"] for line in lines] == speakers
    assert list(json.loads((tmp_path / "convokit/en/conversations.json").read_text("utf-8"))) == [
        "t1:b",
        "t2:b",
    ]


def test_croissant_names_every_file_with_its_checksum_and_columns(dataset: Path) -> None:
    described = json.loads((dataset / croissant.FILE).read_text("utf-8"))
    files = {one["@id"]: one["sha256"] for one in described["distribution"]}
    assert files == {
        name: hashlib.sha256((dataset / name).read_bytes()).hexdigest()
        for name in ("en/test.parquet", "en/train.parquet")
    }
    columns = {field["@id"] for records in described["recordSet"] for field in records["field"]}
    assert {"en/train/id", "en/train/turns", "en/test/rights"} <= columns
    assert described["inLanguage"] == ["en"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (
            "import convokit; corpus = convokit.Corpus(filename='convokit/en'); "
            "assert all(one.check_integrity(verbose=False) for one in corpus.iter_conversations()); "
            "[one.get_chronological_utterance_list() for one in corpus.iter_conversations()]; "
            "split = corpus.get_conversation('b2:0').meta['split']; "
            "print([one.text for one in corpus.iter_utterances()], split)",
            f"{[turn['text'] for _, row in ROWS for turn in row['turns']]} test",
        ),
        (
            "import mlcroissant; found = mlcroissant.Dataset('croissant.json'); "
            "assert not found.metadata.ctx.issues.errors; "
            "print([one['en/test/turns'][1]['en/test/turns/text'] for one in found.records('en/test')])",
            "[b'Two.']",
        ),
    ],
    ids=["convokit", "mlcroissant"],
)
def test_their_own_tools_read_them(dataset: Path, tmp_path: Path, program: str, expected: str) -> None:
    if not (tools := os.environ.get(TOOLS)):
        pytest.skip(f"{TOOLS} names no virtual environment with convokit and mlcroissant")
    run = subprocess.run(
        [Path(tools) / "bin/python", "-c", program],
        cwd=dataset,
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == expected
