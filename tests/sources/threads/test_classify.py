import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.labels.classifiers.classifier import load, load_card
from dialogue_etl.labels.classifiers.embedded import Embedded
from dialogue_etl.labels.classifiers.examples import half
from dialogue_etl.sources.threads.classify import TakenError
from tests.conftest import tree
from tests.labels import made
from tests.labels.made import Run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("classify")
    one = Run(folder, made.write(folder / "rules", dialogues=made.corpus()))
    one.train(labels="weak")
    return one


def scores(run, measure):
    return {row["id"]: row["value"] for row in run.rows("scores") if row["measure"] == measure}


def test_kept_and_dropped_are_what_came_in(run):
    told = run.classify(noise_threshold=0.5, context_threshold=0.2)
    dropped = told["dropped"]
    assert set(dropped["dialogues"]) == {"noise_threshold", "context_threshold"}
    assert told["dialogues_in"] - told["dialogues_split"] + told["pieces"] == told["dialogues"] + sum(
        dropped["dialogues"].values()
    )
    assert told["utterances_in"] == told["utterances"] + sum(dropped["utterances"].values())
    rows = [row for row in run.rows("drops") if row["unit"] == "dialogue"]
    assert len(rows) == sum(dropped["dialogues"].values())
    assert run.kept().isdisjoint(row["id"] for row in rows)
    for parts in (told["by_turns"], told["by_corpus"]):
        assert sum(one["utterances_in"] for one in parts.values()) == told["utterances_in"]
        assert sum(one["utterances"] for one in parts.values()) == told["utterances"]
    assert len(run.rows("scores")) == 2 * told["dialogues_in"]


def test_a_drop_has_its_score_threshold_and_evidence(run):
    run.classify(noise_threshold=0.5, context_threshold=0.2)
    noise, context = scores(run, "noise"), scores(run, "context")
    said = {row["id"]: [turn["text"] for turn in row["turns"]] for row in made.corpus()}
    for row in run.rows("drops"):
        by_noise = row["reason"] == "noise_threshold"
        assert row["value"] > row["threshold"]
        if row["unit"] == "dialogue":
            assert row["value"] == (noise if by_noise else context)[row["id"]]
        if row["unit"] == "dialogue":
            texts = said[row["id"]]
            pairs = [" / ".join(pair) for pair in itertools.pairwise(texts)]
            assert row["detail"] in (pairs if by_noise else texts[:1])


def test_noise_is_that_of_the_noisiest_pair(run):
    run.classify()
    folder = run.folder / "train" / "noise"
    model = load(folder, load_card(folder))
    long = next(row for row in made.corpus() if len(row["turns"]) == 3)
    texts = [turn["text"] for turn in long["turns"]]
    halves = [half(long["source_id"], 0)] * 2
    worst = max(model.scores(list(itertools.pairwise(texts)), halves))
    # Of two pairs: in a longer dialogue, each is half as likely to be the noisy one.
    assert scores(run, "noise")[long["id"]] == pytest.approx(worst / (worst + 2 * (1 - worst)), abs=2e-6)


thresholds = st.floats(0, 1).map(lambda value: round(value, 3))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.tuples(thresholds, thresholds), st.tuples(thresholds, thresholds))
def test_what_a_strict_pair_of_thresholds_keeps_a_relaxed_one_keeps_too(run, one, other):
    kept = {}
    for name, pair in (("base", map(min, one, other)), ("large", map(max, one, other))):
        noise, context = pair
        run.classify(noise_threshold=noise, context_threshold=context)
        kept[name] = [[turn["utterance_id"] for turn in row["turns"]] for row in run.rows("dialogues")]
    longer = {tuple(one[a:b]) for one in kept["large"] for a in range(4) for b in range(a + 1, 5)}
    assert {tuple(one) for one in kept["base"]} <= longer


