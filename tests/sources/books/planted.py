"""Libraries with editions planted in them: what belongs together is known."""

import random
import re
import textwrap
import unicodedata

from dialogue_etl.core import shards
from tests import tables

NOTE = (
    """Transcriber's note: obvious misprints of the printed edition were put right without a word, those
that may have been meant were left as they are. Spelling was not made uniform. Italics are given between
underscores, capitals stand for small capitals, and the notes were numbered anew and put behind the chapter
they belong to. The cover was made for this edition and may be used by everybody. The pictures were moved
between paragraphs, so the numbers of their pages do not always agree with the list of them. """
    * 2
)


def another_edition(text):
    """Another header, other line breaks, straight quotes, no accents, two hyphens for a dash."""
    straight = text.translate(str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "—": "--"}))
    plain = "".join(c for c in unicodedata.normalize("NFKD", straight) if not unicodedata.combining(c))
    paragraphs = [textwrap.fill(paragraph, 60) for paragraph in plain.split("\n\n")]
    return "\n\n".join([NOTE, *paragraphs])


def with_words_changed(text, seed, share=0.03):
    """A share of the words, drawn at random, is another word of the text."""
    pieces = re.split(r"(\s+)", text)
    draw = random.Random(seed)
    words = pieces[::2]
    for place in draw.sample(range(len(words)), round(share * len(words))):
        while (other := draw.choice(words)) == pieces[2 * place]:
            pass
        pieces[2 * place] = other
    return "".join(pieces)


def first_half(text):
    return text[: len(text) // 2]


def invented(words, seed):
    """A text of an invented language, its words as frequent as Zipf says."""
    draw = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiouáéő"]
    ranks = [int(20_000 ** draw.random()) for _ in range(words)]
    said = [
        "".join(syllables[(rank // 96**place * 7 + rank) % 96] for place in range(2 + rank % 2))
        for rank in ranks
    ]
    lines = (" ".join(said[start : start + 12]) for start in range(0, words, 12))
    return "“" + ",\n".join(lines) + ".”"


def row(id, text, title="", authors=()):
    stated = {"rights": "Public domain", "stated_languages": ""}
    return {
        "id": id,
        "language": "en",
        "title": title or id,
        "authors": list(authors),
        "text": text,
        **stated,
    }


def write_texts(folder, rows, count=3):
    """Rows as the stage `download` leaves them."""
    for index in range(count):
        with tables.writer(folder, index, count, ["texts"]) as writer:
            mine = [row for row in rows if shards.shard_of(row["id"], count) == index]
            writer.add("texts", sorted(mine, key=lambda row: row["id"]))
    return folder


def pairs_of(groups):
    """Pairs of books in the same group."""
    return {(one, other) for group in groups for one in group for other in group if one < other}


def groups_of(works):
    """Ids by work."""
    groups = {}
    for row in works:
        groups.setdefault(row["work_id"], set()).add(row["id"])
    return sorted(map(sorted, groups.values()))
