"""Subtitles: OPUS archives and subtitle files, their sentences joined to turns and dialogues."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="subtitles",
    unit="film",
    languages=lambda params: params.subtitles.languages,
    sections=("subtitles", "subtitle_rules", "turns", "gates", "split", "package", "report", "storage"),
    documents=("films", "films"),
    last_stage="clean",
    dropping_stages=("read", "films", "sentences", "dialogues", "clean"),
    align="times",
    files={"subtitles/library/catalogue.csv": "file,form,language,film,title,year,rights,sha256\n"},
    tracked=("subtitles/library",),
)
