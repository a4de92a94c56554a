"""Interviews: text files whose lines are `Name: what was said`; an example of a source."""

from dialogue_etl.sources.base import Source

SOURCE = Source(
    name="interviews",
    unit="interview",
    about="interviews written down as lines of a name and what was said",
    language_list="interviews.languages",
    sections=("privacy", "interviews", "gates", "split", "package", "report", "storage"),
    documents=("read", "documents"),
    last_stage="read",
    dropping_stages=("read",),
    files={"interviews/README.md": "# Interviews\n\nText files in UTF-8, in a folder for each language.\n"},
    tracked=("interviews",),
    trade_offs={"interviews.min_turns": "higher: fewer dialogues, no short ones"},
)
