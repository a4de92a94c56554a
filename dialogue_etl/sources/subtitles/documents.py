"""Metadata of films in exports, and the dataset's list of films."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from dialogue_etl.sources.default import documents as default

COLUMNS, facts = default.COLUMNS, default.facts
IMDB = re.compile(r"tt\d{7,10}")
FILE = "films.tsv"


_OF_FILM = ("title", "year", "genres", "countries", "original_languages", "minutes", "encoding", "adult")
PAIR_COLUMNS = ["id", "film_id", *_OF_FILM, "certifications", "film_rating", "subtitle_rating", "url"]


def pair_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the films table as a row of `tables.PAIR_DOCUMENTS`."""
    return {name: row[name] for name in (*_OF_FILM, "certifications", "subtitle_rating")} | {
        "imdb_id": row["film_id"] if IMDB.fullmatch(row["film_id"]) else None,
        "movie_rating": row["film_rating"],
        "path": row["url"],
    }


Listing = partial(default.Listing, "film")
"""Makes the list of subtitle files that gave dialogues, with their films."""
