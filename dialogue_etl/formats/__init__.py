"""What users take away: Parquet, JSON Lines, text, the forms of LCCC, and the card that describes them."""

from pathlib import Path

MIXED = "mixed"
"""Stands for the language where a dataset has the dialogues of several in one folder."""


def language_folder(dataset: Path, language: str) -> Path:
    """Where a packaged dataset has its splits in a language: a folder of its own, or that of all."""
    own, mixed = dataset / language, dataset / MIXED
    return mixed if mixed.is_dir() and not own.is_dir() else own
