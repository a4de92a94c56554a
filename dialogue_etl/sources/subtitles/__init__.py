"""Subtitles: OPUS OpenSubtitles archives and subtitle files, their sentences joined to turns and dialogues."""

from dialogue_etl.figures import OF_EVERY_SOURCE, Figure
from dialogue_etl.sources.base import Source

TIMES = Figure("reversed_times", "schema_rows", "utterances that end before they begin")

SOURCE = Source(
    name="subtitles",
    unit="film",
    languages=lambda params: params.subtitles.languages,
    sections=("subtitles", "subtitle_rules", "turns", "gates", "split", "package", "report", "storage"),
    documents=("films", "films"),
    last_stage="clean",
    dropping_stages=("read", "films", "sentences", "dialogues", "clean"),
    align="times",
    figures=(*OF_EVERY_SOURCE, TIMES),
    files={"subtitles/library/catalogue.csv": "file,form,language,film,title,year,rights,sha256\n"},
    tracked=("subtitles/library",),
)
