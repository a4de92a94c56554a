"""Stage `mix-report`: what the mixed dataset is made of, as one page.

report.html              composition, examples, rights, parameters
plots/composition.json   dialogues by part and split
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.parquet as pq

from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.split_files import splits
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.formats import MIXED
from dialogue_etl.report import page, templates

_TEMPLATE = Path(__file__).parent / "mix.html"
_ORIGIN = ["corpus", "language"]
_MOST_EXAMPLES = 40


def report(*, dataset: Path, figures: Path, output: Path, metrics: Path, params: Params) -> None:
    """Write the page.

    Raises:
        DialogueEtlError: the metrics are missing.
    """
    counted = run.read_metrics(figures, "mix-dataset")
    total = counted["total"]["dialogues"]
    shares = {name: part["dialogues"] / (total or 1) for name, part in counted["parts"].items()}
    composition = [
        {"part": name, "split": split, "dialogues": part["splits"][split]["dialogues"]}
        for name, part in counted["parts"].items()
        for split in SPLIT_NAMES
    ]
    html = templates.render(
        _TEMPLATE,
        figures=counted,
        shares=shares,
        splits=SPLIT_NAMES,
        sources=[*sorted(params[Mix].sources), *params[Mix].folders],
        examples=_examples(dataset / MIXED),
        settings=page.settings(params, ["mix"]),
        unmasked=page.unmasked(params),
        **page.LIMITS,
    )
    with shards.atomic_folder(output) as folder:
        shards.write_atomic(folder / "report.html", html.encode())
        run.write_metrics(folder / "plots" / "composition.json", {"composition": composition})
    run.write_metrics(metrics, {**counted["total"], "shares": shares})


def _examples(folder: Path) -> list[tuple[str, Mapping[str, Any]]]:
    """The first dialogue of each corpus in each language; books have no corpus but their source."""
    first: dict[tuple[str, str], Mapping[str, Any]] = {}
    for path in (path for files in splits(folder).values() for path in files):
        with pq.ParquetFile(path) as file:
            for number in range(file.num_row_groups):
                origins = file.read_row_group(number, _ORIGIN).group_by(_ORIGIN).aggregate([]).to_pylist()
                for corpus, language in (tuple(row.values()) for row in origins):
                    if (corpus, language) not in first:
                        group = file.read_row_group(number)
                        own = pc.and_(
                            pc.equal(group["corpus"], corpus), pc.equal(group["language"], language)
                        )
                        first[corpus, language] = group.filter(own).slice(0, 1).to_pylist()[0]
    return [(f"{corpus}/{language}", row) for (corpus, language), row in sorted(first.items())][
        :_MOST_EXAMPLES
    ]
