"""The boundary classifier: do two neighbouring turns belong to one conversation?

A logistic regression (`training.py`) whose coefficients are a file of JSON. It is trained without knowing how
long the gap is. What the gap says is added here: odds that grow with a power of it, even at the dialogue gap.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books.boundaries.places import TURNS_NEAR, people
from dialogue_etl.sources.books.boundaries.words import edge_words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from dialogue_etl.dialogue_rows import Turns
    from dialogue_etl.sources.books.boundaries.places import Place
    from dialogue_etl.text.book_text import BookText

FILE = "model.json"
_FORMAT = 1
_COMPANY = 2
_SOON = 60  # characters
SAME_UP_TO = 300
"""Characters: two turns no farther apart are of one conversation, for training."""
DIFFERENT_FROM = 2_000
"""Characters: two turns that far apart are of two conversations, for training."""
_RIGHT = 0.98
GAP_WEIGHT = 2 * math.log(_RIGHT / (1 - _RIGHT)) / math.log(DIFFERENT_FROM / SAME_UP_TO)
"""How the gap's logarithm weighs: where the training labels end, the gap alone is as sure as they are taken
to be. The gap itself cannot be trained: it parts the two classes perfectly. That they are right 49 of 50
times is an assumption, picked among others with the scores on annotated novels in view, not estimated."""
SIGNS = ("two_go_on", "one_goes_on", "all_others", "question", "new_paragraph")
"""What is seen beside words, in the order of `signs`."""


class BoundaryModelError(DialogueEtlError):
    """A file is no boundary model; the message says why."""


@dataclass(frozen=True)
class BoundaryModel:
    """A trained classifier; positive coefficients speak for a boundary.

    Attributes:
        language: BCP-47 tag of the books it was trained on.
        intercept: of the regression.
        signs: a coefficient for each of SIGNS.
        words: a coefficient for each word it knows, as `edge_words` gives them.
        training: what it was trained on and how well it did on books it had not seen.
    """

    language: str
    intercept: float
    signs: dict[str, float]
    words: dict[str, float]
    training: dict[str, Any] = field(default_factory=dict)

    def chances(
        self, seen: Iterable[Place], book: BookText, turns: Turns, dialogue_gap: int
    ) -> npt.NDArray[np.float64]:
        """How likely a boundary is at each of some places, 0 to 1."""
        odds = [self.score(place, book, turns) + _of_gap(place.gap, dialogue_gap) for place in seen]
        chances: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.array(odds, np.float64)))
        return chances

    def score(self, place: Place, book: BookText, turns: Turns) -> float:
        """The log odds of a boundary at a place but for its gap."""
        found = signs(place, book, turns)
        words = edge_words(book.text[place.start : place.end]) or ()
        told = math.fsum(self.words.get(word, 0.0) for word in words)
        return self.intercept + told + math.fsum(self.signs[name] for name, is_so in found.items() if is_so)

    def save(self, path: Path) -> None:
        """Write it as JSON."""
        data = {"format": _FORMAT, **asdict(self)}
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def load(path: Path) -> BoundaryModel | None:
    """A model from its file; None where the file says that none could be trained.

    Raises:
        BoundaryModelError: there is no such file, or it is something else.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
        if data.pop("format") != _FORMAT:
            raise BoundaryModelError(f"{path}: of another version of this program")
        if "words" not in data:
            return None
        model = BoundaryModel(**data)
        if set(model.signs) != set(SIGNS):
            raise BoundaryModelError(f"{path}: of another version of this program")
    except OSError as error:
        raise BoundaryModelError(f"{path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BoundaryModelError(f"{path}: no boundary model") from error
    return model


def save_none(path: Path, language: str, reason: str) -> None:
    """Write a file that says why there is no model."""
    data = {"format": _FORMAT, "language": language, "reason": reason}
    path.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", "utf-8")


def signs(place: Place, book: BookText, turns: Turns) -> dict[str, bool]:
    """What is seen at a place beside words: none of it grows with the gap.

    Two people, or one, who talk before and after; nobody of those right before who talks right after; a
    question that waits for an answer; whether the narration begins in a paragraph of its own.
    """
    shared = len(people(place.before) & people(place.after))
    before, after = people(place.before[-TURNS_NEAR:]), people(place.after[:TURNS_NEAR])
    found = (
        shared >= _COMPANY,
        shared == 1,
        bool(before and after and before.isdisjoint(after)),
        turns.texts[place.turn - 1].endswith("?"),
        _paragraph_ends(place, book),
    )
    return dict(zip(SIGNS, found, strict=True))


def _paragraph_ends(place: Place, book: BookText) -> bool:
    """Whether the paragraph of the first speech ends soon behind it."""
    begun = place.paragraphs
    return bool(begun) and int(book.paragraphs.starts[begun[0]]) - place.start <= _SOON


def _of_gap(gap: int, dialogue_gap: int) -> float:
    return GAP_WEIGHT * math.log(gap / dialogue_gap)
