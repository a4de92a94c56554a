"""The parameters of `subtitles`: which films, and how their subtitle files are read."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.core.parameters import DeclaredSection, parameter, unique
from dialogue_etl.core.parameters.tags import Tags
from dialogue_etl.filters import film
from dialogue_etl.filters.rule import parameters
from dialogue_etl.pairs.parameters import B_SUBTLE, Pairs, Scope, Unit
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns

SourceChoice = Literal["sample", "opus", "library"]
Release = Literal["v2018", "v2016"]
Form = Literal["xml", "raw"]
Versions = Literal["one", "all"]
Name = Annotated[str, Field(min_length=1)]


class Subtitles(DeclaredSection, declared=parameters(film.RULES)):
    """Which films are read, and how."""

    languages: Tags = parameter(lambda: ["en", "pt"], "tags")
    """Languages to build from subtitles, as BCP-47 tags; none turns this source off."""
    source: SourceChoice = parameter("library", "choice")
    """Where subtitles come from: the workspace's folder subtitles/library (`dialogue-etl subtitles add`); the
    archive of the language, downloaded from OPUS; or the embedded sample.
    """
    opus_release: Release = parameter("v2018", "choice", source=film.EDOS)
    """Release of OPUS OpenSubtitles to download."""
    opus_form: Form = parameter("xml", "choice")
    """Format of the release: `xml` has tokens, with spelling corrections and italics, which are put together
    again; `raw` has sentences as they were written.
    """
    corrections: bool = parameter(False, "switch")
    """Apply the spelling corrections that OPUS suggests for tokens. Not only misprints are corrected:
    European Portuguese becomes Brazilian.
    """
    frame_rate: float = parameter(0, "frames a second", ge=0, le=1_000)
    """Of MicroDVD files that do not state it in their first line; 0 leaves them out."""
    styles: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "texts")
    """Styles of ASS, or classes of SAMI, to read alone. Without any all are read, without those in another
    language than the file, songs and signs.
    """
    versions: Versions = parameter("one", "choice")
    """Subtitle files per film: the best `one`, since several repeat the same dialogues, or `all`, in the same
    split.
    """
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids")
    """Ids of films to leave out, such as tt0816692, or of subtitle files, such as tt0816692:5989478."""
    tmdb: bool = parameter(False, "switch")
    """Request title, genres, countries, languages, certifications and rating of each film from TMDB by its
    IMDb id. The key is in the environment variable DIALOGUE_ETL_TMDB_KEY; answers are kept, and films unknown
    to TMDB stay unchanged.
    """
    max_quarantined: float = parameter(1.0, "share of files", ge=0, le=1)
    """Fail if a greater share of a language's subtitle files can't be read; 1, the default, turns it off."""


class SubtitlePairs(Pairs):
    """Pairs of neighbouring turns, sentences or blocks of subtitles."""

    turns: Unit = parameter("turn", "choice", source=B_SUBTLE)
    """The unit of triggers and answers: a turn of the packaged dialogues; or, as in the paper, a sentence of
    a film, or the content of a subtitle block.
    """
    pair_scope: Scope = parameter("dialogue", "choice", source=B_SUBTLE)
    """What answers a trigger: the next turn of its `dialogue`; or, `consecutive`, the next turn, sentence or
    block of the film, however long the gap.
    """


SECTIONS = {
    "subtitles": Subtitles,
    "subtitle_rules": SubtitleRules,
    "turns": Turns,
    "subtitle_pairs": SubtitlePairs,
}
