"""`lccc`: the form LCCC is published in: a JSON document, a list of dialogues or one per part of the split.

`{"train": [["你 好", "早 啊"], …], "valid": […]}` or `[[…], …]`. It is read piece by piece: LCCC-large
has more than a gigabyte. Source: github.com/thu-coai/CDial-GPT, README.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.records import (
    Bad,
    Record,
    Session,
    session,
    without_character_blanks,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LONGEST = 10_000_000  # characters of one dialogue
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n\ufeff"


class _CutError(Exception):
    """The document ends too early, or is none; its message says so."""


class _Document:
    """A JSON document that is read from the left, value by value."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks = iter(chunks)
        self._held = ""
        self._at = 0
        self.line = 1

    def peek(self) -> str:
        """The next character that is no white space; empty at the end."""
        while True:
            while self._at < len(self._held) and self._held[self._at] in _SPACE:
                self.line += self._held[self._at] == "\n"
                self._at += 1
            if self._at < len(self._held):
                return self._held[self._at]
            if not self._more():
                return ""

    def skip(self) -> None:
        """Go past the character that `peek` saw."""
        self._at += 1

    def value(self) -> object:
        """The value that begins where `peek` looked.

        Raises:
            _CutError: it does not end, or is no JSON.
        """
        while True:
            try:
                found, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if len(self._held) - self._at > _LONGEST:
                    raise _CutError(f"no dialogue ends within {_LONGEST:,} characters") from None
                if not self._more():
                    raise _CutError(f"not JSON: {error.msg}") from None
            except RecursionError:
                raise _CutError("not JSON: lists inside of lists without end") from None
            else:
                self.line += self._held.count("\n", self._at, end)
                self._at = end
                return found

    def _more(self) -> bool:
        chunk = next(self._chunks, "")
        self._held, self._at = self._held[self._at :] + chunk, 0
        return bool(chunk)


def read(chunks: Iterable[str]) -> Iterator[Record]:
    """The dialogues of a document; what comes after a place that is no JSON can't be read."""
    document = _Document(chunks)
    try:
        if document.peek() == "[":
            yield from _dialogues(document)
        elif document.peek() == "{":
            document.skip()
            while document.peek() == '"':
                document.value()
                _expect(document, ":")
                yield from _dialogues(document)
                _comma_or(document, "}")
            _expect(document, "}")
        else:
            raise _CutError("begins neither with [ nor with {")
        if document.peek():
            raise _CutError("goes on after its end")
    except _CutError as error:
        yield Bad(document.line, f"{error}; what follows is not read")


def _dialogues(document: _Document) -> Iterator[Record]:
    _expect(document, "[")
    while document.peek() not in {"]", ""}:
        line = document.line
        try:
            found = session(line, document.value())
            yield Session(line, [without_character_blanks(said) for said in found.utterances])
        except ValueError as error:
            yield Bad(line, str(error))
        _comma_or(document, "]")
    _expect(document, "]")


def _comma_or(document: _Document, end: str) -> None:
    if document.peek() == ",":
        document.skip()
    elif document.peek() != end:
        raise _CutError(f"neither a comma nor {end} after a value" if document.peek() else "ends too early")


def _expect(document: _Document, character: str) -> None:
    if document.peek() != character:
        raise _CutError(f"no {character} where one should be" if document.peek() else "ends too early")
    document.skip()
