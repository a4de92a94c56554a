"""Who speaks, in the report of books: how sure the names are, and who talks with whom."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.report.quality import THOUSAND
from dialogue_etl.sources.books.extraction.parameters import Extract

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.report.survey import Survey

MEASURED = {
    500: (1_284, 0.3894),
    600: (1_157, 0.5298),
    700: (1_106, 0.6564),
    800: (1_510, 0.7669),
    900: (8_258, 0.8961),
}
"""By stated confidence in thousandths, up to the next one: names, and the share of right ones. Those of eight
annotated English novels that no score was fitted on, the half `published` of benchmarks/names.md."""
_MEASURED_IN = "en"
_MOST, _PARTNERS, _WORDS = 10, 3, 5
"""Characters of a book, people whom one talks with, and least words of an example if there is such a turn."""
_TALK = """SELECT source_id, id, [turn.speaker for turn in turns] AS speakers,
    [turn.text for turn in turns] AS texts
FROM dataset WHERE source_id IN (
    SELECT source_id FROM extract_characters WHERE source_id IN (SELECT source_id FROM split_splits)
    GROUP BY 1 HAVING count(*) > 1 ORDER BY sha256(source_id) || source_id LIMIT {}
) ORDER BY source_id, id"""


def talk_query(params: Params) -> str:
    """The dialogues of books whose characters are shown: some with two or more, by a hash of their ids."""
    return _TALK.format(params.report.examples)


class Sure(NamedTuple):
    """How many turns of a language have a name.

    Attributes:
        turns: of the dataset.
        named: with a name by its stated confidence, for each of `MEASURED`; lower ones in the first.
        left: for each of these as `extract.min_speaker_confidence` the share of turns with a name and the
            expected share of right ones; None below the value in use, and where nothing was measured.
    """

    survey: Survey
    turns: int
    named: list[int]
    left: list[tuple[float | None, float | None]]


def sure(survey: Survey, params: Params) -> Sure:
    """How sure the names of a language are."""
    counted = survey.tables["confidence"]
    counts = Counter(dict(zip(counted["confidence"].tolist(), counted["turns"].tolist(), strict=True)))
    turns, bands = survey.size.utterances, list(MEASURED)
    named = [sum(counts[one] for one in counts if _band(one) == band) for band in bands]
    least = params[Extract].min_speaker_confidence * THOUSAND
    left: list[tuple[float | None, float | None]] = []
    for number, band in enumerate(bands):
        kept = sum(named[number:])
        right = sum(count * MEASURED[of][1] for of, count in zip(bands[number:], named[number:], strict=True))
        known = kept and survey.tag == _MEASURED_IN
        is_known = turns and least < band + THOUSAND // len(bands) / 2
        left.append((kept / turns, right / kept if known else None) if is_known else (None, None))
    return Sure(survey, turns, named, left)


def _band(thousandths: int) -> int:
    return max((one for one in MEASURED if one <= thousandths), default=min(MEASURED))


class Character(NamedTuple):
    """Somebody who speaks.

    Attributes:
        turns: in the dataset.
        partners: whose turns are next to these, most often first, with the number of such pairs of turns.
        others: how many further people that are.
        example: a turn, by a hash of its place, and the id of its dialogue.
    """

    name: str
    turns: int
    partners: list[tuple[str, int]]
    others: int
    example: str
    dialogue: str


class Cast(NamedTuple):
    """The most talking characters of a book, and how many it has in all."""

    book: str
    characters: list[Character]
    number: int


def casts(survey: Survey) -> Iterator[Cast]:
    """The characters of each book that `talk_query` chooses."""
    for book, rows in survey.tables["talk"].groupby("source_id"):
        if found := cast(str(book), zip(rows["id"], rows["speakers"], rows["texts"], strict=True)):
            yield found


def cast(book: str, dialogues: Iterable[tuple[str, Sequence[str | None], Sequence[str]]]) -> Cast | None:
    """The characters of a book, whose dialogues are ids with speakers and texts; None without a name."""
    turns: Counter[str] = Counter()
    next_to: defaultdict[str, Counter[str]] = defaultdict(Counter)
    examples: dict[str, tuple[bool, bytes, str, str]] = {}
    for id, speakers, texts in dialogues:
        for one, other in pairwise(speakers):
            if one and other and one != other:
                next_to[one][other] += 1
                next_to[other][one] += 1
        for number, (name, text) in enumerate(zip(speakers, texts, strict=True)):
            if name:
                turns[name] += 1
                place = hashlib.sha256(f"{id} {number}".encode()).digest()
                example = (len(text.split()) < _WORDS, place, text, id)
                examples[name] = min(examples.get(name, example), example)
    most = _ranked(turns)
    characters = [
        Character(
            name,
            number,
            _ranked(next_to[name])[:_PARTNERS],
            max(len(next_to[name]) - _PARTNERS, 0),
            *examples[name][2:],
        )
        for name, number in most[:_MOST]
    ]
    return Cast(book, characters, len(most)) if most else None


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))
