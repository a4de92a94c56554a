"""The public face in Python: dialogues of a text, a clean dialogue, a dataset that was built.

import dialogue_etl

dialogue_etl.extract(text, language="en")
dialogue_etl.clean(["Nice! http://t.cn/A6", "Thank you"], language="en")
dialogue_etl.extract(dialogue_etl.read_book("novel.epub"), language="en")
dialogue_etl.extract_film("film.srt", language="en")
dialogue_etl.read_dataset("data/books/dataset", "en", "train")
dialogue_etl.read_params("params.yaml").extract.dialogue_gap
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from dialogue_etl import params as parameters
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import is_supported, unsupported
from dialogue_etl.params import Params
from dialogue_etl.sources import folder as files
from dialogue_etl.sources.books import gutenberg, reading
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.text.privacy import masking

__all__ = [
    "Dialogue",
    "DialogueEtlError",
    "Turn",
    "clean",
    "extract",
    "extract_film",
    "read_book",
    "read_dataset",
    "read_params",
]

log = logging.getLogger("dialogue_etl")

_ROWS = 1_000
_FEW = 100
"""Dialogues below which a split is read with a warning."""


@dataclass(frozen=True)
class Turn:
    """What one speaker says without another one in between.

    Attributes:
        text: what is spoken.
        speaker: as the text names whoever speaks, or a number; None if unknown.
        confidence: how likely the speaker is right, 0 to 1; None without a speaker.
        spans: where the text is, as half-open character offsets; empty without a source text.
        speech_confidence: how likely the text is speech and not quoted words, 0 to 1; None outside books.
    """

    text: str
    speaker: str | None = None
    confidence: float | None = None
    spans: tuple[tuple[int, int], ...] = ()
    speech_confidence: float | None = None


@dataclass(frozen=True)
class Dialogue:
    """Turns that belong together.

    Attributes:
        id: stable for the same text and place.
        source_id: of the document.
        turns: in reading order.
    """

    id: str
    source_id: str
    turns: tuple[Turn, ...]


def extract(text: str, *, language: str, id: str = "text", **values: Any) -> list[Dialogue]:
    r"""The dialogues of a text of fiction.

    Args:
        text: with `\n` line ends and an empty line between paragraphs.
        language: BCP-47 tag; one without a file in `dialogue_etl.languages` is read by its marks alone.
        id: begins the ids of the dialogues.
        values: parameters of the section `extract`, such as `dialogue_gap=300`; others have their defaults.

    Raises:
        DialogueEtlError: the tag is not one, or a parameter or value is not allowed.
    """
    if not is_supported(language):
        raise DialogueEtlError(f"language: {unsupported(language)}")
    section = parameters.parse({"extract": values}, "parameters")[Extract]
    found = extract_book(id, text, LANGUAGES[language], section)
    return [_dialogue(row) for row in found.dialogues.to_pylist()]


def read_book(path: str | Path) -> str:
    """The text of a book's file, as `extract` takes it: plain text, HTML or EPUB, alone or in gzip or zip.

    Header, licence and notes of a Project Gutenberg edition are removed.

    Raises:
        DialogueEtlError: it can't be read, or is not one of these; the message says why.
    """
    data = files.read_file(Path(path), str(path), reading.MAX_BYTES)
    try:
        return gutenberg.strip(reading.read(data).text)
    except DialogueEtlError as error:
        raise DialogueEtlError(f"{path}: {error}") from None


def extract_film(path: str | Path, *, language: str, **values: Any) -> list[Dialogue]:
    """The dialogues of a subtitle file, as `dialogue-etl try` shows them.

    Args:
        path: of a file in any of the formats that `dialogue-etl subtitles add` takes.
        language: BCP-47 tag.
        values: parameters of the section `turns`, such as `min_certainty=0.65`; others have their defaults.

    Raises:
        DialogueEtlError: it can't be read, or a parameter or value is not allowed; the message says why.
    """
    from dialogue_etl.sources.subtitles import trial  # noqa: PLC0415 - lxml and pysubs2, only where needed
    from dialogue_etl.sources.trying import UnreadableFileError  # noqa: PLC0415

    trial.check(language)
    data = files.read_file(Path(path), str(path), reading.MAX_BYTES)
    params = parameters.parse({"turns": values}, "parameters")
    try:
        found = trial.find(data, Path(path).stem, language, params)
    except UnreadableFileError as error:
        raise DialogueEtlError(f"{path}: {error}") from None
    return [_dialogue(row) for row in found.dialogues]


def clean(
    utterances: Sequence[str], *, language: str, privacy: str = "mask", **values: Any
) -> list[list[str]]:
    """A dialogue without noise, as the rules for threads leave it.

    Args:
        utterances: what is spoken, in turn.
        language: BCP-47 tag; rules for Chinese do nothing elsewhere.
        privacy: `mask` puts placeholders for addresses and numbers that lead to people; `off` leaves them.
        values: parameters of the section `rules`, such as `hashtags="off"`; others have their defaults.

    Returns:
        The pieces that stay: one if it is not split, none if all is dropped.

    Raises:
        DialogueEtlError: a parameter or value is not allowed.
    """
    params = parameters.parse({"privacy": privacy, "rules": values}, "parameters")
    mask = masking(params.privacy)
    chain = Chain.of(language, params[Rules].model_dump(), Blacklists.load(language, None).terms, mask)
    turns = [Utterance(str(place), str(place % 2), mask(text)[0]) for place, text in enumerate(utterances)]
    return [[turn.text for turn in piece] for piece in chain.apply(turns).pieces]


def read_dataset(folder: str | Path, language: str, split: str = "train") -> Iterator[Dialogue]:
    """The dialogues of a dataset that the stage `package` wrote as Parquet, a thousand at a time.

    A warning is logged if validation or test has fewer than 100 dialogues: a share measured on 100 is
    uncertain by 10 points (95 % interval).

    Raises:
        DialogueEtlError: the split does not exist or is empty, or the language has no Parquet file
            at all; the message says which, and what to do.
    """
    if split not in SPLIT_NAMES:
        raise DialogueEtlError(f"split: {split!r} is not one of {', '.join(SPLIT_NAMES)}")
    path = Path(folder) / language / f"{split}.parquet"
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; {_why_missing(Path(folder), language, split)}")
    with pq.ParquetFile(path) as file:
        if split != "train" and file.metadata.num_rows < _FEW:
            log.warning(
                "%s: only %d dialogues: figures measured on them are uncertain", path, file.metadata.num_rows
            )
        for batch in file.iter_batches(_ROWS, columns=["id", "source_id", "turns"]):
            yield from map(_dialogue, batch.to_pylist())


def _why_missing(folder: Path, language: str, split: str) -> str:
    """Why a dataset has no file of a split, and what to do; an empty split has none."""
    files = [path for path in folder.glob("*/*.parquet") if path.stem in SPLIT_NAMES]
    if there := [path.stem for path in files if path.parent.name == language]:
        return (
            f"the split {split} of {language} is empty, all dialogues are in {' and '.join(sorted(there))}: "
            f"its share split.{split} is 0, or there are fewer works than splits, or split.method is hash; "
            "the dataset's README.md says which"
        )
    if languages := sorted({path.parent.name for path in files}):
        return f"the dataset has no dialogues in {language}, only in {', '.join(languages)}"
    return "build the dataset with parquet among package.formats"


def read_params(path: str | Path = "params.yaml") -> Params:
    """The parameters of a workspace, typed and checked; what the file leaves out has its default.

    Raises:
        DialogueEtlError: a value is not allowed; the message names the key, the value and what is allowed.
    """
    return parameters.load(Path(path))


def _dialogue(row: Mapping[str, Any]) -> Dialogue:
    return Dialogue(row["id"], row["source_id"], tuple(map(_turn, row["turns"])))


def _turn(turn: Mapping[str, Any]) -> Turn:
    spans = tuple((span["start"], span["end"]) for span in turn["spans"] or ())
    return Turn(turn["text"], turn["speaker"], turn["speaker_confidence"], spans, turn["speech_confidence"])
