"""The paper's backend on a model of a few numbers, drawn here; nothing is asked of any hub."""

import pytest

from dialogue_etl.labels.classifiers import transformer
from dialogue_etl.labels.classifiers.examples import Example
from dialogue_etl.labels.classifiers.model_files import ModelError
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.labels.classifiers.transformer import MissingExtraError, Transformer
from tests.conftest import tree
from tests.labels import made
from tests.labels.made import Run

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh", "red", "blue", "spam", "answer", "post"]
EXAMPLES = [
    Example((f"{colour} {a}", b), colour == "red", "annotated", 0.0)
    for colour in ("red", "blue")
    for a in "abcdefgh"
    for b in "abcdefgh"
]
LEARNS = {"epochs": 12, "learning_rate": 0.02}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    torch = pytest.importorskip("torch", reason="the extra `transformers` is not installed: no torch")
    hub = pytest.importorskip("transformers", reason="the extra `transformers` is not installed")
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    hub.BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = hub.BertConfig(vocab_size=len(WORDS), max_position_embeddings=130, **size)
    hub.BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)


def test_it_learns_and_is_read_as_it_was_written(tiny, tmp_path):
    model = Transformer.train(EXAMPLES, Classify(model_id=tiny, **LEARNS))
    bad, good = model.odds([("red a", "b"), ("blue a", "b")])
    assert good < 0 < bad
    model.save(tmp_path)
    assert (tmp_path / "model.safetensors").is_file()
    assert not [path for path in tmp_path.rglob("*") if path.suffix in {".bin", ".pt", ".pkl"}]
    assert Transformer.load(tmp_path).odds([("red a", "b"), ("blue a", "b")]).tolist() == [bad, good]


def test_the_same_labels_give_the_same_bytes(tiny, tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        Transformer.train(EXAMPLES, Classify(model_id=tiny, epochs=1)).save(tmp_path / name)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")


def test_utterances_alone_and_long_ones_are_scored(tiny):
    model = Transformer.train(EXAMPLES, Classify(model_id=tiny, epochs=1))
    assert len(model.odds([("red",), ("a " * 10_000,), ("",)])) == 3
    assert len(model.odds([])) == 0


def test_the_stages_run_with_it(tiny, tmp_path):
    run = Run(tmp_path, made.write(tmp_path / "rules", dialogues=made.corpus(60)))
    # All labels of a post are held out together, so there are many posts.
    posts = [f"post {a} {b}" for a in "abcdefgh" for b in "abcdefgh"]
    said = (("answer", "clean"), ("spam", "noisy"))
    made.annotate(
        tmp_path / "annotations",
        [(post, f"{word} {post[-1]}", label) for post in posts for word, label in said],
    )
    parameters = {"noise": "transformers", "context": "off", "model_id": tiny, "min_labels": 20, **LEARNS}
    told = run.train(**parameters)["noise"]
    assert told["trained"]
    assert told["held_out"]["auc"] > 0.9
    assert run.classify(**parameters, noise_threshold=1.0)["dialogues"] == 60
    assert {row["measure"] for row in run.rows("scores")} == {"noise"}


def test_a_model_that_is_not_there_is_named(tiny, tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        Transformer.train(EXAMPLES, Classify(model_id=str(tmp_path / "nowhere")))
    with pytest.raises(ModelError, match=tmp_path.name):
        Transformer.load(tmp_path)


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(transformer, "import_module", missing)
    transformer.libraries.cache_clear()
    for asked in (lambda: Transformer.load(tmp_path), lambda: Transformer.train(EXAMPLES, Classify())):
        with pytest.raises(MissingExtraError, match=r"dialogue-etl\[transformers\]"):
            asked()
