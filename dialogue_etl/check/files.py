"""Which files a dataset has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.formats.forms import WHOLE_FORMS
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TEXT_NAMES = {"validation": "dev"}  # as formats/text.py has them


@dataclass(frozen=True)
class Setting:
    """What is checked.

    Attributes:
        language: BCP-47 tag, or what stands in its place.
        dataset: its folder.
        forms: of the dataset, as `package.formats` has them.
        normalised: whether it holds normalised text.
    """

    language: str
    dataset: Path
    forms: Sequence[str]
    normalised: bool = False

    @property
    def read(self) -> str | None:
        """The form that is read. Parquet says most; JSON Lines are counted where there is Parquet."""
        return next((form for form in ("parquet", "jsonl") if form in self.forms), None)


def file_name(form: str, language: str, split: str) -> str:
    """The file of a form, language and split, relative to the dataset."""
    if form == "parquet":
        return f"{language}/{split}.parquet"
    if form == "text":
        return f"text/{language}/{_TEXT_NAMES.get(split, split)}.txt"
    if form in WHOLE_FORMS:
        return f"{form}/{language}.json"
    return f"{form}/{language}/{split}.{'tsv' if form == 'tsv' else 'jsonl'}"


def files_there(dataset: Path, language: str, forms: Sequence[str], list_name: str = "") -> list[str]:
    """The files of a language that there are, relative to the dataset; a form of all splits thrice.

    Args:
        dataset: its folder.
        language: BCP-47 tag, or what stands in its place.
        forms: of the dataset.
        list_name: of its list, if it has one.
    """
    names = [*([list_name] if list_name else []), *_names(language, forms)]
    return [name for name in names if (dataset / name).is_file()]


def _names(language: str, forms: Sequence[str]) -> list[str]:
    return [file_name(form, language, split) for form in forms for split in SPLIT_NAMES]
