"""What is counted of books beyond what every source has: books, scores, sizes at other values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report.curves import Threshold
from dialogue_etl.report.survey import Plan

if TYPE_CHECKING:
    from dialogue_etl.params import Params

THRESHOLDS = (
    Threshold("prefilter.max_kl_divergence", "books", "Books of unusual language", "KL divergence in nats"),
    Threshold(
        "extract.min_delimiters",
        "books",
        "Books of little speech",
        "speech marks per 10,000 words",
        at_most=False,
        reach=100.0,
        quantile=0.95,
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
# What another rule drops is gone at any threshold; without a value a book is let through unseen.
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
UNION ALL SELECT 'postfilter.max_rare_share', value, count(*) FROM postfilter_scores
    WHERE measure = 'rare_share' GROUP BY ALL
ORDER BY 1, 2 NULLS LAST"""
_PARTING = """SELECT parameter, value, sum(dialogues) AS dialogues, sum(utterances) AS utterances
FROM extract_sizes GROUP BY ALL ORDER BY ALL"""


def words(text: str, _language: str) -> list[str]:
    """The words of an utterance: its white space is one blank each."""
    return text.split(" ") if text else []


def _queries(params: Params) -> dict[str, str]:
    scores = _SCORES.format(least=params.prefilter.min_words_for_kl)
    return {"books": _BOOKS, "scores": scores, "parting": _PARTING}


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
        ("postfilter", "scores"),
    ),
    queries=_queries,
)
