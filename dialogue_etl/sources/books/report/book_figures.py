"""Figures for books only: utterances of each book, and numbers of dialogues for other values of the gap.

The latter were counted by the stage `extract`, before the post-filter. Unlike a filter, the gap does not drop
anything: the same turns are only grouped differently.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pandas as pd

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.report.charts import Axis, Chart, roomy
from dialogue_etl.report.curves import Curve
from dialogue_etl.report.figures import Figure, figure, plane
from dialogue_etl.report.formatting import clip
from dialogue_etl.report.survey import Survey
from dialogue_etl.sources.books.extraction.parameters import Extract

MOST_DOTS = 1_500
_LONGEST_TITLE = 90
GAP = "extract.dialogue_gap"


def books_figure(surveys: Sequence[Survey]) -> Figure:
    """Utterances against words of the books that passed the pre-filter."""
    passed = {survey.tag: passed_books(survey) for survey in surveys}
    most = MOST_DOTS // max(len(surveys), 1)
    shown = {tag: books.loc[_rank(books).nsmallest(most).index] for tag, books in passed.items()}
    # The charts have the same axes, with room below for books without utterances.
    words = [number for books in shown.values() for number in books["words"].clip(lower=1)]
    utterances = [number for books in shown.values() for number in books["utterances"]]
    above = [number for number in utterances if number]

    def draw(survey: Survey) -> tuple[str, str]:
        books, own = passed[survey.tag], shown[survey.tag]
        if books.empty:
            return "", "No book passed the pre-filter."
        rate = books["utterances"].sum() / max(books["words"].sum(), 1) * 10_000
        note = f"{rate:,.0f} utterances per 10,000 words of all these books."
        if len(own) < len(books):
            note += f" Shown are {len(own):,} of {len(books):,} books, chosen by a hash of their ids."
        chart = Chart(
            f"{survey.name}: utterances against words of {len(books):,} books",
            Axis("words", *roomy(words), log=True),
            Axis("utterances", *roomy(above or [1]), log=True, whole=True),
            plane(surveys),
            floor=18 if len(above) < len(utterances) else 0,
        )
        for row in own.sort_index().to_dict("records"):
            name = ": ".join(filter(None, ("; ".join(row["authors"]), row["title"] or row["id"])))
            given = f"{row['words']:,.0f} words, {row['utterances']:,} utterances"
            style = "dot" if row["utterances"] else "dot none"
            said = f"{clip(name, _LONGEST_TITLE)}: {given}"
            chart.dot(row["words"], row["utterances"], said, style, 3.5)
        return chart.svg(note), note

    caption = (
        "A dot for each book that passed the pre-filter: its words and the utterances of it in the dataset. "
        "Hollow dots at the bottom gave none. Point at a dot to see the title."
    )
    if len(surveys) > 1:
        caption += " The axes are the same for all languages."
    return figure("books", "What a book gives", caption, surveys, draw)


def passed_books(survey: Survey) -> pd.DataFrame:
    """The books that passed the pre-filter."""
    books = survey.tables["books"]
    return books[books["words"].notna()]


def _rank(books: pd.DataFrame) -> pd.Series[int]:
    """Positions of books in a random order: that of the hashes of their ids."""
    hashes = (hashlib.sha256(id.encode()).digest() for id in books["id"])
    return pd.Series([int.from_bytes(digest[:6]) for digest in hashes], books.index, "int64")


def parting_sizes(survey: Survey, params: Params) -> pd.DataFrame:
    """Numbers of dialogues and utterances by value of the gap; the current value is marked `is_current`."""
    sizes = survey.tables["parting"]
    sizes = sizes[sizes["parameter"] == GAP]
    means = sizes["utterances"] / sizes["dialogues"].where(sizes["dialogues"] > 0)
    return sizes.assign(turns_per_dialogue=means, is_current=sizes["value"] == params[Extract].dialogue_gap)


def parting_figure(surveys: Sequence[Survey], params: Params) -> Figure:
    """The figure of the number of dialogues by value of the gap."""
    current = float(params[Extract].dialogue_gap)

    def draw(survey: Survey) -> tuple[str, str]:
        sizes = parting_sizes(survey, params)
        if sizes.empty:
            return "", "No dialogues were found."
        of = Curve(
            parameter=GAP,
            unit="dialogues",
            measure="characters between dialogues, more than",
            current=current,
            is_off=not current,
            thresholds=sizes["value"].tolist(),
            kept=sizes["dialogues"].tolist(),
            now=int(sizes.loc[sizes["is_current"], "dialogues"].sum()),
            total=int(sizes["dialogues"].max()),
        )
        return of.panel(survey.name, plane(surveys))

    return figure("parting", "Dialogues by the gap that parts them", GAP, surveys, draw)
