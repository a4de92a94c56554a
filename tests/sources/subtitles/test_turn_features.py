import pytest

from dialogue_etl.sources.subtitles.parameters.turns import GROUPS
from dialogue_etl.sources.subtitles.tokens import tokens
from dialogue_etl.sources.subtitles.turn_features import UNKNOWN, Facts, Pair, columns, features, pair_of
from dialogue_etl.text.lemmas import lemmatizer
from tests.sources.subtitles.turns_made import film, film_row, spoken

PAIR = Pair("Who is it?", "It is me.", True, False, ("Drama", "Crime"), 6)
SEP = "\x1f"


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Don't go, John.", ["Don't", "go", ",", "John", "."]),
        ("isn 't it ...", ["isn", "'t", "it", "..."]),
        ("twenty-three", ["twenty-three"]),
        ("你好吗？", ["你", "好", "吗", "？"]),
        ("مرحبا بك.", ["مرحبا", "بك", "."]),
        ("", []),
    ],
)
def test_tokens(text, cut):
    assert tokens(text) == cut


@pytest.mark.parametrize(
    ("group", "found"),
    [
        ("ngrams", {"a|who", "a|?", f"a|is{SEP}it", "b|me", f"b|me{SEP}."}),
        ("edges", {"a0who", "a-1?", "b0it", "b-1."}),
        ("edge_bigrams", {f"a0who{SEP}is", f"a-2it{SEP}?", f"b0it{SEP}is", f"b-2me{SEP}."}),
        ("block", {"blockTrue", "lineFalse"}),
        ("genre", {"genreDrama", "genreCrime"}),
        ("density", {"density6"}),
    ],
)
def test_each_group_alone(group, found):
    seen = features(PAIR, [group])
    assert found <= set(seen) if group == "ngrams" else found == set(seen)
    assert not found & set(features(PAIR, [name for name in GROUPS if name not in {group, "quadratic"}]))


def test_ngrams_are_of_lemmas():
    two = Pair("They were houses.", "", False, None, (), -1)
    assert {"a|they", "a|be", f"a|be{SEP}house"} <= set(features(two, ["ngrams"], lemmatizer("en")))
    assert f"a|were{SEP}houses" in features(two, ["ngrams"], lemmatizer("zh"))


def test_quadratic_features_are_each_two_of_the_others_but_ngrams():
    assert features(PAIR, ["quadratic", "ngrams"]) == features(PAIR, ["ngrams"])
    three = features(PAIR, ["block", "genre"])
    assert len(features(PAIR, ["block", "genre", "quadratic"])) == len(three) + 6


def test_dashes_are_hidden():
    dashed, plain = (film("f:1", [(0, 900, texts)]) for texts in (["- Who?", "– Me."], ["Who?", "Me."]))
    assert pair_of(*dashed, UNKNOWN) == pair_of(*plain, UNKNOWN) == Pair("Who?", "Me.", True, True, (), -1)


def test_what_is_known_of_a_film():
    rows = spoken(*["Hi."] * 60)
    assert Facts.of(film_row(rows, duration_ms=180_000)) == Facts(("Drama",), 6)
    assert Facts.of(film_row(rows, duration_ms=None, genres=None)) == UNKNOWN


def test_columns_are_hashed_alike_whatever_stands_beside_them():
    both = columns([PAIR, Pair("", "", False, None, (), -1)], GROUPS, 12, "en")
    alone = columns([PAIR], GROUPS, 12, "en")
    assert both.shape == (2, 2**12)
    assert (both[:1] != alone).nnz == 0
    assert columns([], GROUPS, 12, "en").shape == (0, 2**12)
