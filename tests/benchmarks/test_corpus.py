import itertools
from dataclasses import replace

import pytest

from benchmarks import corpus, vocabulary
from benchmarks.corpus import Recipe
from dialogue_etl.core import shards
from dialogue_etl.sources.books.tables import TEXTS
from tests.conftest import tree


@pytest.fixture(scope="module")
def recipe():
    return Recipe(None, "en", shards=3)


@pytest.fixture(scope="module")
def corpora(tmp_path_factory):
    return tmp_path_factory.mktemp("corpora")


@pytest.fixture(scope="module")
def made(recipe, corpora):
    return corpus.get(recipe, 0.5, corpora)


def rows(made):
    return list(shards.read(made.folder, "texts"))


def test_it_has_the_size_it_was_asked_for(made):
    assert 0.5 <= made.megabytes < 0.7
    assert made.bytes == sum(len(row["text"].encode()) for row in rows(made))
    assert made.books == len(rows(made))


def test_it_is_what_download_writes(made):
    assert [path.name for path in shards.shard_paths(made.folder, "texts")][-1] == "00002-of-00003.parquet"
    assert set(rows(made)[0]) == set(TEXTS.names)
    for index, path in enumerate(shards.shard_paths(made.folder, "texts")):
        assert all(shards.shard_of(row["id"], 3) == index for row in shards.read_shard(path))
    assert list(shards.read(made.folder, "drops")) == []


def test_the_same_recipe_gives_the_same_bytes(made, recipe, tmp_path):
    again = corpus.get(recipe, 0.5, tmp_path)
    assert tree(again.folder) == tree(made.folder)


def test_new_words_come_again_and_there_are_ever_more_of_them(made, monkeypatch):
    monkeypatch.setattr(vocabulary, "_FIRST", 12_000)
    sizes = list(vocabulary.sizes(row["text"] for row in rows(made)))
    assert sizes[-1][0] > 3 * sizes[0][0]
    for (words, distinct), (more, more_distinct) in itertools.pairwise(sizes):
        assert distinct < more_distinct < distinct * more / words


def test_texts_that_are_not_grown_are_books_as_they_are(recipe, tmp_path):
    real = replace(recipe, grown=False)
    got = corpus.get(real, 1_000, tmp_path)
    assert sorted(row["text"] for row in rows(got)) == sorted(corpus.read_sources(real))
