"""Export formats: Parquet, JSON Lines, text, those of LCCC and others, and the dataset card."""

from pathlib import Path

MIXED = "mixed"
"""In place of a language: a dataset that has the dialogues of several languages in one folder."""


def is_empty(dataset: Path) -> bool:
    """Whether a packaged dataset has no dialogues: these are in folders, and it has none."""
    return dataset.is_dir() and not any(path.is_dir() for path in dataset.iterdir())


def language_folder(dataset: Path, language: str) -> Path:
    """The folder with the splits of a language in a packaged dataset: its own, or `MIXED`."""
    own, mixed = dataset / language, dataset / MIXED
    return mixed if mixed.is_dir() and not own.is_dir() else own
