"""Chats in lines of text: WhatsApp's `_chat.txt`, logs of IRC, dialogues of the Ubuntu corpus.

Sources: https://faq.whatsapp.com, "export chat" (dates in the order of the telephone's region);
https://irclogs.ubuntu.com and the logs of irssi and WeeChat;
github.com/rkadlec/ubuntu-ranking-dataset-creator.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.chats import JOINED
from dialogue_etl.sources.threads.adapters.comments import OTHER_KIND
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Line, checked, time_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.sources.threads.adapters.records import Record

_NOTICE = "\u200e"
"""Before what WhatsApp itself says in a message, on iOS."""
_HIDDEN = dict.fromkeys(map(ord, "\u200e\u200f\u202a\u202b\u202c\ufeff"))
_WHATSAPP = re.compile(
    r"\[?(\d{1,4}) ?[./-] ?(\d{1,2}) ?[./-] ?(\d{1,4})\.?[,،]?\s+(?:([^\W\d_]{1,4})\.?\s?)?"
    r"(\d{1,2})(?:[:.]| ?h ?)(\d{2})(?:[:.](\d{2}))?\.?"
    r"(?:\s*([AaPp])\.?\s?[Mm]\.?|\s([صم]))?(?:\]|\s+[-–]|:)\s(.*)"
)
"""Numbers of the date, a word (klo, 下午), those of the time, before or after noon, and the rest."""
_AFTERNOON = frozenset(["p", "م", "下午", "中午", "晚上", "午後", "오후"])
_MORNING = frozenset(["a", "ص", "上午", "凌晨", "清晨", "早上", "午前", "오전"])
_FILE = re.compile(r"<[^<>]{1,80}>|\S*\.\w{2,4} \([^()]{3,40}\)")
"""What stands for a picture or a file: <Media omitted>, IMG-1.jpg (file attached)."""
_EDITED = re.compile(r"\s*<[^<>]{5,60}>$")
_NOTHING = "<media>"
"""The text of a message that says nothing: rules drop it, and nobody answers across it."""
_DELETED = frozenset(
    [
        *("this message was deleted", "you deleted this message", "null"),
        *("diese nachricht wurde gelöscht", "du hast diese nachricht gelöscht"),
        *("se eliminó este mensaje", "este mensaje fue eliminado", "eliminaste este mensaje"),
        *("esta mensagem foi apagada", "mensagem apagada", "você apagou esta mensagem"),
        *("ce message a été supprimé", "vous avez supprimé ce message", "dit bericht is verwijderd"),
        *("questo messaggio è stato eliminato", "hai eliminato questo messaggio", "bu mesaj silindi"),
        *("данное сообщение удалено", "сообщение удалено", "pesan ini telah dihapus", "此消息已删除"),
        "تم حذف هذه الرسالة",
    ]
)
"""What WhatsApp writes for a message that was taken back, in the language of the telephone."""
_SAID = re.compile(r"([^:]{1,60}):(?:\s|$)(.*)", re.DOTALL)
_LOOKED_AT = 5_000  # lines, by which the order of day and month is found
_IRC = re.compile(
    r"(?:(\d{4}-\d\d-\d\d)[T ]|[A-Z][a-z]{2} [ \d]\d )?\[?(?:(\d{4}-\d\d-\d\d) )?"
    r"(\d{1,2}):(\d\d)(?::(\d\d))?\]?Z?"
    r"(?:\s+<[ @+%~&]?([^>\s]+)>\s(.*)|\t[@+%~&]?([^\W\d][^\t ]*)\t(.*)|\s+(.*))"
)
"""Date and time, then `<name> text`, or name and text between tabs (WeeChat), or what is no message."""
_NO_MESSAGE = ("===", "---", "****")
"""What lines without a time begin with: joins, and where a log begins and a day does (irssi, HexChat)."""
_BEGINNING = 20  # lines
_Date = tuple[int, int, int]


def is_chat(text: str) -> bool:
    """Whether most of the first lines of a text are messages with times, of WhatsApp or IRC."""
    first = [line for line in text.translate(_HIDDEN).splitlines() if line.strip()][:_BEGINNING]
    return 2 * sum(bool(_WHATSAPP.match(line) or _IRC.match(line)) for line in first) > len(first)


def whatsapp(lines: Iterable[Line], name: str) -> Iterator[Record]:
    """The messages of a chat; a line without a date continues the message before."""
    lines = iter(lines)
    head = list(islice(lines, _LOOKED_AT))
    order = _order([_numbers(found) for line in head if (found := _WHATSAPP.match(_plain(line)))])
    held: Comment | None = None
    for line in chain(head, lines):
        found = _WHATSAPP.match(text := _plain(line))
        problem = line.problem or ("holds NUL characters" if "\0" in text else "")
        if problem or (not found and not held):
            if problem or text.strip():
                yield Bad(line.number, problem or "no date as WhatsApp writes it")
        elif not found and held:
            if text.strip():
                yield Bad(line.number, f"goes on with the line before: {text}", JOINED)
            held = held._replace(text=f"{held.text}\n{text}")
        elif found:
            yield from [_said(held)] if held else []
            held = None
            said = _SAID.match(found[10])
            if said:
                id, time = f"{name}#{line.number}", _time(_dated(_numbers(found), order), found)
                text = _NOTHING if f": {_NOTICE}" in line.text else said[2]
                held = Comment(line.number, id, None, said[1], text, time, session=name)
            else:
                yield Bad(line.number, f"nobody's message: {found[10]}", OTHER_KIND)
    yield from [_said(held)] if held else []


def _said(held: Comment) -> Comment:
    """A message with its lines; one of a file, or one that was taken back, says nothing."""
    first, *more = held.text.split("\n")
    text = "\n".join(more) if _FILE.fullmatch(first.strip()) else _EDITED.sub("", held.text)
    return held._replace(text=_NOTHING if text.strip(" .").casefold() in {"", *_DELETED} else text)


def _plain(line: Line) -> str:
    return line.text.translate(_HIDDEN).replace("\u202f", " ").replace("\u00a0", " ")


def _numbers(found: re.Match[str]) -> _Date:
    return int(found[1]), int(found[2]), int(found[3])


def _dated(numbers: _Date, order: str) -> _Date:
    """Year, month and day."""
    found = dict(zip(order, numbers, strict=True))
    year = found["y"]
    return year if year > 99 else 2000 + year, found["m"], found["d"]


def _order(dates: list[_Date]) -> str:
    """The order of year, month and day in which most dates exist and times rise; else the day is first."""
    if any(first > 31 for first, _, _ in dates):
        return "ymd"
    return max(("dmy", "mdy"), key=lambda order: _fit([_dated(numbers, order) for numbers in dates]))


def _fit(dates: list[_Date]) -> tuple[int, int]:
    return -sum(month > 12 for _, month, _ in dates), sum(one <= two for one, two in pairwise(dates))


def _time(date: _Date, found: re.Match[str]) -> int | None:
    hour = int(found[5])
    half = (found[4] or found[8] or found[9] or "").lower()
    if half in _AFTERNOON | _MORNING:
        hour = hour % 12 + 12 * (half in _AFTERNOON)
    try:
        return int(datetime(*date, hour, int(found[6]), int(found[7] or 0), tzinfo=UTC).timestamp())
    except ValueError:
        return None


def irc(lines: Iterable[Line], name: str) -> Iterator[Record]:
    """The messages of a channel; a log without dates begins a new day where the hour goes back."""
    day, last = 0, 0
    for line in lines:
        found = _IRC.match(line.text)
        who, said = (found[6] or found[8], found[7] or found[9] or "") if found else (None, "")
        if line.problem or (not found and line.text.strip(" =\t") and not line.text.startswith(_NO_MESSAGE)):
            yield Bad(line.number, line.problem or "no time and <name> as in a log of IRC")
        elif who is None:
            if line.text.strip():
                yield Bad(line.number, f"no message: {line.text}", OTHER_KIND)
        elif "\0" in line.text:
            yield Bad(line.number, "holds NUL characters")
        elif found:
            seconds = int(found[3]) * 3600 + int(found[4]) * 60 + int(found[5] or 0)
            day, last = (day + 86_400 if seconds < last else day), seconds
            dated = time_of(found[1] or found[2])
            time = (day if dated is None else dated) + seconds
            yield Comment(line.number, f"{name}#{line.number}", None, who, checked(said), time, session=name)


def ubuntu(lines: Iterable[Line], name: str) -> Iterator[Record]:
    """Lines of time, speaker, addressee and text, between tabs; each file is a dialogue."""
    for line in lines:
        cells = line.text.split("\t", 3)
        if line.problem or len(cells) != 4 or "\0" in line.text:
            if line.problem or line.text.strip():
                yield Bad(line.number, line.problem or "no time, speaker, addressee and text between tabs")
            continue
        when, who, _, text = cells
        id = f"{name}#{line.number}"
        yield Comment(line.number, id, None, who or None, checked(text), time_of(when), session=name)
