"""The paper's classifier on a model of a few numbers, drawn here; nothing is asked of any hub."""

import numpy as np
import pytest

from dialogue_etl.derived.emotions.labelling.transformer import Transformer, sequence
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.labels.classifiers.model_files import ModelError
from dialogue_etl.labels.encoder import HUB, encoder
from tests.conftest import tree

WORDS = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "rain", "sun", "tea", "hm", "a", "b"]
TRAIN = [([topic, f"hm {x}"], label) for label, topic in enumerate(["rain", "sun", "tea"]) for x in "ab"] * 8


def test_turns_are_read_from_the_last_one_each_between_marks_with_its_weight():
    tokens, weight = sequence([[7], [8, 9], [5]], start=0, end=2, decay=0.5)
    assert tokens == [0, 5, 2, 2, 8, 9, 2, 2, 7, 2]
    assert (np.array(weight) * 7).round(9).tolist() == [4, 4, 4, 2, 2, 2, 2, 1, 1, 1]
    assert sequence([[7], [5, 6]], 0, 2, decay=0.0) == ([0, 5, 6, 2], [1.0] * 4)
    cut, weight = sequence([[7] * 9, [5] * 3], 0, 2, decay=1.0, longest=8)
    assert (cut, weight) == ([0, 5, 5, 5, 2, 2, 7, 2], [0.5] * 8)
    assert sequence([], 0, 2, decay=0.5) == ([0, 2], [1.0, 1.0])


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    torch = pytest.importorskip("torch", reason="the extra `transformers` is not installed: no torch")
    hub = pytest.importorskip("transformers", reason="the extra `transformers` is not installed")
    tokenizers = pytest.importorskip("tokenizers")
    folder = str(tmp_path_factory.mktemp("tiny"))
    plain = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="<unk>")
    )
    plain.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    marks = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>", "unk_token": "<unk>"}
    hub.PreTrainedTokenizerFast(tokenizer_object=plain, **marks).save_pretrained(folder)
    torch.manual_seed(0)
    size = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    config = hub.RobertaConfig(vocab_size=len(WORDS), max_position_embeddings=110, pad_token_id=1, **size)
    hub.RobertaModel(config).save_pretrained(folder)
    return folder


def train(tiny, decay=0.5, epochs=20):
    params = Emotions(backend="transformers", model_id=tiny, epochs=epochs, learning_rate=0.005)
    return Transformer.train(
        [turns for turns, _ in TRAIN], [label for _, label in TRAIN], params, decay=decay
    )


def test_it_learns_from_context_and_is_read_as_it_was_written(tiny, tmp_path):
    model = train(tiny)
    asked = [["rain", "hm b"], ["sun", "hm b"], ["tea", "hm a"]]
    assert model.chances(asked).argmax(axis=1).tolist() == [0, 1, 2]
    assert model.proof[:, 1].tolist() == [1.0] * 5  # five of five show no more than 6 of 7
    assert model.confidence(model.chances(asked)) == pytest.approx(6 / 7, abs=1e-4)
    model.save(tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.suffix in {".bin", ".pt", ".pkl"}]
    again = Transformer.load(tmp_path)
    assert again.chances(asked).tolist() == model.chances(asked).tolist()
    assert again.curve.tolist() == model.curve.tolist()
    each = model.turn_chances([["rain", "hm b"], ["sun"]])
    assert each.tolist() == model.chances([["rain"], ["rain", "hm b"], ["sun"]]).tolist()
    alone = train(tiny, decay=0.0).chances([["rain", "hm b"], ["sun", "hm b"]])
    assert alone[0].tolist() == alone[1].tolist()
    with pytest.raises(ModelError):
        Transformer.load(tmp_path / "nowhere")


def test_the_same_labels_give_the_same_bytes(tiny, tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        train(tiny, epochs=1).save(tmp_path / name)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")


def test_a_model_of_the_hub_encodes_sentences(tiny):
    rows = encoder(f"{HUB}{tiny}").encode(["rain", "sun hm", "rain"])
    assert rows.shape == (3, 32)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=0.02)
    assert rows[0].tolist() == rows[2].tolist() != rows[1].tolist()
