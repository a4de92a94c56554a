"""Vectors of words, from a file as GloVe and fastText write them, of the words that are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
import orjson

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

Matrix = npt.NDArray[np.float64]


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
    rows = np.zeros((len(numbering), 0))
    named: dict[int, None] = {}
    try:
        with path.open("rb") as file:
            for line, text in enumerate(file, 1):
                first, _, values = text.partition(b" ")
                word = first.decode("utf-8", "replace")
                if (line == 1 and len(text.split()) == 2) or word not in numbering:
                    continue
                named[numbering[word]] = None
                if word in wanted:
                    vector = _vector(values, f"{path}: line {line}")
                    if not rows.shape[1]:
                        rows = np.zeros((len(numbering), len(vector)))
                    if len(vector) != rows.shape[1]:
                        raise DialogueEtlError(
                            f"{path}: line {line}: {len(vector)} numbers, before {rows.shape[1]}"
                        )
                    rows[numbering[word]] = vector
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror or error}") from None
    return Vectors(rows, list(named))


def _vector(values: bytes, where: str) -> Matrix:
    try:  # as JSON in half the time, but for spellings such as .5 and nan
        return np.array(orjson.loads(b"[%b]" % values.strip().replace(b" ", b",")), float)
    except ValueError:
        pass
    try:
        return np.array(values.split(), float)
    except ValueError:
        raise DialogueEtlError(f"{where}: a word and numbers with blanks between are expected") from None
