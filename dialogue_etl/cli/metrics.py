"""`dialogue-etl metrics`: the metrics of responses, of one system or of several against the first."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from dialogue_etl.errors import DialogueEtlError

_LONGEST = 25  # characters of the name of a metric
_ENCODERS = ("none", "e5-small")


def metrics(
    responses: Annotated[
        list[Path], typer.Argument(help="Files of responses, one per line; one file per system.")
    ],
    source: Annotated[Path | None, typer.Option(help="What they respond to, line by line.")] = None,
    target: Annotated[
        list[Path] | None,
        typer.Option(
            help="Reference responses, line by line; repeatable, lines of further files may be empty."
        ),
    ] = None,
    train: Annotated[Path | None, typer.Option(help="Sources of the training text, for entropies.")] = None,
    vocabulary: Annotated[
        Path | None, typer.Option(help="One word per line; by default the words of the training text.")
    ] = None,
    vectors: Annotated[
        Path | None, typer.Option(help="Word vectors, in the text format of GloVe or fastText.")
    ] = None,
    encoder: Annotated[
        str, typer.Option(help="e5-small: similarity of whole responses, and vectors if there is no file.")
    ] = "none",
    bert_score: Annotated[
        str, typer.Option(metavar="MODEL", help="BERTScore by this model of the hub, or folder.")
    ] = "",
    bert_layer: Annotated[
        int, typer.Option(min=0, help="Layer of that model; 0: the one that bert-score has for it.")
    ] = 0,
    mauve: Annotated[
        str, typer.Option(metavar="MODEL", help="MAUVE by this GPT-2 or BERT, such as gpt2-large.")
    ] = "",
    probabilities: Annotated[
        list[Path] | None,
        typer.Option(
            help="Natural logarithm of each token's probability, one line per response; one file per system."
        ),
    ] = None,
    tokenise: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE", help="Separate words by the rules of a language (BCP-47), in lower case."
        ),
    ] = "",
    lower_case: Annotated[bool, typer.Option("--lower-case", help="Put all texts in lower case.")] = False,
    definition: Annotated[
        str, typer.Option(help="Definitions of the released code or of the paper: released, paper.")
    ] = "released",
    smoothing: Annotated[
        int | None, typer.Option(min=0, max=4, help="Smoothing method of Chen & Cherry for sentence BLEU.")
    ] = None,
    t: Annotated[
        float | None, typer.Option(min=0, help="Half width of an interval, in standard errors.")
    ] = None,
    resamples: Annotated[int, typer.Option(min=0, help="Resamples of the bootstrap; 0 for none.")] = 1_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    page: Annotated[
        Path | None, typer.Option(help="Write the results to this HTML file.", dir_okay=False)
    ] = None,
    metrics_file: Annotated[
        Path | None, typer.Option(help="Write the results in dialog-eval's format.", dir_okay=False)
    ] = None,
) -> None:
    """Measure responses to a test set: the 17 metrics of dialog-eval, sacreBLEU, ROUGE, perplexity, others.

    Metrics whose files are not given are left out, and named. With several systems each is compared with the
    first.
    """
    from dialogue_etl.derived.questions import words_apart
    from dialogue_etl.labels.encoder import encoder as named
    from dialogue_etl.languages.names import not_a_tag, standard_tag
    from dialogue_etl.metrics import results
    from dialogue_etl.metrics.by_models import Models
    from dialogue_etl.metrics.definition import DEFINITIONS, NEEDS, Definition
    from dialogue_etl.metrics.evaluate import evaluate
    from dialogue_etl.metrics.inputs import Files

    _one_of("--definition", definition, DEFINITIONS)
    _one_of("--encoder", encoder, dict.fromkeys(_ENCODERS))
    if tokenise and standard_tag(tokenise) != tokenise:
        raise DialogueEtlError(f"--tokenise: {not_a_tag(tokenise)}")
    changed = {key: value for key, value in (("smoothing", smoothing), ("t", t)) if value is not None}
    how = Definition(**DEFINITIONS[definition].model_dump() | changed)
    targets, given = tuple(target or ()), tuple(probabilities or ())
    apart = words_apart(tokenise) if tokenise else str.lower if lower_case else str
    texts = tuple(responses), source, targets, train, vocabulary, vectors, given
    files = Files(*texts, spell=apart, language=tokenise, lower_case=lower_case)
    names = _names(responses)
    models = Models(bert_score, bert_layer, mauve)
    systems = evaluate(files, how, encoder=named(encoder), models=models, resamples=resamples, seed=seed)
    shown = results.as_json(dict(zip(names, systems, strict=True)))
    for needs in dict.fromkeys(NEEDS.values()):
        out = [one for one, its in NEEDS.items() if its == needs and one not in systems[0].scores]
        if out:
            typer.echo(f"Left out, which need {needs}: {', '.join(out)}", err=True)
    if metrics_file:
        _write(metrics_file, results.metrics_file(systems))
    if page:
        from dialogue_etl.report.responses import render

        _write(
            page, render("Metrics of responses", {targets[0].name if targets else "Responses": shown}, how)
        )
    if as_json:
        typer.echo(json.dumps(shown, ensure_ascii=False, indent=1))
    elif not page:
        show(shown)


def _one_of(option: str, value: str, known: Mapping[str, object]) -> None:
    if value not in known:
        raise DialogueEtlError(f"{option} {value}: one of {', '.join(known)}")


def _names(paths: list[Path]) -> list[str]:
    """The names of files, with their folders where two are called the same."""
    short = [path.stem for path in paths]
    names = short if len(set(short)) == len(short) else list(map(str, paths))
    if len(set(names)) < len(names):
        raise DialogueEtlError(f"{', '.join(names)}: a file of responses is named twice")
    return names


def _write(path: Path, text: str) -> None:
    from dialogue_etl.core.shards import write_atomic

    write_atomic(path, text.encode())
    typer.echo(f"{path}: {len(text.encode()):,} bytes", err=True)


def show(systems: Mapping[str, Mapping[str, Any]]) -> None:
    """A table for the terminal; a star where a system differs from the first one."""
    from rich.console import Console
    from rich.table import Column, Table

    names = (f"{name} ({of['responses']:,})" for name, of in systems.items())
    table = Table(Column("metric", no_wrap=True, min_width=_LONGEST), *names, box=None)
    metrics = dict.fromkeys(metric for of in systems.values() for metric in of["metrics"])
    for metric in metrics:
        table.add_row(metric, *(_cell(of, metric) for of in systems.values()))
    Console(highlight=False).print(table)
    first = next(iter(systems.values()))["metrics"]
    for metric, score in first.items():
        if "signature" in score:
            typer.echo(f"{metric}: {score['signature']}")


def _cell(system: Mapping[str, Any], metric: str) -> str:
    score, differs = system["metrics"].get(metric), system["differences"].get(metric)
    if score is None:
        return "-"
    interval = f" ± {score['half_interval']:.2g}" if score["half_interval"] else ""
    if not interval and score["bootstrap"] and score["bootstrap"][0] < score["bootstrap"][1]:
        interval = " ({:.4g} to {:.4g})".format(*score["bootstrap"])
    chance = f" p {differs['p_t']:.2g}" if differs else ""
    return f"{score['value']:.4g}{interval}{chance}"
