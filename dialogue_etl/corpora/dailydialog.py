"""DailyDialog (Li et al. 2017): a conversation a line, `__eou__` after each turn; two people take turns.

Emotions and dialogue acts are digits in files of the same lines, called `dialogues_emotion_train.txt` and
`dialogues_act_train.txt` next to `dialogues_train.txt`. XDailyDialog (Liu et al. 2023) has them after tabs in
the line itself: text, topic, acts, emotions, and the language in the names of its files (`de_train.txt`);
its sample of 1,000 has the four languages' texts (`dialogues_text_De.txt`) beside one file of each label. On
the Hub a row has the lists `dialog`, `act` and `emotion`, in its other edition `utterances`, `acts` and
`emotions`. Source: readme.txt of the corpus; huggingface.co/datasets/daily_dialog, …/roskoN/dailydialog.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

from dialogue_etl.corpora.objects import objects
from dialogue_etl.corpora.records import Bad, Conversation, Turn, lines_of

_END = "__eou__"
_TABLES = (".parquet", ".json", ".jsonl")
_LABELS = {
    "emotion": dict(
        zip("0123456", ["none", "anger", "disgust", "fear", "happiness", "sadness", "surprise"], strict=True)
    ),
    "act": dict(zip("1234", ["inform", "question", "directive", "commissive"], strict=True)),
}
_KIND = re.compile(r"_?(emotion|act(?:ion)?|text)(?=_|\.|$)")


LANGUAGES = r"(?:^|_)(en|de|it|zh)(?=_|\.)"


def is_text(name: str) -> bool:
    """Whether a file holds turns, not labels or topics."""
    kind = _KIND.search(name)
    return (
        name.endswith((".txt", *_TABLES))
        and not {"topic", "readme"} & set(re.split(r"\W|_", name.lower()))
        and (kind is None or kind.group(1) == "text")
    )


def read(path: Path, others: Sequence[Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file, with the labels of its sibling files where their numbers match."""
    if path.suffix in _TABLES:
        yield from _of_rows(path)
        return
    beside = {kind: _beside(path, others, kind) for kind in _LABELS}
    streams = {kind: lines_of(other) if other else repeat((0, "")) for kind, other in beside.items()}
    for number, line in lines_of(path):
        given = {kind: next(stream, (0, ""))[1] for kind, stream in streams.items()}
        text, *cells = line.split("\t")
        if len(cells) == 3:
            given = {"emotion": cells[2], "act": cells[1]}
        said = [one.strip() for one in text.split(_END)]
        said = said if said[-1] else said[:-1]
        yield _conversation(number, said, {kind: digits.split() for kind, digits in given.items()})


def _of_rows(path: Path) -> Iterator[Conversation | Bad]:
    for number, row in enumerate(objects(path, "lccc"), 1):
        value = {} if isinstance(row, Bad) else row.value
        said = [str(text).strip() for text in _list(value.get("dialog", value.get("utterances")))]
        given = {
            kind: [str(digit) for digit in _list(value.get(kind, value.get(f"{kind}s")))] for kind in _LABELS
        }
        yield row if isinstance(row, Bad) else _conversation(number, said, given)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _conversation(number: int, said: Sequence[str], given: Mapping[str, Sequence[str]]) -> Conversation | Bad:
    if not said or not all(said):
        return Bad(number, "a turn is empty" if said else "an empty line")
    labels = [_labels(kind, digits, len(said)) for kind, digits in given.items() if digits]
    if None in labels:
        return Bad(number, "not as many labels as turns, or unknown ones")
    by_turn = list(zip(*filter(None, labels), strict=True)) or [()] * len(said)
    turns = [Turn(one, "AB"[place % 2], by_turn[place]) for place, one in enumerate(said)]
    return Conversation(number, str(number), turns)


def _labels(kind: str, digits: Sequence[str], turns: int) -> list[tuple[str, str]] | None:
    names = _LABELS[kind]
    if len(digits) != turns or not set(digits) <= names.keys():
        return None
    return [(f"dailydialog-{kind}", names[digit]) for digit in digits]


def _beside(path: Path, others: Sequence[Path], kind: str) -> Path | None:
    """The file of labels that has the name of this one but for what it holds, and for the language."""
    own = _KIND.sub("", path.name.lower())
    for name in (own, re.sub(LANGUAGES, "", own)):
        for other in (one for one in others if one.parent == path.parent):
            found = _KIND.search(other.name.lower())
            if found and found.group(1).startswith(kind) and _KIND.sub("", other.name.lower()) == name:
                return other
    return None
