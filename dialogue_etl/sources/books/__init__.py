"""Books of Project Gutenberg, of the user's own library, or of the embedded sample."""

from dataclasses import replace

from dialogue_etl.sources import figures
from dialogue_etl.sources.base import Pairing, Source
from dialogue_etl.sources.figures import Figure

OFFSETS = Figure("offset_errors", "max_offset_errors", "utterances whose places do not give their words back")

SOURCE = Source(
    name="books",
    unit="book",
    about="dialogues of novels and stories: direct speech, its turns and speakers",
    language_list="languages",
    sections=(
        "languages",
        "privacy",
        "books",
        "works",
        "prefilter",
        "extract",
        "postfilter",
        "contamination",
        "normalise",
        "book_pairs",
        "evaluation",
        "gates",
        "split",
        "package",
        "report",
        "storage",
    ),
    documents=("download", "texts"),
    last_stage="postfilter",
    dropping_stages=("download", "prefilter", "extract", "postfilter"),
    pairs=Pairing("book_pairs", known=("title", "encoding")),
    align="spans",
    figures=(
        figures.UNREADABLE,
        figures.SCHEMA,
        figures.UNEQUAL,
        replace(figures.SPLIT_WORKS, of_rows=False),  # books.tsv names the works, too
        OFFSETS,
        figures.EMPTY_SPLITS,
        figures.PRIVATE,
        figures.SAME_IDS,
        figures.DUPLICATES,
        figures.LEAKED,
        figures.LEAKED_PAIRS,
        figures.OTHER_LANGUAGE,
    ),
    files={"library/catalogue.csv": "id,language,title,authors,rights,file,sha256\n"},
    tracked=("library",),
    next_steps=(
        (
            "dialogue-etl params --set extract.min_turns=6 && dvc repro books-report books-check",
            "turn one parameter, rebuild",
        ),
        ("dvc repro --single-item --force books-extract@en", "run one stage again"),
        ("dialogue-etl books add BOOK.txt", "put a book of your own into the library; then build from it:"),
        ("dialogue-etl params --set books.source=library && dvc repro books-report books-check", ""),
    ),
    trade_offs={
        "books.max_books": "higher: more books, slower",
        "prefilter.max_kl_divergence": "higher: more books, more of them old or noisy",
        "extract.min_delimiters": "higher: fewer books, less that is not speech",
        "extract.dialogue_gap": "higher: longer dialogues, more mixed ones",
        "extract.min_turns": "higher: fewer dialogues, no short ones",
        "extract.long_turns": "part, cut: shorter turns, more that one speaker answers",
        "extract.min_speech": "higher: fewer turns, less that is not speech",
        "extract.join_chance": "higher: more turns, more where one speaker goes on",
        "extract.max_speakers": "lower: fewer dialogues, fewer mixed ones",
        "extract.min_certainty": "higher: fewer dialogues, fewer wrong ones",
        "extract.min_speaker_confidence": "higher: fewer turns with a name, fewer wrong names",
        "postfilter.max_rare_share": "higher: more dialogues, more with rare words",
    },
)
