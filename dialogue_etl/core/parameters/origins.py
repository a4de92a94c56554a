"""The sources that read texts, as values of parameters of what is made of their datasets."""

from typing import Literal

Origin = Literal["books", "threads", "subtitles"]
Dataset = Literal["books", "threads", "subtitles", "mix"]
"""The source whose dataset another one is made from."""
ORIGINS: tuple[Origin, ...] = ("books", "threads", "subtitles")
