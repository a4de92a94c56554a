"""Vectors of words, from a file as GloVe and fastText write them, of the words that are asked for."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import orjson

from dialogue_etl.errors import DialogueEtlError

Matrix = npt.NDArray[np.float64]
_AT_ONCE = 256  # lines


class Vectors(NamedTuple):
    """Those of a file.

    Attributes:
        rows: by the number of a word; of one without a vector 0.
        named: numbers of those of the words asked for that the file has.
    """

    rows: Matrix
    named: list[int]


def load(path: Path, numbering: Mapping[str, int], wanted: Collection[str]) -> Vectors:
    """Read a file of lines `word v1 v2 …`.

    Of a word that is there twice the last line counts, as in dialog-eval. The line with their number and
    length that fastText begins with is none of a word; dialog-eval would take it for one.

    Args:
        path: of it.
        numbering: of all words.
        wanted: whose vectors are kept; of the others it is only seen whether they have one.

    Raises:
        DialogueEtlError: it is not there, or a line has another length, or holds something else.
    """
    named: dict[int, None] = {}
    vectors = _Rows(len(numbering), path)
    try:
        with path.open("rb") as file:
            for line, text in enumerate(file, 1):
                first, _, values = text.partition(b" ")
                word = first.decode("utf-8", "replace")
                if (line == 1 and len(text.split()) == 2) or word not in numbering:
                    continue
                named[numbering[word]] = None
                if word in wanted:
                    vectors.add(line, numbering[word], values.strip())
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror or error}") from None
    return Vectors(vectors.finished(), list(named))


class _Rows:
    """Vectors by number, read some lines at a time: as JSON, in a third of the time that each alone takes."""

    def __init__(self, number: int, path: Path) -> None:
        self._rows = np.zeros((number, 0))
        self._path = path
        self._waiting: list[tuple[int, int, bytes]] = []

    def add(self, line: int, number: int, values: bytes) -> None:
        """The vector of a word, which stands in a line."""
        self._waiting.append((line, number, values))
        if len(self._waiting) == _AT_ONCE:
            self._read()

    def finished(self) -> Matrix:
        """All of them."""
        self._read()
        return self._rows

    def _read(self) -> None:
        if not self._waiting:
            return
        together = b"],[".join(values for _, _, values in self._waiting).replace(b" ", b",")
        try:
            found = np.array(orjson.loads(b"[[%b]]" % together), float)
        except ValueError:  # a spelling such as .5 or nan, or a mistake
            found = np.array([self._vector(line, values) for line, _, values in self._waiting])
        self._fit(self._waiting[0][0], found.shape[1])
        self._rows[[number for _, number, _ in self._waiting]] = found
        self._waiting = []

    def _vector(self, line: int, values: bytes) -> Matrix:
        try:
            vector = np.array(values.split(), float)
        except ValueError:
            raise DialogueEtlError(
                f"{self._path}: line {line}: a word and numbers with blanks between are expected"
            ) from None
        self._fit(line, len(vector))
        return vector

    def _fit(self, line: int, length: int) -> None:
        if not self._rows.shape[1]:
            self._rows = np.zeros((len(self._rows), length))
        if length != self._rows.shape[1]:
            raise DialogueEtlError(
                f"{self._path}: line {line}: {length} numbers, before {self._rows.shape[1]}"
            )
