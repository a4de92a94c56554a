import pytest

from dialogue_etl.audit import answers
from dialogue_etl.errors import DialogueEtlError

ALL = ("no_error", "same_speaker", "other", "no_error", "no_error")


def test_answers_are_read(fill):
    path = fill("ann.jsonl", "no_error", "same_speaker other", "", "no_error", "conversation_split")
    read = answers.read([path])
    errors = [sorted(answer.errors) for answer in read.given]
    assert errors == [[], ["other", "same_speaker"], [], ["conversation_split"]]
    assert {answer.annotator for answer in read.given} == {str(path)}
    assert read.not_judged == {str(path): 1}


def test_a_unit_counts_once_for_an_annotator_as_judged_last(fill):
    first = fill("first.jsonl", *ALL, annotator="Ann")
    second = fill("second.jsonl", "other", "", *ALL[2:], annotator="Ann")
    given = {answer.id: answer.errors for answer in answers.read([first, second]).given}
    assert len(given) == 5
    assert (given["pair book:0"], given["pair book:1"]) == ({"other"}, {"same_speaker"})


@pytest.mark.parametrize(
    ("errors", "reason"),
    [
        ("same_speaker boring", "pair book:1: unknown category boring; known are no_error, non_conv"),
        ("more_than_two_speakers", "pair book:1: unknown category more_than_two_speakers"),
        ("no_error other", "pair book:1: no_error together with another category"),
    ],
)
def test_a_wrong_category_is_named(fill, errors, reason):
    path = fill("a.jsonl", "no_error", errors, *ALL[2:])
    with pytest.raises(DialogueEtlError, match=f"{path}: {reason}"):
        answers.read([path])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "not answers of an audit: wrong.jsonl: can't be read from here on: [Errno 2] No such file"),
        (b"name,age\nx,1\n", "not answers of an audit: wrong.jsonl:1: no JSON"),
        (b'{"units": []}', "not answers of an audit: wrong.jsonl:1: item: Field required"),
        (b'{"item": "pair x", "kind": "half"}', "not answers of an audit: wrong.jsonl:1: kind: "),
    ],
)
def test_a_wrong_file_is_a_sentence_with_its_name(tmp_path, data, says):
    path = tmp_path / "wrong.jsonl"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(DialogueEtlError) as error:
        answers.read([path])
    assert str(error.value).startswith(f"{path}: {says}")


def test_answers_of_nobody_are_a_sentence(fill):
    with pytest.raises(DialogueEtlError, match="no unit is judged"):
        answers.read([fill("a.jsonl", *[""] * 5)])
