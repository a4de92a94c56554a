import pytest

from dialogue_etl.filters import dialogues
from dialogue_etl.params import Extract, Postfilter


def reason(drop):
    return drop.reason if drop else None


@pytest.mark.parametrize(
    ("words", "threshold", "expected"),
    [(99, 100, None), (100, 100, None), (101, 100, "max_words"), (1_000_000, 0, None)],
)
def test_max_words_drops_longer_utterances(words, threshold, expected):
    assert reason(dialogues.max_words(words, Extract(max_words=threshold))) == expected


@pytest.mark.parametrize(
    ("turns", "threshold", "expected"),
    [(1, 2, "min_turns"), (2, 2, None), (3, 2, None), (1, 1, None), (1, 0, None)],
)
def test_min_turns_drops_shorter_dialogues(turns, threshold, expected):
    assert reason(dialogues.min_turns(turns, Extract(min_turns=threshold))) == expected


@pytest.mark.parametrize(
    ("share", "threshold", "expected"),
    [
        (0.1999, 0.2, None),
        (0.2, 0.2, None),
        (0.2001, 0.2, "max_rare_share"),
        (1.0, 1.0, None),
        (0.0, 0.0, None),
        (0.001, 0.0, "max_rare_share"),
    ],
)
def test_max_rare_share_drops_dialogues_of_more_rare_words(share, threshold, expected):
    assert reason(dialogues.rare_share(share, Postfilter(max_rare_share=threshold))) == expected
