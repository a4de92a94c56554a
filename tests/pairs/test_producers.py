"""Tokens, stems, lemmas, sentiment; upper and lower case, tokens and lemmas as texts; what needs what."""

import pytest

from dialogue_etl.pairs import config
from dialogue_etl.pairs.producers import PRODUCERS, SENTIMENTS, SNOWBALL, band, tokens_of
from dialogue_etl.text import patterns
from dialogue_etl.text.patterns import SlowPatternError
from tests.conftest import ends_soon
from tests.pairs.made import columns, components, pipeline, refused

ALL = [{"type": "tokenizer"}, {"type": "stemmer"}, {"type": "lemmatizer"}, {"type": "sentiment"}]
SAID = [("Are the cats happy?", "I love cats!"), ("I love cats!", "Good-bye, don't hate me.")]


def run(said=SAID, language="en", **lists):
    return pipeline(language, **lists).run(columns(said))[0]


def test_what_producers_make_of_both_sides():
    made = run(producers=ALL)
    assert made["tokens_trigger"][0] == ["Are", "the", "cats", "happy", "?"]
    assert made["tokens_answer"][1] == ["Good-bye", ",", "do", "n't", "hate", "me", "."]
    assert made["stems_trigger"][0] == ["are", "the", "cat", "happi", "?"]
    assert made["lemmas_trigger"][0] == ["be", "the", "cat", "happy", "?"]
    assert made["sentiment_trigger"] == ["very positive", "very positive"]
    assert made["tokens_answer"][0] == made["tokens_trigger"][1]


def test_a_target_is_the_only_one_that_gets_something():
    made = run(producers=[{"type": "stemmer", "target": "answer"}])
    assert made.keys() - columns([]).keys() == {"stems_answer"}
    assert len(tokens_of("en")("Yes you are!")) == 4


@pytest.mark.parametrize(
    ("tag", "word", "stem"),
    [
        ("da", "kvinderne", "kvind"),
        ("nl", "huizen", "huis"),
        ("en", "running", "run"),
        ("fi", "taloissa", "talo"),
        ("fr", "continuellement", "continuel"),
        ("de", "aufeinander", "aufeinand"),
        ("hu", "házaknak", "ház"),
        ("ga", "bhfear", "fear"),
        ("it", "pronunciare", "pronunc"),
        ("no", "havnene", "havn"),
        ("pt", "meninas", "menin"),
        ("ro", "frumoase", "frumoas"),
        ("ru", "кошками", "кошк"),
        ("es", "cheques", "chequ"),
        ("sv", "klostren", "klostr"),
        ("tr", "evlerde", "ev"),
    ],
)
def test_stems_in_the_sixteen_languages_of_the_paper(tag, word, stem):
    stems = PRODUCERS["stemmer"].kind.make(tag)
    assert stems([""], [[word]]) == [[stem]]


def test_there_are_sixteen_and_each_is_known_by_its_name_too():
    assert len(SNOWBALL) == 16
    stemmer = PRODUCERS["stemmer"]
    assert stemmer(type="stemmer", language="portuguese").speaks("en") == "pt"
    assert stemmer(type="stemmer").speaks("pt-BR") == "pt"
    assert stemmer(type="stemmer").speaks("nb") == "no"
    assert run(language="pt", producers=[{"type": "lemmatizer"}], said=[("As meninas foram.", "Não")])[
        "lemmas_trigger"
    ] == [["o", "menino", "ser", "."]]


@pytest.mark.parametrize(
    ("score", "label"),
    [(-1, 0), (-0.5, 0), (-0.49, 1), (-0.05, 1), (-0.049, 2), (0, 2), (0.049, 2), (0.05, 3)],
)
def test_the_bands_of_sentiment(score, label):
    assert band(score) == SENTIMENTS[label]
    assert band(-score) == SENTIMENTS[-1 - label]


def test_case_changes_tokens_too_and_stringify_puts_them_together():
    transformers = [{"type": "uppercase"}, {"type": "stringify_tokens", "target": "answer", "separator": "_"}]
    made = run(producers=ALL[:1], transformers=transformers)
    assert (made["trigger"][0], made["answer"][1]) == ("ARE THE CATS HAPPY?", "GOOD-BYE_,_DO_N'T_HATE_ME_.")
    lower = [{"type": "stringify_lemmas"}, {"type": "lowercase", "target": "trigger"}]
    assert run(producers=ALL[2:3], transformers=lower)["trigger"][0] == "be the cat happy ?"


def test_filters_see_what_transformers_left_and_producers_made():
    filters = [
        {"type": "text", "target": "trigger", "ends_with": " ?"},
        {"type": "tokens_quantity", "target": "answer", "exact": 4},
        {"type": "sentiment", "target": "answer", "values": ["very positive"]},
    ]
    transformers = [{"type": "stringify_tokens"}]
    kept = run(producers=[*ALL[:1], ALL[3]], transformers=transformers, interaction_filters=filters)
    assert kept["answer"] == ["I love cats !"]


@pytest.mark.parametrize(
    ("lists", "place", "said"),
    [
        (
            {"interaction_filters": [{"type": "tokens_quantity", "target": "both", "min": 2}]},
            "interaction_filters.0",
            "needs the producer tokenizer for the answer",
        ),
        (
            {"interaction_filters": [{"type": "sentiment", "target": "trigger", "value": "neutral"}]},
            "interaction_filters.0",
            "needs the producer sentiment for the trigger",
        ),
        ({"transformers": [{"type": "stringify_lemmas"}]}, "transformers.0", "needs the producer lemmatizer"),
        ({"producers": [{"type": "tokenizer"}]}, "producers.1", "has another for the answer"),
    ],
)
def test_what_is_not_made_cannot_be_used_and_is_not_made_twice(lists, place, said):
    producers = [{"type": "tokenizer", "target": "answer"}]
    if "transformers" not in lists:
        producers = [{"type": "tokenizer", "target": "trigger"}]
    producers += lists.get("producers", [])
    if "producers" in lists:
        producers = [{"type": "tokenizer", "target": "answer"}, {"type": "tokenizer"}]
    wrong = refused(**{**lists, "producers": producers})
    assert said in wrong[place]


def test_what_languages_and_sources_do_not_have_is_told():
    lists = components(
        producers=[{"type": "sentiment"}, {"type": "stemmer", "language": "klingon"}],
        metadata_filters=[{"type": "year", "min": 2}, {"type": "movie_title", "exists": True}],
    )
    told = {one.at: one.message for one in config.problems(lists, ["en", "pt"], ["title"], "books")}
    assert told[("metadata_filters", 0)] == "of books no year is known, but title"
    assert "sentiment has no 'pt'; it has en" in told[("producers", 0)]
    assert "stemmer has no 'klingon'; it has da, de, en" in told[("producers", 1)]
    assert len(told) == 3


@ends_soon
def test_a_pattern_that_never_ends_is_stopped_and_told_with_its_place(monkeypatch):
    monkeypatch.setattr(patterns, "SECONDS", 0.1)
    filters = [{"type": "regex", "target": "answer", "pattern": "(a|aa)+$"}]
    with pytest.raises(SlowPatternError) as stopped:
        run([("x", "a" * 60 + "!")], interaction_filters=filters)
    assert "interaction_filters.0: '(a|aa)+$': stopped after" in str(stopped.value)
