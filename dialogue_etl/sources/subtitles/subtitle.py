"""What the readers return: the sentences of a subtitle file, and its metadata."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from dialogue_etl.errors import DialogueEtlError


class UnreadableError(DialogueEtlError):
    """No subtitles can be read from a file.

    Attributes:
        reason: its reason in the drops table.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class CutError(UnreadableError):
    """A compressed file is truncated; what came before can be used."""

    def __init__(self, detail: str) -> None:
        super().__init__("cut", detail)


@dataclass(slots=True)
class Sentence:
    """A sentence; its fields are those of the sentences table."""

    text: str
    block: int | None
    end_block: int | None
    start_ms: int | None
    end_ms: int | None
    emphasis: bool = False
    new_line: bool | None = None
    speaker: str | None = None


@dataclass
class Subtitle:
    """The content of a subtitle file.

    Attributes:
        sentences: in the order of the file.
        facts: columns of the films table that are stated in the file.
        blocks: number of subtitle blocks read.
        damaged: whether the file is truncated or malformed; what could be read is here.
        lines: number of lines that are read; of OPUS, of its sentences.
        left_out: number of lines that are not, by reason: see `reasons.READING`.
        notes: what else people should know about it.
    """

    sentences: list[Sentence] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    blocks: int = 0
    damaged: bool = False
    lines: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All sentences, one a line."""
        return "\n".join(sentence.text for sentence in self.sentences)

    @property
    def duration_ms(self) -> int | None:
        """The last time in it."""
        times = [time for one in self.sentences for time in (one.start_ms, one.end_ms) if time is not None]
        return max(times, default=None)
