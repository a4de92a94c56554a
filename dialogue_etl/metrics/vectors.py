"""Word vectors for given words, from a file in the format of GloVe and fastText."""

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
    """The vectors of a file.

    Attributes:
        rows: by the number of a word; 0 for a word without a vector.
        named: numbers of the given words that are in the file.
    """

    rows: Matrix
    named: list[int]

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        """Whether a word has a vector other than 0, by its number."""
        found: npt.NDArray[np.bool_] = np.linalg.norm(self.rows, axis=1) > 0
        return found


def load(path: Path, numbering: Mapping[str, int], wanted: Collection[str]) -> Vectors:
    """Read a file of lines `word v1 v2 …`.

    The last line of a repeated word counts, as in dialog-eval. fastText's header, a line with number and
    length of the vectors, is skipped; dialog-eval would read it as a word.

    Args:
        path: of the file.
        numbering: of all words.
        wanted: words whose vectors are kept; for others it is only checked whether they have one.

    Raises:
        DialogueEtlError: the file is missing, or a line has another length or is malformed.
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
    """Vectors by number, parsed as JSON in batches of lines, in a third of the time of single lines."""

    def __init__(self, number: int, path: Path) -> None:
        self._rows = np.zeros((number, 0))
        self._path = path
        self._waiting: list[tuple[int, int, bytes]] = []

    def add(self, line: int, number: int, values: bytes) -> None:
        """Add the vector of a word from a line."""
        self._waiting.append((line, number, values))
        if len(self._waiting) == _AT_ONCE:
            self._read()

    def finished(self) -> Matrix:
        """All vectors."""
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
        if not np.isfinite(found).all():
            line = self._waiting[int(np.argmin(np.isfinite(found).all(axis=1)))][0]
            raise DialogueEtlError(f"{self._path}: line {line}: a number is not finite")
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
