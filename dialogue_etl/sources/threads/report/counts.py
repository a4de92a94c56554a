"""What is counted of threads beyond what every source has: corpora."""

from __future__ import annotations

from dialogue_etl.report.survey import Plan
from dialogue_etl.text import segmentation as cutting

_CORPORA = """SELECT corpus, coalesce(rights, '') AS rights, count(*) AS threads,
    coalesce(sum(comments), 0) AS comments, coalesce(sum(found), 0) AS dialogues
FROM ingest_threads AS thread LEFT JOIN
    (SELECT source_id, count(*) AS found FROM classify_dialogues GROUP BY 1) ON source_id = thread.id
GROUP BY ALL ORDER BY ALL"""


def words(text: str, language: str) -> list[str]:
    """The words of an utterance as Wang et al. 2020 count them: jieba's in Chinese, punctuation included.

    Texts of other languages are cut at what is neither letter nor digit.
    """
    if cutting.is_chinese(language):
        return [token for token in cutting.tokens(text) if not token.isspace()]
    return cutting.words(text, language)


PLAN = Plan(
    dialogues=("extract", "rules", "classify"),
    drops=("ingest", "extract", "rules", "classify"),
    words=words,
    vocabulary=True,
    tables=(("ingest", "threads"),),
    queries=lambda _: {"corpora": _CORPORA},
)
