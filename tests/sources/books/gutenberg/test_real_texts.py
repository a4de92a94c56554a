"""Real texts of Project Gutenberg, which do not come with the repository, against lists made by reading them.

Numbers are of lines in the decoded file, from 1. Nothing of the texts is in here.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.quarantine import text_of
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


READINGS = {
    # Eleven e-texts in one file, with a header and notes before each and a footer after two.
    "en/1": Reading(
        kept=(
            (224, 387),
            (400, 505),
            (527, 660),
            (680, 710),
            (743, 1335),
            (1351, 1449),
            (1462, 1511),
            (1522, 1592),
            (1603, 1975),
            (2057, 2231),
        )
    ),
    # 1993: 185 lines of header, 31 of work, no footer.
    "en/4": Reading(kept=((186, 216),)),
    # 2000: notes of the transcriber among those of the editor, in brackets and without.
    "en/2383": Reading(
        kept=((340, 392), (402, 36783)),
        gone=(
            (6882, 6883),
            (6895, 6898),
            (7014, 7015),
            (8496, 8500),
            (8502, 8504),
            (8519, 8521),
            (9499, 9499),
            (10487, 10489),
            (12778, 12779),
            (16732, 16735),
            (17576, 17579),
            (18758, 18760),
            (18766, 18767),
            (18783, 18784),
            (18795, 18796),
            (18798, 18799),
            (18809, 18810),
            (18812, 18813),
            (18818, 18819),
            (18821, 18822),
            (18843, 18845),
            (21553, 21554),
            (25181, 25182),
            (26630, 26631),
            (28292, 28293),
            (34460, 34461),
            (36388, 36388),
            (36646, 36647),
            (36710, 36710),
            (36738, 36738),
            (36780, 36780),
        ),
        parted=(7013, 9498, 10486, 12777, 36387, 36645, 36709, 36737, 36779),
    ),
    "en/74": Reading(kept=((29, 8860),)),
    "en/27": Reading(kept=((64, 16549),)),
    "en/161": Reading(kept=((35, 12657),)),
    "en/244": Reading(kept=((32, 36), (59, 4712))),
    "en/829": Reading(kept=((38, 9350),)),
    "en/1228": Reading(kept=((32, 15850),)),
    "en/2701": Reading(kept=((33, 320), (341, 21964))),
    "en/5001": Reading(kept=((49, 53), (72, 136), (145, 3744))),
    "en/9701": Reading(kept=((64, 19924),)),
    "en/10681": Reading(kept=((47, 27075),)),
    "en/20728": Reading(kept=((38, 8231),)),
    "de/5323": Reading(kept=((37, 11470),)),
    "de/6638": Reading(kept=((48, 4562),)),
    "de/8923": Reading(kept=((56, 1165),)),
    "de/25204": Reading(kept=((37, 797),)),
    "de/34811": Reading(kept=((47, 27036),)),
    "da/10686": Reading(kept=((35, 7234),)),
    "es/29831": Reading(kept=((35, 12180),)),
    "fi/24863": Reading(kept=((33, 4708),)),
    "hu/42264": Reading(kept=((46, 4600),)),
    "it/22503": Reading(kept=((34, 6940),)),
    "it/45334": Reading(kept=((55, 25407),)),
    "nl/38229": Reading(kept=((32, 9638),)),
    "pl/34079": Reading(kept=((49, 6133),)),
    # Two volumes, each with a list of misprints.
    "pt/24401": Reading(kept=((47, 5631), (5685, 10125))),
    "pt/29740": Reading(kept=((47, 7517),)),
    "pt/40409": Reading(kept=((55, 27076),)),
    "sv/48964": Reading(kept=((36, 2673),)),
}


@cache
def decoded(name):
    return text_of((BOOKS / f"{name}.txt").read_bytes())[0]


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
