"""A document processed again by other values: which dialogues differ, and how."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dialogue_etl.browse.preview import differing
from dialogue_etl.cli.app import app
from dialogue_etl.core import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books.tables import TEXTS
from dialogue_etl.sources.subtitles.tables import FILMS, SENTENCES
from dialogue_etl.sources.threads.tables import SCHEMAS as THREADS

BOOK = (
    "“Is it far?” said Ann.\n\n“Two miles,” said Tom.\n\n"
    + "They walked. " * 20
    + "\n\n“Here we are,” said Ann.\n\n“At last,” said Tom."
)
FILM = ("Is it far?", "Two miles.", "I am so tired.", "We are there.")
THREAD = [("r", None, "Is it far to the sea?"), ("a", "r", "It is two miles or so"), ("b", "a", "Thank you")]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a book, a film and a thread, from which dialogues are made."""
    data = tmp_path_factory.mktemp("again") / "data"
    with shards.ShardWriter(data / "books/download/en", 0, 1, [], texts=TEXTS) as writer:
        known = {"id": "b1", "title": "A walk", "language": "en", "text": BOOK}
        writer.add("texts", [{**dict.fromkeys(TEXTS.names), **known}])
    film = {**dict.fromkeys(FILMS.names), "id": "f1", "film_id": "f1", "title": "Miles", "language": "en"}
    with shards.ShardWriter(data / "subtitles/films/en", 0, 1, [], films=FILMS) as writer:
        writer.add("films", [film])
    with shards.ShardWriter(data / "subtitles/read/en", 0, 1, [], sentences=SENTENCES) as writer:
        for number, text in enumerate(FILM, 1):
            times = {"start_ms": 4_000 * number, "end_ms": 4_000 * number + 3_000, "block": number}
            row = {"source_id": "f1", "number": number, "text": text, **times}
            writer.add("sentences", [{**dict.fromkeys(SENTENCES.names), **row}])
    with shards.ShardWriter(data / "threads/ingest/en", 0, 1, [], **THREADS) as writer:
        thread = {"id": "c:r", "corpus": "c", "language": "en", "comments": 3}
        writer.add("threads", [{**dict.fromkeys(THREADS["threads"].names), **thread}])
        for place, (id, parent, text) in enumerate(THREAD):
            row = {"source_id": "c:r", "id": id, "parent": parent, "author": "xy"[place % 2], "text": text}
            writer.add("comments", [{**dict.fromkeys(THREADS["comments"].names), **row, "time": place}])
    text = "languages: [en]\nthreads: {languages: [en]}\nsubtitles: {languages: [en]}\n"
    (data.parent / "params.yaml").write_text(text + "extract: {min_delimiters: 0}\n")
    return data.parent


def asked(workspace: Path, id: str, *sets: str, as_json: bool = True) -> Any:
    changes = [f"--set={one}" for one in sets]
    where = ["--data", str(workspace / "data"), "--params", str(workspace / "params.yaml")]
    done = CliRunner().invoke(app, ["inspect", *where, *["--json"] * as_json, *changes, id])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return json.loads(done.stdout) if as_json else done.stdout


def sizes(made: Any) -> list[tuple[int, int]]:
    return [(made[side]["dialogues"], made[side]["turns"]) for side in ("before", "after")]


def test_a_smaller_gap_splits_a_dialogue_of_a_book(workspace: Path) -> None:
    made = asked(workspace, "b1", "extract.dialogue_gap=100")
    assert sizes(made) == [(1, 4), (2, 4)]
    assert (made["kinds"], made["same"]) == ({"split": 1}, 0)
    (place,) = made["places"]
    assert [len(row["turns"]) for row in place["after"]] == [2, 2]
    assert sizes(asked(workspace, "b1")) == [(1, 4), (1, 4)]
    printed = asked(workspace, "b1", "extract.dialogue_gap=100", as_json=False)
    assert "split\n" in printed
    assert "before: 1 dialogues, 4 turns" in printed


def test_sentences_of_a_film_are_turns_by_other_values(workspace: Path) -> None:
    made = asked(workspace, "f1", "turns.segmenter=sentence")
    assert made["after"]["turns"] == len(FILM)
    assert asked(workspace, "f1", "turns.dialogue_gap=0.5", "turns.segmenter=sentence")["after"]["turns"] == 0


def test_rules_and_lengths_of_a_thread(workspace: Path) -> None:
    made = asked(workspace, "c:r", "threads.min_turns=4")
    assert sizes(made) == [(1, 3), (0, 0)]
    assert made["kinds"] == {"removed": 1}
    (reason,) = set(made["after"]["drops"]) - set(made["before"]["drops"])
    assert "min_turns" in reason


@pytest.mark.parametrize(
    ("id", "change", "said"),
    [
        ("b1", "postfilter.max_rare_share=0.1", "of books only parameters of extract can be tried"),
        ("b1", "extract.dialogue_gap=-1", "dialogue_gap"),
        ("nothing", "extract.dialogue_gap=1", "nothing has this id"),
    ],
)
def test_what_cannot_be_tried_is_a_sentence(workspace: Path, id: str, change: str, said: str) -> None:
    with pytest.raises((DialogueEtlError, ValueError), match=said):
        asked(workspace, id, change)


def row(id: str, *utterances: str) -> dict[str, Any]:
    turns = [{"text": one, "speaker": None, "utterance_id": one, "spans": None} for one in utterances]
    return {"id": id, "turns": turns}


def test_places_by_numbers_and_by_last_utterances() -> None:
    before = [row("x:1", "1", "2", "3", "4"), row("x:7", "7", "8")]
    after = [row("x:1", "1", "2"), row("x:3", "3", "4"), row("x:7", "7", "8")]
    assert [kind for kind, *_ in differing((before, after), "numbers")] == ["split"]
    assert [kind for kind, *_ in differing((after, before), "numbers")] == ["joined"]
    paths = [row("t:c", "a", "b", "c"), row("t:d", "a", "b", "d")]
    other = [row("t:c", "b", "c"), row("t:d", "a", "b", "d"), row("t:e", "a", "e")]
    found = [(kind, len(one), len(two)) for kind, one, two in differing((paths, other), "utterance_ids")]
    assert sorted(found) == [("added", 0, 1), ("changed", 1, 1)]
