from collections import Counter

import pytest

from dialogue_etl.postfilter import rare_words, share_of


def turns(*texts):
    return [{"text": text} for text in texts]


WORDS = Counter({"the": 5, "a": 3, "cat": 3, "bell": 1, "apple": 1})


@pytest.mark.parametrize(
    ("size", "rare"),
    [
        (5, set()),
        (100, set()),
        (4, {"bell"}),
        (3, {"apple", "bell"}),
        (2, {"apple", "bell", "cat"}),
        (1, {"a", "apple", "bell", "cat"}),
    ],
)
def test_words_outside_the_most_frequent_ones_are_rare_the_alphabet_breaks_ties(size, rare):
    assert rare_words(WORDS, size) == rare


def test_rare_words_do_not_depend_on_the_order_of_counting():
    assert rare_words(WORDS, 2) == rare_words(Counter(dict(reversed(WORDS.items()))), 2)


@pytest.mark.parametrize(
    ("texts", "share"),
    [(["The cat."], 0.5), (["THE the!", "the"], 0.0), (["Cat", "bell the a"], 0.5), (["… !"], 1.0)],
)
def test_share_of_rare_words_over_all_turns(texts, share):
    assert share_of(frozenset({"cat", "bell"}), turns(*texts)) == share


def test_the_threshold_parts_dialogues_of_the_sample(build):
    made = build({"postfilter.vocabulary_size": 100, "postfilter.max_rare_share": 0.4}).run()
    sizes = Counter()
    for language in made.params.languages:
        shares = {row["id"]: row["value"] for row in made.rows("postfilter", language, "scores")}
        kept = {row["id"] for row in made.rows("postfilter", language, "dialogues")}
        dropped = {row["id"]: row["value"] for row in made.rows("postfilter", language, "drops")}
        assert kept == {id for id, share in shares.items() if share <= 0.4}
        assert dropped == {id: share for id, share in shares.items() if share > 0.4}
        sizes.update(kept=len(kept), dropped=len(dropped))
    assert all(sizes.values())
