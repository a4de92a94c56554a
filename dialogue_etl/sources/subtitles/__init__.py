"""Subtitles: OPUS OpenSubtitles archives and subtitle files, sentences joined to turns and dialogues."""

from dialogue_etl.sources.base import Pairing, Rows, Source
from dialogue_etl.sources.figures import OF_EVERY_SOURCE, Figure
from dialogue_etl.sources.subtitles.segment import DASH

TIMES = Figure("reversed_times", "schema_rows", "utterances that end before they begin")
SCREENPLAYS = """\
# Screenplays

For the turn classifier (`turns.segmenter: classifier`): `<id of the film>.txt`, plain text in UTF-8, the
name of who speaks in capitals on a line of its own. Without them it learns from dashes.
"""

PAIRS = Pairing(
    "subtitle_pairs",
    known=(
        *("imdb_id", "title", "year", "genres", "countries", "original_languages", "minutes", "encoding"),
        *("adult", "certifications", "movie_rating", "subtitle_rating"),
    ),
    rows={
        "sentence": Rows("sentences", opening=DASH.pattern),
        "block": Rows("sentences", joined_by="block", opening=DASH.pattern),
    },
)

SOURCE = Source(
    name="subtitles",
    unit="film",
    about="dialogues of films and series, with their times",
    language_list="subtitles.languages",
    sections=(
        "privacy",
        "subtitles",
        "subtitle_rules",
        "turns",
        "contamination",
        "subtitle_pairs",
        "gates",
        "split",
        "package",
        "report",
        "storage",
    ),
    documents=("films", "films"),
    last_stage="clean",
    dropping_stages=("read", "films", "sentences", "dialogues", "clean"),
    pairs=PAIRS,
    align="numbers",
    figures=(*OF_EVERY_SOURCE, TIMES),
    files={
        "subtitles/library/catalogue.csv": "file,form,language,film,title,year,rights,sha256\n",
        "subtitles/screenplays/README.md": SCREENPLAYS,
    },
    tracked=("subtitles/library",),
    trade_offs={
        "subtitles.versions": "all: more dialogues, many of them twice",
        "subtitles.min_confidence": "higher: fewer films, fewer in another language",
        "subtitles.other_language": "higher: more films, more passages in other languages",
        "turns.dialogue_gap": "higher: longer dialogues, more mixed ones",
        "turns.segmenter": "classifier: learns from your films where turns end; slower",
        "turns.change_chance": "higher: fewer turns, more of two persons",
        "turns.min_certainty": "higher: fewer turns and dialogues, fewer wrong ones",
        "turns.min_turns": "higher: fewer dialogues, no short ones",
        "turns.too_short_limit": "higher: fewer turns, no short ones",
        "turns.too_long_limit": "higher: more turns, more long ones",
        "turns.alphabetic_share": "higher: fewer turns, fewer of signs and digits",
        "turns.on_bad": "drop, truncate: fewer dialogues, none with a gap",
    },
)
