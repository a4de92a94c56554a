"""Stage `prefilter`: measures every book, and keeps suitable ones, one edition of each work.

First the words of every book are counted (`_survey`, a job per shard), then the counts of all books compared
(`word_divergence.SURVEY`), then thresholds applied. The first step does not depend on thresholds, the second
one only on which books are dropped before it, so after a change of other thresholds their results are taken
from the store. Dropped editions do not count in the distribution of words.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dialogue_etl import filters
from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.store import Finished
from dialogue_etl.filters import Drop, document
from dialogue_etl.filters.rule import Rule
from dialogue_etl.languages.names import name_of
from dialogue_etl.sources.books import word_divergence
from dialogue_etl.sources.books.editions import redundant as editions
from dialogue_etl.sources.books.left_out import name_left_out
from dialogue_etl.sources.books.parameters import Books, Prefilter, Works
from dialogue_etl.sources.books.tables import KEPT
from dialogue_etl.text import language_id
from dialogue_etl.text.language_id import Written
from dialogue_etl.text.segmentation import with_blanks
from dialogue_etl.text.word_hashes import white_space_words

_STAGE = "prefilter"
_MEASURED = ["id", "language", "rights", "stated_languages", "text"]


@dataclass(frozen=True)
class _Book:
    """Measures of a book.

    Attributes:
        distinct: number of distinct words.
        own: its sum of n ln n.
        written: in which languages its passages are, as `Written`; None if that can't be identified.
    """

    id: str
    language: str
    rights: str
    stated_languages: str
    words: int
    distinct: int
    own: int
    written: Sequence[Any] | None

    @property
    def distinct_words(self) -> float:
        """Per 1,000 words."""
        return 1_000 * self.distinct / self.words if self.words else 0.0


def prefilter(
    *, language: str, texts: Path, works: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Keep the books of the right language, rights, size and word distribution, one edition of each work.

    Raises:
        MissingTableError: `texts` is not the output of `download`, or `works` not that of `works`.
    """
    paths = shards.shard_paths(texts, "texts")
    jobs = [
        Job(inputs=(path,), settings={"first": shards.first_number(index)})
        for index, path in enumerate(paths)
    ]
    surveyed = list(run.over_shards(f"survey {language}", _survey, jobs, runtime=runtime))
    measured = [_Book(*book) for shard in surveyed for book in shard.result["books"]]
    first, last = _judge(document.BEFORE_SURVEY, params), _judge(document.AFTER_SURVEY, params)
    banned = params[Books].banned
    drops = [filters.banned(book.id, banned) or first(book, 0.0) for book in measured]
    early = _editions(drops, measured, works, params)
    divergences = _divergences(language, surveyed, measured, early, runtime)
    judged = iter(zip(measured, early, divergences, strict=True))
    totals: Counter[str] = Counter(books_in=0, books_kept=0, words_kept=0)
    reasons: Counter[tuple[str, str]] = Counter()
    with shards.atomic_folder(output) as folder:
        for index, shard in enumerate(surveyed):
            with shards.ShardWriter(folder, index, len(paths), ["scores", "drops"], kept=KEPT) as writer:
                for book, drop, kl in islice(judged, len(shard.result["books"])):
                    verdict = drop or last(book, kl)
                    _write(writer, book, kl, verdict)
                    _count(totals, reasons, book, verdict)
    result = {**totals, "dropped": run.count_reasons(reasons)}
    run.write_metrics(metrics, result)
    run.report_counts(_STAGE, language, result)
    name_left_out(_STAGE, language, output)


