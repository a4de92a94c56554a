"""What answers: agents made of a dataset."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Origin:
    """Source of a retrieved answer.

    Attributes:
        document: id of its book, thread or film.
        dialogue: id of its dialogue; empty in files that have none.
        turn: number of the answer's turn in the dialogue, or of its record in the file, from 0.
        trigger: the turn that it answers there.
        title, corpus, url: of the document, where they are known.
    """

    document: str
    dialogue: str
    turn: int
    trigger: str
    title: str = ""
    corpus: str = ""
    url: str = ""


@dataclass(frozen=True)
class Answer:
    """An answer of an agent.

    Attributes:
        text: of the answer.
        score: the higher the better, comparable among the answers of one agent alone.
        source: of a retrieved answer; None if it was generated.
    """

    text: str
    score: float
    source: Origin | None = None


class Agent(Protocol):
    """Answers a conversation."""

    def answers(self, history: Sequence[str], n: int) -> Sequence[Answer]:
        """At most n answers, the best first; the same for the same history.

        Args:
            history: the turns so far, the oldest first: the last one is answered.
            n: how many are wanted.
        """
        ...
