"""Raw text to dialogue datasets.

Data flows one way: source → dialogues → filters → labels → splits → exports → report. The public face in
Python is the package `api`; its names are those of this module, too (`__init__.pyi` for type checkers).
"""

from importlib import import_module
from typing import Any

__all__ = [
    "Dialogue",
    "DialogueEtlError",
    "Label",
    "Turn",
    "__version__",
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


def __dir__() -> list[str]:
    """What `help` shows, and editors complete."""
    return [*__all__, *globals()]


def __getattr__(name: str) -> Any:
    """What is public, imported when it is asked for: stages do not ask, and start sooner."""
    if name not in __all__:
        raise AttributeError(name)
    if name != "__version__":
        return getattr(import_module("dialogue_etl.api"), name)
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("dialogue-etl")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "0+unknown"
