"""Settings that do not change the result: workers, store, mirror.

Read from `DIALOGUE_ETL_*` variables, then from `runtime.toml` in the workspace; never from params.yaml.
"""

import os
import re
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from dialogue_etl.errors import DialogueEtlError

FILE = Path("runtime.toml")
_PREFIX = "DIALOGUE_ETL_"
_ADDRESS = re.compile(r"https?://[^\s/].*|/.*")


class RuntimeSettingsError(DialogueEtlError):
    """A runtime setting is wrong; the message names setting, value and what is allowed."""


class Runtime(BaseModel):
    """Settings of this machine and this run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    workers: int = Field(
        default_factory=lambda: os.cpu_count() or 1, ge=1, le=1024, description="Processes per stage"
    )
    engine: Literal["local", "spark"] = Field(
        "local", description="Where shards are worked on: processes of this machine, or a Spark cluster"
    )
    spark_master: str = Field(
        "", description="Master URL of the cluster; by Spark's own configuration if not given"
    )
    alone_below: int = Field(
        20_000_000, ge=0, description="Bytes of input below which a stage starts no other process"
    )
    store: Path = Field(
        Path(".dialogue-etl/store"), description="Folder of downloads and finished shards, kept between runs"
    )
    shared_store: str = Field(
        "",
        pattern=r"^$|^[a-z][a-z0-9+.-]*://.+$",
        description="URL of a store of finished shards that machines share, such as s3://bucket/prefix; "
        "none if empty",
    )
    mirror: str = Field(
        "https://www.gutenberg.org",
        description="Where Project Gutenberg is: addresses of mirrors, folders with a copy of one; several "
        "with blanks between, asked in this order",
    )
    opus: str = Field(
        "https://object.pouta.csc.fi/OPUS-OpenSubtitles",
        description="Where the archives of OPUS OpenSubtitles are: an address, a folder with a copy of them, "
        "or the path of an archive",
    )
    tmdb: str = Field("https://api.themoviedb.org/3", description="Where TMDB answers")
    tmdb_delay: float = Field(0.05, ge=0, le=3600, description="Seconds between two requests to TMDB")
    contact: str = Field("", description="Mail address or page named in the User-Agent of downloads")
    connections: int = Field(2, ge=1, le=8, description="Files that are fetched at the same time")
    delay: float = Field(1.0, ge=0, le=3600, description="Seconds between two requests to a mirror")
    timeout: float = Field(30.0, gt=0, le=3600, description="Seconds to wait for a mirror")
    attempts: int = Field(5, ge=1, le=100, description="Requests for a file before it counts as unavailable")
    first_pause: float = Field(
        1.0,
        ge=0,
        le=3600,
        description="Factor of the exponential backoff, in seconds: attempt 2 waits no longer than for its "
        "turn, attempt 3 twice this, attempt 4 four times, each some more by chance; a minute at most",
    )
    # Less than a week, so that a weekly build asks again each time.
    fresh_days: float = Field(
        6.0, ge=0, le=10_000, description="Days for which a mirror is not asked again for what it gave"
    )

    @field_validator("mirror", "opus", "tmdb")
    @classmethod
    def _addresses(cls, value: str) -> str:
        wrong = [one for one in value.split() if not _ADDRESS.fullmatch(one)]
        if wrong or not value.split():
            named = ", ".join(wrong) or "nothing"
            raise ValueError(f"{named}: should be http://…, https://… or a path from the root")
        return value


def _of_file() -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - most workspaces have no such file

    try:
        return tomllib.loads(FILE.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RuntimeSettingsError(f"runtime.toml: not valid TOML: {error}") from None


def load() -> Runtime:
    """The settings in force.

    Raises:
        RuntimeSettingsError: a setting is out of range or of the wrong type.
    """
    try:
        in_file = _of_file() if FILE.is_file() else {}
        variables = {name: os.environ.get(f"{_PREFIX}{name.upper()}") for name in Runtime.model_fields}
        return Runtime(**in_file | {name: value for name, value in variables.items() if value is not None})
    except ValidationError as error:
        wrong = [(str(e["loc"][0]), e["input"], e["msg"]) for e in error.errors()]
        lines = [
            f"{name} (DIALOGUE_ETL_{name.upper()}): {value!r}: {message}" for name, value, message in wrong
        ]
        raise RuntimeSettingsError("\n".join(lines)) from None
