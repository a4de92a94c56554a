"""Texts in our own words, and what their paragraphs are."""

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind, paragraph_kinds
from dialogue_etl.text.spans import BookText

PROSE = (
    "The road went down to the river between two rows of poplars, and nobody had\n"
    "walked there since the flood took the bridge away in the spring of the year\n"
    "before, so that the grass stood knee high in the ruts of the wagons.\n"
)
"""Running text: a line ends where the next word does not fit."""


def kinds(text, tag="en", **switches):
    """The kind of each paragraph."""
    found = paragraph_kinds(BookText.of(text), LANGUAGES[tag], **switches)
    return [Kind(kind) for kind in found.tolist()]


def between(*paragraphs, tag="en", gap=1, **switches):
    """The kinds of paragraphs inside running text."""
    parted = "\n" * (gap + 1)
    text = parted.join([f"{PROSE}\n" * 8 + PROSE.strip(), *paragraphs, PROSE + f"\n{PROSE}" * 8])
    found = kinds(text, tag, **switches)
    prose = found[:9] + found[-9:]
    assert set(prose) == {Kind.RUNNING}, "running text is nothing else"
    return found[9:-9]
