import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling import embedded
from dialogue_etl.derived.emotions.labelling.embedded import Embedded
from dialogue_etl.labels.classifiers.model_files import FILE, ModelError
from tests.derived.emotions.labelling.made import TOPICS, Meaning

SENTENCES = [
    (f"{name} says {topic}s are {n}", number)
    for number, topic in enumerate(TOPICS)
    for n, name in enumerate(["Ann", "Bea", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal"])
]
# The last turn says nothing: what it answers decides.
DIALOGUES = [([text, f"Hm {n % 7}"], number) for n, (text, number) in enumerate(SENTENCES)]


@pytest.fixture(autouse=True)
def meaning(monkeypatch):
    monkeypatch.setattr(
        embedded, "encoder", lambda name, _folder=None: Meaning() if name == "minilm" else None
    )


def train(examples, encoder="minilm", decay=0.5):
    turns = [[said] if isinstance(said, str) else said for said, _ in examples]
    return Embedded.train(turns, [label for _, label in examples], encoder=encoder, decay=decay)


@pytest.mark.parametrize("encoder", ["none", "minilm"])
def test_it_learns_and_is_read_as_it_was_written(encoder, tmp_path):
    model = train(SENTENCES, encoder, decay=0)
    asked = [[f"Ida knows {topic}s"] for topic in TOPICS]
    chances = model.chances(asked)
    assert chances.argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-3)
    model.save(tmp_path)
    assert Embedded.load(tmp_path).chances(asked).tolist() == chances.tolist()
    assert model.chances([]).shape == (0, 5)
    (tmp_path / FILE).write_bytes(b"PK")
    with pytest.raises(ModelError, match="not a model of the embedded backend"):
        Embedded.load(tmp_path)


def test_the_same_labels_give_the_same_bytes(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        train(SENTENCES).save(tmp_path / name)
    assert (tmp_path / "one" / FILE).read_bytes() == (tmp_path / "other" / FILE).read_bytes()


def test_context_decides_where_the_last_turn_does_not():
    truth = [label for _, label in DIALOGUES]
    right = {
        decay: (
            train(DIALOGUES, decay=decay).chances([turns for turns, _ in DIALOGUES]).argmax(1) == truth
        ).mean()
        for decay in (0.0, 0.5)
    }
    assert right[0.5] == 1.0
    assert right[0.0] < 0.5


def test_a_turn_has_the_chances_of_the_dialogue_that_ends_with_it_in_any_company():
    model = train(DIALOGUES)
    dialogues = [["It is rain", "No sun", "A cake, a cake?"], ["tea"], [], ["A dog", "It is rain"]]
    each = model.turn_chances(dialogues)
    beginnings = [turns[: end + 1] for turns in dialogues for end in range(len(turns))]
    assert each.tolist() == model.chances(beginnings).tolist()
    assert each.tolist() == [model.chances([turns])[0].tolist() for turns in beginnings]


def test_chances_are_those_that_labels_are_right():
    """Half of the labels are drawn: of what it gives a chance of about a half, about a half is right."""
    dice = np.random.default_rng(3)
    labels = [label if dice.random() < 0.5 else int(dice.integers(5)) for _, label in SENTENCES * 12]
    texts = [f"{text} {n // 40}" for n, (text, _) in enumerate(SENTENCES * 12)]
    model = train(list(zip(texts, labels, strict=True)), decay=0)
    chances = model.chances([[f"{text} x"] for text in texts])
    assert 0.45 < chances.max(axis=1).mean() < 0.75
    right = chances.argmax(axis=1) == [label for _, label in SENTENCES * 12]
    assert right.mean() > 0.85
    sure, drawn = model.proof.mean(axis=0)  # of ten drawn labels six can be known
    assert 0.45 < drawn < 0.65
    assert sure == pytest.approx(drawn, abs=0.05)


def test_one_label_of_two_and_labels_of_few_classes():
    few = [(text, label) for text, label in SENTENCES if label < 2]
    assert train(few).chances([["rain"], ["sun"]]).argmax(axis=1).tolist() == [0, 1]
