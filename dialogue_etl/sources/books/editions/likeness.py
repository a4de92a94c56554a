"""Which books have text in common: pairs worth a look by their sketches, then compared in full.

Whether two books are alike is decided on their two whole sketches, whatever other books there are. Only which
pairs are looked at depends on others, where more than `MOST` books have a shingle: each is then paired with
its next `NEAR` alone. In so many editions each is like its neighbours, and together they make one work.
"""

from __future__ import annotations

import pyarrow as pa

MOST = 32
"""Books with a shingle up to which all pairs of them are counted; phrases of a language are in more."""
NEAR = 8
MIN_SHINGLES = 8
"""Of a sketch, for it to tell anything: that many are some 250 words."""
_SEEN_SHARE = 0.2
"""Of the shingles a pair must share to be alike, the share that must be seen for it to be worth a look."""

SKETCHES = pa.schema([("shingle", pa.uint64()), ("book", pa.int64())])
"""The shingles that sketches hold."""

PLACES = pa.schema([("book", pa.int64()), ("place", pa.int64()), ("size", pa.int64())])
"""Books, their places in the order of ids, and how many shingles their sketches hold."""

PAIRS = """
WITH placed AS (
    SELECT shingle, place, row_number() OVER (PARTITION BY shingle ORDER BY place) - 1 AS nth,
        CASE WHEN count(*) OVER (PARTITION BY shingle) > $most THEN $near ELSE $most END AS reach
    FROM sketches JOIN books USING (book)
), runs AS (
    SELECT list(place ORDER BY place) AS places, any_value(reach) AS reach
    FROM (
        SELECT *, nth // $most AS block FROM placed
        UNION ALL SELECT *, nth // $most - 1 FROM placed WHERE nth >= $most AND nth % $most < $near
    ) GROUP BY shingle, block HAVING count(*) > 1
), neighbours AS (
    SELECT places[nth] AS one, unnest(places[nth + 1 : nth + reach]) AS other
    FROM (SELECT places, reach, unnest(range(1, least(len(places), $most + 1))) AS nth FROM runs)
), seen AS (
    SELECT one, other, count(*) AS shingles FROM neighbours GROUP BY one, other
), likely AS (
    SELECT one, other, first.book AS first, second.book AS second
    FROM seen JOIN books AS first ON first.place = one JOIN books AS second ON second.place = other
    WHERE least(first.size, second.size) >= $least
        AND shingles >= $share * least(first.size, second.size)
)
SELECT one, other, count(*) AS shared
FROM likely JOIN sketches AS a ON a.book = likely.first
JOIN sketches AS b ON b.book = likely.second AND b.shingle = a.shingle
GROUP BY one, other ORDER BY one, other
"""
"""Pairs of books by their places, and how many shingles they share.

The books with a shingle come in runs of `MOST`, each with the first `NEAR` of the next one: a list of all of
them would be copied for each.
"""


def values(similarity: float) -> dict[str, int | float]:
    """What `PAIRS` names, by the share of shingles that makes two books alike."""
    return {"most": MOST, "near": NEAR, "least": MIN_SHINGLES, "share": _SEEN_SHARE * similarity}
