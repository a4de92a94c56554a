import json

import pytest

from dialogue_etl.labels.annotations import AnnotationsError, read
from dialogue_etl.labels.classifiers.examples import place


def found(folder, task="noise", language="en"):
    read_in = read(folder, task, language, 0)
    return {one.texts: one.bad for one in read_in.examples}, read_in.left_out


def context(folder, *rows, columns="text,label"):
    (folder / "context.csv").write_text("\n".join([columns, *rows]))
    return found(folder, "context")


def test_no_folder_and_no_file_have_no_labels(tmp_path):
    assert read(tmp_path / "none", "noise", "en", 0).examples == []
    (tmp_path / "README.md").write_text("what goes here")
    context(tmp_path, "a,1")
    assert read(tmp_path, "noise", "en", 0).examples == []


def test_tables_say_where_a_row_is_wrong(tmp_path):
    (tmp_path / "noise.csv").write_text(
        '\ufeffpost,response,label\nhi,there,noisy\nhi,"two\nlines",clean\nhi,,noisy\nhi,you,perhaps\nhi,me,\n'
    )
    labels, left_out = found(tmp_path)
    assert labels == {("hi", "there"): True, ("hi", "two lines"): False}
    assert [one.partition(": ")[0] for one in left_out] == ["noise.csv:5", "noise.csv:6", "noise.csv:7"]
    assert "no response" in left_out[0]
    assert "'perhaps' is none of" in left_out[1]
    assert "no label" in left_out[2]


def test_json_lines_take_words_numbers_and_truths(tmp_path):
    rows = [{"text": "a", "label": True}, {"text": "b", "label": 0}, {"text": "c", "label": "needs_context"}]
    lines = [*map(json.dumps, rows), "{", "[1]", '{"text": "\\ud800", "label": 1}', "[" * 100_000, ""]
    (tmp_path / "context.jsonl").write_text("\n".join(lines))
    labels, left_out = found(tmp_path, "context")
    assert labels == {("a",): True, ("b",): False, ("c",): True}
    said = ["no JSON", "no JSON object", "half a character in text", "no JSON"]
    assert left_out == [f"context.jsonl:{line}: {what}" for line, what in enumerate(said, start=4)]


def test_most_votes_count_and_draws_do_not(tmp_path):
    labels, left_out = context(tmp_path, "a,1", "a,1", "a,0", "b,1", "b,0")
    assert labels == {("a",): True}
    assert left_out == ["context: labelled both ways equally often: b"]


def test_rows_of_other_languages_are_passed_over(tmp_path):
    rows = ("a,1,en", "b,1,zh", "c,1,")
    assert context(tmp_path, *rows, columns="text,label,language") == ({("a",): True, ("c",): True}, [])
    assert context(tmp_path, "b,1,zh", columns="text,label,language") == ({}, []), "the file has a label"


def test_weights_are_numbers_above_0(tmp_path):
    _, left_out = context(tmp_path, "a,1,2.5", "b,1,0", "c,1,x", "d,1,", columns="text,label,weight")
    weights = {one.texts[0]: one.weight for one in read(tmp_path, "context", "en", 0).examples}
    assert weights == {"a": 2.5, "d": 1.0}
    assert left_out[0] == "context.csv:3: weight '0' is no number above 0"


def test_a_thread_decides_who_is_held_out(tmp_path):
    context(tmp_path, "a,1,made:7", "b,0,made:7", columns="text,label,thread")
    assert {one.place for one in read(tmp_path, "context", "en", 0).examples} == {place("made:7", 0)}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("noise.xlsx", b"PK", "noise.xlsx: not one of .csv"),
        ("noise.csv", b"post,response,label\n\xff\xfe,a,1\n", "noise.csv: can't be read"),
        ("noise.csv", b"post,response,label\n" + b"a" * 200_000 + b",b,1\n", "noise.csv: can't be read"),
        ("noise.csv", None, "Is a directory"),
        ("noise.json", b"{", "noise.json: can't be read"),
        ("noise.json", b"{}", "not an export of Label Studio"),
        ("noise.json", b"[3]", "noise.json:1: no task"),
        (
            "noise.jsonl",
            b'{"kind": "noise", "label": "not_fluent", "post": "a"}',
            "noise.jsonl:1: no response",
        ),
        (
            "noise.jsonl",
            b'{"kind": "noise", "label": "nosy", "post": "a", "response": "b"}',
            "noise.jsonl:1: unknown category nosy; known are no_error, not_fluent",
        ),
        (
            "noise.jsonl",
            b'{"kind": "noise", "label": "no_error not_fluent", "post": "a", "response": "b"}',
            "noise.jsonl:1: no_error together with another category",
        ),
        ("noise-2.csv", b"post;response;label\na;b;1\n", "noise-2.csv:2: no post"),
        ("noise.csv", b"", "it is empty"),
        ("labels.csv", b"post,response,label\na,b,1\n", "names of annotations begin with noise or context"),
    ],
)
def test_a_file_without_a_label_stops_and_is_named(tmp_path, name, data, said):
    (tmp_path / name).mkdir() if data is None else (tmp_path / name).write_bytes(data)
    with pytest.raises(AnnotationsError) as stopped:
        found(tmp_path)
    assert f"{tmp_path / name}: " in str(stopped.value)
    assert said in str(stopped.value)
    (tmp_path / name).rename(tmp_path / "context.txt")
    assert found(tmp_path) == ({}, []), "whose labels nobody asked for stops nothing"


def result(*choices):
    return {"result": [{"type": "choices", "value": {"choices": list(choices)}}]}


ODD = [result(), result("clean", "noisy"), {"result": []}, {"result": None}, {"result": [{"value": 3}]}, {}]


def test_in_exports_of_label_studio_each_annotation_is_a_vote_but_for_cancelled_ones(tmp_path):
    votes = [result("noisy"), result("clean"), result("noisy"), {**result("clean"), "was_cancelled": True}]
    tasks = [
        {"id": 7, "data": {"post": "a", "response": "b"}, "annotations": votes},
        {"id": 9, "post": "e", "response": "f", "label": "clean"},
        {"id": 8, "data": {"post": "c", "response": "d"}, "annotations": []},
        *({"data": {"post": "c", "response": "d"}, "annotations": [odd]} for odd in ODD),
    ]
    (tmp_path / "noise.json").write_text(json.dumps(tasks))
    labels, left_out = found(tmp_path)
    assert labels == {("a", "b"): True, ("e", "f"): False}
    assert left_out == [f"noise.json:{number}: no label" for number in range(3, 4 + len(ODD))]
