"""The files of a test: their words as numbers, which words are known, and word vectors.

Read as in dialog-eval: an utterance per line, words separated by spaces, up to the end of the shortest file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count as numbers_from
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.metrics import words
from dialogue_etl.metrics.vectors import Vectors, load

if TYPE_CHECKING:
    from dialogue_etl.labels.encoder import Encoder
    from dialogue_etl.metrics.vectors import Matrix
    from dialogue_etl.metrics.words import Counts, Flags, Lines

_LINES = 500  # at once: their vectors take some 60 MB


@dataclass(frozen=True)
class Files:
    """The files to read; metrics that need a missing one are left out.

    Attributes:
        responses: of each system.
        source: the utterances answered.
        target: the reference responses.
        train: sources of the training text.
        vocabulary: one word per line; without it the words of `train`.
        vectors: of words.
        probabilities: of each system, natural logarithms of token probabilities, one line per response.
    """

    responses: tuple[Path, ...]
    source: Path | None = None
    target: Path | None = None
    train: Path | None = None
    vocabulary: Path | None = None
    vectors: Path | None = None
    probabilities: tuple[Path, ...] = ()


class Chunk(NamedTuple):
    """Some lines of all files.

    Attributes:
        start: number of the first.
        source, target: of the test set.
        responses: of each system; as many as are left.
        probabilities: of each system, sums of the logarithms, and their numbers.
    """

    start: int
    source: Lines | None
    target: Lines | None
    responses: list[Lines | None]
    probabilities: list[tuple[Matrix, Matrix] | None]


class Inputs:
    """All files of a test: each is read once here, and those of the test set again in chunks.

    Attributes:
        files: of it.
        numbering: of all words.
        counts: words of each system.
        targets: words of the targets.
        known: by number, whether a word is in the vocabulary; `<unk>` is.
        numbers: by number, that of the word, or of `<unk>`.
        train: words of the training text, those unknown as `<unk>`.
        vectors: of words, by number.
    """

    def __init__(self, files: Files, encoder: Encoder | None) -> None:
        if files.probabilities and len(files.probabilities) != len(files.responses):
            raise DialogueEtlError(
                f"{len(files.responses)} files of responses and {len(files.probabilities)} of probabilities: "
                "there must be as many"
            )
        self.files = files
        self.numbering = words.Numbering()
        self.counts = [self._count(path) for path in files.responses]
        self.targets = self._count(files.target) if files.target else None
        if files.source and (files.vectors or encoder):
            for _ in words.read(files.source, self.numbering):
                pass  # only to number its words
        wanted = dict.fromkeys(self.numbering)
        train = self._count(files.train) if files.train else None
        self.vectors = self._vectors(wanted, encoder)
        self.known = self._known(train)
        self.numbers = np.where(self.known, np.arange(len(self.known)), 0)
        self.train = train.mapped(self.numbers) if train else None

    def _count(self, path: Path) -> Counts:
        return words.count(words.read(path, self.numbering))

    def _vectors(self, wanted: Mapping[str, None], encoder: Encoder | None) -> Vectors | None:
        """Vectors from a file; without one, the encoder's, of each word by itself."""
        if self.files.vectors or encoder is None:
            return load(self.files.vectors, self.numbering, wanted) if self.files.vectors else None
        found = encoder.encode(list(wanted))
        rows = np.zeros((len(self.numbering), found.shape[1]))
        rows[[self.numbering[word] for word in wanted]] = found
        return Vectors(rows, [])

    def _known(self, train: Counts | None) -> Flags:
        """Words of the list, or of the training text, and of the file of vectors; without either, all."""
        known = np.zeros(len(self.numbering), bool)
        if path := self.files.vocabulary:
            try:
                listed = path.read_text("utf-8").split("\n")
            except (OSError, UnicodeDecodeError) as error:
                raise DialogueEtlError(f"{path}: {error}") from None
            every = map(str.strip, listed)
            known[[self.numbering[word] for word in every if word in self.numbering]] = True
        elif train:
            known[np.flatnonzero(train.words)] = True
        else:
            known[:] = True
        known[self.vectors.named if self.vectors else []] = True
        known[0] = True
        return known

    def chunks(self) -> Iterator[Chunk]:
        """The test set and its responses in chunks of lines, up to the end of the shortest file."""
        paths = (self.files.source, self.files.target, *self.files.responses)
        streams = [words.read(path, self.numbering, _LINES) if path else None for path in paths]
        logs = [_probabilities(path) for path in self.files.probabilities]
        for start in numbers_from(0, _LINES):
            source, target, *responses = (next(one, None) if one else None for one in streams)
            if not any(responses) or (self.files.source and not source) or (self.files.target and not target):
                return
            most = min(len(part.lengths) for part in (source, target) if part) if source or target else _LINES
            yield Chunk(
                start,
                source.first(most) if source else None,
                target.first(most) if target else None,
                [part.first(most) if part else None for part in responses],
                [next(one, None) for one in logs] or [None] * len(responses),
            )


def _probabilities(path: Path) -> Iterator[tuple[Matrix, Matrix]]:
    """Sums of logarithms and their numbers, for as many lines as a chunk has."""
    sums: list[float] = []
    lengths: list[float] = []
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                logs = [float(one) for one in line.split()]
                if not all(one <= 0 for one in logs):
                    raise ValueError("a logarithm of a probability is not above 0")
                sums.append(sum(logs))
                lengths.append(len(logs))
                if number % _LINES == 0:
                    yield np.array(sums), np.array(lengths)
                    sums, lengths = [], []
    except OSError as error:
        raise DialogueEtlError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise DialogueEtlError(f"{path}: {error}") from None
    yield np.array(sums), np.array(lengths)
