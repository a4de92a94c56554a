"""The report of books: the paper's tables, books and their rights, quality on annotated texts."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.core import shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.labels.agreement import share
from dialogue_etl.languages import JOINS_READ_AT, LANGUAGES
from dialogue_etl.languages.names import without_file
from dialogue_etl.report.curves import Threshold
from dialogue_etl.report.figures import Figure, Lengths
from dialogue_etl.report.quality import THOUSAND, Quality
from dialogue_etl.report.scores import MEASURES
from dialogue_etl.report.source_report import SourceReport, Step
from dialogue_etl.report.survey import Plan, Survey
from dialogue_etl.sources.books.extraction.certainty import doubt
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.parameters import Books, Prefilter
from dialogue_etl.sources.books.reasons import REASONS
from dialogue_etl.sources.books.report.book_figures import GAP, books_figure, parting_figure, parting_sizes
from dialogue_etl.sources.books.report.speakers import MEASURED, casts, sure, talk_query

THRESHOLDS = (
    Threshold("prefilter.max_kl_divergence", "books", "Books of unusual language", "KL divergence in nats"),
    Threshold(
        "extract.min_delimiters",
        "books",
        "Books below the threshold of speech marks",
        "speech marks per 10,000 words",
        at_most=False,
        reach=100.0,
        quantile=0.95,
    ),
    Threshold(
        "extract.min_certainty",
        "dialogues",
        "Uncertain dialogues",
        "expected share of right decisions",
        at_most=False,
    ),
    Threshold(
        "postfilter.max_rare_share",
        "dialogues",
        "Dialogues of rare words",
        "share of rare words",
        off=1,
        reach=0.1,
    ),
)
_BOOKS = """SELECT text.id, coalesce(title, '') AS title, coalesce(authors, []) AS authors,
    coalesce(rights, '') AS rights, words, split, coalesce(dialogues, 0) AS dialogues,
    coalesce(utterances, 0) AS utterances
FROM download_texts AS text LEFT JOIN prefilter_kept AS kept ON kept.id = text.id
    LEFT JOIN split_splits AS dealt ON dealt.source_id = text.id ORDER BY text.id"""
# Books dropped by another rule are dropped at any threshold; books without a value are kept at any.
_SCORES = """
SELECT 'prefilter.max_kl_divergence' AS parameter, if(words < {least}, NULL, divergence) AS value,
    count(*) AS number
FROM (
    SELECT coalesce(max(value) FILTER (measure = 'words'), 0) AS words,
        max(value) FILTER (measure = 'kl_divergence') AS divergence
    FROM prefilter_scores
    WHERE id NOT IN (SELECT id FROM prefilter_drops WHERE reason <> 'max_kl_divergence') GROUP BY id
) WHERE words < {least} OR divergence IS NOT NULL GROUP BY ALL
UNION ALL SELECT 'extract.min_delimiters', value, count(*) FROM extract_scores
    WHERE measure = 'delimiters_per_10000_words' GROUP BY ALL
UNION ALL SELECT 'extract.min_certainty', value, count(*) FROM extract_scores
    WHERE measure = 'certainty' GROUP BY ALL
UNION ALL SELECT 'postfilter.max_rare_share', value, count(*) FROM postfilter_scores
    WHERE measure = 'rare_share' GROUP BY ALL
ORDER BY 1, 2 NULLS LAST"""
_WRONG = """SELECT coalesce(sum(dialogues), 0)::BIGINT AS dialogues, coalesce(sum(wrong), 0)::BIGINT AS wrong,
    coalesce(sum(wrong * wrong), 0)::BIGINT AS squares
FROM (
    SELECT count(*) AS dialogues, sum(round(1000 * value))::BIGINT AS wrong
    FROM extract_scores JOIN dataset USING (id) WHERE measure = 'wrong_pairs' GROUP BY dataset.source_id
)"""
_PLAYS = """SELECT count(DISTINCT scenes.source_id) AS books, count(*) AS dialogues,
    coalesce(sum(len(addressees)), 0)::BIGINT AS utterances,
    coalesce(sum(list_count(addressees)), 0)::BIGINT AS addressed
