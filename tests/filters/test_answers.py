import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.engines.database import connected
from dialogue_etl.filters import answers
from dialogue_etl.filters.text_batch import BLANKS, TextBatch


def said(dialogues):
    """Dialogues that are lists of texts, as a batch of them."""
    rows = [[{"text": text} for text in texts] for texts in dialogues]
    return TextBatch.of(pa.array(rows, pa.list_(pa.struct([("text", pa.string())]))))


def plain(text, language):
    units = "".join(text.split()) if language == "zh" else text.lower().split()
    return {tuple(units[place : place + 3]) for place in range(len(units) - 2)}


WORDS = st.lists(st.sampled_from(["a", "B", "cc", "我", "们", "𠮷"]), max_size=8).map(" ".join)


@pytest.mark.parametrize("language", ["zh", "en"])
@given(texts=st.lists(WORDS, max_size=6))
def test_trigrams_are_those_of_each_text(language, texts):
    numbers, owners = answers.trigrams(texts, language)
    for owner, text in enumerate(texts):
        assert int((owners == owner).sum()) == len(plain(text, language))
    everything = {trigram for text in texts for trigram in plain(text, language)}
    assert len(set(numbers.tolist())) == len(everything)
    assert len(said([texts]).answers) == max(0, len(texts) - 1)


def test_queries_and_python_take_the_same_for_blanks():
    every = "".join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x110000)]))
    with connected(memory="512MB", stored=False) as base:
        found = base.execute("SELECT regexp_replace($1, $2, '', 'g')", [every, BLANKS]).fetchall()
    assert found == [("".join(every.split()),)]


def test_blanks_tell_no_answers_apart_and_corpora_do():
    one, other, another = answers.numbers(["再见", "再 见", "你好"], np.zeros(3, np.uint64))
    assert one == other != another
    assert answers.numbers(["再见"], np.ones(1, np.uint64)) != one
