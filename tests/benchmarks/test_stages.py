import pytest

from benchmarks import corpus, stages
from benchmarks.corpus import Recipe
from dialogue_etl.core import yaml_files


@pytest.fixture(scope="module")
def smallest(tmp_path_factory):
    return corpus.get(Recipe(None, "en", shards=2), corpus.SMALLEST, tmp_path_factory.mktemp("corpora"))


def test_a_stage_is_measured_and_its_counts_are_kept(smallest):
    heard = []
    (measured,) = stages.run(smallest, "en", last="works", workers=1, say=heard.append).values()
    assert measured.usage.cpu_seconds > 0
    assert measured.usage.peak_bytes > 10_000_000
    assert measured.metrics["books"] == 1
    assert len(heard) == 1
    assert "works" in heard[0]


def test_every_stage_after_download_can_be_measured():
    listed = yaml_files.load((stages.ROOT / "dvc.yaml").read_text())["stages"]
    before = {"books-catalogue", "books-download"}
    beside = {"books-evaluate", "books-pairs"}  # of other texts; of no language unless somebody asks
    ours = {name for name in listed if name.startswith("books-")}
    assert {f"books-{stage}" for stage in stages.STAGES} == ours - before - beside
