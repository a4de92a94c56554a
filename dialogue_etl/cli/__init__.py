"""The command line: a group of commands per source, one per stage; and what people do around them."""

from __future__ import annotations

import logging
import os
import sys

import typer

# Before NumPy is loaded: we do no linear algebra, and a process without threads may fork its workers.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dialogue_etl.cli import audit, books, diff, inspect, knobs, mix, threads, try_files, workspace
from dialogue_etl.cli.writing import explaining
from dialogue_etl.errors import DialogueEtlError

app = typer.Typer(
    name="dialogue-etl",
    help="Raw text to dialogue datasets: books and comment threads, versioned by DVC, scheduled by Airflow.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(books.app, name="books")
app.add_typer(threads.app, name="threads")
app.add_typer(mix.app, name="mix")
app.add_typer(audit.app, name="audit")
app.command("params")(knobs.params)
app.command("inspect")(inspect.inspect)
app.command("diff")(diff.diff)
app.command("try")(try_files.try_files)
app.command("code", hidden=True)(knobs.code)
workspace.register(app)


def main() -> None:
    """Run a command; an expected error is a sentence, not a traceback."""
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr
    )
    try:
        with explaining():
            app()
    except DialogueEtlError as error:
        typer.secho(str(error), fg="red", err=True)
        sys.exit(1)
