"""Stage `films`: select films by kind, and one subtitle file for each.

Metadata missing in the chosen file is taken from the film's other files, then from TMDB if enabled. TMDB's
answers are the only input that may change between runs: they are kept in the store and never requested
again, so a rerun gives the same bytes. With an empty store the answers, and so the bytes, may differ.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.filters import Drop, film
from dialogue_etl.filters.film import FilmFacts
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.sources.subtitles.tables import FILMS
from dialogue_etl.text.language_id import Written

_STAGE = "films"
_RANKED = [
    *("id", "film_id", "genres", "damaged", "cds", "machine_translated"),
    *("subtitle_rating", "confidence", "sentences", "other_language", "found_language"),
]
_OF_FILM = ("title", "year", "genres", "countries", "original_languages", "minutes", "adult")
_TMDB_ALONE = ("certifications", "film_rating")
_FILES = re.compile(r"\d+\s*/\s*1")
_Row = dict[str, Any]


def films(
    *, language: str, read: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Select films of a language, and one subtitle file for each.

    Raises:
        MissingTableError: `read` is not the output of the stage `read`.
        TmdbError: TMDB is enabled and can't be reached.
    """
    paths = shards.shard_paths(read, "films")
    rows = [row for path in paths for row in shards.read_shard(path, _RANKED)]
    asked: dict[str, int] = {}
    facts = _ask(language, rows, runtime, asked) if params[Subtitles].tmdb else {}
    verdicts = _verdicts(rows, facts, params)
    groups: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: _order(row["id"])):
        groups.setdefault(row["film_id"], []).append(row["id"])
    totals: Counter[str] = Counter(films_in=0, films=0, sentences=0)
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.atomic_folder(output) as folder:
        for index, path in enumerate(paths):
            with shards.ShardWriter(folder, index, len(paths), ["works", "drops"], films=FILMS) as writer:
                for row in shards.read_shard(path):
                    id = row["id"]
                    totals["films_in"] += 1
                    writer.add("works", [_work(id, row["film_id"], groups[row["film_id"]])])
                    if drop := verdicts[id]:
                        writer.add("drops", [drop.row(stage=_STAGE, unit="film", id=id, source_id=id)])
                        reasons["film", drop.reason] += 1
                    else:
                        writer.add("films", [filled(row, facts.get(row["film_id"], {}))])
                        totals.update(films=1, sentences=row["sentences"])
    figures = {**totals, **({"tmdb": asked} if asked else {}), "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, figures)
    run.report_counts(_STAGE, language, figures)


def _ask(language: str, rows: list[_Row], runtime: Runtime, asked: dict[str, int]) -> dict[str, _Row]:
    from dialogue_etl.sources.subtitles.tmdb import Tmdb  # noqa: PLC0415 - only where it is wanted

    tmdb = Tmdb(runtime)
    ids = sorted({row["film_id"] for row in rows})
    answers = progress(f"TMDB {language}", ((id, tmdb.facts(id)) for id in ids), len(ids))
    found = {id: facts for id, facts in answers if facts}
    # Answers found on disk are not counted: the metrics of a rerun would differ.
    asked |= {"known": tmdb.answers.known, "unknown": tmdb.answers.unknown, "failed": tmdb.answers.failed}
    return found


def _verdicts(rows: list[_Row], facts: Mapping[str, _Row], params: Params) -> dict[str, Drop | None]:
    """Why each rejected subtitle file is rejected: a rule, or a better file of the same film."""
    values = params[Subtitles].model_dump()
    judges: list[Callable[[FilmFacts], Drop | None]] = [rule.ready(values) for rule in film.RULES]
    genres = _genres(rows, facts)
    verdicts: dict[str, Drop | None] = {}
    for row in rows:
        stated = (genres.get(row["film_id"], ()), row["machine_translated"], row["confidence"])
        known = film.FilmFacts(*stated, _written(row))
        verdicts[row["id"]] = next((drop for judge in judges if (drop := judge(known))), None)
    if params[Subtitles].versions == "one":
        left = [row for row in rows if not verdicts[row["id"]]]
        best = best_of(left)
        for row in left:
            if (better := best[row["film_id"]]) != row["id"]:
                verdicts[row["id"]] = Drop("versions", detail=f"{better} is kept of this film")
    return verdicts


def _written(row: _Row) -> Written | None:
    if row["other_language"] is None:
        return None
    return Written(row["other_language"], row["found_language"])


def _genres(rows: list[_Row], facts: Mapping[str, _Row]) -> dict[str, tuple[str, ...]]:
    """The genres of each film: from its files, otherwise from TMDB."""
    found = {id: set(known.get("genres") or ()) for id, known in facts.items()}
    stated: dict[str, set[str]] = {}
    for row in rows:
        if row["genres"]:
            stated.setdefault(row["film_id"], set()).update(row["genres"])
    return {id: tuple(sorted(names)) for id, names in {**found, **stated}.items()}


def best_of(rows: Iterable[_Row]) -> dict[str, str]:
    """The best subtitle file of each film.

    Complete ones first: not damaged, not one of several parts, not machine-translated; then by OpenSubtitles'
    rating, the confidence of the language, the number of sentences, and the id.
    """
    best: dict[str, tuple[Any, str]] = {}
    for row in rows:
        several = bool(row["cds"]) and not _FILES.fullmatch(row["cds"].strip())
        incomplete = (bool(row["damaged"]), several, bool(row["machine_translated"]))
        figures = (row["subtitle_rating"] or 0.0, row["confidence"] or 0.0, row["sentences"])
        rank = (incomplete, tuple(-figure for figure in figures), _order(row["id"]))
        if row["film_id"] not in best or rank < best[row["film_id"]][0]:
            best[row["film_id"]] = (rank, row["id"])
    return {film_id: id for film_id, (_, id) in best.items()}


def _order(id: str) -> list[tuple[int, str]]:
    """Sort key of an id: digits compare as numbers."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", id)]


def filled(row: _Row, facts: Mapping[str, Any]) -> _Row:
    """A film, with metadata missing in its file filled in from TMDB."""
    further = {name: facts[name] for name in _TMDB_ALONE if facts.get(name) is not None}
    missing = {
        name: facts[name] for name in _OF_FILM if row[name] in (None, []) and facts.get(name) is not None
    }
    return {**row, **missing, **further}


def _work(id: str, film_id: str, files: list[str]) -> _Row:
    """All files of a film are one work named after the film: a new file does not move it to another split."""
    like = next((other for other in files if other != id), None)
    return {
        "id": id,
        "work_id": film_id,
        "reason": "same film" if like else None,
        "like": like,
        "similarity": None,
        "volume": "",
        "text_id": id,
        "title_id": film_id,
        "alike": [],
        "parts_of": [],
    }
