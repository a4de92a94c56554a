"""A corpus of ConvoKit (Chang et al. 2020), all splits of a language in one: `Corpus(filename=FOLDER)`.

utterances.jsonl                       an utterance a line, in the order of the dialogues
speakers.json, conversations.json      what is known of each; the split of a conversation is in its `meta`
corpus.json, index.json                of the whole; the names and types of what `meta` holds

Source: convokit.cornell.edu, The Corpus model; the format of convokit 3 to 5.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

_OF_TURN = {
    "speaker_confidence": "float",
    "speech_confidence": "float",
    "start_ms": "int",
    "end_ms": "int",
    "labels": "list",
    "normalised": "str",
}
_OF_DIALOGUE = {
    **dict.fromkeys(("source_id", "work_id", "language", "corpus", "title", "rights", "split"), "str"),
    "authors": "list",
}
_OF_SPEAKER = {"name": "str", "source_id": "str"}
UNNAMED = "?"
"""Stands for whoever speaks in a document and is not named."""


class _Said(NamedTuple):
    """An utterance that was written: its id and conversation, and the time that ConvoKit sorts by."""

    id: str
    conversation: str
    time: int


@contextmanager
def convokit_corpus(folder: Path, name: str) -> Iterator[Callable[[str, Mapping[str, Any]], None]]:
    """A function that adds a dialogue to a corpus, with its split; memory grows with the ids.

    An utterance that is in several dialogues, as a comment is in every path through it, is written once: so
    a thread is one conversation, a tree of replies. As in ConvoKit, the id of a conversation is that of its
    first utterance; here also that of the first dialogue that begins with it. Other utterances append their
    number to the id of their dialogue.

    Speakers are identified per document: the Emma of one book differs from that of another. Where speakers
    are numbered within a dialogue, one is known by the utterance with which he comes in.

    `timestamp` is never null and never before that of the utterance answered, since ConvoKit sorts by it:
    the milliseconds where the source has times (`start_ms` in `meta`), else the depth in the conversation.

    Args:
        folder: to write.
        name: of the corpus.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "corpus.json", {"name": name})
    indexes = (("utterances", _OF_TURN), ("speakers", _OF_SPEAKER), ("conversations", _OF_DIALOGUE))
    index = {f"{of}-index": {key: [f"<class '{kind}'>"] for key, kind in of_.items()} for of, of_ in indexes}
    _write(
        folder / "index.json",
        {**index, "overall-index": {"name": ["<class 'str'>"]}, "version": 1, "vectors": []},
    )
    with ExitStack() as opened:
        lines = opened.enter_context((folder / "utterances.jsonl").open("w", encoding="utf-8", newline="\n"))
        speakers = opened.enter_context(_object_file(folder / "speakers.json"))
        conversations = opened.enter_context(_object_file(folder / "conversations.json"))
        known: set[str] = set()
        written: dict[tuple[str, str], _Said] = {}

        def write(split: str, row: Mapping[str, Any]) -> None:
            before: _Said | None = None
            came_in: dict[str, str] = {}
            for number, turn in enumerate(row["turns"]):
                id = f"{row['id']}#{number}" if number else row["id"]
                place = (row["source_id"], turn.get("utterance_id") or id)
                answered, before = before, written.get(place)
                said = turn["speaker"] or UNNAMED
                came_in.setdefault(said, before.id if before else id)
                if before:
                    continue
                if answered is None:
                    conversations(id, {key: row.get(key) for key in _OF_DIALOGUE} | {"split": split})
                before = _Said(id, answered.conversation if answered else id, _time(turn, answered))
                if turn.get("utterance_id"):
                    written[place] = before
                speaker = f"{came_in[said] if said.isdecimal() else row['source_id']}:{said}"
                if speaker not in known:
                    known.add(speaker)
                    speakers(speaker, {"name": turn["speaker"], "source_id": row["source_id"]})
                utterance = {
                    "id": id,
                    "conversation_id": before.conversation,
                    "text": turn["text"],
                    "speaker": speaker,
                    "meta": _meta(row, number),
                    "reply-to": answered.id if answered else None,
                    "timestamp": before.time,
                    "vectors": [],
                }
                lines.write(json.dumps(utterance, ensure_ascii=False) + "\n")

        yield write


def _time(turn: Mapping[str, Any], answered: _Said | None) -> int:
    start = turn.get("start_ms")
    if answered is None:
        return start or 0
    return answered.time + 1 if start is None else max(start, answered.time)


def _meta(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    meta = {key: row["turns"][number].get(key) for key in _OF_TURN if key != "normalised"}
    if normalised := row.get("normalised"):
        meta["normalised"] = normalised[number]
    return meta


@contextmanager
def _object_file(path: Path) -> Iterator[Callable[[str, Mapping[str, Any]], None]]:
    """A function that adds a component to a JSON object of them, a line each."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write("{")

        def write(id: str, meta: Mapping[str, Any]) -> None:
            separator = "," if file.tell() > 1 else ""
            entry = json.dumps({"meta": meta, "vectors": []}, ensure_ascii=False)
            file.write(f"{separator}\n{json.dumps(id, ensure_ascii=False)}: {entry}")

        yield write
        file.write("\n}\n")


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
