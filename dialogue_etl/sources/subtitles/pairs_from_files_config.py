"""The configuration, one YAML file, of a corpus of pairs from subtitle files."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.core.parameters import Section
from dialogue_etl.pairs.component import Component
from dialogue_etl.pairs.config import Components
from dialogue_etl.pairs.parameters import Scope, Unit

_RATE = re.compile(r"(\d{1,6})/(\d{0,5})s")


def _inside(glob: str) -> str:
    try:
        list(Path("/dev/null").glob(glob))
    except (ValueError, NotImplementedError) as error:
        raise ValueError(f"no pattern of files below the folder: {error}") from None
    return glob


class Input(Section):
    """What is read."""

    path: str = Field(min_length=1)
    """A folder of subtitle files, one of them, or an archive of OPUS; relative to where the command runs."""
    glob: Annotated[str, AfterValidator(_inside)] = "**/*"
    """Which files of the folder."""
    language: str = ""
    """BCP-47 tag; if not given, the name of the folder, as `pt` in OPUS."""
    turns: Unit = "sentence"
    """What a trigger is, and an answer: a sentence or a block of a file, or a turn of its dialogues."""
    pair_scope: Scope = "consecutive"
    """Whether the next unit of the file answers, or the next turn of the same dialogue."""
    artefacts: Literal["remove", "keep"] = "remove"
    """Whether credits, notes for the deaf, music and the like are taken out, as the pipeline does."""
    privacy: Literal["mask", "off"] = "mask"
    """Whether addresses and numbers that lead to people are masked, as the pipeline does."""


class Tmdb(Component):
    """What TMDB knows of films."""

    type: Literal["tmdb"]
    api_key_env: str = Field(default="DIALOGUE_ETL_TMDB_KEY", min_length=1)
    """The variable of the environment with the API read access token."""
    rate: str = Field(default="40/10s", pattern=rf"^{_RATE.pattern}$")
    """Requests per seconds: TMDB's limit at the time of the paper."""
    cache: str = Field(default=".cache/tmdb", min_length=1)
    """Folder of answers: no film is asked for twice."""
    on_error: Literal["skip", "fail"] = "skip"
    """Whether a film that TMDB gives no answer for stays as it is, or ends the run."""

    @property
    def delay(self) -> float:
        """Seconds between two requests."""
        found = _RATE.fullmatch(self.rate)
        number, seconds = (int(part or 1) for part in found.groups()) if found else (40, 10)
        return seconds / max(number, 1)


class Corpus(Components):
    """The whole of a file."""

    task: Literal["opensubtitles2016"] = "opensubtitles2016"
    input: Input
    collectors: list[Tmdb] = Field(default_factory=list, max_length=1)
