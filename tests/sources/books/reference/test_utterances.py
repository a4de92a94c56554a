import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.reference import Utterance
from dialogue_etl.sources.books.reference.utterances import utterance


@given(st.text(alphabet="ab \n\t\xa0\x1c"))
def test_white_space_runs_are_one_blank(said):
    assert utterance(said, 0, said).text == " ".join(said.split())


@pytest.mark.parametrize("said", ["a\xa0b", "a\nb", " a  b\n", "a\u2028b"])
def test_any_white_space_is(said):
    assert utterance(said, 7, f"“{said}”") == Utterance("a b", 7, 7 + len(said) + 2)
