"""The dialogues of the test sets that `contamination.tests` names."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from dialogue_etl.core.split_files import batches, columns_of, split_of
from dialogue_etl.core.turns import lists
from dialogue_etl.corpora import FORMATS
from dialogue_etl.corpora.dataset import conversations, id_of
from dialogue_etl.corpora.records import Conversation
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation.folder import named
from dialogue_etl.filters.contamination import PARAMETER

_SPLITS = ("validation", "test")


def dialogues(entries: Sequence[str], workspace: Path) -> Iterator[tuple[str, str]]:
    """The id of each dialogue of the validation and test splits, and its turns with line ends between them.

    Args:
        entries: `FOLDER` of a dataset of ours, or `FORMAT=FOLDER` of a corpus as published.
        workspace: folder that relative ones are in.

    Raises:
        DialogueEtlError: a folder is not there, or holds no such split, or there is no such format.
    """
    for entry in entries:
        form, _, name = entry.rpartition("=")
        folder = named(name, workspace)
        if not folder.exists() or form not in {"", *FORMATS}:
            why = "no such folder" if not folder.exists() else f"the format is one of {', '.join(FORMATS)}"
            raise DialogueEtlError(f"{PARAMETER}: {entry!r}: {why}")
        found = _published(folder, form) if form else _ours(folder)
        if (first := next(found, None)) is None:
            raise DialogueEtlError(f"{PARAMETER}: {entry!r}: no dialogue of a validation or test split in it")
        yield first
        yield from found


def _published(folder: Path, form: str) -> Iterator[tuple[str, str]]:
    for file, one in conversations([folder], form):
        if isinstance(one, Conversation) and one.split in _SPLITS:
            yield id_of(form, file, one), "\n".join(turn.text for turn in one.turns)


def _ours(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(path for path in folder.rglob("*.parquet") if split_of(path.name) in _SPLITS):
        if "turns" not in columns_of([path]):  # pairs, or messages of the same dialogues
            continue
        for batch in batches([path], ["id", "turns"]):
            texts = map("\n".join, lists(batch.column("turns"), "text"))
            yield from zip(batch.column("id").to_pylist(), texts, strict=True)
