"""Texts through the rules of utterances: many at once as one by one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.filters import Cut
from dialogue_etl.filters.hits import EMPTY, UNSETTLED, Active
from dialogue_etl.filters.text_chain import TextChain
from tests.filters.test_chain import BITS, CHAINS

TEXTS = st.lists(st.lists(BITS, max_size=8).map("".join), max_size=8, unique=True)


@pytest.mark.parametrize("which", CHAINS, ids=" ".join)
@settings(max_examples=40)
@given(texts=TEXTS)
def test_many_texts_are_cut_as_each_alone_and_what_is_left_is_known_too(which, texts):
    chain = CHAINS[which].texts
    found = chain.hits_of(texts)
    assert {text: found[text] for text in texts} == {text: chain.hits(text) for text in texts}
    left = {hits[-1].after for hits in found.values() if hits} - {None}
    assert set(found) == left.union(texts)
    assert all(found[text] == () == chain.hits(text) for text in left)


def test_a_text_over_which_a_rule_fails_is_left_out_and_all_others_are_cut():
    def failing(text):
        if "!" in text:
            raise ValueError(text)
        return Cut(text.removesuffix("x")) if text.endswith("x") else None

    chain = TextChain([Active("failing", "cut", failing)], "split")
    found = chain.hits_of(["ax", "b!x", "c", " "])
    assert {text: [hit.rule for hit in hits] for text, hits in found.items()} == {
        "ax": ["failing"],
        "a": [],
        "c": [],
        " ": [EMPTY],
    }
    with pytest.raises(ValueError, match="b!x"):
        chain.hits("b!x")


def test_a_text_that_goes_on_changing_is_bad_however_many_are_cut_with_it():
    def shorter(text):
        return Cut(text[1:]) if text.startswith("x") else None

    chain = TextChain([Active("shorter", "cut", shorter)], "split")
    found = chain.hits_of(["x" * 9 + "a", "x" * 10 + "a"])
    assert [found[text][-1].rule for text in ("x" * 9 + "a", "x" * 10 + "a")] == ["shorter", UNSETTLED]
