"""Files of linear classifiers: arrays of numbers, read without running anything in them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dialogue_etl.core.shards import write_atomic
from dialogue_etl.errors import DialogueEtlError

FILE = "model.npz"


class ModelError(DialogueEtlError):
    """A file is not a usable model; the message says why."""


def half_precision(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Values as a file in half precision keeps them, without the last digits, in which machines differ."""
    return np.asarray(values).astype(np.float16).astype(np.float64)


def save(folder: Path, arrays: Mapping[str, Any], *, compress: bool = False) -> None:
    """Write the arrays of a model to `FILE` of a folder.

    As `numpy.savez` does, but with ordinary entries of zip files. NumPy makes those with 64-bit sizes, whose
    bytes changed with Python 3.11.4 (python/cpython#103861).
    """
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as archive:
        for name, values in arrays.items():
            content = io.BytesIO()
            np.save(content, values, allow_pickle=False)
            entry = zipfile.ZipInfo(f"{name}.npy")  # with a date of 1980
            archive.writestr(entry, content.getvalue(), archive.compression)
    write_atomic(folder / FILE, data.getvalue())


@contextmanager
def load(folder: Path, what: str) -> Iterator[Mapping[str, Any]]:
    """The arrays that `save` wrote, while the context is open.

    Args:
        folder: of the model.
        what: kind of model, for the message.

    Raises:
        ModelError: the file is missing, or not such a model; also if reading it within the context fails.
    """
    path = folder / FILE
    try:
        with np.load(path, allow_pickle=False) as arrays:
            yield arrays
    except (OSError, EOFError, ValueError, KeyError, IndexError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path}: not a model of the {what}") from error
