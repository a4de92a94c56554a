"""Dialogues as chat messages, as training code for language models reads them: the roles follow who speaks.

Neighbouring turns of one known speaker are one message, and roles alternate from message to message. With two
parties each has one role. With more, `package.roles` says what becomes of them. The texts are those of
`text.normalise.readable`; the raw ones are in Parquet. In all of these forms the same dialogues have the same
messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from string import Formatter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import orjson
import pyarrow as pa

from dialogue_etl.core.turns import lists
from dialogue_etl.text.lines import one_line
from dialogue_etl.text.normalise import readable

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Format

_readable = lru_cache(1 << 16)(readable)
"""A comment is in every path through it."""
_UNKNOWN = -1
_FACTS = ("id", "source_id", "language", "title", "authors", "corpus", "rights")


class View(NamedTuple):
    """How messages are made: the parameters of `package` of the same names."""

    roles: Literal["alternate", "speaker", "participants"] = "speaker"
    system: str = ""
    start_with_user: bool = True
    end_with_assistant: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> View:
        """The one of all parameters of `package`."""
        return cls(**{name: values[name] for name in cls._fields if name in values})


class Run(NamedTuple):
    """Neighbouring turns of one known speaker, or one turn; the speaker by number."""

    speaker: int
    start: int
    end: int


class Part(NamedTuple):
    """A message: whose it is, the runs that it contains, and whether names go before them."""

    assistant: bool
    runs: tuple[Run, ...]
    named: bool = False

    @property
    def role(self) -> str:
        """As chat templates name it."""
        return "assistant" if self.assistant else "user"


class Chat(NamedTuple):
    """A dialogue as messages.

    Attributes:
        facts: of the dialogue.
        system: message; empty without.
        messages: role and text of each.
        speakers: of each message, None if not known or several.
    """

    facts: Mapping[str, Any]
    system: str
    messages: list[tuple[str, str]]
    speakers: list[str | None]

    def all(self) -> list[dict[str, str]]:
        """The messages with the one of the system, as mappings."""
        said = [*([("system", self.system)] if self.system else []), *self.messages]
        return [{"role": role, "content": text} for role, text in said]

    def of(self) -> list[str | None]:
        """Who says each message of `all`."""
        return [*([None] if self.system else []), *self.speakers]


def arranged(speakers: tuple[int, ...], view: View) -> tuple[Part, ...]:
    """The messages of a dialogue; none if no message answers another one.

    Args:
        speakers: of its turns, numbered from 0 in any order; -1 if unknown.
        view: what is asked for.
    """
    runs = _runs(speakers)
    if len(runs) < 2:
        return ()
    if view.roles == "alternate" or _two_parties(runs):
        return _trimmed(_alternating(runs, view), view)
    if view.roles == "participants":
        return _trimmed([part._replace(named=True) for part in _alternating(runs, view)], view)
    known = [*dict.fromkeys(run.speaker for run in runs if run.speaker != _UNKNOWN)]
    if len(known) == 1:
        known.append(_UNKNOWN)  # whoever else there is
    return max((_trimmed(_of_one(runs, one), view) for one in known), key=len)


def _runs(speakers: Sequence[int]) -> list[Run]:
    runs: list[Run] = []
    for place, speaker in enumerate(speakers):
        if runs and speaker == runs[-1].speaker != _UNKNOWN:
            runs[-1] = runs[-1]._replace(end=place + 1)
        else:
            runs.append(Run(speaker, place, place + 1))
    return runs


def _two_parties(runs: Sequence[Run]) -> bool:
    """Whether every known speaker has every second run, and no other one has these."""
    sides = {(run.speaker, place % 2) for place, run in enumerate(runs) if run.speaker != _UNKNOWN}
    return len(sides) == len({speaker for speaker, _ in sides}) == len({side for _, side in sides})


def _alternating(runs: Sequence[Run], view: View) -> list[Part]:
    """A message for each run; the first is the user's, unless only the end is asked for."""
    shift = len(runs) % 2 if view.end_with_assistant and not view.start_with_user else 0
    return [Part((place + shift) % 2 == 1, (run,)) for place, run in enumerate(runs)]


