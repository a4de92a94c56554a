import json
import random

import pytest

from dialogue_etl.languages.language import words
from dialogue_etl.sources.books.boundaries import model as models
from dialogue_etl.sources.books.catalogues import library
from tests.conftest import quick_runtime, tree

MODEL = {"languages": ["en"], "extract.boundaries": "model"}
PLAIN = {"prefilter.max_kl_divergence": 0, "extract.min_delimiters": 0, "extract.find_speakers": False}
LONG = {**MODEL, **PLAIN, "books.source": "library"}
NEAR = words("she he looked smiled and said nothing for a while then turned her his eyes to the door")
FAR = words("the road town winter house river people years went by long ago lived had been summer hill")


def sentence(dice, among, length):
    return " ".join(dice.choices(among, k=length)).capitalize() + "."


def story(number):
    """Talk with short and long narration between, in words of our own drawn by lot."""
    dice = random.Random(number)
    parts = []
    for _ in range(20):
        parts += ["“Yes.”", sentence(dice, NEAR, 30), "“No.”", sentence(dice, (*FAR, *NEAR[:3]), 600)]
    return "\n\n".join([*parts, "“Well.”"])


@pytest.fixture(scope="module")
def long_books(tmp_path_factory):
    """Books enough to train on: the sample's stories are too short."""
    folder = tmp_path_factory.mktemp("long") / "library"
    for number in range(6):
        data = story(number).encode()
        facts = {"title": f"Number {number}", "authors": ("Doe, Jane",), "rights": "Public domain"}
        library.add(folder, [(library.entry(id=f"own{number}", language="en", data=data, **facts), data)])
    return folder


def test_nothing_is_trained_if_the_knobs_do_not_ask_for_it(sample):
    for language in sample.params.languages:
        assert sample.metrics("boundaries", language) == {"off": True}
        assert models.load(sample.stages / "boundaries" / language / models.FILE) is None


def test_too_few_pairs_are_said_in_the_metrics_and_the_rules_take_over(sample, tmp_path):
    ruled = sample.copied(tmp_path / "rules", {"languages": ["en"]}).run("extract")
    again = sample.copied(tmp_path / "model", MODEL).run("boundaries", "extract")
    said = again.metrics("boundaries", "en")
    assert said["trained"] is False
    assert "are needed" in said["reason"]
    counted = again.metrics("extract", "en")
    assert 0 < counted["books_by_rules"] <= counted["books_in"]
    assert ruled.metrics("extract", "en")["books_by_rules"] == 0
    assert again.rows("extract", "en", "dialogues") == ruled.rows("extract", "en", "dialogues")


BEFORE = ("catalogue", "download", "works", "prefilter")


def test_the_model_is_the_same_for_any_number_of_shards_and_workers(build, long_books):
    written = set()
    for shards, workers in ((1, 1), (2, 2), (5, 1)):
        runtime = quick_runtime(workers=workers, alone_below=0)
        knobs = {**LONG, "storage.shards": shards}
        made = build(knobs, name=str(shards), library=long_books, runtime=runtime).run(*BEFORE, "boundaries")
        folder = made.stages / "boundaries" / "en"
        assert set(tree(folder)) == {models.FILE}
        written.add((folder / models.FILE).read_bytes())
    assert len(written) == 1
    data = json.loads(written.pop())
    said = made.metrics("boundaries", "en")
    assert said["trained"] is True
    assert said["held_out"] == data["training"]["held_out"]
    assert said["held_out"]["auc"] > 0.9
    assert data["words"][">river"] > 0 > data["words"][">smiled"]


def test_a_trained_model_parts_the_dialogues(build, long_books):
    made = build(LONG, library=long_books).run(*BEFORE, "boundaries", "extract")
    counted = made.metrics("extract", "en")
    assert counted["books_by_rules"] == 0
    assert counted["dialogues"] == 6 * 20
    knobs = {row["knob"] for row in made.rows("extract", "en", "sizes")}
    assert knobs == {"extract.dialogue_gap", "extract.boundary_threshold"}


def test_a_model_that_is_none_stops_the_stage(sample, tmp_path):
    again = sample.copied(tmp_path / "again", {"languages": ["en"]})
    (again.stages / "boundaries" / "en" / models.FILE).write_text("{}", "utf-8")
    with pytest.raises(models.BoundaryModelError, match="no boundary model"):
        again.run("extract")
