import io
from functools import cache

import numpy as np
import pytest

from dialogue_etl.labels.classifiers.embedded import Counted, Embedded
from dialogue_etl.labels.classifiers.examples import Example, evened
from dialogue_etl.labels.classifiers.model_files import FILE, ModelError
from tests.labels.test_association import POSTS, RESPONSES

PAIRS = list(zip(POSTS, RESPONSES, strict=True))
NOISE = [Example(pair, False, "adjacent", 0.7) for pair in PAIRS] + [
    Example((post, RESPONSES[(number + 3) % len(POSTS)]), True, "mismatched", 0.7)
    for number, post in enumerate(POSTS)
]
CONTEXT = [
    Example((text,), bad, "annotated", 0.1)
    for text, bad in [("he did", True), ("she did", True), ("it did", True), ("Rain in May", False)] * 10
]
UNSEEN = {"noise": [("rain", "umbrella"), ("rain", "spoon")], "context": [("Rain in June",), ("he had",)]}


def train(task):
    associations = [Counted.learn(POSTS, RESPONSES)] * 2 if task == "noise" else []
    return Embedded.train("en", associations, NOISE if task == "noise" else CONTEXT)


trained = cache(train)


@pytest.mark.parametrize("task", ["noise", "context"])
def test_what_it_did_not_see_it_tells_apart(task):
    good, bad = trained(task).odds(UNSEEN[task])
    assert good < 0 < bad


@pytest.mark.parametrize("task", ["noise", "context"])
def test_it_is_read_as_it_was_written_and_written_the_same_way(task, tmp_path):
    model = trained(task)
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    model.save(tmp_path / "one")
    train(task).save(tmp_path / "other")
    assert (tmp_path / "one" / FILE).read_bytes() == (tmp_path / "other" / FILE).read_bytes()
    again = Embedded.load(tmp_path / "one", "en")
    assert again.odds(UNSEEN[task]).tolist() == model.odds(UNSEEN[task]).tolist()


def test_a_score_does_not_depend_on_what_is_scored_with_it():
    model = trained("noise")
    many = [texts for texts in UNSEEN["noise"] for _ in range(3_000)]
    assert model.odds(many)[::3_000].tolist() == [model.odds([one])[0] for one in UNSEEN["noise"]]
    assert model.odds([]).tolist() == []


def test_texts_of_other_data_are_judged_by_the_words_of_both_halves():
    counted = [Counted.learn(POSTS, RESPONSES), Counted.learn(POSTS[:9], RESPONSES[:9])]
    model = Embedded.train("en", counted, NOISE)
    one, other = (model.odds(PAIRS, [half] * len(PAIRS)) for half in (0, 1))
    assert one.tolist() != other.tolist()
    assert model.odds(PAIRS) == pytest.approx((one + other) / 2)


def test_kinds_of_few_labels_count_more():
    few, given = Example(("a", "b"), True, "outside", 0.7), Example(("a", "c"), True, "annotated", 0.1)
    many = [one for one in NOISE if one.bad]
    weights = evened([few, given, *many, *NOISE]) * np.sqrt(1 / (2 * len(many)))
    assert weights[0] == pytest.approx(1)
    assert set(weights[1:].tolist()) == {weights[1]}


def _pickled():
    data = io.BytesIO()
    np.savez(data, words=np.array([{}], object))
    return data.getvalue()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no zip", _pickled()])
def test_a_file_that_is_no_model_is_said_to_be_none(data, tmp_path):
    if data:
        (tmp_path / FILE).write_bytes(data)
    with pytest.raises(ModelError, match=FILE):
        Embedded.load(tmp_path, "en")
