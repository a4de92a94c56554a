"""What adapters read and what they make of it, and the checks all of them share."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

LONGEST_ID = 200
"""Characters of an id or the name of an account: longer ones are broken records, not names."""

_LARGEST_TIME = 2**53
_OLD_TIME = "%a %b %d %H:%M:%S %z %Y"  # Wed Oct 10 20:19:24 +0000 2018, of Twitter and Weibo
_KEYS = 8


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: from 1.
        text: without its end; empty if it can't be read.
        problem: why not; empty if it can.
    """

    number: int
    text: str
    problem: str = ""


class Row(NamedTuple):
    """A value of a file of objects: of a line, an item of a list, a row of a table.

    Attributes:
        line: where it begins, from 1; in a file of columns its row.
        value: what JSON says, or the cells by their columns.
        problem: why it is missing; else empty.
    """

    line: int
    value: Any
    problem: str = ""


class Comment(NamedTuple):
    """A comment of a tree, as every corpus of trees comes out.

    Attributes:
        line: where it is in its file.
        id: in its corpus.
        parent: id of what it answers; None if it answers nothing.
        author: None if unknown.
        text: empty where it was taken away.
        time: seconds since 1970, if it is known.
        aside: it only comes with another one, which may know less of it: any other of its id counts more.
    """

    line: int
    id: str
    parent: str | None
    author: str | None
    text: str
    time: int | None
    aside: bool = False


class Session(NamedTuple):
    """A ready-made dialogue of a corpus without trees; `line` is where it begins.

    Its `authors` are those of the utterances; empty if unknown.
    """

    line: int
    utterances: Sequence[str]
    authors: Sequence[str | None] = ()


class Bad(NamedTuple):
    """A record that is left out.

    Attributes:
        line: where it begins; 0 for the file itself.
        detail: what is wrong, a phrase.
        reason: `unreadable`, or what the corpus itself says against the record; only the first counts
            as quarantined.
    """

    line: int
    detail: str
    reason: str = "unreadable"


Record = Comment | Session | Bad


def each_line(parse: Callable[[Line], Record | None]) -> Callable[[Iterable[Line]], Iterator[Record]]:
    """An adapter for a format with a record per line.

    Args:
        parse: makes a record of a line, None of one that holds none; a ValueError says what is wrong with it.
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


def json_rows(lines: Iterable[Line]) -> Iterator[Row]:
    """What lines say in JSON, each by itself; empty ones say nothing."""
    for line in lines:
        if line.problem:
            yield Row(line.number, None, line.problem)
        elif line.text.strip():
            try:
                yield Row(line.number, orjson.loads(line.text))
            except orjson.JSONDecodeError as error:
                yield Row(line.number, None, f"not JSON: {error.msg} at character {error.pos + 1}")


def keys_of(said: Mapping[str, Any]) -> str:
    """The names of what an object holds, for people who look for the right ones."""
    names = [str(name)[:40] for name in said]
    return ", ".join([*names[:_KEYS], "…"] if names[_KEYS:] else names) or "nothing"


def session(line: int, utterances: object) -> Session:
    """A session of what should be a list of texts.

    Raises:
        ValueError: it is something else, or empty.
    """
    if not isinstance(utterances, list) or not all(isinstance(said, str) for said in utterances):
        raise ValueError("not a list of texts")
    if not utterances:
        raise ValueError("no utterance")
    return Session(line, [checked(said) for said in utterances])


def checked(text: str) -> str:
    """A text that can be written as UTF-8.

    Raises:
        ValueError: it holds NUL characters, or halves of characters.
    """
    if "\0" in text:
        raise ValueError("holds NUL characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("holds half a character (a surrogate)") from None
    return text


def text_of(value: object, name: str) -> str:
    """The text of a field; empty where it is null or missing.

    Raises:
        ValueError: it is not a text.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
    return checked(value)


def name_of(value: object, name: str) -> str | None:
    """An id or account, as a text; None where it is null, missing or empty.

    Raises:
        ValueError: it is neither a text nor a whole number, or too long.
    """
    if type(value) is str and value.isascii() and 0 < len(value) <= LONGEST_ID and "\0" not in value:
        return value  # most of them, at a third of the cost
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


def time_of(value: object) -> int | None:
    """Seconds since 1970 from a number, an ISO 8601 date or one of C's `asctime`; None for anything else.

    A time without a zone is taken for UTC. A record is not bad for its time: it only orders answers.
    """
    if type(value) is int:
        return value if abs(value) < _LARGEST_TIME else None
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
        return int(seconds) if abs(seconds) < _LARGEST_TIME else None
    except (TypeError, ValueError, OverflowError):
        return None
