import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.formats.sizes import add_sizes
from dialogue_etl.text.segmentation import with_blanks

TEXTS = st.lists(st.text("我们去吃火锅吧好的呀OKt.c-1+ \n\r，。？\u2028㐂", max_size=12), max_size=12)


@given(TEXTS, st.sampled_from(["zh", "ja", "en"]))
def test_words_of_distinct_texts_are_those_of_each_text(texts, language):
    counts = {name: dict.fromkeys(("characters", "words"), 0) for name in ("train", "all")}
    add_sizes(counts, "train", pa.chunked_array([texts, texts], pa.string()), None, language)
    words = sum(1 + with_blanks(text, language).count(" ") for text in texts * 2)
    assert counts["train"] == counts["all"] == {"characters": sum(map(len, texts * 2)), "words": words}