def _of_one(runs: Sequence[Run], one: int) -> list[Part]:
    """The view of a speaker, who is the assistant: all others are the user, and unknown ones alternate."""
    roles = [None if run.speaker == _UNKNOWN else run.speaker == one for run in runs]
    first = next(place for place, role in enumerate(roles) if role is not None)
    filled = [bool(roles[first]) ^ bool((first - place) % 2) for place in range(first)]
    for role in roles[first:]:
        filled.append(not filled[-1] if role is None else role)
    parts = []
    for assistant, group in groupby(zip(filled, runs, strict=True), itemgetter(0)):
        together = tuple(run for _, run in group)
        named = not assistant and len({run.speaker for run in together}) > 1
        parts.append(Part(assistant, together, named))
    return parts


def _trimmed(parts: Sequence[Part], view: View) -> tuple[Part, ...]:
    """Without a first message of the assistant, or a last one of the user, where the view has none."""
    start = int(view.start_with_user and parts[0].assistant)
    end = len(parts) - int(view.end_with_assistant and not parts[-1].assistant)
    return tuple(parts[start:end]) if end - start > 1 else ()


_LEFT = ("left_out", "turns_left_out")


class Chats:
    """The chats of tables of dialogues; those of the last table are kept for the next form.

    Attributes:
        counts: of what was made so far: `dialogues`, `messages`, `turns`; `assistant`: dialogues that end
            with one of the assistant; `left_out`: those in which no message answers another;
            `turns_left_out`: of the others.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._last: tuple[pa.Table | None, list[Chat]] = None, []
        self.counts = Counter(dict.fromkeys(("dialogues", "messages", "turns", "assistant", *_LEFT), 0))

    def of(self, rows: pa.Table) -> list[Chat]:
        """A chat for each dialogue; where no message answers another one it has none."""
        if self._last[0] is not rows:
            self._last = rows, list(self._made(rows))
        return self._last[1]

    def _made(self, rows: pa.Table) -> Iterator[Chat]:
        turns = rows.column("turns").combine_chunks()
        facts = rows.select([name for name in _FACTS if name in rows.column_names]).to_pylist()
        for fact, texts, speakers in zip(facts, lists(turns, "text"), lists(turns, "speaker"), strict=True):
            numbers = {name: number for number, name in enumerate(dict.fromkeys(filter(None, speakers)))}
            parts, roles = _planned(tuple([numbers.get(name, _UNKNOWN) for name in speakers]), self._view)
            self._count(parts, len(texts))
            start = parts[0].runs[0].start if parts else 0
            end = start + len(roles)
            if roles:
                messages, of = (
                    [*zip(roles, map(_readable, texts[start:end]), strict=True)],
                    speakers[start:end],
                )
            else:
                messages = [(part.role, _text(part, texts, speakers)) for part in parts]
                said = [{speakers[run.start] for run in part.runs} for part in parts]
                of = [next(iter(one)) if len(one) == 1 else None for one in said]
            yield Chat(fact, _system(self._view.system, fact, numbers), messages, of)

    def _count(self, parts: Sequence[Part], turns: int) -> None:
        counts = self.counts
        if not parts:
            counts["left_out"] += 1
            return
        kept = parts[-1].runs[-1].end - parts[0].runs[0].start
        counts["dialogues"] += 1
        counts["messages"] += len(parts)
        counts["turns"] += kept
        counts["turns_left_out"] += turns - kept
        counts["assistant"] += parts[-1].assistant


@lru_cache(1 << 16)
def _planned(speakers: tuple[int, ...], view: View) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """`arranged`, and the roles of its messages if each is one turn without a name; else none."""
    parts = arranged(speakers, view)
    each = all(len(part.runs) == 1 and _is_turn(part.runs[0]) and not part.named for part in parts)
    return parts, tuple(part.role for part in parts) if each else ()


def _is_turn(run: Run) -> bool:
    return run.end - run.start == 1


def _text(part: Part, texts: Sequence[str], speakers: Sequence[str | None]) -> str:
    said = []
    for run in part.runs:
        text = _readable(" ".join(texts[run.start : run.end]))
        name = speakers[run.start] if part.named else None
        said.append(f"{name}: {text}" if name else text)
    return "\n".join(said)


def _system(template: str, facts: Mapping[str, Any], speakers: Mapping[str, int]) -> str:
    """The system's message; none where the dialogue lacks a fact that the template names."""
    if not template:
        return ""
    values = {**facts, "authors": "; ".join(facts.get("authors") or ()), "speakers": ", ".join(speakers)}
    named = [name for _, name, _, _ in Formatter().parse(template) if name]
    return template.format(**values) if all(values.get(name) for name in named) else ""


