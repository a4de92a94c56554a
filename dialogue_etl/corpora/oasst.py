"""OpenAssistant Conversations (Köpf et al. 2023): of each tree of messages the path that people ranked first.

From the prompt on, the answer of the least `rank` follows, or of the earliest if none is ranked; other
answers are left out, so that a prompt is in one conversation. Trees and messages are two editions of one
corpus, as are "ready" and "all". Source: huggingface.co/datasets/OpenAssistant/oasst1, README.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dialogue_etl.corpora.objects import checked, rows
from dialogue_etl.corpora.records import Bad, Conversation, Turn


class _Message(NamedTuple):
    order: tuple[bool, float, str, str]
    line: int
    id: str
    role: str
    text: str
    language: str


def read(path: Path, _others: Sequence[Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file of trees or messages, in the order of its prompts."""
    answers: dict[str, list[_Message]] = defaultdict(list)
    for row in rows(path, "oasst"):
        if isinstance(row, Bad):
            yield row
            continue
        nested = [row.value.get("prompt", row.value)] if isinstance(row.value, dict) else []
        while nested:
            value = nested.pop()
            if isinstance(value, dict):
                above, found = _message(row.line, value)
                answers[above].append(found)
                nested += reversed(value.get("replies") or [])
    for prompt in answers[""]:
        way = [prompt]
        while way[-1].id in answers:
            way.append(min(answers[way[-1].id]))
        turns = [Turn(one.text.strip(), one.role) for one in way]
        yield checked(Conversation(prompt.line, prompt.id, turns, language=prompt.language))


def _message(line: int, value: Mapping[str, Any]) -> tuple[str, _Message]:
    """The id of the message that is answered, and the message."""
    text, rank = value.get("text"), value.get("rank")
    unranked = rank is None or rank != rank  # NaN in tables of pandas  # noqa: PLR0124
    order = (
        unranked,
        0.0 if unranked else float(rank or 0),
        str(value.get("created_date")),
        str(value.get("message_id")),
    )
    said = "" if value.get("deleted") or not isinstance(text, str) else text
    found = _Message(order, line, order[3], str(value.get("role")), said, str(value.get("lang") or ""))
    return str(value.get("parent_id") or ""), found
