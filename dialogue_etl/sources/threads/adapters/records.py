"""What adapters read and what they make of it, and the checks all of them share."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

LONGEST_ID = 200
"""Characters of an id or the name of an account: longer ones are broken records, not names."""

# Han, kana, and their punctuation: scripts that put no blanks between words.
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff…—·“”‘’"
_BLANK_BESIDE_WIDE = re.compile(f"(?<=[{_WIDE}]) | (?=[{_WIDE}])")
_LARGEST_TIME = 2**53


class Line(NamedTuple):
    """A line of a file.

    Attributes:
        number: from 1.
        text: without its end; empty if it can't be had.
        problem: why not; empty if it can.
    """

    number: int
    text: str
    problem: str = ""


class Comment(NamedTuple):
    """A comment of a tree, as every corpus of trees comes out.

    Attributes:
        line: where it stands in its file.
        id: in its corpus.
        parent: id of what it answers; None if it answers nothing.
        author: None where nobody is named.
        text: empty where it was taken away.
        time: seconds since 1970, if it is known.
    """

    line: int
    id: str
    parent: str | None
    author: str | None
    text: str
    time: int | None


class Session(NamedTuple):
    """A ready-made dialogue of a corpus without trees; `line` is where it begins."""

    line: int
    utterances: Sequence[str]


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


def object_of(line: Line) -> dict[str, Any]:
    """The JSON object on a line.

    Raises:
        ValueError: there is none.
    """
    found = json_of(line)
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    return found


def json_of(line: Line) -> object:
    """What a line says in JSON.

    Raises:
        ValueError: it is no JSON, or cut off.
    """
    try:
        return orjson.loads(line.text)
    except orjson.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from None


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
        ValueError: it is no text.
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
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f"{name} is neither a text nor a whole number")
    found = checked(str(value))
    if len(found) > LONGEST_ID:
        raise ValueError(f"{name} is longer than {LONGEST_ID} characters")
    return found


def id_of(value: object, name: str = "id") -> str:
    """An id that must be there.

    Raises:
        ValueError: it is missing, or none.
    """
    found = name_of(value, name)
    if found is None:
        raise ValueError(f"no {name}")
    return found


def time_of(value: object) -> int | None:
    """Seconds since 1970 from a number or an ISO 8601 date; None for anything else.

    A time without a zone is taken for UTC. A record is not bad for its time: it only orders answers.
    """
    if isinstance(value, bool) or value is None:
        return None
    try:
        if isinstance(value, str) and not value.replace(".", "", 1).isdecimal():
            moment = datetime.fromisoformat(value)
            seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        else:
            seconds = float(value)  # type: ignore[arg-type]
        return int(seconds) if abs(seconds) < _LARGEST_TIME else None
    except (TypeError, ValueError, OverflowError):
        return None


def without_word_blanks(text: str) -> str:
    """Words of Chinese put together again: blanks beside a Han character or its punctuation go.

    Corpora that were cut into words say `烟台 十一 哪 好玩`; between Latin words the blank stays.
    """
    return _BLANK_BESIDE_WIDE.sub("", text)


def without_character_blanks(text: str) -> str:
    """Characters put together again, if the whole text is written with a blank between each two of them."""
    pieces = text.split()
    return "".join(pieces) if len(pieces) > 1 and all(len(piece) == 1 for piece in pieces) else text
