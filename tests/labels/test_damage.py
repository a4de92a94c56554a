from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.damage import cut_short, garbled


@given(st.text(min_size=1, max_size=40), st.integers(0, 2**60))
def test_one_of_eight_characters_is_moved_or_another(text, draw):
    damaged = garbled(text, "xyz", draw)
    assert len(damaged) == len(text)
    assert damaged == garbled(text, "xyz", draw)
    gone = Counter(text) - Counter(damaged)
    assert gone.total() <= max(1, len(text) // 8)


def test_the_last_words_are_cut_off_in_any_script():
    said = "we went home in the rain"
    assert {cut_short(said, "en", draw) for draw in range(50)} == {
        "we",
        "we went",
        "we went home",
        "we went home in",
        "we went home in the",
    }
    assert {cut_short("今天下雨", "zh", draw) for draw in range(9)} == {"今天"}
    assert cut_short("rain", "en", 1) == "rain"
