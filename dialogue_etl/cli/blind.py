"""`dialogue-etl audit compare` and `survey`: versions, or systems' answers, judged blind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from dialogue_etl.audit.answers import Answer
    from dialogue_etl.audit.blind import Compared, Estimate, Key
    from dialogue_etl.audit.survey import Judged, Preferred
    from dialogue_etl.audit.units import Unit


def survey(
    responses: Annotated[
        list[Path], typer.Argument(help="Files of answers, one per line; one file per system.")
    ],
    source: Annotated[Path, typer.Option(help="The questions, line by line.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")] = "en",
    questions: Annotated[int, typer.Option(min=1, help="Number of questions.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    pairwise: Annotated[
        bool, typer.Option("--pairwise", help="Ask which of two answers is better instead.")
    ] = False,
    both_orders: Annotated[
        bool, typer.Option("--both-orders", help="Compare each two answers in both orders, for a model.")
    ] = False,
    output: Annotated[Path, typer.Option(help="Output file of the page.", dir_okay=False)] = Path(
        "survey.html"
    ),
) -> None:
    """Write a page to rate answers as valid, plausible or invalid, and a key that names their systems.

    With --pairwise the same comparisons are written as JSON Lines too: a model, or any other program, judges
    them by filling in `label` with a, b or tie.
    """
    from dialogue_etl.audit.survey import comparisons, sheet

    systems = {path.stem: path for path in responses}
    if len(systems) < len(responses):
        raise DialogueEtlError("two files have the same name, which names the system: rename one")
    if both_orders and not pairwise:
        raise DialogueEtlError("--both-orders is for --pairwise")
    how: dict[str, Any] = {"language": language, "questions": questions, "seed": seed}
    if pairwise:
        units, key = comparisons(source, systems, **how, both_orders=both_orders)
    else:
        units, key = sheet(source, systems, **how)
    typer.echo(
        f"{language}: {len(units):,} {'comparisons' if pairwise else 'answers'} of {len(systems)} systems"
    )
    _write(output, "Survey", units, key)
    if pairwise:
        _write_rows(output.with_suffix(".jsonl"), units)


def _write_rows(path: Path, units: Sequence[Unit]) -> None:
    """Comparisons for a program, with the names that `audit tally` reads."""
    from dialogue_etl.core.shards import write_atomic

    rows = (
        {"item": unit.id, "kind": unit.kind, "language": unit.language, "annotator": "", "label": ""}
        | {"question": unit.turns[0], "a": unit.turns[1][len("A: ") :], "b": unit.turns[2][len("B: ") :]}
        for unit in units
    )
    write_atomic(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
    typer.echo(f"{path}: the same for a program, which sets `annotator`, and `label` to a, b or tie")


def compare(
    before: Annotated[
        str, typer.Argument(metavar="REV_A", help="Tag, branch or commit; . is the workspace.")
    ],
    after: Annotated[str, typer.Argument(metavar="REV_B", help="The other version.")] = ".",
    source: Annotated[
        str | None, typer.Option(help="Source of the dialogues; by default the first that both have.")
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="BCP-47 tag; repeatable. By default all there are.")
    ] = None,
    places: Annotated[int, typer.Option(min=1, help="Number of places per language.")] = 100,
    around: Annotated[int, typer.Option(min=0, help="Characters of context on either side.")] = 1_000,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    output: Annotated[Path, typer.Option(help="Output file of the page.", dir_okay=False)] = Path(
        "compare.html"
    ),
) -> None:
    """Draw places in two versions; write a page on which to judge both, and a key that says which is which.

    Draws the same number of places that are equal in both, that differ, and that only one has. A place that
    differs is judged twice in a row, in an order by hash.
    """
    from dialogue_etl.audit.blind import Key
    from dialogue_etl.audit.units import Request
    from dialogue_etl.compare import places as drawing
    from dialogue_etl.compare import revisions, versions
    from dialogue_etl.sources import SOURCES
    from dialogue_etl.workspace.root import find_root

    pair = revisions.pair(find_root(), before, after)
    names = pair[0].name, pair[1].name
    units, whole = [], Key(names=list(names), units={})
    for (of, tag), both in versions.chosen(pair, source, language or []).items():
        request = Request(0, 0, seed, around, around)
        drawn, key = drawing.sheet(SOURCES[of], tag, both, names=names, places=places, request=request)
        judged = {place.place: place.stratum for place in key.units.values()}
        counts = [
            f"{[*judged.values()].count(name):,} of {size:,} {name}"
            for name, size in key.sizes[tag].items()
            if size
        ]
        typer.echo(f"{tag}: {len(judged):,} places ({', '.join(counts)}), {len(drawn):,} to judge")
        units += drawn
        whole = Key(names=list(names), units=whole.units | key.units, sizes=whole.sizes | key.sizes)
    _write(output, "Two versions", units, whole)


def _write(output: Path, title: str, units: Sequence[Unit], key: Key) -> None:
    from dialogue_etl.audit import form
    from dialogue_etl.core.shards import write_atomic

    if not units:
        raise DialogueEtlError("nothing to judge")
    told = output.with_suffix(".key.json")
    command = f"dialogue-etl audit tally --key {told.name}"
    write_atomic(output, form.render(units, form.Sheet(output.stem, title, command)).encode())
    write_atomic(told, (key.model_dump_json(indent=0) + "\n").encode())
    typer.echo(
        f"""
{output}
    The annotators do not see whose is what, {told} says it: keep it to yourself.
    It holds text of the sources: mind their rights before you pass it on.
