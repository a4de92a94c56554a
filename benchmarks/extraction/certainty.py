"""What `extract.min_certainty` leaves of annotated texts, and how right dialogues of some certainty are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.extraction import halves, markdown
from dialogue_etl.core.engines import local
from dialogue_etl.evaluation import conversations, score
from dialogue_etl.evaluation import folder as gold_folder
from dialogue_etl.evaluation import gold as annotated
from dialogue_etl.evaluation.content import Annotation, Content, contents, from_rows
from dialogue_etl.evaluation.conversations import Place
from dialogue_etl.evaluation.score import figures
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.evaluation.content import Utterance
    from dialogue_etl.evaluation.gold import GoldText

LEAST = (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Values of `min_certainty`."""
_PARAMS = Extract(min_delimiters=0)
_COLUMNS = {
    "wrong pairs": "wrong_pairs",
    "not speech": "non_conversational",
    "clean": "clean_dialogues",
    "split": "dialogues_split",
    "merged": "dialogues_merged",
}
_DECILES = 10
_ENDS = 2


class Judged(NamedTuple):
    """A dialogue: its certainty, its decisions, and the number of those that are right."""

    certainty: float
    decisions: int
    right: int


@dataclass
class Counted:
    """Counts by value of `min_certainty`, and dialogues that the annotation judges."""

    counts: dict[float, Counter[str]] = field(default_factory=lambda: {least: Counter() for least in LEAST})
    judged: list[Judged] = field(default_factory=list)

    def add(self, other: Counted) -> None:
        """Add those of another text."""
        for least, counts in other.counts.items():
            self.counts[least].update(counts)
        self.judged += other.judged


class Text(NamedTuple):
    """An annotated text: its id and its folder."""

    id: str
    folder: Path


def tables(gold: Path, workers: int) -> str:
    """Tables of both halves of the texts with speakers and addressees.

    Args:
        gold: folder of annotated texts.
        workers: processes.
    """
    curve, deciles = [], []
    for half, texts in sorted(halves.texts(gold).items()):
        total = Counted()
        for one in local.run(count, [Text(id, at) for id, at in texts.items()], workers):
            total.add(one)
        curve += _curve(half, total.counts)
        deciles += _deciles(half, total.judged)
    return "\n".join(
        [
            markdown.table(["half", "min_certainty", "turns", "turns kept", *_COLUMNS], curve, words=1),
            markdown.table(["half", "tenth", "dialogues", "certainty", "right"], deciles, words=1),
        ]
    )


def count(text: Text) -> Counted:
    """The counts of one text; none without speakers and addressees."""
    counted = Counted()
    gold = annotated.read(text.id, [text.folder / name for name in gold_folder.FILES])
    if not (gold.speakers and gold.addressees and gold.turns):
        return counted
    found = extract_book(gold.id, gold.text, LANGUAGES[gold.language.partition("-")[0]], _PARAMS)
    utterances = from_rows(found.dialogues.to_pylist())
    certainty = {row["id"]: row["value"] for row in found.scores if row["measure"] == "certainty"}
    for least, counts in counted.counts.items():
        kept = [one for one in utterances if certainty[one.dialogue] >= least]
        counts.update(score.count(gold, kept))
    counted.judged = list(judged(gold, utterances, certainty))
    return counted


def judged(
    gold: GoldText, utterances: Sequence[Utterance], certainty: Mapping[str, float]
) -> Iterable[Judged]:
    """Which decisions of each dialogue are right.

    A turn is right if it is speech of one speaker, not that of the turn before, and in the same conversation
    as that; an end is right if another conversation begins there. What the annotation leaves open is right.
    """
    places = conversations.places(gold.turns, gold.breaks)
    joined = conversations.conversations(places, cut=frozenset([Place.BOUNDARY]))
    parted = conversations.conversations(places, cut=frozenset([Place.BOUNDARY, Place.UNSURE]))
    found = contents(utterances, gold, Annotation(gold))
    before: Content | None = None
    dialogues: list[list[int]] = []
    for number, content in enumerate(found):
        if before is None or before.dialogue != content.dialogue:
            dialogues.append([])
        dialogues[-1].append(number)
        before = content
    ends = [_differ(found[one[-1]], found[other[0]], parted) for one, other in pairwise(dialogues)]
    for numbers, begins, stops in zip(dialogues, [True, *ends], [*ends, True], strict=True):
        turns = [found[number] for number in numbers]
        right = sum(_is_right(turn, last, joined) for turn, last in zip(turns, [None, *turns], strict=False))
        yield Judged(certainty[turns[0].dialogue], len(turns) + _ENDS, right + begins + stops)


def _is_right(turn: Content, last: Content | None, joined: Sequence[int]) -> bool:
    if not turn.is_speech or len(turn.by_speaker) > 1:
        return False
    if last is None:
        return True
    answers = turn.speaker is None or turn.speaker != last.speaker
    return answers and not (turn.by_turn and last.by_turn and _differ(last, turn, joined))


def _differ(one: Content, other: Content, conversation: Sequence[int]) -> bool:
    """Whether two turns are in different conversations, or one is in none."""
    if not one.by_turn or not other.by_turn:
        return True
    return conversation[_most(one.by_turn)] != conversation[_most(other.by_turn)]


def _most(letters: Mapping[int, int]) -> int:
    return max(letters, key=letters.__getitem__)


def _curve(half: str, counts: Mapping[float, Counter[str]]) -> list[list[str]]:
    rows, all_turns = [], counts[0.0]["utterances"]
    for least, summed in counts.items():
        shown, turns = figures(summed), summed["utterances"]
        share = turns / all_turns if all_turns else None
        cells = [f"{least:g}", f"{turns:,}", markdown.percent(share)]
        rows.append([half, *cells, *(markdown.percent(shown[name]) for name in _COLUMNS.values())])
    return rows


def _deciles(half: str, judged: Sequence[Judged]) -> list[list[str]]:
    """A row for each tenth of the dialogues, by certainty; both shares are of decisions."""
    ranked, rows = sorted(judged), []
    for tenth in range(_DECILES):
        part = ranked[tenth * len(ranked) // _DECILES : (tenth + 1) * len(ranked) // _DECILES]
        decisions = sum(one.decisions for one in part)
        stated = sum(one.certainty * one.decisions for one in part)
        cells = [f"{tenth + 1}", f"{len(part):,}"]
        shares = [
            total / decisions if decisions else None for total in (stated, sum(one.right for one in part))
        ]
        rows.append([half, *cells, *map(markdown.percent, shares)])
    return rows
