"""What values of different sections have to fit: those that a source compares, and pairs to their source."""

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.pairs.parameters import LISTS, out_of_scope
from dialogue_etl.sources import SOURCES


def problems(params: Params) -> list[str]:
    """A sentence for each value that does not fit another one, naming key, value and what is allowed."""
    of_sources = [sentence for source in SOURCES.values() for sentence in source.wrong(params)]
    return [*of_sources, *_wrong_pairs(params)]


def _wrong_pairs(params: Params) -> list[str]:
    """What is to be done with pairs fits together, and the source and its languages can give it."""
    found: list[str] = []
    for source in SOURCES.values():
        if source.pairs is None:
            continue
        section, built = getattr(params, source.pairs.section), source.languages(params)
        languages = getattr(section, "languages", built)
        place = source.pairs.section
        found += [f"{place}.languages: {one!r} is not built" for one in languages if one not in built]
        if source.pairs.rows and (message := out_of_scope(section.turns, section.pair_scope)):
            found.append(f"{place}.pair_scope: {section.pair_scope!r}: {message}")
        if any(getattr(section, name) for name in LISTS):
            from dialogue_etl.pairs import config  # noqa: PLC0415 - a stage without pairs need not wait for it

            known = source.pairs.known
            for at, value, message in config.all_problems(
                section.model_dump(), languages, known, source.units
            ):
                found.append(f"{place}.{'.'.join(map(str, at))}: {value!r}: {message}")
    return found
