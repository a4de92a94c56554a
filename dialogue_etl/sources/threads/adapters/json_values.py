"""Reads JSON as rows: JSON Lines, and documents of any size, piece by piece.

In a document the first value does not end on its first line. What is invalid costs the
smallest record around it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from dialogue_etl.sources.threads.adapters.records import Line, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LARGE = 4_000_000
"""Characters of an object that is read in pieces, each with the members before it; of other values the limit.

Ten thousand messages have about 5 million.
"""
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n\ufeff"
_SCRIPT = re.compile(r"\s*window\.[\w.]+\s*=\s*")  # before the list in the archives of Twitter
_BEGINS = re.compile(r"\{\s*(?:[\"}]|$)|\[\s*(?:[\[{\"\]]|$)")  # not a text in brackets
_DEEPEST = 60  # lists and objects inside of others: a nested answer takes two to four
_TOKEN = re.compile(r'"(?:[^"\\\n]+|\\.)*+"|["\[\]{}]', re.DOTALL)
_PLAIN_END = re.compile(r"[,\]}\n]")
_SPACES = re.compile(f"[{_SPACE}]*")
_ESCAPE = 12  # characters of an emoji written as two halves
_GAP = 100  # characters of white space between two records
_NEXT = re.compile(r"[}\]]\s*,?\s*(?=[{\[])")


def is_json(sample: str) -> bool:
    """Whether a text is JSON Lines or a JSON document."""
    return _BEGINS.match(_plain(sample)) is not None


def is_document(sample: str) -> bool:
    """Whether JSON is one document, not JSON Lines (whose first line may be invalid)."""
    text = _plain(sample)
    if _SCRIPT.match(sample):
        return True
    try:
        _, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        return error.lineno > 1 or "\n" not in text.rstrip()
    except RecursionError:
        return False
    return "\n" in text[:end]


def _plain(sample: str) -> str:
    return _SCRIPT.sub("", sample, count=1).lstrip(_SPACE)


class Nesting(NamedTuple):
    """What a form says about the values that contain its records.

    Attributes:
        holds: whether the member of an object with this name may contain records.
        is_record: whether a list that begins with this value is one record.
    """

    holds: Callable[[str], bool]
    is_record: Callable[[Any], bool] = bool


ALL = Nesting(lambda _: True, lambda _: False)


class _LostError(Exception):
    """It is not known where an invalid value ends; the message says what is wrong."""


class _Document:
    """JSON values, one after another, read piece by piece."""

    def __init__(self, chunks: Iterable[str], nesting: Nesting, line: int) -> None:
        self._chunks = iter(chunks)
        self._nesting = nesting
        self._held = ""
        self._at = 0
        self._taken: Any = None
        self._over = False
        self._read_at = 0  # where the last value began
        self.line = line

    def rows(self) -> Iterator[Row]:
        """The records."""
        self._more(1)
        if found := _SCRIPT.match(self._held):
            self._move(found.end())
        while self._peek():
            line = self.line
            if self._held[self._at] in "]},":
                yield Row(line, None, "not JSON: a bracket or comma too many")
                self._resume()
                continue
            try:
                yield from self._value(0)
            except _LostError as error:
                yield Row(line, None, f"not JSON: {error}")
                self._resume()

    def _value(self, depth: int) -> Iterator[Row]:
        """The records in the value at the cursor: a list's items, an object, or an object's pieces.

        Raises:
            _LostError: it is invalid, and where it ends is not known.
        """
        line, opening = self.line, self._peek()
        if depth < _DEEPEST and opening == "[" and not self._is_record(depth):
            yield from self._items(depth)
            return
        problem = self._read()
        if not problem:
            yield Row(line, self._taken)
        elif depth < _DEEPEST and opening == "{":
            yield from self._members(depth)
        else:
            self._skip(problem)
            yield Row(line, None, problem)

    def _items(self, depth: int) -> Iterator[Row]:
        self._move(1)
        while (found := self._peek()) != "]" and not self._over:
            line = self.line
            try:
                if not found:
                    raise _LostError("it ends too early")
                yield from self._value(depth + 1)
                self._comma_or("]")
            except _LostError as error:
                yield Row(line, None, f"not JSON: {error}")
                self._resume()
        self._close()

    def _members(self, depth: int) -> Iterator[Row]:
        """The pieces of an object: what may contain records, value by value, each with the other members."""
        line, said, problem, given = self.line, dict[str, Any](), "", False
        self._move(1)
        while (found := self._peek()) != "}" and not self._over:
            bad = self._read() if found == '"' else "a name of a member is expected"
            if bad:
                raise _LostError(bad)
            name = self._taken
            if self._peek() != ":":
                raise _LostError("a colon is expected")
            self._move(1)
            self._peek()
            if self._nesting.holds(name):
                for row in self._value(depth + 1):
                    given = True
                    whole = {**said, name: row.value}
                    yield row if row.problem or problem else Row(row.line, whole)
            elif not (bad := self._read()):
                said[name] = self._taken
            else:
                problem = bad
                self._skip(bad)
            self._comma_or("}")
        self._close()
        if problem or not given:
            yield Row(line, None if problem else said, problem)

    def _peek(self) -> str:
        """The next character except white space; empty at the end."""
        while True:
            self._move(_after_space(self._held, self._at) - self._at)
            if self._at < len(self._held):
                return self._held[self._at]
            if not self._more(1):
                return ""

    def _move(self, size: int) -> None:
        if size:
            self.line += self._held.count("\n", self._at, self._at + size)
            self._at += size

    def _close(self) -> None:
        self._move(0 if self._over else 1)

    def _read(self) -> str:
        """Take the value at the cursor; or what is wrong with it."""
        while True:
            size = len(self._held) - self._at
            try:
                self._taken, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if size > LARGE:
                    return f"no value ends within {LARGE:,} characters"
                early = error.pos < len(self._held) - _ESCAPE and not error.msg.startswith("Unterminated")
                if early or not self._more(size):  # double the buffer: a long value is parsed a few times
                    return f"not JSON: {error.msg}"
            except RecursionError:
                return "not JSON: lists inside of lists without end"
            else:
                self._read_at = self._at
                self._move(end - self._at)
                return ""

    def _is_record(self, depth: int) -> bool:
        """Whether the list at the cursor is one record, by its first item."""
        for _ in range(2):
            begin = _after_space(self._held, self._at + 1)
            if self._held[begin : begin + 1] == "]":
                return depth > 0 and self._nesting.is_record("")
            try:
                first, _ = _DECODER.raw_decode(self._held, begin)
            except (json.JSONDecodeError, RecursionError):
                self._more(LARGE // 4)
            else:
                return self._nesting.is_record(first)
        return False

    def _skip(self, problem: str) -> None:
        """Move to the end of an invalid value.

        Raises:
            _LostError: no end is found.
        """
        while True:
            end = self._end()
            if end > 0:
                self._move(end - self._at)
                return
            size = len(self._held) - self._at
            if end < 0 or size > LARGE or not self._more(size):
                raise _LostError(problem.removeprefix("not JSON: "))

    def _end(self) -> int:
        """Where the brackets of the value at the cursor close; 0 if not yet, -1 if a text does not end."""
        if self._held[self._at : self._at + 1] not in {'"', "[", "{"}:
            found = _PLAIN_END.search(self._held, self._at)
            return found.start() if found else 0
        depth = 0
        for token in _TOKEN.finditer(self._held, self._at):
            text = token.group()
            if text == '"':
                return -1 if "\n" in self._held[token.start() :] else 0
            depth += (text in "[{") - (text in "]}")
            if depth == 0:
                return token.end()
        return 0

    def _resume(self) -> None:
        """Move to the next place that looks like the beginning of a record, or to the end.

        It may be in the last text, which has swallowed it if it lacks its closing quotation mark.
        """
        back = min(self._read_at, self._at)
        self.line -= self._held.count("\n", back, self._at)
        self._at = back
        while not (found := _NEXT.search(self._held, self._at)):
            self._move(max(0, len(self._held) - self._at - _GAP))
            if not self._more(1):
                self._move(len(self._held) - self._at)
                self._over = True
                return
        self._move(found.end() - self._at)
        self._read_at = self._at

    def _comma_or(self, end: str) -> None:
        found = self._peek()
        if found == ",":
            self._move(1)
        elif found != end and not self._over:
            raise _LostError(f"neither a comma nor {end} after a value" if found else "it ends too early")

    def _more(self, size: int) -> bool:
        chunks = [self._held[self._at :]]
        while size > 0 and (chunk := next(self._chunks, "")):
            chunks.append(chunk)
            size -= len(chunk)
        self._held, self._at, self._read_at = "".join(chunks), 0, 0
        return len(chunks) > 1


def _after_space(text: str, at: int) -> int:
    return _SPACES.match(text, at).end()  # type: ignore[union-attr] # it matches nothing, too


def document(chunks: Iterable[str], nesting: Nesting, line: int = 1) -> Iterator[Row]:
    """The records of one or several JSON documents of any size, and a problem for each part that is invalid.

    An object that is large or invalid is read in pieces: for each value in its members that may contain
    records an object with that value, and with the members before that contain none. What is invalid costs
    the smallest record around it; if its end can't be found, what precedes the next `}, {`.

    Args:
        chunks: of its text.
        nesting: which values contain records.
        line: number of its first line.
    """
    return _Document(chunks, nesting, line).rows()


def json_rows(lines: Iterable[Line], nesting: Nesting) -> Iterator[Row]:
    """Parse JSON Lines; empty lines are skipped, and of an invalid line what can be read is read."""
    for line in lines:
        if line.problem:
            yield Row(line.number, None, line.problem)
        elif line.text.strip():
            try:
                yield Row(line.number, orjson.loads(line.text))
            except orjson.JSONDecodeError:
                yield from document([line.text], nesting, line.number)