Then, of any number of annotators:
    dialogue-etl audit tally --key {told} {output.stem}-*.jsonl"""
    )


def counted(given: Sequence[Answer], path: Path) -> tuple[list[Judged], list[Compared], list[Preferred]]:
    """What answers say by the key: of each system of a survey, of each two sides, of each two answers."""
    from dialogue_etl.audit.blind import Key, compare
    from dialogue_etl.audit.survey import preferences, tally

    key = Key.read(path)
    choices = [one for one in given if one.kind == "choice"]
    others = [one for one in given if one.kind != "choice"]
    answers = [one for one in others if one.kind == "answer"]
    return tally(answers, key), compare(others, key), preferences(choices, key)


def as_json(systems: list[Judged], compared: list[Compared], preferred: list[Preferred]) -> dict[str, Any]:
    """For programs."""
    found: dict[str, Sequence[Any]] = {"systems": systems, "compared": compared, "preferred": preferred}
    return {name: [asdict(one) for one in rows] for name, rows in found.items()}


def show(systems: list[Judged], compared: list[Compared], preferred: list[Preferred]) -> None:
    """For people."""
    from dialogue_etl.cli.audit import percent, print_rows

    for both in preferred:
        first, second = both.names
        typer.echo(
            f"{second} against {first}: better in {both.wins[1]:,} questions, worse in {both.wins[0]:,}, "
            f"equally good in {both.ties:,}\n"
            f"It wins {_estimate(both.share)} with ties as half a win; p {both.p:.2g} (sign test)"
        )
        if both.first:
            typer.echo("The answer shown first was preferred in {} ({} %)\n".format(*percent(both.first)))
    rows = []
    for system in systems:
        cells = [" ".join(percent(share)) for share in system.shares.values()]
        kappa = "–" if system.kappa is None else f"{system.kappa:.2f}"
        rows.append([system.system, *cells, f"{system.score:.2f}", kappa])
    if systems:
        print_rows(["system", *systems[0].shares, "score", "kappa"], rows)
        typer.echo("Shares are of all judgements, with 95 % intervals.\n")
    for pair in compared:
        one, other = pair.names
        judged = sum(stratum.judged for stratum in pair.strata)
        typer.echo(f"{pair.language}: {judged:,} places; A is {one}, B is {other}")
        rows = [
            [stratum.name or "all", f"{stratum.places:,}", f"{stratum.judged:,}", *map(_told, stratum.right)]
            for stratum in pair.strata
        ]
        print_rows(["places", "in the data", "judged", "A right", "B right"], rows)
        for name, found in zip((one, other), pair.right, strict=True):
            typer.echo(f"Without error of all places of {name}: {_estimate(found)}")
        typer.echo(f"B without error more often than A, where both have it: {_estimate(pair.difference)}\n")
        rows = [
            [line.name, *map(str, line.of), *map(str, line.alone), f"{line.p:.2g}"] for line in pair.lines
        ]
        print_rows(["judged places of both", "A", "B", "A alone", "B alone", "p (McNemar)"], rows)
        typer.echo("")


def _told(number: int | None) -> str:
    return "–" if number is None else f"{number:,}"


def _estimate(found: Estimate | None) -> str:
    from dialogue_etl.cli.audit import percent

    return "–" if found is None else "{} ({} %)".format(*percent(found))
