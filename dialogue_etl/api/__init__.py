"""The public face in Python: dialogues of a text, a clean dialogue, a dataset that was built.

import dialogue_etl

dialogue_etl.extract(text, language="en")
dialogue_etl.clean(["Nice! http://t.cn/A6", "Thank you"], language="en")
dialogue_etl.extract(dialogue_etl.read_book("novel.epub"), language="en")
dialogue_etl.extract_film("film.srt", language="en")
dialogue_etl.sessions("forum.jsonl", form="tree", language="en")
dialogue_etl.read_dataset("data/books/dataset", "en", "train")
dialogue_etl.read_params("params.yaml").extract.dialogue_gap
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from dialogue_etl import params as parameters
from dialogue_etl.api.dialogues import Dialogue, Label, Turn, dialogue_of
from dialogue_etl.core.split_files import batches, rows_of, shards_of, split_of
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import is_supported, not_a_tag, standard_tag, unsupported
from dialogue_etl.params import WholeParams
from dialogue_etl.sources import folder as files
from dialogue_etl.sources.books import gutenberg, reading
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.text.privacy import masking

__all__ = [
    "Dialogue",
    "DialogueEtlError",
    "Label",
    "Turn",
    "clean",
    "extract",
    "extract_books",
    "extract_film",
    "measure",
    "read_book",
    "read_dataset",
    "read_params",
    "read_subtitles",
    "sessions",
]

log = logging.getLogger("dialogue_etl")

_ROWS = 1_000
_FEW = 100
"""Dialogues below which a split is read with a warning."""


def extract(text: str, *, language: str, id: str = "text", **values: Any) -> list[Dialogue]:
    r"""The dialogues of a text of fiction.

    Args:
        text: with `\n` line ends and an empty line between paragraphs.
        language: BCP-47 tag; one without a file in `dialogue_etl.languages` is read by its marks alone.
        id: begins the ids of the dialogues.
        values: parameters of the section `extract`, such as `dialogue_gap=300`; others have their defaults.

    Raises:
        DialogueEtlError: the text or the tag is not one, or a parameter or value is not allowed.
    """
    _require_text("text", text)
    _require_text("id", id)
    _require_language(language)
    section = parameters.parse({"extract": values}, "parameters")[Extract]
    found = extract_book(id, text, LANGUAGES[language], section)
    return [dialogue_of(row) for row in found.dialogues.to_pylist()]


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


def extract_books(
    paths: Iterable[str | Path], *, language: str, workers: int = 1, **values: Any
) -> Iterator[tuple[Path, list[Dialogue]]]:
    """The dialogues of many books' files, in the order of the paths; ids begin with the names of the files.

    A file that can't be read has no dialogues; a warning in the log says why.

    Args:
        paths: as for `read_book`.
        language: as for `extract`, as are the values.
        workers: processes.
        values: parameters of the section `extract`.

    Raises:
        DialogueEtlError: as `extract`, for the language and the values; or there are no paths or workers.
    """
    if isinstance(paths, str | bytes | Path):
        raise DialogueEtlError(f"paths: {paths!r} is one path, not several: put it in a list")
    if workers < 1:
        raise DialogueEtlError(f"workers: {workers}: allowed: 1 or more")
    extract("", language=language, **values)
    work = partial(_extract_book, language=language, values=values)
    if workers == 1:
        yield from map(work, paths)
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from pool.map(work, paths, chunksize=4)


def _extract_book(
    path: str | Path, *, language: str, values: Mapping[str, Any]
) -> tuple[Path, list[Dialogue]]:
    try:
        return Path(path), extract(read_book(path), language=language, id=Path(path).stem, **values)
    except DialogueEtlError as error:
        log.warning("%s", error)
        return Path(path), []


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

    _require_tag(language)
    data = files.read_file(Path(path), str(path), reading.MAX_BYTES)
    params = parameters.parse({"turns": values}, "parameters")
    try:
        found = trial.find(data, Path(path).stem, language, params)
    except UnreadableFileError as error:
        raise DialogueEtlError(f"{path}: {error}") from None
    return [dialogue_of(row) for row in found.dialogues]


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
        DialogueEtlError: what is given are not texts, or a tag, parameter or value is not allowed.
    """
    if not isinstance(utterances, Sequence) or isinstance(utterances, str | bytes):
        raise DialogueEtlError(f"utterances: a {type(utterances).__name__}, not a list of texts")
    for place, text in enumerate(utterances):
        _require_text(f"utterances[{place}]", text)
    _require_language(language)
    params = parameters.parse({"privacy": privacy, "rules": values}, "parameters")
    mask = masking(params.privacy)
    chain = Chain.of(language, params[Rules].model_dump(), Blacklists.load(language, None).terms, mask)
    turns = [Utterance(str(place), str(place % 2), mask(text)[0]) for place, text in enumerate(utterances)]
    return [[turn.text for turn in piece] for piece in chain.apply(turns).pieces]


def read_dataset(folder: str | Path, language: str, split: str = "train") -> Iterator[Dialogue]:
    """The dialogues of a dataset that `package`, `mix` or `dialogue-etl corpus` wrote as Parquet, in order.

    A warning is logged if validation or test has fewer than 100 dialogues: a share measured on 100 is
    uncertain by 10 points (95 % interval).

    Raises:
        DialogueEtlError: the split does not exist or is empty, or the language has no Parquet file
            at all; the message says which, and what to do.
    """
    if split not in SPLIT_NAMES:
        raise DialogueEtlError(f"split: {split!r} is not one of {', '.join(SPLIT_NAMES)}")
    path = Path(folder) / language / f"{split}.parquet"
    files = shards_of(path)
    if not files:
        raise DialogueEtlError(f"{path}: no such file; {_why_missing(Path(folder), language, split)}")
    if split != "train" and (number := rows_of(files)) < _FEW:
        log.warning("%s: only %d dialogues: figures measured on them are uncertain", path, number)
    for batch in batches(files):
        yield from map(dialogue_of, batch.to_pylist())


