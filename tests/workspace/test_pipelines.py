"""Which pipelines a workspace has: its two files, as texts."""

import re

import pytest

from dialogue_etl.core import yaml_files
from dialogue_etl.params import WholeParams, parse
from dialogue_etl.sources import SOURCES
from dialogue_etl.workspace import pipelines
from dialogue_etl.workspace.change import Files, fresh
from dialogue_etl.workspace.root import WorkspaceError
from dialogue_etl.workspace.yaml_blocks import cut, grafted, parsed
from tests.conftest import ROOT

PRODUCT = Files.of(ROOT)
MADE_OF = {"mix": 1, "emotions": 1, "testset": 1, "retrieval": 1, "generative": 1}
"""Pipelines that need a dataset."""
BASES = [name for name in PRODUCT.pipelines if name not in MADE_OF]
CHOICES = [
    *((name,) for name in BASES),
    *((base, "mix") for base in BASES),
    *((BASES[0], name) for name in [*MADE_OF][1:]),
    tuple(PRODUCT.pipelines),
]


@pytest.mark.parametrize("chosen", CHOICES, ids=" ".join)
def test_every_choice_is_whole(chosen: tuple[str, ...]) -> None:
    """No stage reads what no stage writes, or a parameter that is not there; every parameter is read."""
    made = fresh(chosen, (), None)
    assert made.pipelines == [name for name in PRODUCT.pipelines if name in chosen]
    values = made.values
    parse(values)
    content = yaml_files.load(made.dvc_yaml)
    text = re.sub(
        r"\$\{(\w+)\.(\w+)\}", lambda found: str(values.get(found[1], {}).get(found[2])), made.dvc_yaml
    )
    for name in re.findall(r"\b(?:data|metrics)/(\w+)/", text):
        assert name in {"code", *chosen}
    for key in re.findall(r"\$\{([a-z_.]+)\}", made.dvc_yaml):
        assert pipelines.value_of(values, key) is not None or key == "item.language"
    for stage in content["stages"].values():
        for key in stage.get("params", []):
            section, _, name = key.partition(".")
            assert section in values
            assert not name or name in values[section]
    assert set(values) == pipelines.sections(chosen)
    assert all(place.split("/")[1] in chosen for plot in content.get("plots", []) for place in plot)


def test_all_pipelines_are_the_product_itself() -> None:
    every = PRODUCT.pipelines
    assert set(every) == set(SOURCES)
    assert pipelines.with_only(PRODUCT.dvc_yaml, every) == PRODUCT.dvc_yaml
    assert pipelines.params_of(PRODUCT.params_yaml, PRODUCT.params_yaml, every) == PRODUCT.params_yaml
    assert pipelines.sections(every) == set(WholeParams.model_fields)


@pytest.mark.parametrize(
    ("base", "added"),
    [*((BASES[0], name) for name in PRODUCT.pipelines), *((name, "mix") for name in BASES[1:])],
)
def test_what_is_added_is_as_if_it_had_been_there_and_what_is_removed_as_if_it_had_not(
    base: str, added: str
) -> None:
    """By lines, so that nothing else changes; and again from what the user has written."""
    before, after = ((name,) for name in (base, added))
    both = {*before, *after}
    small, large = (pipelines.with_only(PRODUCT.dvc_yaml, some) for some in (before, both))
    assert pipelines.extended(small, PRODUCT.dvc_yaml, both) == large
    assert pipelines.with_only(large, before) == small
    own = small.replace("stages:\n", "stages:\n  # mine\n  my-own:\n    cmd: 'true'\n", 1).replace(
        "desc: Check", "desc: Do check"
    )
    extended = pipelines.extended(own, PRODUCT.dvc_yaml, both)
    assert pipelines.with_only(extended, before) == own
    assert "  # mine\n  my-own:\n" in extended
    assert yaml_files.load(extended)["stages"].keys() == {"my-own", *yaml_files.load(large)["stages"]}


