"""The parameters of `mix`: the share of each source and language in a mixed dataset."""

from typing import Annotated, Literal

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


def _others(entries: list[str]) -> list[str]:
    if taken := [entry for entry in entries if entry.partition("=")[0] in ORIGINS]:
        raise ValueError(f"{taken[0]}: the name of a source")
    return _once(entries)


def _weights(entries: list[str]) -> list[str]:
    if entries and not any(numbers(entries).values()):
        raise ValueError("no weight is over 0: nothing would be taken")
    return entries


_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*(/[^/=]+)?"
Weight = Annotated[str, Field(pattern=rf"{_NAME}=[0-9]+(\.[0-9]+)?$")]
Cap = Annotated[str, Field(pattern=rf"{_NAME}=[0-9]+$")]
Other = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*=[^=]+$")]


class Mix(Section):
    """What a mixed dataset is made of."""

    sources: Annotated[list[Origin], AfterValidator(unique), Field(min_length=1)] = parameter(
        lambda: list(ORIGINS), "choices"
    )
    """Sources to take dialogues from."""
    datasets: Annotated[list[Other], AfterValidator(_others)] = parameter(
        list, "folders", form="list of NAME=FOLDER"
    )
    """Other datasets to take dialogues from: folders, absolute or relative to the workspace, that have
    `<language>/<split>.parquet` as `dialogue-etl corpus` writes it.
    """
    duplicates: Literal["keep", "drop"] = parameter("keep", "choice")
    """Dialogues of two works that share half of their three-word sequences, as MinHash finds them: keep them;
    or drop all but the one in test, else in validation, else of the source that is named first. Dialogues of
    fewer than 8 words are kept.
    """
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

    @property
    def folders(self) -> dict[str, str]:
        """The folder of each dataset, by name."""
        return {name: folder for name, _, folder in (entry.partition("=") for entry in self.datasets)}


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
    parts += mix.folders
    languages = mix.languages if mix.folders else languages  # what a folder has is known when it is read
    asked = [("weights", numbers(mix.weights), parts), ("caps", numbers(mix.caps), parts)]
    return [
        f"mix.{key}: {name!r}: not in the mix; allowed: {', '.join(allowed) or 'none, nothing is built'}"
        for key, names, allowed in (*asked, ("languages", mix.languages, languages))
        for name in names
        if name not in allowed and name.partition("/")[0] not in mix.folders
    ]


def folders(params: Params) -> dict[str, str]:
    """The folders of datasets that are mixed besides those of the sources."""
    return params[Mix].folders
