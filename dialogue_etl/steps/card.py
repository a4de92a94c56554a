"""The card of a dataset: README.md with the front matter that Hugging Face's tools read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl import __version__
from dialogue_etl.formats import card as parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.formats.card import Statistics
    from dialogue_etl.params import Params
    from dialogue_etl.sources.base import Source


def render(
    source: Source,
    statistics: Statistics,
    listing: Any,
    dropped: Mapping[tuple[str, str], int],
    params: Params,
) -> str:
    """The card as Markdown with YAML front matter.

    Args:
        source: whose part `card` has NAME, TAGS, a TEXT to fill, `language_name` and further `values`.
        statistics: sizes of the dataset.
        listing: of its documents, as the part `documents` has it.
        dropped: dialogues left out, by stage and reason.
        params: in force.
    """
    described = source.part("card")
    names = {language: described.language_name(language) for language in statistics}
    further = described.values(params)
    text = described.TEXT.format(
        version=__version__,
        statistics=parts.sizes(statistics, names, source.units),
        formats=parts.forms(params.package, normalised=bool(further.get("normalised", "").strip())),
        dropped=_dropped(dropped),
        parameters=parts.parameter_table(params, source.name),
        rights=listing.rights(),
        **further,
    )
    matter = parts.front_matter(described.NAME, described.TAGS, statistics, params.package)
    return parts.card(matter, text)


def _dropped(dropped: Mapping[tuple[str, str], int]) -> str:
    """A table of the dialogues left out, by stage and reason; the most frequent reasons first."""
    if not dropped:
        return "No dialogue was left out."
    lines = ["| stage | reason | dialogues left out |", "|---|---|---|"]
    by_number = sorted(dropped.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    lines += [f"| {stage} | `{reason}` | {number:,} |" for (stage, reason), number in by_number]
    return "\n".join(lines)
