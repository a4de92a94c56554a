"""`dialogue-etl audit`: how many errors are in the dialogues, as people judge a random sample of them."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dialogue_etl.cli.parameters import Data, SourceName, built, chosen, parameters_of

if TYPE_CHECKING:
    from dialogue_etl.audit.answers import Answers
    from dialogue_etl.audit.blind import Estimate
    from dialogue_etl.audit.tally import Agreement, Table
    from dialogue_etl.audit.units import Unit
    from dialogue_etl.labels.agreement import Share

app = typer.Typer(
    help="Judge a random sample of dialogues, as section 4 of the paper does.", no_args_is_help=True
)


@app.command()
def sample(
    language: Annotated[
        list[str] | None, typer.Option(help="BCP-47 tag; repeatable. By default all there are.")
    ] = None,
    pairs: Annotated[int, typer.Option(min=0, help="Number of utterance pairs per language.")] = 100,
    dialogues: Annotated[int, typer.Option(min=0, help="Number of dialogues per language.")] = 50,
    source: SourceName = None,
    stage: Annotated[
        str,
        typer.Option(help="Stage whose dialogues are drawn; split: packaged dialogues of the last stage."),
    ] = "split",
    before: Annotated[int, typer.Option(min=0, help="Characters of context before.")] = 1_000,
    after: Annotated[int, typer.Option(min=0, help="Characters of context after.")] = 1_000,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    data: Data = Path("data"),
    output: Annotated[Path, typer.Option(help="Output file of the page.", dir_okay=False)] = Path(
        "audit.html"
    ),
) -> None:
    """Draw utterance pairs and dialogues, and write a page on which to judge them.

    The defaults are the paper's: 100 pairs, 50 dialogues, each as likely as any other.
    """
    from dialogue_etl.audit import form
    from dialogue_etl.audit import units as drawing
    from dialogue_etl.core.shards import write_atomic
    from dialogue_etl.errors import DialogueEtlError

    request = drawing.Request(pairs, dialogues, seed, before, after)
    drawn: list[Unit] = []
    of, stages = chosen(source, data)
    for tag in drawing.languages(of, stages, stage, language or [], parameters_of(data)):
        found = drawing.units(of, stages, stage, tag, request)
        documents = len({unit.source_id for unit in found})
        named = of.unit if documents == 1 else of.units
        typer.echo(f"{tag}: {_sizes(found, request.pairs, request.dialogues)}, of {documents:,} {named}")
        drawn += found
    if not drawn:
        raise DialogueEtlError("nothing to judge: there is no dialogue of two utterances")
    write_atomic(output, form.render(drawn).encode())
    typer.echo(
        f"""
{output}
    Open it in a browser, give your name, judge with the number keys, download your answers.
    It holds text of the sources: mind their rights before you pass it on.
Then count what was found, of any number of annotators:
    dialogue-etl audit tally ANSWERS …"""
    )


@app.command()
def noise(
    language: Annotated[
        list[str] | None, typer.Option(help="BCP-47 tag; repeatable. By default all there are.")
    ] = None,
    pairs: Annotated[int, typer.Option(min=1, help="Number of pairs per language.")] = 200,
    strata: Annotated[int, typer.Option(min=1, help="Number of ranges of scores.")] = 5,
    source: SourceName = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    data: Data = Path("data"),
    output: Annotated[Path, typer.Option(help="Output file of the page.", dir_okay=False)] = Path(
        "noise.html"
    ),
) -> None:
    """Draw pairs, and write a page on which people judge which are noise.

    Draws the same number from each range of the classifier's scores, if there is one; the classifier learns
    from what the page saves.
    """
    from dialogue_etl.audit import form
    from dialogue_etl.audit import strata as drawing
    from dialogue_etl.audit.units import languages
    from dialogue_etl.core.shards import write_atomic
    from dialogue_etl.errors import DialogueEtlError

    judged = next((one.name for one in built(data) if one.judged_stage), None)
    of, stages = chosen(source or judged, data)
    if not of.judged_stage:
        raise DialogueEtlError(f"{of.name}: no classifier of noise; --source names one that has it")
    drawn: list[Unit] = []
    for tag in languages(of, stages, of.judged_stage, language or [], parameters_of(data)):
        found = drawing.sheet(of, stages, tag, drawing.Request(pairs, strata, seed))
        typer.echo(f"{tag}: {len(found):,} pairs{' (all there are)' if len(found) < pairs else ''}")
        drawn += found
    if not drawn:
        raise DialogueEtlError("nothing to judge: there is no dialogue of two utterances")
    write_atomic(output, form.render(drawn, form.Sheet("noise")).encode())
    typer.echo(
        f"""
{output}
    Let two people judge it, each under a name, and download the answers: noise-NAME.jsonl.
    It holds text of the sources, and so do the answers: mind their rights before you pass them on.
How far they agree:
    dialogue-etl audit tally noise-*.jsonl
