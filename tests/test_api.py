import logging

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dialogue_etl
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.languages import LANGUAGES


@pytest.fixture
def dataset(tmp_path):
    """English dialogues: 200 for training, 20 for testing; none for validation, and no other language."""
    turns = [{"text": "Yes?"}, {"text": "No."}]
    for split, number in (("train", 200), ("test", 20)):
        rows = [{"id": f"b:{index}", "source_id": "b", "turns": turns} for index in range(number)]
        path = tmp_path / "en" / f"{split}.parquet"
        path.parent.mkdir(exist_ok=True)
        pq.write_table(pa.Table.from_pylist(rows, DATASET), path)
    return tmp_path


def refused(*words):
    with pytest.raises(dialogue_etl.DialogueEtlError) as caught:
        next(dialogue_etl.read_dataset(*words))
    return str(caught.value)


def test_an_empty_split_is_said_to_be_empty_and_where_the_dialogues_are(dataset):
    said = refused(dataset, "en", "validation")
    assert "the split validation of en is empty, all dialogues are in test and train" in said
    assert "package.formats" not in said


def test_other_reasons_for_a_missing_file_are_told_from_it(dataset, tmp_path):
    assert "'dev' is not one of train, validation, test" in refused(dataset, "en", "dev")
    assert "no dialogues in hu, only in en" in refused(dataset, "hu")
    assert "with parquet among package.formats" in refused(tmp_path / "nothing", "en")


def test_a_small_split_is_read_with_a_warning_unless_it_is_for_training(dataset, caplog):
    with caplog.at_level(logging.WARNING, "dialogue_etl"):
        assert len(list(dialogue_etl.read_dataset(dataset, "en"))) == 200
        assert caplog.messages == []
        assert len(list(dialogue_etl.read_dataset(dataset, "en", "test"))) == 20
    (said,) = caplog.messages
    assert said.endswith("test.parquet: only 20 dialogues: figures measured on them are uncertain")


def test_a_language_without_a_file_is_read_by_its_marks_and_what_is_none_is_named():
    (dialogue,) = dialogue_etl.extract("“Já.”\n\n“Nei.”", language="is", min_delimiters=0)
    assert [turn.text for turn in dialogue.turns] == ["Já.", "Nei."]
    with pytest.raises(dialogue_etl.DialogueEtlError, match="'qq' is not a language; ") as caught:
        dialogue_etl.extract("“Yes.”", language="qq")
    assert all(tag in str(caught.value) for tag in LANGUAGES)


def test_a_turn_says_how_likely_it_is_speech():
    (dialogue,) = dialogue_etl.extract("“Yes,” said Tom.\n\n“No.”", language="en", min_delimiters=0)
    assert all(0.5 < turn.speech_confidence <= 1 for turn in dialogue.turns)
