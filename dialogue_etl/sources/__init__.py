"""Where dialogues come from: a folder per source, each with its value `SOURCE`."""

from importlib import import_module
from pkgutil import iter_modules

from dialogue_etl.sources.base import Source


def _sources() -> dict[str, Source]:
    folders = (module.name for module in iter_modules(__path__) if module.ispkg)
    values: list[Source] = [import_module(f"{__name__}.{name}").SOURCE for name in sorted(folders)]
    return {source.name: source for source in values}


SOURCES: dict[str, Source] = _sources()
"""Every source by its name."""
