import logging

import pytest

from dialogue_etl.labels.annotations import AnnotationsError
from dialogue_etl.labels.classifiers.classifier import load_card
from tests.conftest import tree
from tests.labels import made
from tests.labels.made import Run


@pytest.fixture(scope="module")
def dialogues(tmp_path_factory):
    return made.write(tmp_path_factory.mktemp("corpus"), dialogues=made.corpus())


def test_without_annotations_it_learns_from_weak_labels_and_says_so(dialogues, tmp_path):
    told = Run(tmp_path, dialogues).train()
    noise = told["noise"]
    assert noise["trained"]
    kinds = {"adjacent", "mismatched", "mismatched_alike", "garbled", "cut_short", "outside"}
    assert set(noise["labels"]["train"]) == kinds
    assert noise["held_out"]["on_weak_labels"]
    assert noise["held_out"]["auc"] > 0.9
    assert told["context"]["held_out"]["auc"] > 0.6
    card = load_card(tmp_path / "train" / "noise")
    assert card.auc == noise["held_out"]["auc"]
    assert len(card.curve) == 101


def test_the_same_input_gives_the_same_bytes_for_any_shards_and_workers(tmp_path):
    rows = made.corpus(200)
    one = Run(tmp_path / "one", made.write(tmp_path / "1", 1, dialogues=rows))
    other = Run(tmp_path / "other", made.write(tmp_path / "3", 3, dialogues=rows[::-1]), workers=2)
    assert one.train() == other.train()
    assert tree(one.folder / "train") == tree(other.folder / "train")


def test_too_few_labels_train_nothing_and_the_metrics_say_so(tmp_path, caplog):
    run = Run(tmp_path, made.write(tmp_path / "rules", dialogues=made.corpus(12)))
    with caplog.at_level(logging.WARNING):
        told = run.train(min_labels=200)
    assert told["noise"]["trained"] is False
    assert "at least 200 are needed" in told["noise"]["reason"]
    assert "no classifier of noise" in caplog.text


@pytest.mark.parametrize("threads", [0, 1, 30])
def test_a_corpus_of_any_size_is_gone_through(threads, tmp_path):
    run = Run(tmp_path, made.write(tmp_path / "rules", dialogues=made.corpus(threads)))
    run.train(min_labels=10)
    assert run.classify(min_labels=10)["dialogues_in"] == threads


def test_what_is_off_is_not_trained(dialogues, tmp_path):
    run = Run(tmp_path, dialogues)
    assert run.train(noise="off", context="off") == {"noise": {"off": True}, "context": {"off": True}}
    assert sorted(tree(tmp_path / "train")) == ["context/card.json", "noise/card.json"]


def annotations(number, bad="spam"):
    clean = [(f"post {n}", f"answer t{n}", "clean") for n in range(number)]
    return clean + [(f"post {n}", f"{bad} t{n}", "noisy") for n in range(number)]


def test_annotations_are_learnt_and_take_the_place_of_weak_labels(dialogues, tmp_path):
    made.annotate(tmp_path / "annotations", annotations(100))
    run = Run(tmp_path, dialogues)
    told = run.train()["noise"]
    assert set(told["labels"]["train"]) == {"annotated"}
    assert told["held_out"] == {"on_weak_labels": False, "auc": 1.0, "auc_by_kind": {"annotated": 1.0}}
    both = run.train(labels="both")["noise"]  # learnt together, scored on annotations
    assert {"annotated", "adjacent", "mismatched"} < set(both["labels"]["train"])
    assert not both["held_out"]["on_weak_labels"]
    assert set(both["held_out"]["auc_by_kind"]) == {"annotated"}
    assert "annotated" not in run.train(labels="weak")["noise"]["labels"]["train"]
    (tmp_path / "annotations" / "noise-2.csv").write_text("post,response,label\na,b,perhaps\n")
    with pytest.raises(AnnotationsError, match=r"noise-2\.csv: no usable label: .* 'perhaps' is none of"):
        run.train()
    assert run.train(labels="weak")["noise"]["trained"], "what is not asked for is not read"
    (tmp_path / "annotations" / "noise-2.csv").unlink()
    reason = run.train(min_labels=1_000)["noise"]["reason"]
    assert "annotated labels of one kind to train on; at least 1000 are needed" in reason


def test_rows_that_cannot_be_used_are_named_and_counted(dialogues, tmp_path, caplog):
    made.annotate(
        tmp_path / "annotations", [*annotations(100), *[("a", f"b{n}", "who knows") for n in range(30)]]
    )
    with caplog.at_level(logging.WARNING):
        told = Run(tmp_path, dialogues).train()
    assert told["noise"]["annotations_left_out"] == 30
    assert "noise.jsonl:201: label 'who knows'" in caplog.text
    assert "and 10 more" in caplog.text
    assert len(load_card(tmp_path / "train" / "noise").left_out) == 30
