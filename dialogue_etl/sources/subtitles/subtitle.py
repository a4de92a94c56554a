"""What the readers give: the sentences of a subtitle file, and what it says of itself and of its film."""

from dataclasses import dataclass, field
from typing import Any

from dialogue_etl.errors import DialogueEtlError


class UnreadableError(DialogueEtlError):
    """A file that no subtitles can be read from.

    Attributes:
        reason: a word for the drops table.
    """

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


class CutError(UnreadableError):
    """A packed file ends too early; what came before can be used."""

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
    """A subtitle file, read.

    Attributes:
        sentences: in the order of the file.
        facts: columns of the films table that the file itself tells.
        blocks: that were read.
        damaged: whether it is cut off or not well-formed; what could be read was.
    """

    sentences: list[Sentence] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    blocks: int = 0
    damaged: bool = False

    @property
    def duration_ms(self) -> int | None:
        """The last time in it."""
        times = [time for one in self.sentences for time in (one.start_ms, one.end_ms) if time is not None]
        return max(times, default=None)
