"""A small test set in our own words, with what is odd in real ones: words nobody knows, empty lines, ties."""

from dataclasses import replace
from pathlib import Path

from dialogue_etl.metrics.inputs import Files

TRAIN = """\
where is the old boat
the boat is on the lake
who has the key of the boat house
the key is in the blue jar
is the lake cold
the lake is never cold in june
"""
SOURCE = """\
where is the key
is the boat old
who has the jar
the lake is cold <unk>
zebra quagga
is the key in the lake
"""
TARGET = """\
the key is in the jar the key
the boat is very old

never in june
okapi is the key of the zebra house
no
"""
RESPONSES = """\
the key is on the boat
the old boat is very very old old
nobody has the jar
the lake is blue in june
okapi has the key of the zebra house
boat
"""
VOCABULARY = "where\nis\nthe\nold\nboat\non\nlake\nkey\njar\nin\njune\nnever\nhas\nhouse\nof\nblue\n<unk>\n"
VECTORS = """\
the 0.1 0.0 0.2
key 1.0 -0.5 0.25
boat -1.0 0.5 0.75
lake 0.5 2.0 -0.75
old 0.0 -2.0 0.3
is 0.2 0.2 0.2
jar 0.9 -0.6 0.1
june -0.3 0.4 -0.2
never 0.0 0.0 0.0
zebra 0.6 0.6 -0.9
very 0.3 0.1 0.3
boat -1.0 0.5 0.7
"""


def files(folder: Path, responses: str = RESPONSES, **other: Path | tuple[Path, ...] | None) -> Files:
    """The test set in a folder; `other` takes the place of fields."""
    texts = {"source": SOURCE, "target": TARGET, "train": TRAIN, "vocabulary": VOCABULARY, "vectors": VECTORS}
    for name, text in {"responses": responses, **texts}.items():
        (folder / name).write_text(text, "utf-8")
    source, target, train, vocabulary, vectors = (folder / name for name in texts)
    made = Files((folder / "responses",), source, (target,), train, vocabulary, vectors, lenient=True)
    return replace(made, **other)  # type: ignore[arg-type]