def test_a_dialogue_is_split_at_its_noisy_pair_alone(run, tmp_path):
    """One bad pair does not condemn the pairs before and after it."""
    topics = made.WORDS
    good = [" ".join(topics[number][:5]) for number in (1, 1, 1, 2, 2, 2)]
    one = Run(tmp_path, made.write(tmp_path / "rules", dialogues=[made.dialogue("made:7", *good)]))
    (tmp_path / "train").symlink_to(run.folder / "train")
    told = one.classify(noise_threshold=0.2, context_threshold=1.0)
    pieces = sorted(tuple(turn["text"] for turn in row["turns"]) for row in one.rows("dialogues"))
    assert pieces == sorted([tuple(good[:3]), tuple(good[4:])])  # the answer that does not fit goes
    assert (told["dialogues_split"], told["pieces"], told["utterances"]) == (1, 2, 5)


def test_classifiers_that_take_too_much_stop_the_stage(run):
    with pytest.raises(TakenError, match=r"take \d+\.\d% of \d+ utterances of all corpora; .* allows 30"):
        run.classify(noise_threshold=0.0, max_share=0.3)


def test_weak_labels_that_nobody_asked_for_drop_nothing(run, tmp_path):
    one = Run(tmp_path, run.dialogues)
    one.train()
    told = one.classify(noise_threshold=0.1, context_threshold=0.1)
    assert told["dialogues"] == told["dialogues_in"]
    assert not told["noise"]["reached"]
    assert one.rows("scores")


def test_another_threshold_scores_nothing_again(run, monkeypatch):
    told = run.classify(noise_threshold=1.0, context_threshold=1.0)
    assert told["dialogues"] == told["dialogues_in"] == 300
    monkeypatch.setattr(Embedded, "odds", lambda *_: pytest.fail("scored again"))
    assert run.classify(noise_threshold=0.0)["dialogues"] < 300
    assert run.classify(threshold_rule="precision", target_precision=0.5)["noise"]["threshold"].keys() == {
        "precision"
    }


def test_the_rule_chooses_the_threshold_that_is_used(run):
    told = run.classify(threshold_rule="precision", target_precision=0.5)
    threshold = told["noise"]["threshold"]["precision"]
    assert told["noise"]["weak_labels"]["precision_from"] >= 0.5
    assert {row["threshold"] for row in run.rows("drops") if row["reason"] == "noise_threshold"} <= {
        threshold
    }


def test_the_parameters_that_training_does_not_read_change_no_model(run, tmp_path):
    changes = {
        "noise_threshold": 0.1,
        "context_threshold": 0.1,
        "threshold_rule": "max_f",
        "target_precision": 0.5,
    }
    again = Run(tmp_path, run.dialogues)
    again.train(labels="weak", **changes)
    assert tree(tmp_path / "train") == tree(run.folder / "train")


def test_without_a_classifier_every_dialogue_passes(run, tmp_path):
    one = Run(tmp_path, run.dialogues)
    one.train(min_labels=100_000, context="off")
    told = one.classify(noise_threshold=0.0, context_threshold=0.0)
    assert told["dialogues"] == told["dialogues_in"] == 300
    assert told["noise"] == told["context"] == {"trained": False}
    assert one.rows("scores") == one.rows("drops") == []


def test_outputs_do_not_depend_on_workers(run, tmp_path):
    for folder, workers in (("one", 1), ("two", 2)):
        one = Run(tmp_path / folder, run.dialogues, workers=workers)
        one.train(labels="weak")
        one.classify(noise_threshold=0.5)
    assert tree(tmp_path / "one" / "classify") == tree(tmp_path / "two" / "classify")


def test_odd_dialogues_are_scored(run, tmp_path):
    odd = [
        made.dialogue("odd:1", "only"),
        made.dialogue("odd:2", "", "\x00"),
        made.dialogue("odd:3", "a" * 10**6, "b"),
    ]
    one = Run(tmp_path, run.dialogues)
    one.train()
    again = Run(tmp_path, made.write(tmp_path / "odd", dialogues=odd))
    assert again.classify(noise_threshold=1.0, context_threshold=1.0)["dialogues"] == 3
    assert "odd:1:odd:1.0" not in scores(again, "noise")
    assert "odd:1:odd:1.0" in scores(again, "context")