def jsonl(chat: Chat) -> dict[str, Any]:
    """`messages` with `speakers`, as TRL, Axolotl and the chat templates of transformers read them."""
    return {**_facts(chat), "messages": chat.all(), "speakers": chat.of()}


def sharegpt(chat: Chat) -> dict[str, Any]:
    """`conversations` of ShareGPT."""
    names = {"system": "system", "user": "human", "assistant": "gpt"}
    said = [{"from": names[one["role"]], "value": one["content"]} for one in chat.all()]
    return {"id": chat.facts["id"], "conversations": said}


def prompts(chat: Chat) -> dict[str, Any] | None:
    """`prompt` and `completion`, the last message of the assistant, as TRL reads them."""
    ends = [place for place, (role, _) in enumerate(chat.messages) if role == "assistant" and place]
    if not ends:
        return None
    said = chat.all()[: ends[-1] + 1 + bool(chat.system)]
    return {"id": chat.facts["id"], "prompt": said[:-1], "completion": said[-1:]}


def parlai(chat: Chat) -> bytes | None:
    """An episode of ParlAI's dialogue format: what the user says is the text, the answer its label.

    Source: parlai.utils.misc, str_to_msg (1.7), which reads escapes in texts, but none in labels.
    """
    first = [""] if chat.messages[0][0] == "assistant" else []
    said = [*first, *(text for _, text in chat.messages)]
    if chat.system:
        said[0] = f"{chat.system} {said[0]}".rstrip()
    said = [one_line(text).replace("|", "__PIPE__") for text in said]
    lines = [f"text:{text}\tlabels:{label}" for text, label in zip(said[::2], said[1::2], strict=False)]
    return ("\n".join(lines) + "\tepisode_done:True\n").encode()


def _facts(chat: Chat) -> dict[str, Any]:
    return {name: chat.facts[name] for name in ("id", "source_id", "language")}


LINES: dict[Format, Callable[[Chat], dict[str, Any] | bytes | None]] = {
    "jsonl": jsonl,
    "sharegpt": sharegpt,
    "prompts": prompts,
    "parlai": parlai,
}
"""Forms of lines, and what each writes for a chat; None where that is nothing."""
MESSAGES: Format = "messages"
FORMS: tuple[Format, ...] = (MESSAGES, *LINES)
SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in ("id", "source_id", "language", "rights")),
        ("messages", pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))),
        ("speakers", pa.list_(pa.string())),
    ]
)
"""The columns of the form `messages`."""


def table(chats: Sequence[Chat]) -> pa.Table:
    """Rows of the form `messages`."""
    rows = [{**chat.facts, "messages": chat.all(), "speakers": chat.of()} for chat in chats if chat.messages]
    return pa.Table.from_pylist(rows, SCHEMA)


def line(form: Format, chat: Chat) -> bytes | None:
    """What a form of lines has for a dialogue; None if no message in it answers another one."""
    made = LINES[form](chat) if chat.messages else None
    return (
        made
        if made is None or isinstance(made, bytes)
        else orjson.dumps(made, option=orjson.OPT_APPEND_NEWLINE)
    )
