"""Which stages of threads, subtitles and mixes `dvc repro` runs in a real workspace."""

import json
import shutil

import pytest

from dialogue_etl.core import yaml_files
from tests.sources.subtitles.building import srt
from tests.sources.threads.building import chain, lines
from tests.test_repro import Workspace, copy_product

pytestmark = [pytest.mark.slow, pytest.mark.long]

SOURCES = ("threads", "subtitles", "mix")
TARGETS = tuple(f"{source}-{step}" for source in SOURCES for step in ("check", "report"))
INGEST, EXTRACT, RULES, TRAIN, CLASSIFY, SPLIT = (
    {f"threads-{name}@en"} for name in ("ingest", "extract", "rules", "train", "classify", "split")
)
SAYING = {"threads-package", "threads-check", "threads-report"}
DATASET, MIX = {"mix-dataset"}, {"mix-dataset", "mix-check", "mix-report"}
THREADS = INGEST | EXTRACT | RULES | TRAIN | CLASSIFY | SPLIT | SAYING
OF_SUBTITLES = ("download", "read", "films", "sentences", "train", "turns", "dialogues", "clean", "split")
FETCH, READ, FILMS, SENTENCES, LEARN, TURNS, GAPS, CLEAN, DEAL = (
    {f"subtitles-{name}@en"} for name in OF_SUBTITLES
)
PAIRS = {"subtitles-pairs@en"}
FOUND = TURNS | GAPS | CLEAN
TELLING = {"subtitles-package", "subtitles-check", "subtitles-report"}
SUBTITLES = FETCH | READ | FILMS | SENTENCES | LEARN | FOUND | DEAL | PAIRS | TELLING
OF_BOOKS = {"download", "works", "prefilter", "extract", "postfilter", "split"}
BOOKS = {"books-catalogue", "books-package", *(f"books-{name}@en" for name in OF_BOOKS)}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A workspace built once. Tests get copies of it."""
    product = copy_product(tmp_path_factory.mktemp("product"))
    workspace = Workspace(tmp_path_factory.mktemp("built") / "workspace", product, TARGETS)
    workspace.run("dialogue-etl", "init", str(workspace.folder), "--preset", "sample", folder=product)
    path = workspace.folder / "params.yaml"
    values = yaml_files.load(path.read_text("utf-8"))
    for section in (values, values["threads"], values["subtitles"]):
        section["languages"] = ["en"]  # each costs a stage a second
    values["classify"]["min_labels"] = 20  # the sample has few
    path.write_text(yaml_files.dump(values), "utf-8")
    workspace.run("git", "commit", "--quiet", "--all", "-m", "One language")
    assert workspace.repro() == BOOKS | THREADS | SUBTITLES | MIX
    return workspace


@pytest.fixture
def workspace(built, tmp_path):
    return built.copy(tmp_path / "copy")


def test_with_nothing_changed_nothing_runs(workspace):
    assert workspace.repro() == set()


@pytest.mark.parametrize(
    ("key", "value", "ran", "stays"),
    [
        ("rules.hashtags", "off", RULES | TRAIN | CLASSIFY | SAYING | DATASET, INGEST | EXTRACT),
        ("classify.noise_threshold", 0.2, CLASSIFY | SPLIT | SAYING | MIX, INGEST | EXTRACT | RULES | TRAIN),
        ("classify.seed", 1, TRAIN | SAYING, INGEST | EXTRACT | RULES),
        ("mix.caps", ["threads=3"], MIX, THREADS | SUBTITLES),
        ("threads.speakers", "none", EXTRACT | RULES | SAYING, INGEST),
        ("turns.dialogue_gap", 1.5, FOUND | DEAL | TELLING | MIX, FETCH | READ | FILMS | SENTENCES | LEARN),
        ("turns.min_turns", 4, CLEAN | DEAL | TELLING | MIX, SENTENCES | TURNS | GAPS),
        ("turns.segmenter", "classifier", LEARN | TURNS | TELLING, FETCH | READ | FILMS | SENTENCES),
        ("subtitle_rules.character_names", "off", SENTENCES | FOUND | TELLING, FETCH | READ | FILMS),
        ("subtitles.skip_genres", [], FILMS | SENTENCES | FOUND | DEAL | TELLING | MIX, FETCH | READ),
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


def test_without_films_of_ones_own_books_and_threads_are_mixed(workspace):
    workspace.set("subtitles.languages", [])
    shutil.rmtree(workspace.folder / "data/subtitles")  # as after a clone
    assert workspace.repro() >= TELLING | MIX
    parts = json.loads((workspace.folder / "metrics/mix/dataset.json").read_text("utf-8"))["parts"]
    assert set(parts) == {"books/en", "threads/en"}
    total = json.loads((workspace.folder / "metrics/subtitles/check.json").read_text("utf-8"))["total"]
    assert not any(total.values())
    assert workspace.repro() == set()


def test_an_added_film_is_built(workspace, tmp_path):
    film = tmp_path / "ferry.srt"
    film.write_bytes(srt(["- Is the ferry late?\n- It always is.", "Then I am going home."]))
    stated = ("--language", "en", "--rights", "CC0-1.0", "--film", "tt0000042")
    said = workspace.run("dialogue-etl", "subtitles", "add", str(film), *stated)
    assert "en/tt0000042/ferry.srt: 3 sentences" in said
    assert workspace.repro() == READ  # the sample is still the source
    workspace.set("subtitles.source", "library")
    assert workspace.repro() >= FETCH | READ | FILMS | SENTENCES | FOUND | DEAL | TELLING | MIX
    page = (workspace.folder / "data/subtitles/dataset/films.tsv").read_text("utf-8")
    assert [line.split("\t")[0] for line in page.splitlines()[1:]] == ["tt0000042:ferry"]


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
