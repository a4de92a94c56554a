"""Rules for films and their subtitle files, by their metadata; those without the metadata are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, Field

from dialogue_etl.core.parameters import declare, unique
from dialogue_etl.filters import Drop
from dialogue_etl.filters.rule import Rule
from dialogue_etl.languages.names import identified
from dialogue_etl.text import language_id
from dialogue_etl.text.language_id import Written

FilmRule = Callable[["FilmFacts"], Drop | None]

EDOS = "Welivita et al. 2021 (EDOS), section 3"
Genres = Annotated[list[Annotated[str, Field(min_length=1)]], AfterValidator(unique)]


@dataclass(frozen=True)
class FilmFacts:
    """Metadata of a film and one of its subtitle files.

    Attributes:
        genres: of the film; empty if unknown.
        machine_translated: whether the subtitles are; None if unknown.
        confidence: 0 to 1 that they are in the stated language; None if unknown.
        written: in which languages their text is; None if that can't be identified.
    """

    genres: tuple[str, ...]
    machine_translated: bool | None
    confidence: float | None
    written: Written | None = None


def skip_genres(skip_genres: list[str]) -> FilmRule:
    """A film of a genre where people hardly talk with each other."""
    skipped = {genre.casefold() for genre in skip_genres}

    def rule(film: FilmFacts) -> Drop | None:
        found = next((genre for genre in film.genres if genre.casefold() in skipped), None)
        return Drop("skip_genres", detail=f"genre {found}") if found else None

    return rule


def skip_machine_translated(skip_machine_translated: bool) -> FilmRule:
    """Subtitles that no person translated."""

    def rule(film: FilmFacts) -> Drop | None:
        drop = skip_machine_translated and film.machine_translated
        return Drop("skip_machine_translated", detail="says that a machine translated it") if drop else None

    return rule


def min_confidence(min_confidence: float) -> FilmRule:
    """Subtitles that may be in another language than stated."""

    def rule(film: FilmFacts) -> Drop | None:
        if film.confidence is not None and film.confidence < min_confidence:
            return Drop("min_confidence", film.confidence, min_confidence)
        return None

    return rule


def other_language(other_language: float) -> FilmRule:
    """Subtitles in another language than stated, by their text."""

    def rule(film: FilmFacts) -> Drop | None:
        if film.written and film.written.other > other_language:
            detail = f"they seem to be in {identified(film.written.language)}"
            return Drop("other_language", film.written.other, other_language, detail)
        return None

    return rule


RULES = (
    Rule(
        skip_genres,
        "of a genre that is skipped",
        declare(
            lambda: ["Documentary"],
            "Leave out films of these genres, as IMDb or TMDB names them; empty turns it off",
            unit="genres",
            source=EDOS,
            annotation=Genres,
        ),
    ),
    Rule(
        skip_machine_translated,
        "that a machine translated",
        declare(False, "Leave out subtitles that say that a machine translated them", unit="switch"),
        off=False,
    ),
    Rule(
        min_confidence,
        "that may be in another language",
        declare(
            0.0,
            "Leave out subtitles whose language OpenSubtitles is less sure of; 0 turns it off",
            unit="probability",
            ge=0,
            le=1,
        ),
    ),
    Rule(
        other_language,
        "in another language",
        declare(
            language_id.MAX_SHARE,
            "Leave out subtitles with a greater share of passages in other languages than the stated one, by "
            "language identification; 1 turns it off",
            unit="share of passages",
            annotation=float,
            ge=0,
            le=1,
        ),
        off=1,
    ),
)
"""In this order."""
