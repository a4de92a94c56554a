"""What books add to the report: the paper's tables, books and their rights, quality on annotated texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from dialogue_etl.report.figures import Lengths
from dialogue_etl.report.source_report import SourceReport, Step
from dialogue_etl.sources.books.reasons import REASONS
from dialogue_etl.sources.books.report import quality
from dialogue_etl.sources.books.report.book_figures import GAP, books_figure, parting_figure, parting_sizes
from dialogue_etl.sources.books.report.counts import PLAN, THRESHOLDS

if TYPE_CHECKING:
    from dialogue_etl.report.figures import Figure
    from dialogue_etl.report.survey import Survey

_MOST_BOOKS, _MOST_RIGHTS = 1_000, 20


class BooksReport(SourceReport):
    """The report of dialogues from books."""

    plan = PLAN
    titles: ClassVar = {
        "listed": ("Listed", "in the catalogue"),
        "download": ("Download", "read and decoded"),
        "prefilter": ("Pre-filter", "rights, length and language are right, once each"),
        "extract": ("Extract", "direct speech made into dialogues"),
        "postfilter": ("Post-filter", "without dialogues of rare words"),
        "dataset": ("Dataset", "dealt to train, validation and test"),
    }
    reasons = REASONS
    thresholds = THRESHOLDS
    lengths = (
        Lengths("dialogues", "turns", limit=60),
        Lengths("utterances", "words", limit=100, note=", separated by white space", log=False),
    )
    template = Path(__file__).parent / "books.html"
    plot_form: ClassVar = {"suffix": "csv", "whole": True}

    def funnel(self, survey: Survey) -> list[Step]:
        """Books from the catalogue to the dataset."""
        books, size = survey.tables["books"], survey.size
        return [
            Step("listed", _listed(survey)),
            Step("download", len(books)),
            Step("prefilter", int(books["words"].notna().sum())),
            *super().funnel(survey),
            Step("dataset", size.documents, size.dialogues, size.utterances),
        ]

    def total(self, survey: Survey, stage: str, unit: str) -> int:
        """Of books those downloaded, as in table 2 of the paper; while downloading those listed."""
        if unit in {"dialogue", "utterance"}:
            return super().total(survey, stage, unit)
        return _listed(survey) if stage == "download" else len(survey.tables["books"])

    def cite(self, survey: Survey, id: str) -> Any:
        """Title and authors of a book; None if it was not downloaded."""
        books = survey.tables["books"]
        found = books[books["id"] == id]
        return None if found.empty else found.iloc[0].to_dict()

    def shape(self) -> list[Figure]:
        """Lengths, and what each book gives."""
        return [*super().shape(), books_figure(self.surveys)]

    def values(self) -> dict[str, Any]:
        """What `books.html` names."""
        return {
            "quality": quality.read(self.stages / "evaluate"),
            "parting": parting_figure(self.surveys, self.params),
            "parting_sizes": [parting_sizes(survey, self.params) for survey in self.surveys],
            "rights": self._rights(),
            "used_books": [self._used(survey) for survey in self.surveys],
            "most_books": _MOST_BOOKS // max(len(self.surveys), 1),
            "library": self.params.books.source,
        }

    def _used(self, survey: Survey) -> pd.DataFrame:
        books = survey.tables["books"]
        return books[books["split"].notna()]

    def _rights(self) -> list[tuple[str, int, int]]:
        """Rights as stated, books and dialogues under them; most books first, rare statements as one."""
        used = pd.concat([self._used(survey) for survey in self.surveys])
        stated = used["rights"].replace("", "not stated")
        sums = used.groupby(stated, as_index=False)["dialogues"].agg(["size", "sum"])
        sums = sums.sort_values(["size", "rights"], ascending=[False, True])
        rows = [(str(name), int(books), int(number)) for name, books, number in sums.to_numpy()]
        others = rows[_MOST_RIGHTS:]
        if others:
            name = f"{len(others):,} other statements, see books.tsv in the dataset"
            rows[_MOST_RIGHTS:] = [(name, sum(row[1] for row in others), sum(row[2] for row in others))]
        return rows

    def plots(self) -> dict[str, pd.DataFrame]:
        """The tables of all sources, sizes by the parameters that part dialogues, and books."""
        tables = super().plots()
        tables["funnel"] = tables["funnel"].drop(columns="utterances")
        books = self.by_language("books")
        columns = ["id", "language", "title", "words", "utterances", "dialogues"]
        books = books[books["words"].notna()][columns].astype({"words": "Int64"})
        sizes = self.by_language("parting").rename(columns={"value": "gap"})
        sizes = sizes.loc[sizes["parameter"] == GAP, ["gap", "language", "dialogues", "utterances"]]
        sizes["turns_per_dialogue"] = (sizes["utterances"] / sizes["dialogues"]).round(4)
        return {**tables, "dialogue_gap": sizes, "books": books}


def _listed(survey: Survey) -> int:
    """Books in the catalogue: those downloaded, and those left out before or then."""
    gone = (survey.number("drops", "number", stage="download", unit=unit) for unit in ("book", "file"))
    return len(survey.tables["books"]) + sum(gone)


REPORT = BooksReport
