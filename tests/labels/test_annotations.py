import json

import pytest

from dialogue_etl.labels.annotations import label_studio_rows, read
from dialogue_etl.labels.classifiers.examples import place


def found(folder, task="noise", language="en"):
    read_in = read(folder, task, language, 0)
    return {one.texts: one.bad for one in read_in.examples}, read_in.left_out


def test_no_folder_and_no_file_have_no_labels(tmp_path):
    assert read(tmp_path / "none", "noise", "en", 0) == ([], [])
    (tmp_path / "context.csv").write_text("text,label\na,1\n")
    assert read(tmp_path, "noise", "en", 0) == ([], [])


def test_tables_say_where_a_row_is_wrong(tmp_path):
    (tmp_path / "noise.csv").write_text(
        '\ufeffpost,response,label\nhi,there,noisy\nhi,"two\nlines",clean\nhi,,noisy\nhi,you,perhaps\nhi,me,\n'
    )
    (tmp_path / "noise.tsv").write_text("post\tresponse\tlabel\na\tb\t0\n")
    labels, left_out = found(tmp_path)
    assert labels == {("hi", "there"): True, ("hi", "two lines"): False, ("a", "b"): False}
    assert [one.partition(": ")[0] for one in left_out] == ["noise.csv:5", "noise.csv:6", "noise.csv:7"]
    assert "no response" in left_out[0]
    assert "'perhaps' is none of" in left_out[1]
    assert "no label" in left_out[2]


def test_json_lines_take_words_numbers_and_truths(tmp_path):
    rows = [{"text": "a", "label": True}, {"text": "b", "label": 0}, {"text": "c", "label": "needs_context"}]
    lines = [*map(json.dumps, rows), "{", "[1]", '{"text": "\\ud800", "label": 1}', ""]
    (tmp_path / "context.jsonl").write_text("\n".join(lines))
    labels, left_out = found(tmp_path, "context")
    assert labels == {("a",): True, ("b",): False, ("c",): True}
    assert left_out == [
        "context.jsonl:4: no JSON",
        "context.jsonl:5: no JSON object",
        "context.jsonl:6: half a character in text",
    ]


def test_most_votes_count_and_draws_do_not(tmp_path):
    rows = [("a", 1), ("a", 1), ("a", 0), ("b", 1), ("b", 0)]
    (tmp_path / "context.csv").write_text(
        "text,label\n" + "".join(f"{text},{label}\n" for text, label in rows)
    )
    labels, left_out = found(tmp_path, "context")
    assert labels == {("a",): True}
    assert left_out == ["context: labelled both ways equally often: b"]


def test_rows_of_other_languages_are_passed_over(tmp_path):
    (tmp_path / "context.csv").write_text("text,label,language\na,1,en\nb,1,zh\nc,1,\n")
    assert found(tmp_path, "context") == ({("a",): True, ("c",): True}, [])


def test_a_thread_decides_who_is_held_out(tmp_path):
    (tmp_path / "context.csv").write_text("text,label,thread\na,1,made:7\nb,0,made:7\n")
    assert {one.place for one in read(tmp_path, "context", "en", 0).examples} == {place("made:7", 0)}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("noise.xlsx", b"PK", "noise.xlsx: not one of .csv"),
        ("noise.csv", b"post,response,label\n\xff\xfe,a,1\n", "noise.csv: not UTF-8"),
        ("noise.csv", b"post,response,label\n" + b"a" * 200_000 + b",b,1\n", "no table from here on"),
        ("noise.json", b"{", "noise.json: no JSON"),
        ("noise.json", b"{}", "noise.json: no export of Label Studio"),
        ("noise.json", b"\xff", "noise.json: not UTF-8"),
        ("noise.jsonl", b"[" * 100_000, "noise.jsonl:1: no JSON"),
    ],
)
def test_a_file_that_is_none_is_named(tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    labels, left_out = found(tmp_path)
    assert labels == {}
    assert said in left_out[0]


def test_a_folder_in_place_of_a_file_is_named(tmp_path):
    (tmp_path / "noise.csv").mkdir()
    assert found(tmp_path)[1] == ["noise.csv: Is a directory"]


def test_exports_of_label_studio_are_read(tmp_path):
    choice = {"type": "choices", "from_name": "label", "to_name": "post", "value": {"choices": ["noisy"]}}
    tasks = [
        {"id": 7, "data": {"post": "a", "response": "b"}, "annotations": [{"result": [choice]}]},
        {"id": 8, "data": {"post": "c", "response": "d"}, "annotations": []},
        {"id": 9, "post": "e", "response": "f", "label": "clean"},
    ]
    (tmp_path / "noise.json").write_text(json.dumps(tasks))
    assert found(tmp_path) == ({("a", "b"): True, ("e", "f"): False}, ["noise.json: task 2: no label"])


def result(*choices):
    return {"result": [{"type": "choices", "value": {"choices": list(choices)}}]}


def labels(*annotations, **more):
    task = {"data": {"text": "a"}, "annotations": list(annotations), **more}
    return [row["label"] for _, row in label_studio_rows([task])]


def test_each_annotation_is_a_vote_but_for_cancelled_ones():
    assert labels(result("x"), result("y"), {**result("z"), "was_cancelled": True}) == ["x", "y"]


def test_the_older_name_of_annotations_is_known():
    old = [{"data": {"text": "a"}, "completions": [result("x")]}]
    assert [row["label"] for _, row in label_studio_rows(old)] == ["x"]


@pytest.mark.parametrize(
    "annotation",
    [result(), result("x", "y"), {"result": []}, {"result": None}, {"result": [{"value": 3}]}, {}],
)
def test_an_annotation_without_one_choice_has_no_label(annotation):
    assert labels(annotation) == [None]


def test_what_is_no_task_is_named():
    assert list(label_studio_rows([3])) == [(": task 1", "no task")]
    assert "a list of tasks" in next(label_studio_rows("x"))[1]
