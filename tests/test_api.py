import logging
import pydoc

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dialogue_etl
from dialogue_etl.formats.dialogue import DATASET, dataset_schema
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


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: dialogue_etl.extract(b"Yes.", language="en"), "text: bytes"),
        (lambda: dialogue_etl.extract(None, language="en"), "text: NoneType"),
        (lambda: dialogue_etl.extract("a\ud800", language="en"), r"half a character \(U\+D800\) at 1"),
        (lambda: dialogue_etl.clean(["Yes.", None], language="en"), r"utterances\[1\]: NoneType"),
        (lambda: dialogue_etl.clean("Yes.", language="en"), "a str, not a list"),
        (lambda: dialogue_etl.clean(iter(["Yes."]), language="en"), "not a list"),
        (lambda: next(dialogue_etl.extract_books("a.txt", language="en")), "'a.txt' is one path"),
        (lambda: next(dialogue_etl.extract_books([], language="en", workers=0)), "workers: 0: allowed"),
        (lambda: next(dialogue_etl.sessions(__file__, form="tree", language="en")), "neither JSON nor"),
        (lambda: dialogue_etl.clean(["Yes."], language="en-GB"), "English is written en"),
        (lambda: dialogue_etl.read_params("nowhere.yaml"), "nowhere.yaml: no such file"),
        (lambda: next(dialogue_etl.sessions("nowhere", form="tree", language="en")), "nowhere: No such file"),
        (lambda: next(dialogue_etl.sessions("nowhere", form="trees", language="en")), "form: 'trees'"),
        (lambda: dialogue_etl.read_subtitles("nowhere.srt", language="english"), "not a BCP-47 tag"),
    ],
)
def test_what_cannot_be_used_is_named(call, said):
    with pytest.raises(dialogue_etl.DialogueEtlError, match=said):
        call()


def test_a_dialogue_of_a_dataset_has_its_work_rights_labels_and_times(tmp_path):
    label = {"scheme": "emotions", "label": "joyful", "score": 0.5}
    turns = [{"text": "Yes!", "utterance_id": "7", "start_ms": 10, "end_ms": 20, "labels": [label]}]
    facts = {"work_id": "w", "language": "en", "corpus": "c", "title": "T", "authors": ["A"], "rights": "CC0"}
    path = tmp_path / "en" / "train.parquet"
    path.parent.mkdir()
    row = {"id": "d", "source_id": "s", "turns": turns, "normalised": ["yes !"], **facts}
    pq.write_table(pa.Table.from_pylist([row], dataset_schema(normalised=True)), path)
    (found,) = dialogue_etl.read_dataset(tmp_path, "en")
    assert (found.work_id, found.corpus, found.title, found.authors, found.rights) == (
        "w",
        "c",
        "T",
        ("A",),
        "CC0",
    )
    (turn,) = found.turns
    assert (turn.id, turn.start_ms, turn.end_ms, turn.normalised) == ("7", 10, 20, "yes !")
    assert turn.labels == (dialogue_etl.Label("emotions", "joyful", 0.5),)


def test_help_lists_what_is_public():
    shown = pydoc.plain(pydoc.render_doc(dialogue_etl))
    assert not [name for name in dialogue_etl.__all__ if not name.startswith("_") and name not in shown]


def test_of_many_books_a_broken_one_has_no_dialogues_and_a_warning(tmp_path, caplog):
    (tmp_path / "a.txt").write_text("“Yes?” asked Ann.\n\n“No,” said Tom.\n", "utf-8")
    (tmp_path / "b.epub").write_bytes(b"PK\x03\x04 nothing")
    found = dict(dialogue_etl.extract_books(sorted(tmp_path.iterdir()), language="en", min_delimiters=0))
    assert [len(dialogues) for dialogues in found.values()] == [1, 0]
    assert "b.epub" in caplog.text
