"""What does not change a byte of the result: workers, store, mirror.

Read from `DIALOGUE_ETL_*` variables, then from `runtime.toml` in the workspace; never from params.yaml.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from dialogue_etl.errors import DialogueEtlError

_ADDRESS = re.compile(r"https?://[^\s/].*|/.*")


class RuntimeSettingsError(DialogueEtlError):
    """A runtime setting is wrong; the message names setting, value and what is allowed."""


class Runtime(BaseSettings):
    """Settings of this machine and this run."""

    model_config = SettingsConfigDict(
        env_prefix="DIALOGUE_ETL_", toml_file="runtime.toml", extra="forbid", frozen=True
    )

    workers: int = Field(
        default_factory=lambda: os.cpu_count() or 1, ge=1, le=1024, description="Processes per stage"
    )
    alone_below: int = Field(
        20_000_000, ge=0, description="Bytes of input below which a stage starts no other process"
    )
    store: Path = Field(
        Path(".dialogue-etl/store"), description="Folder of downloads and finished shards, kept between runs"
    )
    store_days: float = Field(
        7.0, ge=0.1, le=10_000, description="Days after which finished shards that nobody used are removed"
    )
    mirror: str = Field(
        "https://www.gutenberg.org",
        description="Where Project Gutenberg is: addresses of mirrors, folders with a copy of one, archives "
        "of texts (txt-files.tar.zip) by address or path; several with blanks between, asked in this order",
    )
    contact: str = Field("", description="Mail address or page named in the User-Agent of downloads")
    connections: int = Field(2, ge=1, le=8, description="Files that are fetched at the same time")
    delay: float = Field(1.0, ge=0, le=3600, description="Seconds between two requests to a mirror")
    timeout: float = Field(30.0, gt=0, le=3600, description="Seconds to wait for a mirror")
    attempts: int = Field(5, ge=1, le=100, description="Requests for a file before it counts as unavailable")
    first_pause: float = Field(
        1.0,
        ge=0,
        le=3600,
        description="Seconds before the second attempt; twice as long before each further one",
    )
    longest_wait: float = Field(
        300.0,
        ge=0,
        le=86_400,
        description="Seconds; a mirror that asks to be left alone for longer is left alone",
    )
    fresh_days: float = Field(
        7.0, ge=0, le=10_000, description="Days for which a mirror is not asked again for what it gave"
    )

    @field_validator("mirror")
    @classmethod
    def _addresses(cls, value: str) -> str:
        wrong = [one for one in value.split() if not _ADDRESS.fullmatch(one)]
        if wrong or not value.split():
            named = ", ".join(wrong) or "nothing"
            raise ValueError(f"{named}: should be http://…, https://… or a path from the root")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments before variables before runtime.toml."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load() -> Runtime:
    """The settings in force.

    Raises:
        RuntimeSettingsError: a setting is out of range or of the wrong type.
    """
    try:
        return Runtime()
    except tomllib.TOMLDecodeError as error:
        raise RuntimeSettingsError(f"runtime.toml: not valid TOML: {error}") from None
    except ValidationError as error:
        wrong = [(str(e["loc"][0]), e["input"], e["msg"]) for e in error.errors()]
        lines = [
            f"{name} (DIALOGUE_ETL_{name.upper()}): {value!r}: {message}" for name, value, message in wrong
        ]
        raise RuntimeSettingsError("\n".join(lines)) from None
