import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text import shingles, word_hashes
from tests.conftest import ends_soon
from tests.sources.books import planted

TEXTS = st.text(alphabet="abÉeő’-_ \n\u2003—\u0301\xad9😀", max_size=80)


def plain_words(text):
    folded = unicodedata.normalize("NFKD", text.casefold())
    kept = (c for c in folded if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return re.findall(r"[^\W_]+", "".join(kept))


def sketch(text):
    return shingles.sketch(shingles.words(text))[0]


def digest(text):
    return shingles.sketch(shingles.words(text))[1]


@pytest.fixture
def everything(monkeypatch):
    """Sketches that keep all shingles."""
    monkeypatch.setattr(shingles, "_REST", np.uint64(0))


@given(TEXTS, TEXTS)
def test_words_have_the_same_numbers_exactly_if_they_are_the_same(one, other):
    numbers = [*shingles.words(one).tolist(), *shingles.words(other).tolist()]
    words = [*plain_words(one), *plain_words(other)]
    assert len(numbers) == len(words)
    assert len(set(zip(numbers, words, strict=True))) == len(set(numbers)) == len(set(words))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“Don’t go,” she said.", '"Don\'t go," she said.'),
        ("He came--at last", "He came—at\nlast"),
        ("it was _very_ good", "it was very good"),
        ("Az ŐRÜLT űr", "az orult ur"),
        ("cafe\u0301", "café"),
        ("to\xadgether", "together"),
        ("Straße", "strase"),
        ("1. Kapitel", "1 kapitel"),
    ],
)
def test_spelling_variants_of_editions_are_the_same_words(one, other):
    assert shingles.words(one).tolist() == shingles.words(other).tolist()


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=40))
def test_a_sketch_holds_each_five_words_once(words):
    whole = pytest.MonkeyPatch()
    with whole.context() as patch:
        patch.setattr(shingles, "_REST", np.uint64(0))
        found = sketch(" ".join(words))
    expected = {tuple(words[start : start + 5]) for start in range(len(words) - 4)}
    assert len(found) == len(expected)
    assert (np.diff(found.astype(object)) > 0).all()


def test_a_sketch_keeps_one_in_32(everything, monkeypatch):
    text = planted.invented(100_000, 1)
    whole = sketch(text)
    monkeypatch.undo()
    kept = sketch(text)
    assert len(kept) / len(whole) == pytest.approx(1 / 32, rel=0.1)
    assert set(kept.tolist()) <= set(whole.tolist())


@pytest.mark.parametrize(("block", "words"), [(7, 5), (64, 10), (1000, 35)])
def test_the_block_size_does_not_change_the_sketch(everything, monkeypatch, block, words):
    text = planted.invented(300, 2)
    whole = shingles.sketch(shingles.words(text))
    monkeypatch.setattr(word_hashes, "_BLOCK", max(block, 10))  # longer than any word
    monkeypatch.setattr(shingles, "_BLOCK_WORDS", words)
    again = shingles.sketch(shingles.words(text))
    assert again[0].tolist() == whole[0].tolist()
    assert again[1] == whole[1]


@given(TEXTS, TEXTS)
def test_texts_have_the_same_digest_exactly_if_they_have_the_same_words(one, other):
    assert (digest(one) == digest(other)) == (plain_words(one) == plain_words(other))


@given(st.sets(st.integers(0, 50)), st.sets(st.integers(0, 50)))
def test_shared_counts_common_shingles(one, other):
    arrays = [np.array(sorted(numbers), np.uint64) for numbers in (one, other)]
    assert shingles.shared(*arrays) == len(one & other)


def test_share_of_shingles_that_survive_changed_words():
    text = planted.invented(60_000, 3)
    one, other = sketch(text), sketch(planted.with_words_changed(text, 3))
    assert shingles.shared(one, other) / len(one) == pytest.approx(0.97**5, abs=0.03)


@pytest.mark.parametrize("text", [" " * 5_000_000, "x" * 5_000_000, "\u0301" * 1_000_000, "“" * 1_000_000])
@ends_soon
def test_unusual_texts_are_not_slower(text):
    assert len(sketch(text)) <= 10
