"""Folders of published corpora at their published sizes: what `dialogue-etl corpus` makes of them.

    python -m benchmarks.corpora          # about a minute; corpora.md says which documents the sizes are from

The folders have the layout, the names and the columns of the releases; what is said in them is made up.
"""

import tempfile
from pathlib import Path

import typer

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.corpora.dataset import write
from tests.corpora import test_layouts as layouts

PUBLISHED = {
    "dailydialog": (layouts.dailydialog, 11_118, 1_000, 1_000),
    "personachat": (layouts.personachat, 8_939, 1_000, 968),
    "multiwoz": (layouts.multiwoz_2_1, 8_438, 1_000, 1_000),
    "meld": (layouts.meld, 1_039, 114, 280),
    "topicalchat": (layouts.topicalchat, 8_628, 1_078, 1_078),
}


def main() -> None:
    """Make each folder, convert it, and print the table."""
    typer.echo(
        "| corpus | train, validation, test | converted | twice | in train and test | files left out |"
    )
    typer.echo("|---|---|---|---|---|---|")
    for form, (make, *sizes) in PUBLISHED.items():
        layouts.SIZES.update(zip(SPLIT_NAMES, sizes, strict=True))
        with tempfile.TemporaryDirectory() as scratch:
            given, output = Path(scratch, "in"), Path(scratch, "out")
            make(given)
            done = write([given], form, output, package=Package(formats=["parquet"]))
        counts = done.counts["en"]
        both = (sizes, [counts[split]["dialogues"] for split in SPLIT_NAMES])
        shown = [", ".join(f"{one:,}" for one in numbers) for numbers in both]
        twice = counts["all"]["repeated"], counts["all"]["shared"], len(done.editions)
        typer.echo(f"| {form} | {' | '.join(map(str, (*shown, *twice)))} |")


if __name__ == "__main__":
    main()
