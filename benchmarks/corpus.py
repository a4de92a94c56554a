"""A corpus of any size, in the form `download` leaves it in, grown from a folder of plain texts."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from benchmarks import grown
from dialogue_etl.core import shards
from dialogue_etl.core.engines import local
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import pg_catalogue
from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors import layouts
from dialogue_etl.sources.books.mirrors.fetching import SAMPLE
from dialogue_etl.sources.books.tables import TEXTS
from dialogue_etl.text import encoding

MEGABYTE = 1_000_000
SMALLEST = 0.0
"""Megabytes that give the smallest corpus, of one book."""


class CorpusError(DialogueEtlError):
    """A corpus can't be made; the message says why."""


@dataclass(frozen=True)
class Recipe:
    """What a corpus is made by, its size apart.

    Attributes:
        texts: folder of `*.txt`; None for the embedded sample.
        language: BCP-47 tag of the texts.
        shards: files per table.
        seed: of the order of passages and of the new words.
        grown: whether books are grown from the texts; else each text is a book, and there are no others.
    """

    texts: Path | None
    language: str
    shards: int = 16
    seed: int = 0
    grown: bool = True


@dataclass(frozen=True)
class Corpus:
    """A grown corpus.

    Attributes:
        folder: as `download` writes it, with the tables texts and drops.
        books: how many.
        bytes: of their text in UTF-8.
    """

    folder: Path
    books: int
    bytes: int

    @property
    def megabytes(self) -> float:
        """Millions of bytes of text."""
        return self.bytes / MEGABYTE


def get(recipe: Recipe, megabytes: float, corpora: Path) -> Corpus:
    """The corpus of a size, from `corpora` if it is there and made by the same recipe, else made anew.

    A larger corpus holds all books of a smaller one. New words make it a few per cent larger than wanted.

    Args:
        recipe: what it is made by.
        megabytes: of its sources' text, in millions of bytes.
        corpora: folder of all sizes; each has a JSON file of its recipe beside it.

    Raises:
        CorpusError: there are no texts, or something else is in its place.
    """
    folder = corpora / f"corpus-{megabytes:g}"
    beside = folder.with_name(f"{folder.name}.json")
    wanted = described(recipe) | {"wanted_megabytes": megabytes}
    if folder.exists():
        if not beside.is_file():
            raise CorpusError(f"{folder}: not made by this program; move it away")
        known = json.loads(beside.read_text("utf-8"))
        if known["recipe"] == wanted:
            return Corpus(folder, known["books"], known["bytes"])
    beside.unlink(missing_ok=True)
    made = _make(recipe, megabytes, folder)
    facts = {"recipe": wanted, "books": made.books, "bytes": made.bytes}
    shards.write_atomic(beside, (json.dumps(facts, indent=2) + "\n").encode())
    return made


def described(recipe: Recipe) -> dict[str, Any]:
    """A recipe by its contents: the same wherever the texts are."""
    digests = "".join(sorted(hashlib.sha256(path.read_bytes()).hexdigest() for path in _files(recipe)))
    facts = {
        **asdict(recipe),
        "recipe": grown.RECIPE,
        "sources": hashlib.sha256(digests.encode()).hexdigest(),
    }
    return facts | {"texts": recipe.texts.resolve().name if recipe.texts else "sample"}


def _files(recipe: Recipe) -> list[Path]:
    if recipe.texts:
        files = sorted(recipe.texts.glob("*.txt"))
    else:
        path = pg_catalogue.PATHS[-1]
        listed = pg_catalogue.read(SAMPLE / path, path)
        files = [
            SAMPLE / layouts.copies(entry.number)[0].path
            for entry in listed
            if isinstance(entry, Entry) and recipe.language in entry.languages
        ]
    if not files:
        raise CorpusError(f"{recipe.texts or 'the sample'}: no texts (*.txt) in language {recipe.language}")
    return files


@lru_cache(maxsize=1)
def read_sources(recipe: Recipe) -> list[str]:
    """Texts without header and footer; kept, as a process works on several shards."""
    decoded = (encoding.decode(path.read_bytes())[0] for path in _files(recipe))
    texts = [text for text in map(gutenberg.strip, decoded) if text]
    if not texts:
        raise CorpusError(f"{recipe.texts or 'the sample'}: only empty texts")
    return grown.in_order(texts)


def _make(recipe: Recipe, megabytes: float, folder: Path) -> Corpus:
    # In other processes, so that this one stays small: what it starts is told apart from it by its size.
    workers = max(os.cpu_count() or 1, 2)
    with shards.atomic_folder(folder) as partial_folder:
        work = partial(_shard, recipe=recipe, megabytes=megabytes, folder=partial_folder)
        books, sizes = zip(*local.run(work, range(recipe.shards), workers), strict=True)
    return Corpus(folder, sum(books), sum(sizes))


def books_for(recipe: Recipe, megabytes: float) -> int:
    """How many books have so many millions of bytes: all, where they are not grown and no more."""
    sizes = [len(text.encode()) for text in read_sources(recipe)]
    lengths = [len(text) for text in read_sources(recipe)]
    books, total = 0, 0
    while not books or (total < megabytes * MEGABYTE and (recipe.grown or books < len(sizes))):
        made_of = grown.chosen(books, lengths) if recipe.grown else [books]
        total += sum(sizes[index] for index in made_of)
        books += 1
    return books


def _shard(index: int, *, recipe: Recipe, megabytes: float, folder: Path) -> tuple[int, int]:
    """Write one shard; books and bytes of text in it."""
    books = total = 0
    with (
        shards.ShardWriter(folder, index, recipe.shards, (), texts=TEXTS) as texts,
        shards.ShardWriter(folder, index, recipe.shards, ["drops"]),
    ):
        for number in range(books_for(recipe, megabytes)):
            id = f"grown{number:06d}"
            if shards.shard_of(id, recipe.shards) == index:
                text = _text(number, recipe)
                texts.add("texts", [row(id, recipe.language, text)], size=len(text))
                books += 1
                total += len(text.encode())
    return books, total


def _text(number: int, recipe: Recipe) -> str:
    sources = read_sources(recipe)
    return grown.grow(number, sources, recipe.seed) if recipe.grown else sources[number]


def row(id: str, language: str, text: str) -> dict[str, Any]:
    """A row of the texts table."""
    return {
        "id": id,
        "source": "library",
        "language": language,
        "title": f"Book {id}",
        "authors": [],
        "rights": "Public domain",
        "url": f"books/{id}.txt",
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "encoding": "utf-8",
        "stated_languages": "",
        "text": text,
        "pieces": [{"start": 0, "end": len(text)}],
    }
