"""Every parameter of the mix does something, and only where the stage declares it."""

from pathlib import Path

import pytest

from dialogue_etl import params
from dialogue_etl.derived.mix import dataset, report
from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.check import stage as check
from tests.conftest import declared_parameters, quick_runtime, tree
from tests.test_parameters import Recorder

KEYS = [f"mix.{name}" for name in Mix.model_fields]
# Another value, and what has to go with it.
CHANGED = {
    "mix.sources": ({"mix.sources": ["threads"]}, {}),
    "mix.languages": ({"mix.languages": ["zh"]}, {}),
    "mix.weights": ({"mix.weights": ["threads=3"]}, {}),
    "mix.caps": ({"mix.caps": ["threads=7"]}, {}),
    "mix.seed": ({"mix.seed": 1}, {"mix.caps": ["threads=7"]}),
    "package.formats": ({"package.formats": ["parquet", "tsv"]}, {}),
}
DATASET, CHECK, REPORT = "mix-dataset", "mix-check", "mix-report"


def values(changes):
    base = {"languages": ["de", "en"], "threads.languages": ["zh"], "subtitles.languages": []}
    return params.parse(params.override({}, {**base, **changes}))


def run(name: str, data: Path, folder: Path, parameters) -> None:
    metrics = folder / "metrics" / f"{name}.json"
    if name == DATASET:
        places = {"data": data, "output": folder / "dataset", "metrics": metrics}
        dataset.mix(**places, params=parameters, workspace=folder)
        return
    output = {"output": folder / name, "metrics": metrics, "params": parameters}
    if name == CHECK:
        check.check(source=SOURCES["mix"], dataset=folder / "dataset", runtime=quick_runtime(), **output)
    else:
        figures = folder / "metrics" / f"{DATASET}.json"
        report.report(dataset=folder / "dataset", figures=figures, **output)


def built(data, folder, changes, stages=(DATASET, CHECK, REPORT)):
    for name in stages:
        run(name, data, folder, values(changes))
    return folder


def rows(folder):
    """Files but for the card, which states every parameter whether it does something or not."""
    return {name: digest for name, digest in tree(folder / "dataset").items() if "README.md" not in name}


@pytest.mark.parametrize("key", CHANGED)
def test_no_parameter_is_dead(data, tmp_path, key):
    changes, context = CHANGED[key]
    base = built(data, tmp_path / "base", context, [DATASET])
    changed = built(data, tmp_path / "changed", {**context, **changes}, [DATASET])
    assert rows(changed) != rows(base)


@pytest.mark.parametrize("name", [DATASET, CHECK, REPORT])
def test_a_stage_reads_no_parameter_that_it_does_not_declare(data, tmp_path, name):
    built(data, tmp_path, {})
    seen: set[str] = set()
    run(name, data, tmp_path, Recorder(values({}), seen))
    assert seen <= declared_parameters("mix")[name]
    assert seen


@pytest.mark.parametrize("name", [DATASET, CHECK, REPORT])
def test_parameters_that_a_stage_does_not_declare_change_nothing_of_it(data, tmp_path, name):
    base = built(data, tmp_path / "base", {})
    again = built(data, tmp_path / "again", {})
    others = {**dict.fromkeys(["report.examples", "split.seed", "threads.min_turns", "storage.shards"], 7)}
    others |= {key: value for of in CHANGED.values() for key, value in of[0].items()}
    others = {key: value for key, value in others.items() if key not in declared_parameters("mix")[name]}
    run(name, data, again, values(others))
    assert tree(again) == tree(base)
