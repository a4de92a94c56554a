"""Drops of a dataset: counts by reason, and searches of the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.browse.dialogues import contains
from dialogue_etl.browse.held import OfDocument
from dialogue_etl.browse.scan import At, Page, equal, matches, page_of, true
from dialogue_etl.params import WholeParams
from dialogue_etl.report.drops import Reason
from dialogue_etl.report.formatting import with_unit

if TYPE_CHECKING:
    import numpy.typing as npt

    from dialogue_etl.browse.held import Held, Outputs
    from dialogue_etl.sources.base import Source

MOST = 50
"""Number of rows of a page."""


class Dropped(NamedTuple):
    """Criteria of a search; empty ones match everything.

    Attributes:
        stage, unit, reason: as in the drops tables.
        text: a part of the detail, of an id, or of the title of the document.
    """

    stage: str = ""
    unit: str = ""
    reason: str = ""
    text: str = ""

    def __str__(self) -> str:
        """What was searched for, as words for a person; empty without criteria."""
        return ", ".join(f"{name} “{value}”" for name, value in self._asdict().items() if value)


def page(held: Held, source: Source, languages: Sequence[str], wanted: Dropped, begin: At) -> Page:
    """The rows of a page, by language and in the order of the stages, each with the `title` of its document.

    Args:
        held: the version.
        source: of the dialogues.
        languages: of the documents.
        wanted: criteria.
        begin: first row of the page.
    """
    stages = [wanted.stage] if wanted.stage in source.dropping_stages else source.dropping_stages
    places = [(language, stage) for language in languages for stage in stages]
    files = [path for place in places for path in held.table(source.name, *place, "drops")]
    titles = held.titles(source, languages)
    called = pa.array(
        [id for id, title in titles.items() if wanted.text.lower() in (title or "").lower()], pa.string()
    )

    def among(table: pa.Table) -> npt.NDArray[np.bool_]:
        hits = np.ones(len(table), dtype=bool)
        for name in ("unit", "reason"):
            if value := getattr(wanted, name):
                hits &= equal(name, value)(table)
        if wanted.text:
            told = contains(table.column("detail"), wanted.text) | contains(table.column("id"), wanted.text)
            hits &= told | true(pc.is_in(table.column("source_id"), called))
        return hits

    columns = [name for name in ("unit", "reason") if getattr(wanted, name)]
    columns += ["detail", "id"] if wanted.text else []
    test, columns = among if columns else None, [*columns, "source_id"]
    found = page_of(files, matches(files, test, columns), begin, test, columns, most=MOST)
    for row in found.rows:
        row["title"] = titles.get(row["source_id"])
    return found


def of_document(held: Outputs, source: Source, language: str, id: str) -> list[dict[str, Any]]:
    """Drops with a place in a document's text, by place."""
    found = [row for row in OfDocument(held, source, language, id).drops() if row["start"] is not None]
    return sorted(found, key=lambda row: row["start"])


def reasons(source: Source) -> dict[tuple[str, str, str], Reason]:
    """Descriptions of the reasons of a source, by stage, unit and reason."""
    part = source.find_part("reasons")
    return {reason.key: with_unit(reason, WholeParams) for reason in part.REASONS} if part else {}


def counts(metrics: Mapping[str, Any], source: Source, languages: Sequence[str]) -> list[tuple[Reason, int]]:
    """Number of drops by reason, from the metrics of the report; empty without a report.

    Args:
        metrics: of the version, by file.
        source: of the dialogues.
        languages: of the documents.
    """
    report = metrics.get(f"metrics/{source.name}/report.json", {}).get("languages", {})
    known, numbers = reasons(source), Counter[tuple[str, str, str]]()
    for language in languages:
        for stage, units in report.get(language, {}).get("removed", {}).items():
            for unit, names in units.items():
                numbers.update({(stage, unit[:-1], name): one["number"] for name, one in names.items()})
    return [(known.get(key, Reason(*key)), number) for key, number in numbers.items() if number]
