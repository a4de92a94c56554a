"""Tables as the files that `dvc plots` draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd


def by_language(
    tables: Mapping[str, pd.DataFrame], languages: Iterable[str], *, suffix: str, whole: bool
) -> dict[str, str]:
    """A folder per table with a file per language: `funnel/en.csv`.

    DVC draws a plot for each file of a folder, and tells revisions, not languages, apart by colour. It cannot
    draw a file without rows, so a language without any has none; of a table without any row at all, the first
    language has the header: of a folder that is not there `dvc plots` says that it failed.

    Args:
        tables: with a column `language`.
        languages: in order.
        suffix: of the files: csv or tsv.
        whole: write each table as a whole, too: `funnel.csv`.
    """
    separator = {"csv": ",", "tsv": "\t"}[suffix]
    files: dict[str, str] = {}
    tags = list(languages)
    for name, table in tables.items():
        if whole:
            files[f"{name}.{suffix}"] = _text(table, separator)
        filled = [tag for tag in tags if (table["language"] == tag).any()]
        for tag in filled or ([] if whole else tags[:1]):
            files[f"{name}/{tag}.{suffix}"] = _text(table[table["language"] == tag], separator)
    return files


def _text(table: pd.DataFrame, separator: str) -> str:
    return table.to_csv(index=False, sep=separator, lineterminator="\n")
