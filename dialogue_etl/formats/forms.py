"""All forms a dataset can be had in, and one language of it written in several of them at once."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Protocol

from dialogue_etl.formats.characters import CharactersFormat
from dialogue_etl.formats.jsonl import JsonlFormat
from dialogue_etl.formats.lccc import LcccFormat
from dialogue_etl.formats.pairs import PairsFormat
from dialogue_etl.formats.parquet import ParquetFormat
from dialogue_etl.formats.rows import RowsFormat
from dialogue_etl.formats.text import TextFormat
from dialogue_etl.formats.tsv import TsvFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any

    from dialogue_etl.params import Format


class Writer(Protocol):
    """Something that takes the dialogues of one split."""

    def write(self, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        ...


class Parts(Protocol):
    """Something that takes the dialogues of several splits, in any order: its file holds them all."""

    def write(self, split: str, row: Mapping[str, Any]) -> None:
        """Add a dialogue to a split."""
        ...


SPLIT_FORMS: dict[Format, Callable[..., AbstractContextManager[Writer]]] = {
    "parquet": ParquetFormat,
    "jsonl": JsonlFormat,
    "text": TextFormat,
    "rows": RowsFormat,
    "tsv": TsvFormat,
}
"""Forms with a file per split: a class that writes one split of one language."""

WHOLE_FORMS: dict[Format, Callable[..., AbstractContextManager[Parts]]] = {
    "lccc": LcccFormat,
    "characters": CharactersFormat,
}
"""Forms with one file for all splits: a class that writes one language."""


DERIVED_FORMS: dict[Format, Callable[..., AbstractContextManager[Writer]]] = {"pairs": PairsFormat}
"""Forms with a file per split that are made of the dialogues and do not hold them."""


class LanguageWriter:
    """Writes the dialogues of a language in several forms; made by `language_writer`."""

    def __init__(self, by_split: Mapping[str, Sequence[Writer]], wholes: Sequence[Parts]) -> None:
        self._by_split = by_split
        self._wholes = wholes

    def write(self, split: str, row: Mapping[str, Any]) -> None:
        """Add a dialogue."""
        for writer in self._by_split[split]:
            writer.write(row)
        for whole in self._wholes:
            whole.write(split, row)


@contextmanager
def language_writer(
    folder: Path,
    language: str,
    splits: Sequence[str],
    forms: Sequence[Format],
    *,
    normalised: bool = False,
) -> Iterator[LanguageWriter]:
    """What writes a language of a dataset.

    Args:
        folder: of the dataset.
        language: BCP-47 tag.
        splits: those that have dialogues; others get no file of their own.
        forms: as `package.formats` has them.
        normalised: whether rows hold normalised text.
    """
    of_splits = SPLIT_FORMS | DERIVED_FORMS
    with ExitStack() as stack:

        def opened(form: Format, split: str) -> Writer:
            return stack.enter_context(of_splits[form](folder, language, split, normalised=normalised))

        per_split = [form for form in forms if form in of_splits]
        by_split = {split: [opened(form, split) for form in per_split] for split in splits}
        wholes = [
            stack.enter_context(WHOLE_FORMS[form](folder, language, normalised=normalised))
            for form in forms
            if form in WHOLE_FORMS
        ]
        yield LanguageWriter(by_split, wholes)
