"""Stage `mix-report`: what the mixed dataset is made of, as one page.

report.html              composition, examples, rights, parameters
plots/composition.json   dialogues by part and split
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from dialogue_etl import run, shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.mix.card import NAME
from dialogue_etl.params import SOURCES, knobs
from dialogue_etl.report import templates
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dialogue_etl.params import Params

_TEMPLATE = Path(__file__).parent / "mix.html"
_LONGEST_TURN = 300
_MOST_TURNS = 6


def report(*, dataset: Path, figures: Path, output: Path, metrics: Path, params: Params) -> None:
    """Write the page.

    Args:
        dataset: output of `mix-dataset`.
        figures: metrics of `mix-dataset`.
        output: folder of the page and the plots.
        metrics: JSON file of shares.
        params: the knobs of the mix.

    Raises:
        DialogueEtlError: there are no such metrics.
    """
    if not figures.is_file():
        raise DialogueEtlError(f"{figures}: no such file; run the stage that writes it first (mix-dataset)")
    said = json.loads(figures.read_text(encoding="utf-8"))
    shares = _shares(said)
    with shards.whole(output) as folder:
        (folder / "report.html").write_text(_page(dataset, said, shares, params), encoding="utf-8")
        run.write_metrics(folder / "plots" / "composition.json", {"composition": _plot(said)})
    run.write_metrics(metrics, {**said["total"], "shares": shares})


def _shares(figures: Mapping[str, Any]) -> dict[str, float]:
    """The share of all taken dialogues by part."""
    total = figures["total"]["dialogues"]
    return {name: part["dialogues"] / total if total else 0.0 for name, part in figures["parts"].items()}


def _plot(figures: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"part": name, "split": split, "dialogues": part["splits"][split]["dialogues"]}
        for name, part in figures["parts"].items()
        for split in SPLIT_NAMES
    ]


def _page(dataset: Path, figures: Mapping[str, Any], shares: Mapping[str, float], params: Params) -> str:
    values = params.model_dump()["mix"]
    places = {name: place for place, name in enumerate(figures["parts"])}
    return templates.render(
        _TEMPLATE,
        figures=figures,
        shares=shares,
        splits=SPLIT_NAMES,
        sources=[source for source in SOURCES if source in params.mix.sources],
        places=places,
        examples=sorted(_examples(dataset, figures), key=lambda example: places[example[0]]),
        most_turns=_MOST_TURNS,
        longest_turn=_LONGEST_TURN,
        knobs=[(knob, values[knob.key.partition(".")[2]]) for knob in knobs("mix") if _of_mix(knob.key)],
    )


def _of_mix(key: str) -> bool:
    return key.startswith("mix.")


def _examples(dataset: Path, figures: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The first dialogue of each part that has one."""
    wanted = {name for name, part in figures["parts"].items() if part["dialogues"]}
    for split in SPLIT_NAMES:
        path = dataset / NAME / f"{split}.parquet"
        if not wanted or not path.is_file():
            continue
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(100, use_threads=False):
                for row in batch.to_pylist():
                    source = "books" if row["corpus"] == "books" else "threads"
                    name = f"{source}/{row['language']}"
                    if name in wanted:
                        wanted.remove(name)
                        yield name, row
                if not wanted:
                    break
