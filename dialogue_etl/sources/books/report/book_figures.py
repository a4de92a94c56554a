"""What each book gives: a dot per book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.report import charts
from dialogue_etl.report.charts import Point
from dialogue_etl.report.examples import thin_out
from dialogue_etl.report.figures import figure, plane
from dialogue_etl.report.formatting import clip

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from dialogue_etl.report.figures import Figure
    from dialogue_etl.report.survey import Survey

MOST_DOTS = 1_500
_LONGEST_TITLE = 90


def books_figure(surveys: Sequence[Survey]) -> Figure:
    """Utterances against words of the books that passed the pre-filter."""
    passed = {survey.tag: _passed(survey) for survey in surveys}
    dots = {tag: _dots(books, MOST_DOTS // max(len(surveys), 1)) for tag, books in passed.items()}
    together = [dot for some in dots.values() for dot in some]

    def draw(survey: Survey, key: str) -> tuple[str, str]:
        books, own = passed[survey.tag], dots[survey.tag]
        if books.empty:
            return "", "No book passed the pre-filter."
        rate = books["utterances"].sum() / max(books["words"].sum(), 1) * 10_000
        note = f"{rate:,.0f} utterances per 10,000 words of all these books."
        if len(own) < len(books):
            note += f" Shown are {len(own):,} of {len(books):,} books, chosen by a hash of their ids."
        name = f"{survey.name}: utterances against words of {len(books):,} books"
        axes: dict[str, Any] = {"x_axis": "words", "y_axis": "utterances"}
        svg = charts.scatter(key, name, own, **axes, about=note, beside=together, plane=plane(surveys))
        return svg, note

    caption = (
        "A dot for each book that passed the pre-filter: its words and the utterances of it in the dataset. "
        "Hollow dots at the bottom gave none. Point at a dot to see the title."
    )
    if len(surveys) > 1:
        caption += " The axes are the same for all languages."
    return figure("books", "What a book gives", caption, surveys, draw)


def _passed(survey: Survey) -> pd.DataFrame:
    books = survey.tables["books"]
    return books[books["words"].notna()]


def _dots(books: pd.DataFrame, most: int) -> list[Point]:
    shown = books[books["id"].isin(thin_out(books["id"], most))]
    return [Point(row["words"], row["utterances"], _title(row)) for row in shown.to_dict("records")]


def _title(book: dict[Any, Any]) -> str:
    text = ": ".join(filter(None, ("; ".join(book["authors"]), book["title"] or book["id"])))
    return clip(text, _LONGEST_TITLE)