def _why_missing(folder: Path, language: str, split: str) -> str:
    """Why a dataset has no file of a split, and what to do; an empty split has none."""
    files = [path for path in folder.glob("*/*.parquet") if split_of(path.name)]
    if there := {split_of(path.name) for path in files if path.parent.name == language}:
        return (
            f"the split {split} of {language} is empty, all dialogues are in {' and '.join(sorted(there))}; "
            "the dataset's README.md says how they were assigned"
        )
    if languages := sorted({path.parent.name for path in files}):
        return f"the dataset has no dialogues in {language}, only in {', '.join(languages)}"
    return "build the dataset with parquet among package.formats"


def read_params(path: str | Path = "params.yaml") -> WholeParams:
    """The parameters of a workspace, typed and checked; what the file leaves out has its default.

    Raises:
        DialogueEtlError: there is no such file, or a value is not allowed; the message names the key, the
            value and what is allowed.
    """
    if not Path(path).is_file():
        raise DialogueEtlError(f"{path}: no such file; a workspace has it (dialogue-etl init)")
    return parameters.load(Path(path))


def read_subtitles(path: str | Path, *, language: str) -> list[Turn]:
    """The sentences of a subtitle file in order, with their times; `extract_film` makes dialogues of them.

    Raises:
        DialogueEtlError: it can't be read, or the tag is not one.
    """
    from dialogue_etl.sources.subtitles import trial  # noqa: PLC0415 - lxml and pysubs2, only where needed
    from dialogue_etl.sources.trying import UnreadableFileError  # noqa: PLC0415

    _require_tag(language)
    data = files.read_file(Path(path), str(path), reading.MAX_BYTES)
    try:
        rows, _ = trial.sentences(data, Path(path).stem, language, parameters.parse({}, "parameters"))
    except UnreadableFileError as error:
        raise DialogueEtlError(f"{path}: {error}") from None
    return [Turn(row["text"], row["speaker"], start_ms=row["start_ms"], end_ms=row["end_ms"]) for row in rows]


def sessions(path: str | Path, *, form: str, language: str) -> Iterator[Dialogue]:
    """The sessions of a file of threads, before any rule: of trees each path from a root to a leaf.

    Comments of trees and chats are held in memory. What cannot be read is counted in a warning in the log.

    Args:
        path: of the file, compressed or not.
        form: one of those of `dialogue-etl threads add`, such as `reddit`, `whatsapp` or `jsonl`.
        language: BCP-47 tag; decides about encodings.

    Raises:
        DialogueEtlError: the file is not there or cannot be read at all, or there is no such form or tag.
    """
    from dialogue_etl.sources.threads import sessions_of_file  # noqa: PLC0415 - readers, only where needed

    _require_tag(language)
    for id, said in sessions_of_file.sessions(Path(path), form, language):
        yield Dialogue(id, id, tuple(Turn(text, author) for author, text in said), language)


def measure(
    responses: str | Path,
    *,
    target: str | Path | None = None,
    source: str | Path | None = None,
    train: str | Path | None = None,
) -> dict[str, float]:
    """Scores of a file of responses, one a line, by metric, as `dialogue-etl metrics` has them.

    Args:
        responses: of the system.
        target: the reference responses.
        source: the utterances that are answered.
        train: sources of the training text; metrics whose files are not given are left out.

    Raises:
        DialogueEtlError: a file is not there or not valid.
    """
    from dialogue_etl.metrics.definition import DEFINITIONS  # noqa: PLC0415 - loads slowly
    from dialogue_etl.metrics.evaluate import evaluate  # noqa: PLC0415
    from dialogue_etl.metrics.inputs import Files  # noqa: PLC0415
    from dialogue_etl.metrics.results import as_json  # noqa: PLC0415

    asked, learnt = (None if path is None else Path(path) for path in (source, train))
    targets = () if target is None else (Path(target),)
    found = Files((Path(responses),), source=asked, targets=targets, train=learnt)
    (system,) = evaluate(found, DEFINITIONS["released"], resamples=0)
    return {name: score["value"] for name, score in as_json({"": system})[""]["metrics"].items()}


def _require_language(tag: str) -> None:
    if not isinstance(tag, str) or not is_supported(tag):
        raise DialogueEtlError(f"language: {unsupported(str(tag))}")


def _require_tag(tag: str) -> None:
    if not isinstance(tag, str) or standard_tag(tag) != tag:
        raise DialogueEtlError(f"language: {not_a_tag(str(tag))}")


def _require_text(name: str, text: object) -> None:
    """Require a text that can be written as UTF-8.

    Raises:
        DialogueEtlError: it is not one; the message says what to do.
    """
    if isinstance(text, bytes):
        raise DialogueEtlError(f"{name}: bytes; decode them first, as read_book does for files")
    if not isinstance(text, str):
        raise DialogueEtlError(f"{name}: {type(text).__name__}, not a text")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(text[error.start]):04X}"
        raise DialogueEtlError(
            f"{name}: half a character ({half}) at {error.start}: decode the bytes with errors='replace'"
        ) from None
