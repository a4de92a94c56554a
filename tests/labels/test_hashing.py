"""Hashed n-grams, held against sklearn's, which hashes one by one."""

from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import HashingVectorizer

from dialogue_etl.labels.classifiers.hashing import character_ngrams

_PLAIN = HashingVectorizer(
    analyzer="char", ngram_range=(1, 3), n_features=2**15, alternate_sign=False, norm="l2"
)


# Of one byte to four in UTF-8, blanks in a row, and İ, which becomes two characters in lower case.
@given(st.lists(st.text(st.sampled_from("abC \t\n\0é你好😂İ")) | st.text(), min_size=1))
def test_ngrams_are_those_of_sklearn(texts: list[str]) -> None:
    ours, theirs = character_ngrams(texts), _PLAIN.transform(texts)
    for name in ("indptr", "indices", "data"):
        assert getattr(ours, name).tolist() == getattr(theirs, name).tolist(), name


def test_more_texts_than_a_block_holds_and_none_at_all() -> None:
    texts = [f"{number} 号" for number in range(2_500)]
    assert (character_ngrams(texts) != _PLAIN.transform(texts)).nnz == 0
    assert character_ngrams([]).shape == (0, 2**15)
