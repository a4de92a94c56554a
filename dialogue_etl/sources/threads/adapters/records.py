"""Input and output records of adapters, and the checks that adapters share."""

from __future__ import annotations

import math
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

LONGEST_ID = 200
"""Maximum number of characters of an id or account name; longer ones are invalid records."""

_EXACT = 2**53  # above it, floating numbers skip whole ones
_LARGEST_TIME = 10**11
"""Seconds. Larger times are in milliseconds (Matrix, Signal), microseconds (YouTube) or nanoseconds."""
_OLD_TIME = "%a %b %d %H:%M:%S %z %Y"  # Wed Oct 10 20:19:24 +0000 2018, of Twitter and Weibo
_KEYS = 8
_SEPARATORS = str.maketrans(":@", "//")


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: from 1.
        text: without the line end; empty if it cannot be decoded.
        problem: why it cannot be decoded, or empty.
    """

    number: int
    text: str
    problem: str = ""


class Row(NamedTuple):
    """A value of a file of objects: a line, an item of a list, or a row of a table.

    Attributes:
        line: number of its first line, or of its row in Parquet, from 1.
        value: the JSON value, or the cells by column.
        problem: why it cannot be parsed, or empty.
    """

    line: int
    value: Any
    problem: str = ""


class Comment(NamedTuple):
    """A comment of a tree.

    Attributes:
        line: line number in its file.
        id: unique in its corpus.
        parent: id of the comment it answers, or None.
        author: None if unknown.
        text: empty if it was removed.
        time: seconds since 1970, or None.
        aside: whether it was nested in another comment, where it may be incomplete: any other record with its
            id has precedence.
        to: the account that the text addresses as the one it answers, where the parent may be the root alone.
        session: the chat or the conversation it belongs to, where an order replaces missing links; or None.
        order: its place in the session, where that is not its place in the file.
    """

    line: int
    id: str
    parent: str | None
    author: str | None
    text: str
    time: int | None
    aside: bool = False
    session: str | None = None
    to: str | None = None
    order: float = 0


class Session(NamedTuple):
    """A dialogue of a corpus without trees: its first line, its utterances, and their authors, or none."""

    line: int
    utterances: Sequence[str]
    authors: Sequence[str | None] = ()


class Bad(NamedTuple):
    """A record that is left out.

    Attributes:
        line: its first line; 0 for the whole file.
        detail: what is wrong, a phrase.
        reason: `unreadable`, or a reason that the corpus itself gives; only the former counts as quarantined.
    """

    line: int
    detail: str
    reason: str = "unreadable"


Record = Comment | Session | Bad


def each_line(parse: Callable[[Line], Record | None]) -> Callable[[Iterable[Line]], Iterator[Record]]:
    """An adapter for a format with a record per line.

    Args:
        parse: returns the record of a line, or None; raises ValueError for an invalid line.
    """

    def read(lines: Iterable[Line]) -> Iterator[Record]:
        for line in lines:
            if line.problem or not line.text.strip():
                if line.problem:
                    yield Bad(line.number, line.problem)
                continue
            try:
                record = parse(line)
            except ValueError as error:
                record = Bad(line.number, str(error))
            if record is not None:
                yield record

    return read


def keys_of(said: Mapping[str, Any]) -> str:
    """The keys of an object, for messages about missing ones."""
    names = [str(name)[:40] for name in said]
    return ", ".join([*names[:_KEYS], "…"] if names[_KEYS:] else names) or "nothing"


def session(line: int, utterances: object) -> Session:
    """A session from a list of texts.

    Raises:
        ValueError: the value is not a list of texts, or is empty.
    """
    if not isinstance(utterances, list) or not all(isinstance(said, str) for said in utterances):
        raise ValueError("not a list of texts")
    if not utterances:
        raise ValueError("no utterance")
    return Session(line, [checked(said) for said in utterances])


def checked(text: str) -> str:
    """A text that can be written as UTF-8: half a character (a surrogate) becomes U+FFFD.

    Raises:
        ValueError: it contains NUL characters.
    """
    if "\0" in text:
        raise ValueError("holds NUL characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def text_of(value: object, name: str) -> str:
    """The text of a field, or of its parts: a list of texts, and objects with a text; empty where it is null.

    Raises:
        ValueError: the value is not a text.
    """
    if value is None:
        return ""
    if isinstance(value, list):
        return "".join(text_of(_part(one), name) for one in value)
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
    return checked(value)


def _part(value: object) -> object:
    """The text of a part; the short name of an emoji of YouTube; nothing for a picture."""
    if not isinstance(value, dict):
        return value
    emoji = value.get("emoji")
    short = emoji.get("shortcuts") if isinstance(emoji, dict) else None
    return value.get("text", short[0] if isinstance(short, list) and short else "")


def name_of(value: object, name: str) -> str | None:
    """An id or account, as a text; None where it is null, missing or empty.

    Raises:
        ValueError: it is neither a text nor a whole number, or too long.
    """
    if type(value) is str and value.isascii() and 0 < len(value) <= LONGEST_ID and "\0" not in value:
        return value  # most of them, at a third of the cost
    if isinstance(value, float) and abs(value) > _EXACT:
        raise ValueError(f"{name} was rounded to {value}: export it as a text")
    if isinstance(value, float) and (math.isnan(value) or value.is_integer()):
        value = None if math.isnan(value) else int(value)  # a column of numbers with gaps
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name} is neither a text nor a whole number")
    found = checked(str(value))
    if len(found) > LONGEST_ID:
        raise ValueError(f"{name} is longer than {LONGEST_ID} characters")
    return found


def plain_id(id: str) -> str:
    """An id without `:` and `@`, which separate the parts of ids of dialogues; `/` replaces them."""
    return id.translate(_SEPARATORS) if ":" in id or "@" in id else id


def time_of(value: object) -> int | None:
    """Seconds since 1970 from a number, an ISO 8601 date or one of C's `asctime`; None for anything else.

    A time without a zone is taken for UTC. A record is not bad for its time: it only orders answers.
    """
    if type(value) is int:
        return value if abs(value) < _LARGEST_TIME else _in_seconds(value)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, datetime):
        value = value.isoformat()
    try:
        if isinstance(value, str) and not value.replace(".", "", 1).isdecimal():
            old = value[:1].isalpha()
            moment = datetime.strptime(value, _OLD_TIME) if old else datetime.fromisoformat(value)  # noqa: DTZ007 - with its zone
            seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        else:
            seconds = float(value)  # type: ignore[arg-type]
        return _in_seconds(int(seconds))
    except (TypeError, ValueError, OverflowError):
        return None


def order_of(value: object) -> float:
    """The place of a record in its conversation: a number or a time.

    Raises:
        ValueError: the value is neither.
    """
    with suppress(ValueError):
        if isinstance(value, str | float | int) and math.isfinite(number := float(value)):
            return number
    if (time := time_of(value)) is None:
        raise ValueError(f"order is neither a number nor a time: {str(value)[:40]!r}")
    return time


def _in_seconds(value: int) -> int | None:
    return next((found for n in (0, 3, 6, 9) if abs(found := value // 10**n) < _LARGEST_TIME), None)
