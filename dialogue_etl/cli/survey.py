"""`dialogue-etl audit survey` and `survey-tally`: systems' answers judged by people."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dialogue_etl.errors import DialogueEtlError


def survey(
    responses: Annotated[list[Path], typer.Argument(help="Files of answers, a line each; one per system.")],
    source: Annotated[Path, typer.Option(help="The questions, line by line.")],
    language: Annotated[str, typer.Option(help="BCP-47 tag.")] = "en",
    questions: Annotated[int, typer.Option(min=1, help="How many are asked.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Another one draws others.")] = 0,
    output: Annotated[Path, typer.Option(help="The page to write.", dir_okay=False)] = Path("survey.html"),
) -> None:
    """Write a page in which people call answers valid, plausible or invalid, and a key of whose they are."""
    from dialogue_etl.audit import form
    from dialogue_etl.audit.survey import sheet
    from dialogue_etl.shards import write_atomic

    systems = {path.stem: path for path in responses}
    if len(systems) < len(responses):
        raise DialogueEtlError("two files of answers are called the same: rename one, they name the systems")
    units, whose = sheet(source, systems, language=language, questions=questions, seed=seed)
    key = output.with_suffix(".key.json")
    page = form.Sheet(output.stem, "Survey", "dialogue-etl audit survey-tally")
    write_atomic(output, form.render(units, page).encode())
    write_atomic(key, (json.dumps(whose, indent=0, ensure_ascii=False) + "\n").encode())
    typer.echo(
        f"""
{output}
    {len(units):,} answers of {len(systems)} systems; the annotators do not see whose, {key} says it.
Then, of any number of annotators:
    dialogue-etl audit survey-tally {output.stem}-*.json --key {key}"""
    )


def survey_tally(
    answers: Annotated[list[Path], typer.Argument(help="Answers as the page saves them, of any annotators.")],
    key: Annotated[Path, typer.Option(help="Whose the answers are, as `audit survey` wrote it.")],
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Count a survey: shares of valid, plausible and invalid answers by system, mean score, Fleiss' kappa."""
    from dialogue_etl.audit.answers import read
    from dialogue_etl.audit.survey import KEYS, read_key, tally

    found = read(answers)
    judged = tally(found.given, read_key(key))
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in judged], indent=1, ensure_ascii=False))
        return
    typer.echo(f"{'system':20} {' '.join(f'{name:>22}' for name in KEYS)}  score  kappa")
    for one in judged:
        cells = [f"{s.share:.1%} ({s.low:.1%} to {s.high:.1%})" for s in one.shares.values()]
        kappa = "–" if one.kappa is None else f"{one.kappa:.2f}"
        typer.echo(
            f"{one.system:20} {' '.join(f'{cell:>22}' for cell in cells)}  {one.score:5.2f}  {kappa:>5}"
        )
    for file, number in found.not_judged.items():
        if number:
            typer.echo(f"{file}: {number:,} not judged")
