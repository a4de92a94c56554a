"""Real texts of Project Gutenberg, which do not come with the repository, against lists made by reading them.

Numbers are of lines in the decoded file, from 1. Nothing of the texts is in here.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.reading import read
from tests.shared_data import BOOKS, needs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    needs(BOOKS),
]


@dataclass(frozen=True)
class Reading:
    """What someone found who read the file.

    kept: the lines of the work and its edition, first and last.
    gone: lines inside that nobody wrote who made the work.
    parted: lines of which the beginning is the work's and the rest is a note.
    """

    kept: tuple[tuple[int, int], ...]
    gone: tuple[tuple[int, int], ...] = ()
    parted: tuple[int, ...] = ()


def pairs(cell):
    """First and last lines, from `3-5 8-8`."""
    return tuple(tuple(map(int, pair.split("-"))) for pair in cell.split())


def readings():
    """The list beside this file: a book a row."""
    with (Path(__file__).parent / "readings.tsv").open(encoding="utf-8", newline="") as file:
        return {
            row["book"]: Reading(
                pairs(row["kept"]), pairs(row["gone"]), tuple(map(int, row["parted"].split()))
            )
            for row in csv.DictReader(file, delimiter="\t")
        }


READINGS = readings()


@cache
def decoded(name):
    return read((BOOKS / f"{name}.txt").read_bytes()).text


def lines_of(ranges):
    return {line for first, last in ranges for line in range(first, last + 1)}


def found_lines(text, start, end):
    """The lines of the file a stretch of it takes whole, and those it takes in part, without blank ones."""
    whole, part = set(), set()
    number = text.count("\n", 0, start) + 1
    at = text.rfind("\n", 0, start) + 1
    while at < end:
        after = text.find("\n", at)
        after = len(text) if after < 0 else after
        inside = text[max(at, start) : min(after, end)].strip()
        if inside:
            (whole if inside == text[at:after].strip() else part).add(number)
        at, number = after + 1, number + 1
    return whole, part


@pytest.mark.parametrize("name", READINGS)
def test_every_line_of_the_work_is_stored_and_no_other(name):
    text, reading = decoded(name), READINGS[name]
    stripped = gutenberg.taken_apart(text)
    assert stripped.text == "\n\n".join(text[start:end] for start, end in stripped.pieces)
    found = [found_lines(text, *piece) for piece in stripped.pieces]
    whole, part = (set().union(*sets) for sets in zip(*found, strict=True))
    blank = {number for number, line in enumerate(text.split("\n"), 1) if not line.strip()}
    expected = lines_of(reading.kept) - lines_of(reading.gone) - {*reading.parted} - blank
    assert sorted(expected - whole) == []
    assert sorted(whole - expected) == []
    assert part == {*reading.parted}


# What licences, credits, footers and transcribers say and works don't: a novel has a `pretext` and a
# `notebook`, a thesaurus a `transcriber`, and hybrids are `produced by` crossing.
FOREIGN = re.compile(
    r"project gutenberg|gutenberg-tm|gutenberg\.(?:org|net)|pglaf|proofreading team|distributed proofread|"
    r"pgdp|small print!|this etext|this e-text|this ebook|\betexts?\b|internet archive|archive\.org|"
    r"ebooksgratuits|liberliber|rastko|html version|transcriber['’]s notes?|^\W*transcriber\b|"
    r"\bnot(?:es?|as?) (?:del?|du|do|di) tra[ns]+cri|anmerkungen? zur transkription|"
    r"opmerkingen van de bewerker|wydania elektronicznego|erros corrigidos|noteringar:|"
    r"corrected by the|copyright laws are changing|copyright restrictions|literary archive|https?://|\w@\w+\.|"
    r"(?-i:^\W*(?:Produced|Prepared|Scanned|Digiti[sz]ed|Transcribed|E-text prepared) (?:by|from) \S)|"
    r"(?-i:\b(?:TRADEMARK|DONATIONS|DISCLAIMER OF DAMAGES|LIMITED WARRANTY)\b)",
    re.IGNORECASE | re.MULTILINE,
)
# Found by reading: amid a sentence of the editor's, the transcriber says that a translation is his.
OWN = {"en/2383": 1}


def names():
    return sorted(f"{path.parent.name}/{path.stem}" for path in Path(BOOKS).glob("*/*.txt"))


@pytest.mark.long
def test_no_line_of_a_licence_a_credit_or_a_footer_is_stored():
    found = {}
    for name in names():
        stored = gutenberg.strip(decoded(name))
        lines = {stored.count("\n", 0, hit.start()) for hit in FOREIGN.finditer(stored)}
        if len(lines) > OWN.get(name, 0):
            found[name] = [stored.split("\n")[line][:100] for line in sorted(lines)]
    assert found == {}


def test_little_is_taken_out():
    """Header, licence and notes are some 20,000 characters; the shortest of the texts is less than that."""
    texts = [decoded(name) for name in names()]
    assert len(texts) == 167
    stripped = [gutenberg.taken_apart(text) for text in texts]
    taken = [len(text) - len(one.text) for text, one in zip(texts, stripped, strict=True)]
    assert min(taken) > 5_000
    assert max(taken) < 60_000
    assert 0.035 < sum(taken) / sum(map(len, texts)) < 0.05
