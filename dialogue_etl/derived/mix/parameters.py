"""The parameters of `mix`: the share of each source and language in a mixed dataset."""

from typing import Annotated

from pydantic import AfterValidator, Field

from dialogue_etl.core.parameters import Section, parameter, unique
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.parameters.origins import ORIGINS, Origin
from dialogue_etl.sources import SOURCES


def numbers(entries: list[str]) -> dict[str, float]:
    """`["books=1", "threads/zh=0.5"]` as a mapping."""
    return {name: float(number) for name, _, number in (entry.partition("=") for entry in entries)}


def _once(entries: list[str]) -> list[str]:
    unique([entry.partition("=")[0] for entry in entries])
    return entries


def _weights(entries: list[str]) -> list[str]:
    if entries and not any(numbers(entries).values()):
        raise ValueError("no weight is over 0: nothing would be taken")
    return entries


_NAME = rf"^({'|'.join(ORIGINS)})(/[^/=]+)?"
Weight = Annotated[str, Field(pattern=rf"{_NAME}=\d+(\.\d+)?$")]
Cap = Annotated[str, Field(pattern=rf"{_NAME}=\d+$")]


class Mix(Section):
    """What a mixed dataset is made of."""

    sources: Annotated[list[Origin], AfterValidator(unique), Field(min_length=1)] = parameter(
        lambda: list(ORIGINS), "choices"
    )
    """Sources to take dialogues from."""
    languages: Annotated[list[str], AfterValidator(unique)] = parameter(list, "tags")
    """Languages to take, as BCP-47 tags; none: all that are built."""
    weights: Annotated[list[Weight], AfterValidator(_once), AfterValidator(_weights)] = parameter(
        list, "weights", form="list of SOURCE=NUMBER or SOURCE/LANGUAGE=NUMBER"
    )
    """Proportions of dialogues, such as books=1 or threads/zh=0.5. As many are taken as they allow, none
    twice; what has no weight is left out. None: everything is taken.
    """
    caps: Annotated[list[Cap], AfterValidator(_once)] = parameter(
        list, "dialogues", form="list of SOURCE=NUMBER or SOURCE/LANGUAGE=NUMBER"
    )
    """Largest number of dialogues, such as books=10000 or threads/zh=5000; applied before the weights."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the choice of dialogues."""


SECTIONS = {"mix": Mix}


def wrong(params: Params) -> list[str]:
    """What the mix names but does not have: nothing would be taken of it, without a word."""
    mix = params[Mix]
    built = {source: SOURCES[source].languages(params) for source in mix.sources}
    languages = list(dict.fromkeys(tag for tags in built.values() for tag in tags))
    parts = [
        name
        for source in mix.sources
        if (tags := [tag for tag in built[source] if not mix.languages or tag in mix.languages])
        for name in (source, *(f"{source}/{tag}" for tag in tags))
    ]
    asked = [("weights", numbers(mix.weights), parts), ("caps", numbers(mix.caps), parts)]
    return [
        f"mix.{key}: {name!r}: not in the mix; allowed: {', '.join(allowed) or 'none, nothing is built'}"
        for key, names, allowed in (*asked, ("languages", mix.languages, languages))
        for name in names
        if name not in allowed
    ]
