"""Which stages of threads and mixes `dvc repro` runs in a real workspace."""

import json
import shutil
from dataclasses import replace

import pytest
import yaml

from tests.sources.threads.building import chain, lines
from tests.test_repro import Workspace, copy_product

pytestmark = [pytest.mark.slow, pytest.mark.long]

TARGETS = ("threads-check", "threads-report", "mix-check", "mix-report")
INGEST, EXTRACT, RULES, TRAIN, CLASSIFY, SPLIT = (
    {f"threads-{name}@en"} for name in ("ingest", "extract", "rules", "train", "classify", "split")
)
SAYING = {"threads-package", "threads-check", "threads-report"}
DATASET, MIX = {"mix-dataset"}, {"mix-dataset", "mix-check", "mix-report"}
THREADS = INGEST | EXTRACT | RULES | TRAIN | CLASSIFY | SPLIT | SAYING
OF_BOOKS = {"download", "works", "prefilter", "extract", "postfilter", "split"}
BOOKS = {"books-catalogue", "books-package", *(f"books-{name}@en" for name in OF_BOOKS)}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A workspace built once. Tests get copies of it."""
    product = copy_product(tmp_path_factory.mktemp("product"))
    workspace = Workspace(tmp_path_factory.mktemp("built") / "workspace", product, TARGETS)
    workspace.run("dialogue-etl", "init", str(workspace.folder), "--preset", "sample", folder=product)
    path = workspace.folder / "params.yaml"
    values = yaml.safe_load(path.read_text("utf-8"))
    values["languages"] = values["threads"]["languages"] = ["en"]  # each costs a stage a second
    values["classify"]["min_labels"] = 20  # the sample has few
    path.write_text(yaml.safe_dump(values, sort_keys=False), "utf-8")
    workspace.run("git", "commit", "--quiet", "--all", "-m", "One language")
    assert workspace.repro() == BOOKS | THREADS | MIX
    return workspace


@pytest.fixture
def workspace(built, tmp_path):
    shutil.copytree(built.folder, tmp_path / "copy")
    return replace(built, folder=tmp_path / "copy")


def test_with_nothing_changed_nothing_runs(workspace):
    assert workspace.repro() == set()


@pytest.mark.parametrize(
    ("key", "value", "ran", "stays"),
    [
        ("rules.hashtags", "off", RULES | TRAIN | CLASSIFY | SAYING | DATASET, INGEST | EXTRACT),
        ("classify.noise_threshold", 0.2, CLASSIFY | SPLIT | SAYING | MIX, INGEST | EXTRACT | RULES | TRAIN),
        ("classify.seed", 1, TRAIN | SAYING, INGEST | EXTRACT | RULES),
        ("mix.caps", ["threads=3"], MIX, THREADS),
        ("threads.speakers", "none", EXTRACT | RULES | SAYING, INGEST),
    ],
)
def test_a_changed_parameter_runs_its_stages_and_what_follows(workspace, key, value, ran, stays):
    before = workspace.outputs()
    workspace.set(key, value)
    again = workspace.repro()
    assert again >= ran
    assert not again & (stays | BOOKS)
    after = workspace.outputs()
    assert {name for name in after if after[name] != before[name]} <= again


def test_an_added_corpus_is_built(workspace, tmp_path):
    dump = tmp_path / "dump.jsonl"
    dump.write_text(lines(chain("a", "Who has the key to the shed?", "I have it here.", "Bring it, please.")))
    command = ("dialogue-etl", "threads", "add", str(dump), "--name", "talk", "--language", "en")
    stated = ("--rights", "CC0-1.0", "--format", "tree")
    assert "talk: tree, en, CC0-1.0; 1 file" in workspace.run(*command, *stated)
    # The sample is still the source: what depends on the corpora runs and gives the same.
    assert workspace.repro() == INGEST
    workspace.set("threads.source", "corpora")
    assert workspace.repro() >= INGEST | EXTRACT | RULES | SPLIT | SAYING | MIX
    page = (workspace.folder / "data/threads/dataset/README.md").read_text("utf-8")
    assert "| talk | en | CC0-1.0 | 1 | 1 |" in page


def test_a_blacklist_is_read_and_runs_the_rules_again(workspace):
    before = json.loads((workspace.folder / "metrics/threads/rules/en.json").read_text("utf-8"))
    lists = workspace.folder / "threads/blacklists"
    lists.mkdir(parents=True, exist_ok=True)
    (lists / "topics.txt").write_text("lighthouse\n", "utf-8")
    ran = workspace.repro()
    assert ran >= RULES | SAYING
    assert not ran & (INGEST | EXTRACT)
    after = json.loads((workspace.folder / "metrics/threads/rules/en.json").read_text("utf-8"))
    assert after["terms"]["topics"] == before["terms"]["topics"] + 1
    assert after["dialogues"] < before["dialogues"] or after["utterances"] < before["utterances"]
