"""The interface of the module `checks` of a source, for the step that checks its dataset.

The module has two functions: `settings(params)` returns the parameters that matter, as JSON, and
`checks(language, tables, settings)` returns `Checks` for one language of the dataset.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa


class ManifestError(ValueError):
    """A dataset's list of documents cannot be read; the message says why."""


@dataclass(frozen=True)
class Member:
    """A document that a manifest lists: its id, the id of its work, and its split."""

    id: str
    work_id: str
    split: str


@dataclass(frozen=True)
class Manifest:
    """The entries of one language in a dataset's list.

    Attributes:
        units: number of documents.
        dialogues: number of dialogues by split.
        members: the documents, if the list names them.
    """

    units: int
    dialogues: Mapping[str, int]
    members: Sequence[Member] = ()


@dataclass(frozen=True)
class Fault:
    """An error in an utterance.

    Attributes:
        figure: its name in the metrics.
        row: of the batch, from 0.
        turn: of the dialogue, from 0.
        detail: what is wrong, in words.
    """

    figure: str
    row: int
    turn: int
    detail: str


def no_faults(_batch: pa.RecordBatch) -> Iterator[Fault]:
    """A source without checks of its own."""
    return iter(())


@dataclass(frozen=True)
class Checks:
    """Checks of one language of a source's dataset, in addition to those of all sources.

    Attributes:
        faults: checks a batch of dialogues (columns `id`, `source_id`, `turns`) in the order of the file.
        min_turns: minimum number of turns of a dialogue.
        one_language: whether all dialogues must be in the language of their file.
        required: columns that must have a value in every row.
        utterance_ids: whether every utterance must have an id.
        repeats_within_document: whether dialogues of one document may be equal.
        least_shared: characters, without blanks and punctuation, of an opening or pair of turns that two
            splits may not share. Books and films say shorter ones by chance: of 1,433 dialogues of validation
            and test (78 English novels, 62 in five languages, eight films) 4 at most share 12 with training,
            1 shares 20, none 30. Threads that share 12 are put into one split.
        works: ids of works by id of the document, in addition to those in the rows.
        manifest: name of the list in the dataset's folder, or empty.
        counted: further figures, asked for when all rows were looked at.
        read_manifest: reads the list; raises `ManifestError` or `OSError`.
    """

    faults: Callable[[pa.RecordBatch], Iterator[Fault]] = no_faults
    min_turns: int = 1
    one_language: bool = True
    required: tuple[str, ...] = ()
    utterance_ids: bool = False
    repeats_within_document: bool = True
    least_shared: int = 40
    works: Mapping[str, str] = field(default_factory=dict)
    manifest: str = ""
    counted: Callable[[], Mapping[str, int]] = dict
    read_manifest: Callable[[Path, str], Manifest] | None = None


def read_documents(path: Path, language: str, *, work: str) -> Manifest:
    """Read a language from a list of documents with the columns `id`, `language`, `split`, `dialogues`.

    Args:
        path: of the list.
        language: BCP-47 tag.
        work: the column with the id of the work.

    Raises:
        ManifestError: it is not such a list.
        OSError: it is missing or cannot be read.
    """
    members, dialogues = [], Counter[str]()
    try:
        for row in tsv_rows(path):
            if row["language"] == language:
                members.append(Member(row["id"], row[work], row["split"]))
                dialogues[row["split"]] += int(row["dialogues"])
    except (KeyError, TypeError, ValueError) as error:
        raise ManifestError(f"not the list of {path.stem}: {error}") from None
    return Manifest(len(members), dialogues, members)


def tsv_rows(path: Path) -> Iterator[dict[str, str]]:
    """Rows of a manifest: tab-separated values with a header.

    Raises:
        ManifestError: it is not such a file.
        OSError: it is missing or cannot be read.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file, delimiter="\t", strict=True)
    except (ValueError, csv.Error) as error:
        raise ManifestError(f"not tab-separated values: {error}") from None
