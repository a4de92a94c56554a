"""`dialogue-etl languages`: the languages of books, and what each has."""

_WIDTH = 200
"""Of the table in a file or pipe."""


def languages() -> None:
    """List the languages of books that have a file, and what it has; any other is read by its marks."""
    import sys

    from rich.console import Console
    from rich.table import Table

    from dialogue_etl.languages import overview

    table = Table(*overview.COLUMNS, box=None, pad_edge=False)
    for row in overview.rows():
        table.add_row(*row)
    Console(highlight=False, width=None if sys.stdout.isatty() else _WIDTH).print(table)