def _survey(job: Job, folder: Path) -> dict[str, Any]:
    """Count the words of each book of a shard, once."""
    measured = []
    with shards.ShardWriter(folder, 0, 1, (), counts=word_divergence.COUNTS) as writer:
        for number, row in enumerate(shards.read_shard(job.inputs[0], _MEASURED), job.settings["first"]):
            words = white_space_words(with_blanks(row["text"], row["language"]))
            distinct, counts = word_divergence.counted(words)
            owner = np.full(len(distinct), number)
            writer.write(
                "counts", pa.table([distinct, owner, counts.astype(np.int32)], schema=word_divergence.COUNTS)
            )
            facts = [row["id"], row["language"], row["rights"], row["stated_languages"]]
            written = language_id.of_document(row["language"], row["text"])
            measured.append([*facts, len(words), len(distinct), word_divergence.own_sum(counts), written])
    return {"books": measured}


def _divergences(
    language: str, surveyed: list[Finished], measured: list[_Book], early: list[Drop | None], runtime: Runtime
) -> list[float]:
    """The divergence of each book from all books, without those that are dropped already."""
    in_survey = [drop is None for drop in early]
    numbers = [
        number
        for index, shard in enumerate(surveyed)
        for number, _ in enumerate(shard.result["books"], shards.first_number(index))
    ]
    books = {"book": pa.array(numbers, pa.int64()), "in_survey": pa.array(in_survey, pa.bool_())}
    tables = {"counts": surveyed, "books": pa.table(books)}
    survey = run.aggregate(f"compare {language}", word_divergence.SURVEY, tables, runtime=runtime)
    sums = {row["book"]: row["steps"] for row in shards.read_shard(survey.folder / run.ROWS)}
    everything = sum(book.words for book, inside in zip(measured, in_survey, strict=True) if inside)
    return [
        word_divergence.divergence(
            book.words, book.own, sums.get(number, 0), everything + (0 if inside else book.words)
        )
        for book, number, inside in zip(measured, numbers, in_survey, strict=True)
    ]


def _editions(
    early: list[Drop | None], measured: list[_Book], works: Path, params: Params
) -> list[Drop | None]:
    """The same, and those of the remaining books that are redundant because of another edition."""
    left = [(book.id, book.words) for book, drop in zip(measured, early, strict=True) if drop is None]
    redundant = editions.redundant(left, editions.read(works))
    return [
        drop or document.edition(redundant.get(book.id), params[Works].editions)
        for book, drop in zip(measured, early, strict=True)
    ]


def _judge(rules: Sequence[Rule], params: Params) -> Callable[[_Book, float], Drop | None]:
    """A function that returns the verdict of the first rule that drops a book, given its KL divergence."""
    values = params[Prefilter].model_dump()
    judges = [rule.ready(values) for rule in rules]

    def judge(book: _Book, kl_divergence: float) -> Drop | None:
        measures = document.BookMeasures(
            language=name_of(book.language),
            stated_languages=book.stated_languages,
            rights=book.rights,
            words=book.words,
            distinct_words=book.distinct_words,
            kl_divergence=kl_divergence,
            written=Written(*book.written) if book.written else None,
        )
        return next((drop for judge in judges if (drop := judge(measures))), None)

    return judge


def _write(writer: shards.ShardWriter, book: _Book, kl_divergence: float, verdict: Drop | None) -> None:
    id = book.id
    scores = {
        "words": book.words,
        "distinct_words_per_1000_words": book.distinct_words,
        "kl_divergence": kl_divergence,
    }
    if book.written:
        scores["other_language"] = book.written[0]
    same = {"unit": "book", "id": id, "source_id": id}
    writer.add("scores", [{**same, "measure": name, "value": float(n)} for name, n in scores.items()])
    if verdict:
        writer.add("drops", [verdict.row(stage=_STAGE, unit="book", id=id, source_id=id)])
    else:
        writer.add("kept", [{"id": id, "words": book.words}])


def _count(
    totals: Counter[str], reasons: Counter[tuple[str, str]], book: _Book, verdict: Drop | None
) -> None:
    totals["books_in"] += 1
    if verdict:
        reasons["book", verdict.reason] += 1
    else:
        totals["books_kept"] += 1
        totals["words_kept"] += book.words
