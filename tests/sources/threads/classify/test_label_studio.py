import pytest

from dialogue_etl.sources.threads.classify.label_studio import tasks


def result(*choices):
    return {"result": [{"type": "choices", "value": {"choices": list(choices)}}]}


def labels(*annotations, **more):
    return [
        row["label"] for _, row in tasks([{"data": {"text": "a"}, "annotations": list(annotations), **more}])
    ]


def test_each_annotation_is_a_vote_but_for_cancelled_ones():
    assert labels(result("x"), result("y"), {**result("z"), "was_cancelled": True}) == ["x", "y"]


def test_the_older_name_of_annotations_is_known():
    old = [{"data": {"text": "a"}, "completions": [result("x")]}]
    assert [row["label"] for _, row in tasks(old)] == ["x"]


@pytest.mark.parametrize(
    "annotation",
    [result(), result("x", "y"), {"result": []}, {"result": None}, {"result": [{"value": 3}]}, {}],
)
def test_an_annotation_without_one_choice_has_no_label(annotation):
    assert labels(annotation) == [None]


def test_what_is_no_task_is_named():
    assert list(tasks([3])) == [(": task 1", "no task")]
    assert "a list of tasks" in next(tasks("x"))[1]
