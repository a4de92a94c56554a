"""`python -m benchmarks.turns GOLD`: fits the weights of turns, and tries them on titles left out of it.

GOLD has a `.srt` and a `.jsonl` for each title: of each sentence `block`, `text`, and `change`, whether
another person says the next one, null where it is not known. `--dashes` names folders of subtitle files, each
named by its language: their dashes tell about sentences of one block.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from dialogue_etl import params as parameters
from dialogue_etl.sources.subtitles import (
    dialogues,
    screenplays,
    sentences,
    subtitle_files,
    turn_weights,
    turns,
)
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.read import sentence_table
from dialogue_etl.sources.subtitles.segment import Habits, share_block, stated
from dialogue_etl.sources.subtitles.turn_labels import of_dashes

PARAMS = parameters.parse({})
_C = 0.1
_FILM, _SERIES = 4, 5_000
"""What a pair of a film counts, which has fewer sentences: else 19 of 20 pairs would be of the series."""
Labels = list[bool | None]


class Title(NamedTuple):
    """A film.

    Attributes:
        rows: of the table `sentences`.
        learnt: whether each is followed by another person's, to learn from.
        scored: the same, to score; with the truth about what a person says in one go left out.
        language: BCP-47 tag.
    """

    rows: list[dict[str, Any]]
    learnt: Labels
    scored: Labels
    language: str = "en"


def rows_of(path: Path, language: str) -> list[dict[str, Any]]:
    """The sentences of a file without artefacts."""
    table = sentence_table(path.stem, subtitle_files.read(path.read_bytes(), language))
    return sentences.clear(table.to_pylist(), language, PARAMS[SubtitleRules].model_dump()).sentences


def title(path: Path) -> Title:
    """The sentences of a `.srt` with the labels of the `.jsonl` beside it."""
    rows = rows_of(path, "en")
    gold = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
    said = screenplays.speakers(rows, [("", row["text"]) for row in gold])
    place = [one[1] if one else None for one in said]
    scored: Labels = [
        gold[one]["change"] if one is not None and other == one + 1 else None
        for one, other in pairwise(place)
    ]
    same = [one is not None and one == other for one, other in pairwise(place)]
    habits = Habits.of(rows)
    learnt: Labels = []
    for (one, other), label, within in zip(pairwise(rows), scored, same, strict=True):
        known = stated(one, other, speaker=None, silence_ms=5_000, habits=habits) is not None
        learnt.append(None if known else False if within else label)
    return Title(rows, learnt, scored)


def halves(film: Title) -> tuple[Title, Title]:
    """The film with the labels of one half, and of the other."""
    middle = len(film.learnt) // 2
    none: Labels = [None] * len(film.learnt)
    first = Title(film.rows, film.learnt[:middle] + none[middle:], none)
    return first, Title(film.rows, none, none[:middle] + film.scored[middle:])


def _signs(film: Title) -> Iterator[list[str]]:
    return turn_weights.signs(film.rows, Habits.of(film.rows), film.language)


def fit(titles: Sequence[Title]) -> dict[str, int]:
    """Weights in hundredths: those between blocks, and those in a block."""
    said: dict[str, list[tuple[list[str], bool, float]]] = {"always": [], "block": []}
    for one in titles:
        weight = _FILM if len(one.rows) < _SERIES else 1
        for names, label in zip(_signs(one), one.learnt, strict=True):
            if label is not None:
                said["block" if "block" in names else "always"].append((names, label, weight))
    return {name: weight for kind, pairs in said.items() for name, weight in _fit(kind, pairs)}


def _fit(always: str, said: Sequence[tuple[list[str], bool, float]]) -> Iterator[tuple[str, int]]:
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - takes a second

    known = list(dict.fromkeys(name for names, _, _ in said for name in names if name != always))
    table = np.array([[name in names for name in known] for names, _, _ in said], float)
    model = LogisticRegression(C=_C, max_iter=5_000, tol=1e-8)
    model.fit(table, [label for _, label, _ in said], [weight for _, _, weight in said])
    for name, weight in zip([always, *known], [model.intercept_[0], *model.coef_[0]], strict=True):
        yield name, round(100 * float(weight))


def score(film: Title, weights: Mapping[str, int], **changes: Any) -> Counter[Any]:
    """How the turns that weights give agree with what is known."""
    turn_weights.WEIGHTS = defaultdict(int, weights)  # of a sign that no other title has nothing is known
    values = PARAMS[Turns].model_copy(update=changes)
    found, _ = turns.join(film.rows, film.language, **turns.settings_of(values))
    parted, _ = dialogues.part(found, **dialogues.limits_of(values))
    number = {row["number"]: place for place, row in enumerate(film.rows)}
    turn_of: dict[int, Any] = {}
    follows: dict[int, Any] = {}
    for dialogue in parted:
        for before, turn in zip([None, *dialogue], dialogue, strict=False):
            turn_of |= dict.fromkeys(range(number[turn["number"]], number[turn["last"]] + 1), turn["number"])
            follows[turn["number"]] = before and before["number"]
    counts, inside = Counter[Any](), defaultdict[int, list[bool]](list)
    starts = {}
    for place, ((one, other), change) in enumerate(zip(pairwise(film.rows), film.scored, strict=True)):
        mine, its = turn_of.get(place), turn_of.get(place + 1)
        if change is None:
            continue
        counts["pairs"] += 1
        if mine is None or its is None:
            continue
        kind = "inside" if share_block(one, other) else "across"
        counts.update([kind, (kind, "right") if change == (mine != its) else "wrong"])
        counts["changes"] += change
        if mine == its:
            inside[mine].append(change)
        elif follows[its] == mine:
            starts[mine, its] = change
    counts["joined"], counts["mixed"] = len(inside), sum(map(any, inside.values()))
    by_number = {turn["number"]: turn for dialogue in parted for turn in dialogue}
    for (mine, its), change in starts.items():
        counts["neighbours"] += 1
        counts["expected"] += 1_000 - dialogues.wrong_chance(by_number[mine], by_number[its])
        counts["exchange"] += change and not any(inside[mine]) and not any(inside[its])
    return counts


def line(name: str, counts: Counter[Any]) -> str:
    """A row of the table in benchmarks/turns.md."""

    def share(part: float, whole: float) -> str:
        return f"{100 * part / whole:.1f} %" if whole else "–"

    both = counts["inside"] + counts["across"]
    right = counts["inside", "right"], counts["across", "right"]
    cells = (
        *(f"{counts['pairs']:,}", share(sum(right), both)),
        share(max(counts["changes"], both - counts["changes"]), both),
        *(share(right[0], counts["inside"]), share(right[1], counts["across"])),
        *(share(counts["mixed"], counts["joined"]), share(counts["exchange"], counts["neighbours"])),
        *(share(counts["expected"] / 1_000, counts["neighbours"]), f"{counts['neighbours']:,}"),
    )
    return f"| {' | '.join((name, *cells))} |"


def dashed(folders: Sequence[Path]) -> Iterator[Title]:
    """What dashes tell about the films of folders."""
    for folder in folders:
        for path in sorted(folder.iterdir()):
            rows = rows_of(path, folder.name)
            labels = of_dashes(rows)
            yield Title(rows, labels, labels, folder.name)


def main(
    gold: Annotated[Path, typer.Argument(help="Folder of titles.")],
    dashes: Annotated[list[Path] | None, typer.Option(help="Folder of subtitle files; repeatable.")] = None,
    certainty: Annotated[list[float], typer.Option(help="Of turns; repeatable.")] = [0],  # noqa: B006
) -> None:
    """Fit weights without each title, score them on it, and print the weights of all titles."""
    titles = {path.stem: title(path) for path in sorted(gold.glob("*.srt"))}
    real = list(dashed(dashes or []))
    left_out = {name: fit([*real, *(titles[other] for other in titles if other != name)]) for name in titles}
    typer.echo(
        "| title | pairs | right | majority | inside | across | mixed | exchange | expected | neighbours |"
    )
    for least in certainty:
        total = Counter[Any]()
        for name, film in titles.items():
            counts = score(film, left_out[name], min_certainty=least)
            total.update(counts)
            typer.echo(line(f"{name}, from {least:g}", counts))
        typer.echo(line(f"together, from {least:g}", total))
    for name, film in titles.items():
        first, second = halves(film)
        weights = fit([*real, first, *(titles[other] for other in titles if other != name)])
        typer.echo(line(f"{name}, second half", score(second, weights)))
    weights = fit([*real, *titles.values()])
    # OPUS does not tell what begins a line: only the signs of that are of a fit with the lines hidden.
    hidden = [Title([row | {"new_line": None} for row in film.rows], *film[1:]) for film in real]
    unlined = fit([*real, *hidden, *titles.values()])
    weights |= {name: weight for name, weight in unlined.items() if name.startswith("block_unlined")}
    typer.echo(json.dumps(weights, indent=4))


if __name__ == "__main__":
    typer.run(main)