def test_what_reads_all_datasets_reads_those_that_are_added_later() -> None:
    text = pipelines.with_only(PRODUCT.dvc_yaml, ["books", "mix"])
    own = text.replace("    - data/books/dataset\n    params", "    - data/books/dataset  # mine\n    params")
    own = own.replace("cmd: dialogue-etl run mix-dataset", "cmd: nice dialogue-etl run mix-dataset")
    later = pipelines.extended(own, PRODUCT.dvc_yaml, ["books", "threads", "mix"])
    stage = yaml_files.load(later)["stages"]["mix-dataset"]
    assert {"data/books/dataset", "data/threads/dataset"} <= set(stage["deps"])
    assert "data/subtitles/dataset" not in stage["deps"]
    assert "threads.languages" in stage["params"]
    assert "nice dialogue-etl run mix-dataset" in later


def test_values_and_comments_of_a_params_file_stay() -> None:
    mine = (
        "# top\nlanguages: [fr]   # one\n\nbooks:\n    source: mirror # why\n    # none\n    ids: []\n"
        "split: {train: 1.0, validation: 0.0, test: 0.0, seed: 1}\n# the end\n"
    )
    text = pipelines.params_of(mine, PRODUCT.params_yaml, ["books", "threads"])
    for line in mine.splitlines():
        assert line in text.splitlines()
    values = yaml_files.load(text)
    assert set(values) == pipelines.sections(["books", "threads"])
    assert values["books"] == {"source": "mirror", "ids": []}
    assert values["threads"] == PRODUCT.values["threads"]
    assert pipelines.params_of(text, PRODUCT.params_yaml, ["books"]).count("# the end") == 1


def test_an_upgrade_gives_each_section_the_parameters_of_this_version() -> None:
    text = PRODUCT.params_yaml.replace("  dialogue_gap: 525\n", "  dialogue_gap: 9 # mine\n  gone: 1\n")
    text = text.replace("  max_words: 100\n", "").replace("postfilter:\n", "old:\n  x: 1\n\npostfilter:\n")
    every = PRODUCT.pipelines
    expected = PRODUCT.params_yaml.replace("dialogue_gap: 525", "dialogue_gap: 9 # mine")
    assert pipelines.renewed(text, PRODUCT.params_yaml, every) == expected


def test_what_is_made_of_datasets_is_made_of_those_there_are() -> None:
    made = fresh(["books", "mix", "emotions", "testset"], ["en"], None).values
    assert made["mix"]["sources"] == ["books"]
    assert made["emotions"]["dataset"] == made["testset"]["source"] == "books"
    given = {"mix": {"sources": ["books"]}, "emotions": {"dataset": "threads"}}
    some = ["books", "threads", "mix", "emotions"]
    assert pipelines.datasets(some, given, before=["books", "mix"]) == {"mix.sources": ["books", "threads"]}
    assert pipelines.datasets(some, given, before=["books", "threads", "mix"]) == {}
    with pytest.raises(
        WorkspaceError, match="emotions reads the dataset of another pipeline: add one of books"
    ):
        fresh(["emotions"], (), None)
    (said,) = pipelines.readers(["books", "emotions"], ["threads"], given)
    assert said.startswith("emotions reads the dataset of threads (emotions.dataset)")


def test_entries_are_found_whatever_the_layout() -> None:
    text = "a:   # first\n    - 1\n\n# of b\n# too\n'b': 2\n\n# not of c\n\nc:\n  d: {e: 1}\n# end\n"
    blocks = {block.name: "\n".join(block.text) for block in parsed(text).blocks()}
    assert blocks == {
        "a": "a:   # first\n    - 1",
        "b": "\n# of b\n# too\n'b': 2\n\n# not of c",
        "c": "\nc:\n  d: {e: 1}",
    }
    left = cut(text, [block for block in parsed(text).blocks() if block.name == "b"])
    assert left == "a:   # first\n    - 1\n\nc:\n  d: {e: 1}\n# end\n"
    assert grafted(left, text) != left
    assert yaml_files.load(grafted(left, text)) == yaml_files.load(text)
    assert [block.name for block in parsed(text).at("c", "d")] == ["e"]
    with pytest.raises(WorkspaceError, match="line 11 has to be changed: write one entry per line"):
        grafted(text, text.replace("e: 1", "e: 1, f: 2"), "c", "d")
    with pytest.raises(WorkspaceError, match="not valid YAML"):
        parsed("a: [")
