"""A noise audit for people: a table on a terminal, and a CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from rich.table import Table

from dialogue_etl.shards import write_whole
from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.noise_audit import NoiseAudit, audit
from dialogue_etl.sources.threads.rules.blacklists import Blacklists

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from dialogue_etl.params import Params

_COLUMNS = ("rule", "dialogues", "share_of_dialogues", "utterances", "share_of_utterances")


def audit_corpus(
    paths: Sequence[Path],
    language: str,
    params: Params,
    *,
    console: Console,
    blacklists: Path | None = None,
    form: str = "",
    output: Path | None = None,
) -> NoiseAudit:
    """Audit a corpus, print the table, and write it as CSV if a file is named.

    Args:
        paths: of its files.
        language: BCP-47 tag.
        params: of which `rules` is looked at, and `threads` for a corpus of comments.
        console: to print on.
        blacklists: folder of the user's lists.
        form: of the files, where they do not tell it.
        output: CSV file to write.

    Raises:
        CorporaError: `language` is none.
        CorpusFormError: it can't be told how a file is to be read.
        NoRoomError: memory or disk do not suffice to find the threads of comments.
    """
    corpora.check_language(language)
    lists = Blacklists.load(language, blacklists)
    for problem in lists.problems:
        console.print(f"{problem}; left out", style="yellow", markup=False)
    found = audit(paths, language, params, lists, form)
    console.print(as_table(found))
    if output:
        write_whole(output, as_csv(found).encode())
    return found


def as_table(found: NoiseAudit) -> Table:
    """The rules that found something, and how many found nothing."""
    silent = [share.rule for share in found.shares if not share.dialogues]
    unreadable = f"; {found.unreadable:,} unreadable records" if found.unreadable else ""
    table = Table(
        title=f"{found.dialogues:,} dialogues, {found.utterances:,} utterances{unreadable}",
        caption=f"nothing found by: {', '.join(silent)}" if silent else None,
    )
    table.add_column("rule")
    for name in ("dialogues", "%", "utterances", "%"):
        table.add_column(name, justify="right")
    for rule, dialogues, share, utterances, part in _rows(found):
        if dialogues:
            table.add_row(rule, f"{dialogues:,}", f"{share:.2%}", f"{utterances:,}", f"{part:.2%}")
    return table


def as_csv(found: NoiseAudit) -> str:
    """All rules; the last line counts what at least one of them hit."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for rule, dialogues, share, utterances, part in _rows(found):
        writer.writerow([rule, dialogues, f"{share:.6f}", utterances, f"{part:.6f}"])
    return text.getvalue()


def _rows(found: NoiseAudit) -> list[tuple[str, int, float, int, float]]:
    return [
        (
            share.rule,
            share.dialogues,
            share.dialogues / max(1, found.dialogues),
            share.utterances,
            share.utterances / max(1, found.utterances),
        )
        for share in found.shares
    ]
