"""What each source says of its documents, and for which languages it makes pairs."""

from collections import defaultdict

import pytest

from dialogue_etl import params
from dialogue_etl.core.tables import PAIR_DOCUMENTS
from dialogue_etl.sources import SOURCES
from tests.conftest import REGISTRY
from tests.params.test_model import refused

PAIRED = [source for source in SOURCES.values() if source.pairs]


@pytest.mark.parametrize("source", PAIRED, ids=lambda source: source.name)
def test_a_source_knows_what_it_says_it_knows(source):
    said = source.part("documents").pair_facts(defaultdict(str))
    assert said.keys() == {*source.pairs.known, "path"} <= set(PAIR_DOCUMENTS.names)
    assert {"id", *said} - {"path", "imdb_id", "movie_rating"} <= {
        *source.part("documents").PAIR_COLUMNS,
        "id",
    }


def test_books_and_threads_have_pairs_where_a_language_is_named():
    def languages(**changes):
        values = params.parse(params.override({}, changes))
        return [REGISTRY[f"{source.name}-pairs"].languages(values) for source in PAIRED]

    assert languages() == [[], ["en", "pt"], []]
    assert languages(book_pairs={"languages": ["de"]}, thread_pairs={"languages": ["zh"]}) == [
        ["de"],
        ["en", "pt"],
        ["zh"],
    ]


@pytest.mark.parametrize(
    ("section", "values", "said"),
    [
        ("book_pairs", {"languages": ["pl"]}, "params.yaml: book_pairs.languages: 'pl' is not built"),
        (
            "book_pairs",
            {"metadata_filters": [{"type": "genre", "value": "Drama"}]},
            "book_pairs.metadata_filters.0: 'genre': of books no genres is known, but title, encoding",
        ),
        (
            "thread_pairs",
            {"metadata_filters": [{"type": "year", "min": 1}]},
            "thread_pairs.metadata_filters.0: 'year': of threads no year is known, but nothing",
        ),
        ("subtitle_pairs", {"turns": "block"}, "subtitle_pairs.pair_scope: 'dialogue': with turns: block"),
        (
            "subtitle_pairs",
            {"producers": [{"type": "sentiment"}]},
            "subtitle_pairs.producers.0: 'sentiment': sentiment has no 'pt'; it has en",
        ),
        (
            "subtitle_pairs",
            {"interaction_filters": [{"type": "tokens_quantity", "target": "answer", "min": 6}]},
            "'min': 6}: needs the producer tokenizer for the answer",
        ),
        (
            "subtitle_pairs",
            {"metadata_filters": [{"type": "year", "range": [9, 1]}, {"type": "year", "mim": 1}]},
            "subtitle_pairs.metadata_filters.1.mim: 1: unknown key; known: type, exists, min",
        ),
    ],
)
def test_what_a_source_cannot_give_is_refused_with_the_parameters(section, values, said):
    assert said in refused({section: values})
