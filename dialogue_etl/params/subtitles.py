"""The parameters of `subtitles`: which films, and how their subtitle files are read."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.filters import film
from dialogue_etl.filters.rule import parameters
from dialogue_etl.parameter import DeclaredSection, parameter, unique
from dialogue_etl.params.tags import Tags

SourceChoice = Literal["sample", "opus", "library"]
Release = Literal["v2018", "v2016"]
Form = Literal["xml", "raw"]
Versions = Literal["one", "all"]
Name = Annotated[str, Field(min_length=1)]


class Subtitles(DeclaredSection, declared=parameters(film.RULES)):
    """Which films are read, and how."""

    languages: Tags = parameter(lambda: ["en", "pt"], "tags")
    """Languages to build from subtitles, as BCP-47 tags; none turns this source off."""
    source: SourceChoice = parameter("sample", "choice")
    """Where subtitles come from: the embedded sample; the archive of the language at OPUS, downloaded; or the
    workspace's folder subtitles/library (`dialogue-etl subtitles add`).
    """
    opus_release: Release = parameter("v2018", "choice", source=film.EDOS)
    """Which release of OPUS OpenSubtitles to download."""
    opus_form: Form = parameter("xml", "choice")
    """Which of the forms of the release: `xml` has tokens, with spelling corrections and italics, which are
    put together again; `raw` has sentences as they were written.
    """
    corrections: bool = parameter(False, "switch")
    """Take the spelling corrections that OPUS suggests for tokens. They are not only of misprints: Portuguese
    of Portugal is made Brazilian.
    """
    versions: Versions = parameter("one", "choice")
    """Subtitle files per film: the best `one`, as several repeat the same dialogues, or `all`, which are in
    the same split.
    """
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids")
    """Leave these out: ids of films such as tt0816692, or of subtitle files such as tt0816692:5989478."""
    tmdb: bool = parameter(False, "switch")
    """Ask TMDB for title, genres, countries, languages, certifications and rating of each film by its IMDb
    id. The key is the environment's DIALOGUE_ETL_TMDB_KEY; answers are kept, and a film that TMDB does not
    know stays as it is.
    """
    max_quarantined: float = parameter(1.0, "share of files", ge=0, le=1)
    """Fail if a greater share of a language's subtitle files can't be read; 1, the default, turns it off."""
