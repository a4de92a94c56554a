"""A library of many made-up books, always the same: the sample's paragraphs, shuffled and disguised."""

from __future__ import annotations

import csv
import random
import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE
from dialogue_etl.text import encoding

if TYPE_CHECKING:
    from pathlib import Path

_WORD = re.compile(r"[a-záéíóöőúüű]{4,}")
_LETTERS = "aeiouáéíóbcdfghklmnprstvz"
_INVENTED_WORDS = 60_000
_INVENTED_SHARE = 0.4
"""So many words are replaced by invented ones: texts that repeat themselves shrink to nothing on disk."""


def fill(folder: Path, languages: tuple[str, ...], books: int, paragraphs: int) -> None:
    """Put books into a library folder.

    Args:
        folder: the workspace's library.
        languages: of the sample.
        books: per language.
        paragraphs: per book; one has some 200 characters.
    """
    entries = []
    for language in languages:
        source = _paragraphs(language)
        chance = random.Random(language)
        words = ["".join(chance.choices(_LETTERS, k=chance.randint(4, 10))) for _ in range(_INVENTED_WORDS)]
        for number in range(books):
            text = "\n\n".join(_disguise(chance.choice(source), words, chance) for _ in range(paragraphs))
            data = text.encode()
            entry = library.entry(
                id=f"{language}-{number:05d}",
                language=language,
                title=f"On {words[number]}",  # numbers would make them volumes of one work
                authors=("Nobody",),
                rights="Public domain",
                data=data,
            )
            entries.append((entry, data))
    library.add(folder, entries)


def _paragraphs(language: str) -> list[str]:
    """All paragraphs of the sample's stories in a language."""
    listed = csv.DictReader((SAMPLE / "cache/epub/feeds/pg_catalog.csv").open(encoding="utf-8"))
    numbers = sorted(row["Text#"] for row in listed if row["Language"] == language)
    files = [(SAMPLE / f"cache/epub/{number}/pg{number}.txt").read_bytes() for number in numbers]
    texts = [gutenberg.strip(encoding.decode(data)[0]) for data in files]
    return [paragraph for text in texts for paragraph in text.split("\n\n") if paragraph.strip()]


def _disguise(paragraph: str, words: list[str], chance: random.Random) -> str:
    def replaced(found: re.Match[str]) -> str:
        return chance.choice(words) if chance.random() < _INVENTED_SHARE else found.group()

    return _WORD.sub(replaced, paragraph)
