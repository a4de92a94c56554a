import numpy as np
import pytest

from dialogue_etl.sources.books.extraction.table import SpeechTable

TABLE = SpeechTable({"start": np.array([0, 4]), "end": np.array([3, 6]), "paragraph": np.array([0, 0])})


def test_columns_must_have_equal_lengths():
    with pytest.raises(ValueError, match="different lengths"):
        TABLE.with_columns(x=np.zeros(1))


def test_a_step_does_not_change_the_table_before_it():
    grown = TABLE.with_columns(reason=np.array([0, 1]), end=np.array([2, 6]))
    assert list(grown.columns) == ["start", "end", "paragraph", "reason"]
    assert (list(TABLE.columns), TABLE.column("end").tolist()) == (["start", "end", "paragraph"], [3, 6])
    with pytest.raises(KeyError):
        TABLE.column("reason")


def test_it_is_printed_with_the_text_of_each_row():
    names = np.array(["Ann", None], object)
    printed = TABLE.with_columns(speaker=names).to_arrow("Yes, no").to_pylist()
    assert [(row["speaker"], row["text"]) for row in printed] == [("Ann", "Yes"), (None, " n")]
