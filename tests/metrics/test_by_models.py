"""BERTScore and MAUVE by a model of a few numbers, drawn here; nothing is asked of any hub."""

import sys
from math import sqrt

import pytest

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.metrics.by_models import Models
from tests.metrics.test_evaluate import measured

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh"]
REFERENCES = {"targets": "a b\nc e\n", "targets2": "\ne f\n"}
TEXTS = {"responses": "a b\nc d\n", "responses2": "a b\ne f\n", **REFERENCES}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    names = ("torch", "transformers", "bert_score", "mauve")
    torch, hub, *_ = (
        pytest.importorskip(name, reason=f"no {name}, of the extra `metrics`") for name in names
    )

    folder = tmp_path_factory.mktemp("models") / "tiny-bert"
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    hub.BertTokenizer(str(folder / "vocab.txt"), model_max_length=64).save_pretrained(folder)
    torch.manual_seed(0)
    size = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16}
    config = hub.BertConfig(vocab_size=len(WORDS), max_position_embeddings=64, **size)
    hub.BertModel(config).save_pretrained(folder)
    return str(folder)


def test_a_response_that_is_a_reference_has_1(tiny, tmp_path):
    first, second = measured(tmp_path, TEXTS, models=Models(bert=tiny, layer=2))
    assert first.lines == second.lines == 2
    one, other = first.scores["bertscore"], second.scores["bertscore"]
    assert other.value == pytest.approx(1, abs=1e-6)  # the second reference is the better one
    assert -1 < one.value < 0.999
    assert one.half_interval == pytest.approx(1.97 * one.deviation / sqrt(2))
    assert one.signature.startswith(f"{tiny}_L2_no-idf_version=")
    assert second.differences["bertscore"].difference == pytest.approx(other.value - one.value)


def test_equal_texts_have_mauve_1_and_different_ones_less(tiny, tmp_path, caplog):
    lines = [f"{one} {other}\n" for one in "abcd" for other in "abcd"] * 4
    far = [f"{one} {other} h h h\n" for one in "efgh" for other in "efgh"] * 4
    texts = {"responses": "".join(lines), "responses2": "".join(far), "targets": "".join(lines)}
    first, second = measured(tmp_path, texts, models=Models(mauve=tiny), resamples=0)
    assert first.scores["mauve"].value == pytest.approx(1)
    assert 0 < second.scores["mauve"].value < 0.9
    assert first.scores["mauve"].signature.startswith(f"{tiny}|buckets:6|seed:0|version:")
    assert "mauve: of 64 responses; below 1,000 it says little" in caplog.text


@pytest.mark.parametrize(
    ("models", "message"),
    [
        (Models(bert="{tiny}"), "--bert-score .*name one with --bert-layer"),
        (Models(bert="{tiny}", layer=9), "--bert-score .*num_layers should be between 0 and 2"),
        (Models(bert="./gone", layer=1), "--bert-score ./gone: "),
        (Models(mauve="./gone-bert"), "--mauve ./gone-bert: "),
        (Models(mauve="./other"), "--mauve ./other: Unknown model"),
    ],
)
def test_a_model_that_cannot_be_used_is_named(tiny, tmp_path, models, message):
    with pytest.raises(DialogueEtlError, match=message):
        measured(tmp_path, TEXTS, models=models._replace(bert=models.bert.format(tiny=tiny)))


@pytest.mark.parametrize(
    ("library", "models"), [("bert_score", Models(bert="roberta")), ("mauve", Models(mauve="gpt2"))]
)
def test_without_the_extra_its_name_is_said(tmp_path, monkeypatch, library, models):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DialogueEtlError, match=r"dialogue-etl\[metrics\]"):
        measured(tmp_path, TEXTS, models=models)
