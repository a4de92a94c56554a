"""Where dialogues come from: a folder per source, each with its value `SOURCE`; and the list of all of them.

What is made of the datasets of other sources is in the room `derived`, in folders of the same kind.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from dialogue_etl.sources.base import ROOMS, Source

SOURCES: dict[str, Source]
"""Every source by its name: those that read texts, then those that are made of datasets."""


def __getattr__(name: str) -> Any:
    """Make the list when it is first asked for: the folders in `derived` import this package."""
    if name != "SOURCES":
        raise AttributeError(name)
    rooms = (import_module(room) for room in ROOMS)
    modules = (module for room in rooms for module in iter_modules(room.__path__, f"{room.__name__}."))
    folders = (import_module(module.name) for module in modules if module.ispkg)
    values: list[Source] = [folder.SOURCE for folder in folders if hasattr(folder, "SOURCE")]
    return globals().setdefault(name, {source.name: source for source in values})
