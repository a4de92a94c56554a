"""The files of a test: their words as numbers, which words are known, and word vectors.

Read as in dialog-eval: an utterance per line, words separated by spaces.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count as numbers_from
from itertools import repeat
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
log = logging.getLogger("dialogue_etl")


@dataclass(frozen=True)
class Files:
    """The files to read, as many lines in each of the test set; metrics that need a missing one are left out.

    Attributes:
        responses: of each system.
        source: the utterances answered.
        targets: sets of reference responses; lines of further ones may be empty, where there are fewer.
        train: sources of the training text.
        vocabulary: one word per line; without it the words of `train`.
        vectors: of words.
        probabilities: of each system, natural logarithms of token probabilities, one line per response.
        spell: separates the words of a line by blanks, if they are not.
        language: BCP-47 tag, for sacreBLEU's tokenisation.
        lower_case: whether sacreBLEU ignores case.
        lenient: whether lines may be empty, and no word have a vector: for files made of a dataset.
    """

    responses: tuple[Path, ...]
    source: Path | None = None
    targets: tuple[Path, ...] = ()
    train: Path | None = None
    vocabulary: Path | None = None
    vectors: Path | None = None
    probabilities: tuple[Path, ...] = ()
    spell: Callable[[str], str] = str
    language: str = ""
    lower_case: bool = False
    lenient: bool = False


class Chunk(NamedTuple):
    """Some lines of all files.

    Attributes:
        start: number of the first.
        source, targets: of the test set.
        responses: of each system.
        probabilities: of each system, sums of the logarithms, and their numbers.
    """

    start: int
    source: Lines | None
    targets: list[Lines]
    responses: list[Lines]
    probabilities: list[tuple[Matrix, Matrix] | None]


class Inputs:
    """All files of a test: each is read once here, and those of the test set again in chunks.

    Attributes:
        files: of it.
        numbering: of all words.
        counts: words of each system.
        targets: words of the first targets.
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
        self._sizes: dict[Path, int] = {}
        self.counts = [self._count(path) for path in files.responses]
        targets = [self._count(path) for path in files.targets]
        self.targets = targets[0] if targets else None
        if files.source:
            self._count(files.source)
        self._check_sizes()
        wanted = dict.fromkeys(self.numbering)
        train = self._count(files.train) if files.train else None
        self.vectors = self._vectors(wanted, encoder)
        if self.vectors and files.vectors:
            self._cover(self.vectors)
        self.known = self._known(train)
        self.numbers = np.where(self.known, np.arange(len(self.known)), 0)
        self.train = train.mapped(self.numbers) if train else None

    def _read(self, path: Path, lines: int = words.LINES) -> Iterator[Lines]:
        may = self.files.lenient or path == self.files.train or path in self.files.targets[1:]
        return words.read(path, self.numbering, lines, spell=self.files.spell, empty=may)

    def _count(self, path: Path) -> Counts:
        sizes: list[int] = []

        def passing() -> Iterator[Lines]:
            for lines in self._read(path):
                sizes.append(len(lines.lengths))
                yield lines

        found = words.count(passing())
        self._sizes[path] = sum(sizes)
        return found

    def _check_sizes(self) -> None:
        (first, size), *others = self._sizes.items()
        for path, other in others:
            if other != size:
                raise DialogueEtlError(
                    f"{path}: {other:,} lines, but {first} has {size:,}: line by line they belong together"
                )

    def _cover(self, vectors: Vectors) -> None:
        """Log how many of the words have a vector; none is an error."""
        if not self.files.lenient and not vectors.there.any():
            raise DialogueEtlError(
                f"{self.files.vectors}: no word of the responses and the test set has a vector there; are "
                "they word vectors as text, of the same language, and the words in the same case?"
            )
        for name, counts in zip(
            (*self.files.responses, "targets"), (*self.counts, self.targets), strict=True
        ):
            if counts:
                known = counts.words[vectors.there[: len(counts.words)]].sum() / max(counts.words.sum(), 1)
                log.info("%s: vectors for %.1f %% of words of %s", self.files.vectors, 100 * known, name)

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
            listed = words.Numbering()
            words.count(words.read(path, listed))
            known[[self.numbering[word] for word in listed if word in self.numbering]] = True
        elif train:
            known[np.flatnonzero(train.words)] = True
        else:
            known[:] = True
        known[self.vectors.named if self.vectors else []] = True
        known[0] = True
        return known

    def chunks(self) -> Iterator[Chunk]:
        """The test set and its responses in chunks of lines."""
        source: Iterator[Lines | None] = (
            self._read(self.files.source, _LINES) if self.files.source else repeat(None)
        )
        targets, responses = (
            [self._read(path, _LINES) for path in paths]
            for paths in (self.files.targets, self.files.responses)
        )
        logs = [self._probabilities(path) for path in self.files.probabilities]
        for start, *said in zip(numbers_from(0, _LINES), *responses, strict=False):
            given = [next(one, None) for one in logs] or [None] * len(said)
            yield Chunk(start, next(source), [next(one) for one in targets], said, given)

    def _probabilities(self, path: Path) -> Iterator[tuple[Matrix, Matrix]]:
        """Sums of logarithms and their numbers, for as many lines as a chunk has."""
        sums: list[float] = []
        lengths: list[float] = []
        number, size = 0, self._sizes[self.files.responses[0]]
        try:
            with path.open(encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    try:
                        logs = [float(one) for one in line.split()]
                    except ValueError:
                        raise ValueError(
                            f"line {number:,}: numbers with blanks between are expected"
                        ) from None
                    if not logs:
                        raise ValueError(f"line {number:,} is empty")
                    if not all(one <= 0 for one in logs):
                        raise ValueError(f"line {number:,}: a logarithm of a probability is not above 0")
                    sums.append(sum(logs))
                    lengths.append(len(logs))
                    if len(sums) == _LINES or number == size:
                        yield np.array(sums), np.array(lengths)
                        sums, lengths = [], []
                if number != size:
                    raise ValueError(f"{number:,} lines, but there are {size:,} responses")
        except OSError as error:
            raise DialogueEtlError(f"{path}: {error.strerror or error}") from None
        except ValueError as error:
            raise DialogueEtlError(f"{path}: {error}") from None
