"""Dialogues of several lines: Subtitle and Xiaohuangji (E and M lines), GPT2-chitchat (empty lines between).

An invalid line invalidates its dialogue, since the lines around it are not adjacent turns.
Sources: github.com/skdjfla/dgk_lost_conv (E begins a dialogue, M an utterance; Subtitle has `/` between
words), github.com/yangjianxin1/GPT2-chitchat, preprocess.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.records import Bad, Line, Record, Session, checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_MAX_UTTERANCES = 100_000  # of one dialogue; more mean a file without separators


class _Block:
    """The current dialogue."""

    def __init__(self) -> None:
        self.line = 0
        self._said: list[str] = []
        self._problem: Bad | None = None

    def add(self, line: Line, text: str) -> None:
        """Add an utterance."""
        self.line = self.line or line.number
        problem = line.problem
        try:
            text = checked(text)
        except ValueError as error:
            problem = str(error)
        if len(self._said) >= _MAX_UTTERANCES:
            problem = f"a dialogue of more than {_MAX_UTTERANCES:,} lines"
            self._said.clear()
        if problem:
            self._problem = self._problem or Bad(line.number, problem)
        elif self._problem is None:
            self._said.append(text)

    def close(self) -> Iterator[Record]:
        """Yield the dialogue, or its first problem, and begin the next one."""
        if self._problem:
            yield self._problem
        elif self._said:
            yield Session(self.line, self._said)
        self.line, self._said, self._problem = 0, [], None


def _dgk(clean: Callable[[str], str]) -> Callable[[Iterable[Line]], Iterator[Record]]:
    def read(lines: Iterable[Line]) -> Iterator[Record]:
        block = _Block()
        for line in lines:
            mark, text = line.text[:1], line.text[1:]
            if not line.problem and mark == "E" and not text.strip():
                yield from block.close()
            elif line.problem or (mark == "M" and text[:1] in {" ", "\t", ""}):
                block.add(line, clean(text.strip()))
            elif line.text.strip():
                yield Bad(line.number, "begins neither with E nor with M")
        yield from block.close()

    return read


def chitchat(lines: Iterable[Line]) -> Iterator[Record]:
    """GPT2-chitchat: an utterance per line, an empty line between dialogues."""
    block = _Block()
    for line in lines:
        if line.problem or line.text.strip():
            block.add(line, line.text)
        else:
            yield from block.close()
    yield from block.close()


xiaohuangji = _dgk(str)
subtitle = _dgk(lambda text: text.replace("/", ""))
