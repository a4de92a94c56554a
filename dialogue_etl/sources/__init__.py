"""Where dialogues come from: a folder per source, each with its value `SOURCE`; and the list of all of them.

What is made of the datasets of other sources is in the room `derived`, in folders of the same kind.
"""

from importlib import import_module
from pkgutil import iter_modules

from dialogue_etl.sources.base import ROOMS, Source


def _sources() -> dict[str, Source]:
    rooms = (import_module(name) for name in ROOMS)
    modules = (module for room in rooms for module in iter_modules(room.__path__, f"{room.__name__}."))
    values: list[Source] = [import_module(module.name).SOURCE for module in modules if module.ispkg]
    return {source.name: source for source in values}


SOURCES: dict[str, Source] = _sources()
"""Every source by its name: those that read texts, then those that are made of datasets."""