FROM extract_scenes AS scenes JOIN dataset ON dataset.id = dialogue_id WHERE number IS NOT NULL"""
_PARTING = """SELECT parameter, value, sum(dialogues) AS dialogues, sum(utterances) AS utterances
FROM extract_sizes GROUP BY ALL ORDER BY ALL"""


def words(texts: Sequence[str], _language: str) -> pa.ListArray:
    """The words of utterances, whose white space is one blank each."""
    said = pa.array(texts, pa.string())
    found = pc.split_pattern(said, " ")
    return pc.if_else(pc.equal(said, ""), pa.scalar([], found.type), found)


def _queries(params: Params) -> dict[str, str]:
    scores = _SCORES.format(least=params[Prefilter].min_words_for_kl)
    return {
        "books": _BOOKS,
        "scores": scores,
        "parting": _PARTING,
        "wrong": _WRONG,
        "plays": _PLAYS,
        "talk": talk_query(params),
    }


PLAN = Plan(
    dialogues=("extract", "postfilter"),
    drops=("download", "prefilter", "extract", "postfilter", "split"),
    words=words,
    tables=(
        ("download", "texts"),
        ("prefilter", "kept"),
        ("prefilter", "scores"),
        ("extract", "scores"),
        ("extract", "sizes"),
        ("extract", "scenes"),
        ("extract", "characters"),
        ("postfilter", "scores"),
    ),
    queries=_queries,
)


_MOST_DROPS = 50
_DRAWN = ("characters_f1", "joined_turns_f1", "non_conversational", "clean_dialogues")


def read_quality(folder: Path) -> dict[str, Any] | None:
    """Values about quality for the page; None if nothing was scored.

    Args:
        folder: the output of `evaluate`.

    Returns:
        `profile` that was scored; number of `texts`; `corpora`, names with their numbers of texts; `rows`,
        measures with a cell per corpus and one of all texts, which is the share with thresholds and that
        without, None where the annotation does not say; `drawn`, some of them with the end of their scale;
        `same`, whether the thresholds change nothing; `dropped`, the first rows of the drops table, and how
        many `more` there are.
    """
    path = folder / "figures.json"
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"off": True}
    if figures.get("off"):
        return None
    without = figures["without_thresholds"]
    names = list(figures["corpora"])
    groups = [(figures["corpora"][name], without["corpora"][name]) for name in names]
    groups.append((figures["all"], without["all"]))
    rows = [(measure, [tuple(of[measure.key] for of in pair) for pair in groups]) for measure in MEASURES]
    dropped = list(shards.read(folder, "drops"))
    return {
        "profile": figures["profile"],
        "texts": figures["texts"],
        "corpora": [(name, figures["corpora"][name]["texts"]) for name in names],
        "rows": rows,
        "drawn": [(measure, cells, _end(cells)) for measure, cells in rows if measure.key in _DRAWN],
        "same": all(one == other for _, cells in rows for one, other in cells),
        "dropped": dropped[:_MOST_DROPS],
        "more": max(len(dropped) - _MOST_DROPS, 0),
    }


def joins_read(languages: Sequence[str]) -> list[tuple[str, int, float, float, float]]:
    """Of languages in which joined turns were read: name, places, share of wrong ones, its interval.

    Wilson's, at 95 %, as the audit has it.
    """
    rows = []
    for language in (LANGUAGES[tag] for tag in languages):
        read, wrong = language.joins_read
        if read:
            found = share(wrong, read)
            rows.append((language.name, read, found.share, found.low, found.high))
    return rows


def _end(cells: Sequence[tuple[float | None, ...]]) -> float:
    """The end of a scale of shares: 100 %, or the next round number if all are small."""
    greatest = max((share for cell in cells for share in cell if share is not None), default=1.0)
    return next(end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if greatest <= end)


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
        """Of books the downloaded ones, as in table 2 of the paper; of downloads the listed ones."""
        if unit in {"dialogue", "utterance"}:
            return super().total(survey, stage, unit)
        return _listed(survey) if stage == "download" else len(survey.tables["books"])

    def curves(self) -> Sequence[Threshold]:
        """All thresholds, but that of certainty only if dialogues below it are dropped, not divided."""
        parts = self.params[Extract].uncertain == "part"
        return [one for one in self.thresholds if not (parts and one.parameter == "extract.min_certainty")]

    def cite(self, survey: Survey, id: str) -> Any:
        """Title and authors of a book; None if it was not downloaded."""
        books = survey.tables["books"]
        found = books[books["id"] == id]
        return None if found.empty else found.iloc[0].to_dict()

    def shape(self) -> list[Figure]:
        """Lengths, and utterances of each book."""
        return [*super().shape(), books_figure(self.surveys)]

    def quality(self, survey: Survey) -> Quality:
        """With the expected number of wrong pairs; dialogues of the profile `reference` have none."""
        if not survey.number("wrong", "dialogues"):
            return survey.quality
        pairs = survey.size.utterances - survey.size.dialogues
        wrong, squares = (survey.number("wrong", name) for name in ("wrong", "squares"))
        novels = LANGUAGES[survey.tag].wrong_odds[1]
        variance = doubt(pairs, wrong / THOUSAND, squares / THOUSAND**2, novels)
        return replace(survey.quality, pairs=pairs, wrong=wrong, variance=variance)

    def values(self) -> dict[str, Any]:
        """Further values for `books.html`."""
        named = any(survey.quality.named for survey in self.surveys)
        return {
            "quality": read_quality(self.stages / "evaluate"),
            "joins_read": self._joins_read(),
            "without_file": list(filter(None, (without_file(survey.tag) for survey in self.surveys))),
            "joins_read_at": JOINS_READ_AT,
            "plays": self._plays(),
            "measured": MEASURED,
            "least": self.params[Extract].min_speaker_confidence,
            "sure": [sure(survey, self.params) for survey in self.surveys if named],
            "casts": [list(casts(survey)) for survey in self.surveys],
            "parts_scenes": self.params[Extract].stage_changes == "part",
            "parting": parting_figure(self.surveys, self.params),
            "parting_sizes": [parting_sizes(survey, self.params) for survey in self.surveys],
            "rights": self._rights(),
            "used_books": [self._used(survey) for survey in self.surveys],
            "most_books": _MOST_BOOKS // max(len(self.surveys), 1),
            "library": self.params[Books].source,
        }

    def _plays(self) -> list[tuple[Survey, dict[str, int]]]:
        """What is from plays in each language that has some."""
        names = ("books", "dialogues", "utterances", "addressed")
        figures = [
            (survey, {name: survey.number("plays", name) for name in names}) for survey in self.surveys
        ]
        return [(survey, numbers) for survey, numbers in figures if numbers["dialogues"]]

    def _joins_read(self) -> list[tuple[str, int, float, float, float]]:
        """What was read of the joins of the dataset's languages; nothing where they are made otherwise."""
        extract = self.params[Extract]
        as_read = extract.join_chance >= JOINS_READ_AT and not extract.min_certainty
        as_read &= extract.profile == "default" and extract.join_speakers
        return joins_read([survey.tag for survey in self.surveys]) if as_read else []

    def _used(self, survey: Survey) -> pd.DataFrame:
        books = survey.tables["books"]
        return books[books["split"].notna()]

    def _rights(self) -> list[tuple[str, int, int]]:
        """Numbers of books and dialogues by stated rights; most books first, rare statements together."""
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
    """Number of books in the catalogue: those downloaded, and those dropped before or by the download."""
    gone = (survey.number("drops", "number", stage="download", unit=unit) for unit in ("book", "file"))
    return len(survey.tables["books"]) + sum(gone)


REPORT = BooksReport
