"""`python -m benchmarks.extraction.names --gold FOLDER`: who is named as the speaker, and how sure that is.

    python -m benchmarks.extraction.names --gold FOLDER --half tuning

is for work on it; without `--half` both are printed, for publishing: benchmarks/names.md. A text needs
annotated speakers, and for the share of right names the file `characters.json`: `names`, the names of each
character, and `quote_types`, what names the speaker of each `quote_id` (explicit: a name; anaphoric: a noun
or pronoun; implicit: nothing).
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from benchmarks import command_line
from benchmarks.extraction import halves, markdown
from benchmarks.extraction.by_half import Gold, Only
from benchmarks.extraction.switches import ALL_ON, variants
from dialogue_etl.core.engines import local
from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.pipeline import extract_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.extraction.halves import Half

_TYPES = ("explicit", "anaphoric", "implicit")
_STEPS = 10  # of the stated confidence, from 0 to 1

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


class Text(NamedTuple):
    """An annotated text: its id, and its folder."""

    id: str
    folder: Path


class Said(NamedTuple):
    """A turn: offsets of its spans, its speaker, and the confidence in that."""

    spans: Sequence[tuple[int, int]]
    speaker: str | None
    confidence: float


@dataclass
class Named:
    """Counts of the annotated stretches of speech.

    Attributes:
        by_type: by type of quotation and `right`, `wrong`, `none` (no name) or `missed` (no turn there).
        by_confidence: by step of the confidence and `right` or `wrong`.
        agreed: sums of B-cubed precision and recall, and the number of stretches.
    """

    by_type: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_confidence: Counter[tuple[int, str]] = field(default_factory=Counter)
    agreed: Counter[str] = field(default_factory=Counter)

    def add(self, other: Named) -> None:
        """Add those of another text."""
        self.by_type += other.by_type
        self.by_confidence += other.by_confidence
        self.agreed.update(other.agreed)


@app.command()
def names(gold: Gold, only: Only = None) -> None:
    """Who is named as the speaker, by corpus and half, and how right a stated confidence is."""
    parts: list[Half] = [only] if only else ["tuning", "published"]
    counted = {half: by_corpus(halves.texts(gold)[half]) for half in parts}
    rows = [[corpus, half, *cells(one)] for half, found in counted.items() for corpus, one in found.items()]
    header = ["corpus", "half", "speech", "right", "wrong", "none", "precision", *_TYPES, "B-cubed"]
    typer.echo(markdown.table(header, sorted(rows), words=2))
    rows = [row for half, found in counted.items() for row in reliability(half, found.values())]
    typer.echo(markdown.table(["half", "confidence", "named", "right"], rows, words=2), nl=False)


def by_corpus(texts: Mapping[str, Path]) -> dict[str, Named]:
    """The counts of each corpus with annotated speakers."""
    found: dict[str, Named] = {}
    jobs = [Text(id, folder) for id, folder in texts.items()]
    for job, one in zip(jobs, local.run(count, jobs, os.cpu_count() or 1), strict=True):
        if one.agreed["speech"]:
            found.setdefault(job.id.partition("/")[0], Named()).add(one)
    return found


def count(text: Text) -> Named:
    """The counts of one text; none without annotated speakers."""
    lines = (text.folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [row for row in map(json.loads, lines) if row.get("kind") == "speech" and row.get("speaker")]
    if not gold:
        return Named()
    tag = json.loads((text.folder / "meta.json").read_bytes())["language"].partition("-")[0]
    book = (text.folder / "text.txt").read_text(encoding="utf-8")
    rows = extract_book(text.id, book, LANGUAGES[tag], variants()[ALL_ON]).dialogues.to_pylist()
    turns = [
        Said(
            [(span["start"], span["end"]) for span in turn["spans"]],
            turn["speaker"],
            turn["speaker_confidence"],
        )
        for row in rows
        for turn in row["turns"]
    ]
    file = text.folder / "characters.json"
    known = json.loads(file.read_bytes()) if file.exists() else None
    return judged(gold, turns, known, LANGUAGES[tag].pronouns)


def judged(
    gold: Sequence[Mapping[str, Any]],
    turns: Iterable[Said],
    known: Mapping[str, Any] | None,
    pronouns: Mapping[str, str],
) -> Named:
    """Count the stretches of speech of a text by whether the right character is named.

    Args:
        gold: lines of gold.jsonl.
        turns: that were found.
        known: what characters.json says, or None.
        pronouns: of the language; one of the narrator is right for the character whom it means most often.
    """
    found = [_at(row["start"], row["end"], placed) for placed in [_placed(turns)] for row in gold]
    narrates = Counter(
        row["speaker"]
        for row, turn in zip(gold, found, strict=True)
        if turn and turn.speaker and pronouns.get(turn.speaker.lower()) == NARRATOR
    )
    narrator = max(narrates, key=narrates.__getitem__, default=None)
    counted = Named(agreed=_agreement(gold, found))
    names: dict[str, set[str]] = {
        who: {_plain(who), *map(_plain, forms)} for who, forms in (known or {}).get("names", {}).items()
    }
    for row, turn in zip(gold, found, strict=True) if known else ():
        who = row["speaker"]
        of = names.get(who) or {_plain(who)}.union(
            *(forms for forms in names.values() if _plain(who) in forms)
        )
        kind = "missed" if turn is None else "none"
        if turn and turn.speaker:
            is_narrator = pronouns.get(turn.speaker.lower()) == NARRATOR
            is_right = who == narrator if is_narrator else _plain(turn.speaker) in of
            kind = "right" if is_right else "wrong"
            counted.by_confidence[min(int(turn.confidence * _STEPS), _STEPS - 1), kind] += 1
        counted.by_type[(known or {}).get("quote_types", {}).get(row["quote_id"], ""), kind] += 1
    return counted


def _placed(turns: Iterable[Said]) -> list[tuple[int, int, Said]]:
    return sorted(((*span, turn) for turn in turns for span in turn.spans), key=lambda one: one[:2])


def _at(start: int, end: int, placed: Sequence[tuple[int, int, Said]]) -> Said | None:
    """The turn with most of a stretch of the text; spans in order do not overlap."""
    first = bisect_right(placed, start, key=lambda one: one[1])
    after = bisect_left(placed, end, key=lambda one: one[0])
    shared = [(min(end, stop) - max(start, begin), turn) for begin, stop, turn in placed[first:after]]
    return max(shared, key=lambda one: one[0])[1] if shared else None


def _agreement(gold: Sequence[Mapping[str, Any]], found: Sequence[Said | None]) -> Counter[str]:
    """B-cubed (Bagga & Baldwin 1998): speakers as clusters; speech without a name is a cluster of its own."""
    pairs = [
        (turn.speaker if turn and turn.speaker else n, row["speaker"])
        for n, (row, turn) in enumerate(zip(gold, found, strict=True))
    ]
    ours, theirs, both = (
        Counter(one for one, _ in pairs),
        Counter(other for _, other in pairs),
        Counter(pairs),
    )
    sums: Counter[str] = Counter(speech=len(pairs))
    for (one, other), times in both.items():
        sums["precision"] += times * times / ours[one]  # type: ignore[assignment]
        sums["recall"] += times * times / theirs[other]  # type: ignore[assignment]
    return sums


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[^\w ]", "", name.casefold().replace("_", " ")).split())


def cells(one: Named) -> list[str]:
    """The cells of a row for the counts of a corpus."""
    total: Counter[str] = Counter()
    of_type: dict[str, Counter[str]] = {name: Counter() for name in _TYPES}
    for (name, kind), times in one.by_type.items():
        total[kind] += times
        of_type.setdefault(name, Counter())[kind] += times
    shares = [_share(total[kind], total.total()) for kind in ("right", "wrong", "none")]
    precision = _share(total["right"], total["right"] + total["wrong"])
    types = [_share(of_type[name]["right"], of_type[name].total()) for name in _TYPES]
    rates = [one.agreed[name] / one.agreed["speech"] for name in ("precision", "recall")]
    b_cubed = 2 * rates[0] * rates[1] / sum(rates) if sum(rates) else 0.0
    return [f"{one.agreed['speech']:,}", *map(markdown.percent, [*shares, precision, *types, b_cubed])]


def reliability(half: Half, found: Iterable[Named]) -> list[list[str]]:
    """A row for each step of the stated confidence."""
    total = Named()
    for one in found:
        total.add(one)
    rows = []
    for step in range(_STEPS):
        right = total.by_confidence[step, "right"]
        named = right + total.by_confidence[step, "wrong"]
        if named:
            band = f"{step / _STEPS:.1f} to {(step + 1) / _STEPS:.1f}"
            rows.append([half, band, f"{named:,}", markdown.percent(right / named)])
    return rows


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


if __name__ == "__main__":
    command_line.main(app)