Then put the answers into {of.name}/annotations: the next run learns from what they agree on."""
    )


@app.command()
def mark(
    id: Annotated[str, typer.Argument(help="Id of a dialogue, or FILE:LINE, as for `inspect`.")],
    category: Annotated[
        list[str], typer.Option(help="What is wrong with it; repeatable. A wrong one lists all there are.")
    ],
    note: Annotated[str, typer.Option(help="Why.")] = "",
    annotator: Annotated[str, typer.Option(help="Who marks it; by default the user's name.")] = "",
    version: Annotated[
        str, typer.Option(help="Tag, branch or commit, read from DVC's cache; . is the data folder.")
    ] = ".",
) -> None:
    """Mark a dialogue as a bad example: a line in audit/marks.jsonl of the workspace, for `audit tally`."""
    import getpass

    from dialogue_etl.audit import marks
    from dialogue_etl.browse.trace import trace
    from dialogue_etl.cli.inspect import asked, outputs_of
    from dialogue_etl.errors import DialogueEtlError
    from dialogue_etl.workspace.root import find_root

    root = find_root()
    wanted = asked(id)
    found = trace(outputs_of(version, root / "data")[0], wanted)
    if not found or found.kind != "dialogue":
        raise DialogueEtlError(
            f"{wanted.id}: no dialogue of the dataset; `dialogue-etl inspect` shows what it is"
        )
    about = {"language": found.of.language, "annotator": annotator or getpass.getuser(), "version": version}
    marks.add(root, found.id, category, note=note, **about)
    typer.echo(f"{found.id}: marked in {root / marks.FILE}; dialogue-etl audit tally {marks.FILE}")


def _sizes(found: list[Unit], pairs: int, dialogues: int) -> str:
    parts = []
    for kind, name, wanted in (("pair", "utterance pairs", pairs), ("dialogue", "dialogues", dialogues)):
        number = sum(unit.kind == kind for unit in found)
        parts.append(f"{number:,} {name}{' (all there are)' if number < wanted else ''}")
    return ", ".join(parts)


@app.command()
def tally(
    answers: Annotated[list[Path], typer.Argument(help="Answers saved by the page, of any annotators.")],
    key: Annotated[Path | None, typer.Option(help="Key file that `audit compare` or `survey` wrote.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Count answers: shares of each error with 95 % confidence intervals, next to the paper's.

    If several annotators judged a unit, it has the errors that at least half of them name, and their
    agreement is shown. With a key versions are compared on the same places: the share without error of each,
    their difference, and of each error McNemar's test; of a survey also shares, mean score and Fleiss' kappa
    of each system.
    """
    from dialogue_etl.audit import tally as counting
    from dialogue_etl.audit.answers import read
    from dialogue_etl.cli import blind

    found = read(answers)
    agreements = counting.agreements(found.given)
    if key:
        sides = blind.counted(found.given, key)
        if as_json:
            result: dict[str, Any] = blind.as_json(*sides)
            result |= {"agreement": [asdict(one) for one in agreements], "not_judged": found.not_judged}
            typer.echo(json.dumps(result, indent=2, ensure_ascii=False))
            return
        blind.show(*sides)
        _print(found, [], agreements)
        return
    tables = counting.tables(found.given)
    if as_json:
        names = sorted({answer.annotator for answer in found.given})
        result = {
            "tables": [asdict(table) for table in tables],
            "annotators": {
                name: [asdict(t) for t in counting.tables([a for a in found.given if a.annotator == name])]
                for name in names
            },
            "agreement": [asdict(agreement) for agreement in agreements],
            "marked": counting.marks(found.marked),
            "not_judged": found.not_judged,
        }
        typer.echo(json.dumps(result, indent=2, ensure_ascii=False))
        return
    _print(found, tables, agreements)
    _print_marks(counting.marks(found.marked))


def _print(read: Answers, tables: list[Table], agreements: list[Agreement]) -> None:
    for table in tables:
        _print_table(table)
    if agreements:
        _print_agreements(agreements)
    for file, number in read.not_judged.items():
        if number:
            typer.echo(f"{file}: {number:,} not judged")


def _print_marks(marks: dict[str, dict[str, int]]) -> None:
    from dialogue_etl.labels.categories import SCHEMES

    names = {one.key: one.name for one in SCHEMES["dialogue"].categories}
    for language, counts in marks.items():
        said = ", ".join(f"{names[key]}: {n:,}" for key, n in counts.items() if key in names)
        typer.echo(
            f"{language}: {counts['dialogues']:,} dialogues that people marked ({said}); they were not drawn "
            "at random, so they are in no share above"
        )


def _print_table(table: Table) -> None:
    from dialogue_etl.labels.categories import SCHEMES

    scheme = SCHEMES[table.kind]
    paper = f"; the paper: {scheme.paper_units}, English" if scheme.paper_units else ""
    typer.echo(f"{table.language}: {table.units:,} {scheme.name}s{paper}")
    rows = []
    for line in table.lines:
        theirs = percent(line.paper) if line.paper else ("–", "")
        rows.append([line.name, f"{line.ours.count:,}", *percent(line.ours), *theirs])
    print_rows(["error", "units", "share", "95 %", "paper", "95 %"], rows)
    ours, papers = (
        ", ".join(f"{number}: {count:,}" for number, count in enumerate(counts) if any(counts))
        for counts in (table.types, table.paper_types)
    )
    paper = f"; the paper: {papers}" if papers else ""
    typer.echo(f"Error types per {scheme.name}: {ours}{paper}\n{scheme.remark}\n")


def print_rows(names: list[str], rows: list[list[str]]) -> None:
    """A table of words."""
    import pandas as pd

    typer.echo(pd.DataFrame(rows, columns=names).to_string(index=False))


def percent(share: Share | Estimate) -> tuple[str, str]:
    """A share and its interval."""
    interval = f"{100 * share.low:.1f}–{100 * share.high:.1f}".replace("100.0", "100")
    return f"{share.share:.1%}", interval


def _print_agreements(agreements: list[Agreement]) -> None:
    typer.echo("Agreement over the units that both have judged (Cohen's kappa)")
    rows = []
    for one in agreements:
        kappa = "–" if one.kappa is None else f"{one.kappa:.2f}"
        agreed = f"{one.agreed / one.units:.0%}"
        rows.append([" / ".join(one.annotators), one.kind, one.key, f"{one.units:,}", agreed, kappa])
    print_rows(["annotators", "unit", "error", "units", "agreed", "kappa"], rows)
    typer.echo("Above, a unit that several judged has the errors that at least half of them name.\n")
