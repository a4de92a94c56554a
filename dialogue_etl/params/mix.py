"""The parameters of `mix`: the share of each source and language in a mixed dataset."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.parameter import Section, parameter, unique

Source = Literal["books", "threads", "subtitles"]
Dataset = Literal["books", "threads", "subtitles", "mix"]
"""The source whose dataset another one is made from."""
SOURCES: tuple[Source, ...] = ("books", "threads", "subtitles")


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


_NAME = rf"^({'|'.join(SOURCES)})(/[^/=]+)?"
Weight = Annotated[str, Field(pattern=rf"{_NAME}=[0-9]+(\.[0-9]+)?$")]
Cap = Annotated[str, Field(pattern=rf"{_NAME}=[0-9]+$")]


class Mix(Section):
    """What a mixed dataset is made of."""

    sources: Annotated[list[Source], AfterValidator(unique), Field(min_length=1)] = parameter(
        lambda: list(SOURCES), "choices"
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
