"""Models of a few numbers, drawn here; nothing is asked of any hub."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

torch = pytest.importorskip("torch", reason="the extra `transformers` is not installed: no torch")
pytest.importorskip("transformers", reason="the extra `transformers` is not installed")

from dialogue_etl.agents.generative import agent, examples, models, train  # noqa: E402
from dialogue_etl.agents.generative.config import PRESETS, preset  # noqa: E402
from dialogue_etl.agents.generative.evaluate import matrix, write_responses  # noqa: E402
from dialogue_etl.errors import DialogueEtlError  # noqa: E402

TINY = {
    "hidden": 32,
    "embedding": 32,
    "layers": 1,
    "heads": 2,
    "filter": 32,
    "vocabulary": 300,
    "dropout": 0.1,
}
SHORT = {**TINY, "context": 48, "answer": 16, "batch": 8, "epochs": 8, "learning_rate": 0.01, "warm_up": 2}
FORMS = ("lstm-cpu", "transformer-cpu", "gpt-cpu")
CALLS = {"red": "stop", "green": "go", "blue": "swim"}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    rows = [{"turns": [{"text": call}, {"text": answer}]} for call, answer in CALLS.items()] * 8
    for split in ("train", "test"):
        pq.write_table(pa.Table.from_pylist(rows), folder / f"{split}.parquet")
    return folder


@pytest.fixture(scope="module", params=FORMS)
def trained(request, data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    config = preset(request.param, **SHORT)
    return folder, config, train.train(data, folder / "out", folder / "checkpoints", config)


def test_loss_falls(trained):
    _, _, losses = trained
    assert losses[-1] < losses[0] / 3


def test_resumed_is_uninterrupted(trained, data, tmp_path, monkeypatch):
    _, config, losses = trained
    keep = train._keep

    def killed(*args):
        keep(*args)
        raise KeyboardInterrupt

    often = config.model_copy(update={"checkpoint_steps": 5})
    train.train(data, tmp_path / "whole", tmp_path / "kept", often)
    monkeypatch.setattr(train, "_keep", killed)
    with pytest.raises(KeyboardInterrupt):
        train.train(data, tmp_path / "cut", tmp_path / "kept", often)
    monkeypatch.setattr(train, "_keep", keep)
    again = train.train(data, tmp_path / "cut", tmp_path / "kept", often)
    assert len(again) == len(losses)
    for name in ("model.safetensors", "losses.json"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert not list((tmp_path / "kept").iterdir())


def test_answers_and_matrix(trained, data, tmp_path):
    folder, _, _ = trained
    for decoding in (agent.Decoding(), agent.Decoding(beam=2)):
        found = agent.GenerativeAgent.load(folder / "out", decoding)
        first = found.answers(["red"], 3)
        assert first == found.answers(["red"], 3)
        assert [one.score for one in first] == sorted((one.score for one in first), reverse=True)
    table = matrix({"a": folder / "out"}, {"b": data})["a"]["b"]
    assert table["answers"] == 24 and 1 < table["perplexity"] < 100
    write_responses(folder / "out", data, tmp_path, most=5)
    assert (tmp_path / "target.txt").read_text().split() == ["stop", "go", "swim", "stop", "go"]
    assert (tmp_path / "responses.txt").read_text().count("\n") == 5


def test_fine_tuned_from_other_sizes_is_refused(trained, data, tmp_path):
    folder, config, _ = trained
    other = config.model_copy(update={"layers": 2})
    with pytest.raises(DialogueEtlError, match="layers: 2"):
        train.train(data, tmp_path / "o", tmp_path / "c", other, start=folder / "out")
    again = train.train(data, tmp_path / "o", tmp_path / "c", config, start=folder / "out")
    assert again[0] < json.loads((folder / "out" / "losses.json").read_text())[0] / 2


def test_speakers_are_token_types():
    config = preset("gpt-cpu", history=3, context=48, answer=16)
    ids, types = examples.encode_context([[90], [10, 11], [12], [13]], config)
    assert ids == [1, 3, 10, 11, 4, 12, 3, 13, 4]  # three turns, then who answers
    assert types == [1, 3, 3, 3, 4, 4, 3, 3, 4]
    ids, _ = examples.encode_context([[7] * 100], config)
    assert len(ids) == 31 and ids[0] == 1 and ids[-1] == 4


@pytest.mark.parametrize("name", FORMS)
def test_padding_and_what_follows_change_nothing(name):
    torch.manual_seed(0)
    model = models.build(preset(name, **SHORT), 50).eval()
    rows = [[1, 3, 9], [1, 3, 9, 10, 11, 12]]
    alone = model(rows[:1], rows[:1], [[20]])
    beside = model(rows, rows, [[20, 30], [21, 31]])
    torch.testing.assert_close(alone[0], beside[0, :2], atol=1e-5, rtol=1e-4)


def test_nucleus():
    kept = agent.nucleus(torch.tensor([[0.2, 0.5, 0.3]]), 0.7)
    assert kept.tolist() == [[0.0, 0.5, pytest.approx(0.3)]]


def test_noam():
    config = PRESETS["cdial-gpt"]
    rates = [train.rate_at(step, 20_000, config) for step in (2_500, 5_000, 20_000)]
    assert rates[0] == pytest.approx(rates[1] / 2) and rates[2] == pytest.approx(rates[1] / 2)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [("none", {}, "lstm-cpu"), ("gpt-cpu", {"heads": 3}, "heads"), ("gpt-cpu", {"answer": 500}, "answer")],
)
def test_wrong_parameters_are_refused(name, values, message):
    with pytest.raises(DialogueEtlError, match=message):
        preset(name, **values)
