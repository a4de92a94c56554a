"""Draws places from two versions for a blind comparison by people.

A place is a group of dialogues of both versions that `matching` finds to match. The same number of places is
drawn from each stratum, since most places do not differ between the versions:

    same        the same words in both versions, judged once for both
    differing   dialogues with other turns or words, or split differently; both versions are judged
    removed     only in the first version
    added       only in the second version
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.audit.blind import Key
from dialogue_etl.audit.blind import Place as Told
from dialogue_etl.audit.units import Drawn, Request, allocate, shown
from dialogue_etl.compare import documents, matching
from dialogue_etl.compare.stored import database

if TYPE_CHECKING:
    import duckdb

    from dialogue_etl.audit.units import Unit
    from dialogue_etl.compare.documents import Both
    from dialogue_etl.sources.base import Source

STRATA = ("same", "differing", "removed", "added")
_SAME = ("same", "relabelled", "shifted")

_PLACES = f"""
CREATE TABLE members AS
SELECT side, row, grp, CASE WHEN kind IN {_SAME} THEN 'same' WHEN kind IN ('removed', 'added') THEN kind
    ELSE 'differing' END AS stratum, source_id, id, first
FROM (
    SELECT side, row, grp, kind FROM fates
    UNION ALL SELECT unnest([0, 1]), unnest([row0, row1]), -1 - row0, kind FROM matched WHERE kind = 'same'
) JOIN (SELECT 0 AS side, rowid AS row, source_id, id, first FROM dialogues0
    UNION ALL SELECT 1, rowid, source_id, id, first FROM dialogues1) USING (side, row);
CREATE TABLE places AS
SELECT stratum, grp, list(DISTINCT (side, id) ORDER BY (side, id))::VARCHAR AS name
FROM members GROUP BY ALL
"""
# By a hash of the content, so that order and number of files do not matter.
_DRAWN = """
SELECT stratum, grp, place FROM (
    SELECT stratum, grp, sha256({seed} || name) AS place FROM places
) QUALIFY row_number() OVER (PARTITION BY stratum ORDER BY place, grp) <= {most}
ORDER BY stratum, place, grp
"""


class _Form(NamedTuple):
    """The dialogues at a place in one version, or in both if they are the same."""

    place: str
    stratum: str
    of: tuple[int, ...]
    drawn: Drawn


def sheet(
    source: Source, language: str, both: Both, *, names: tuple[str, str], places: int, request: Request
) -> tuple[list[Unit], Key]:
    """The units to judge for a language: places ordered by hash, and within each the versions, too.

    Args:
        source: of the dialogues.
        language: BCP-47 tag.
        both: tables of both versions.
        names: of the versions, for the key.
        places: number to draw.
        request: seed and context.

    Raises:
        RevisionError: the tables can't be read.
        DialogueEtlError: dialogues and documents of a version do not belong together.
    """
    with database(source.schemas) as base:
        documents.load(base, source, both)
        matching.match(base, [of.of_stage(source.last_stage, "dialogues") for of in both], source.align)
        base.execute(_PLACES)
        sizes = dict(base.sql("SELECT stratum, count(*) FROM places GROUP BY stratum").fetchall())
        forms = _forms(base, sizes, places, request.seed)
    units = []
    key = Key(names=list(names), units={}, sizes={language: {name: sizes.get(name, 0) for name in STRATA}})
    for side, tables in enumerate(both):
        mine = [form for form in forms if form.of[0] == side]
        files = (tables.of_stage(source.last_stage, "dialogues"), tables.of_stage(*source.documents))
        for form, unit in zip(mine, shown(source, *files, [one.drawn for one in mine], request), strict=True):
            # Hashes of both sides are apart and say nothing.
            told = hashlib.sha256(f"{form.place}\n{side}".encode()).hexdigest()
            id = f"place {form.place[:10]}.{told[:4]}"
            units.append(replace(unit, id=id))
            key.units[id] = Told(place=form.place, of=[names[one] for one in form.of], stratum=form.stratum)
    return sorted(units, key=lambda unit: unit.id), key


def _forms(base: duckdb.DuckDBPyConnection, sizes: dict[str, int], wanted: int, seed: int) -> list[_Form]:
    """The dialogues of the drawn places."""
    most = dict(zip(sizes, allocate(list(sizes.values()), wanted), strict=True))
    ranked: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for stratum, grp, place in base.sql(_DRAWN.format(seed=seed, most=wanted)).fetchall():
        ranked[stratum].append((grp, place))
    chosen = {(stratum, grp): place for stratum, of in ranked.items() for grp, place in of[: most[stratum]]}
    ids: defaultdict[tuple[str, int, int], list[str]] = defaultdict(list)
    for stratum, grp, side, id in base.sql(
        "SELECT stratum, grp, side, id FROM members ORDER BY side, first, row"
    ).fetchall():
        if (stratum, grp) in chosen and (stratum, side) != ("same", 1):
            ids[stratum, grp, side].append(id)
    return [
        _Form(chosen[stratum, grp], stratum, (0, 1) if stratum == "same" else (side,), _drawn(said))
        for (stratum, grp, side), said in ids.items()
    ]


def _drawn(ids: list[str]) -> Drawn:
    first, *more = dict.fromkeys(ids)
    return Drawn("dialogue", first, more=tuple(more))
