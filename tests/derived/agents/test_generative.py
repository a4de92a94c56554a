"""Generative agents with models of a few numbers, drawn here; nothing is asked of any hub."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from inspect import signature

import pytest
from typer.testing import CliRunner

from dialogue_etl import params
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.errors import DialogueEtlError
from tests.derived.agents.test_examples import CALLS, write

torch = pytest.importorskip("torch", reason="the extra `transformers` is not installed: no torch")
hub = pytest.importorskip("transformers", reason="the extra `transformers` is not installed")
pytest.importorskip("accelerate", reason="the extra `transformers` is not installed: no accelerate")

from tokenizers import Tokenizer, pre_tokenizers  # noqa: E402
from tokenizers.models import WordLevel  # noqa: E402

from dialogue_etl.cli.app import app  # noqa: E402
from dialogue_etl.derived.generative import examples, models  # noqa: E402
from dialogue_etl.derived.generative import training as train  # noqa: E402
from dialogue_etl.derived.generative.agent import GenerativeAgent  # noqa: E402
from dialogue_etl.derived.generative.evaluate import evaluate  # noqa: E402
from dialogue_etl.derived.generative.train import train as train_stage  # noqa: E402
from dialogue_etl.derived.generative.train import tune  # noqa: E402
from tests.conftest import ROOT, quick_runtime, tree  # noqa: E402

TINY = {"hidden": 32, "embedding": 32, "layers": 1, "heads": 2, "filter": 32, "vocabulary": 300, "history": 2}
SHORT = {"context": 48, "answer": 16, "batch": 8, "epochs": 50, "learning_rate": 0.01, "warm_up": 2}
VALUES = {**TINY, **SHORT, "checkpoint_steps": 10, "max_steps": 0, "tune_epochs": 50}
VALUES |= {"device": "cpu", "questions": 20}
OTHERS = {"red": "go", "green": "swim", "blue": "stop"}
FORMS = ("lstm", "transformer", "gpt")


def settings(**values):
    return Generative(**{**VALUES, **values})


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write(tmp_path_factory.mktemp("data") / "data" / "books" / "dataset")


@pytest.fixture(scope="module", params=FORMS)
def trained(request, data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    given = settings(form=request.param)
    figures = train.train(examples.splits(data, "en"), folder / "out", folder / "kept", given, language="en")
    return folder / "out", given, figures


def test_loss_falls_and_nothing_is_left_behind(trained):
    folder, _, figures = trained
    assert figures["last_loss"] < figures["first_loss"] / 2
    assert figures["validation_loss"] < figures["first_loss"] / 2
    rows = json.loads((folder / "losses.json").read_text())
    assert [row["step"] for row in rows if "loss" in row] == [*range(10, 160, 10)]
    assert not list((folder.parent / "kept").iterdir())
    assert not [path for path in folder.rglob("*") if path.suffix in {".bin", ".pt", ".pkl"}]


def test_answers_are_what_was_learnt_and_the_same_each_time(trained):
    folder, given, _ = trained
    for beam in (0, 1, 2):
        agent = GenerativeAgent.load(folder, given.model_copy(update={"beam": beam, "candidates": 3}))
        found = agent.answers(["red"], 3)
        assert found == agent.answers(["red"], 3)
        scores = [one.score for one in found]
        assert scores == sorted(scores, reverse=True)
        assert [agent.answers([call], 1)[0].text for call in CALLS] == list(CALLS.values())
        assert agent.answers(["red", "stop", "blue"], 2) == agent.answers(
            ["stop", "blue"], 2
        )  # two turns are read
    together = agent.written([["red"], ["green", "go", "and blue, or whatever it is called"]], 1)
    assert together[0][0].text == agent.answers(["red"], 1)[0].text
    assert together[0][0].score == pytest.approx(agent.answers(["red"], 1)[0].score, abs=1e-4)


def test_the_true_answer_is_told_from_others(data, tmp_path):
    given = settings(distractors=2, hidden=64, layers=2, dropout=0.0, learning_rate=0.003, epochs=100)
    figures = train.train(
        examples.splits(data, "en"), tmp_path / "a", tmp_path / "kept", given, language="en"
    )
    assert figures["validation_loss"] < figures["first_loss"] / 2
    model, tokenizer = models.open_model(tmp_path / "a", chooses=True)
    layout = examples.Layout(tokenizer, given, causal=True)
    read = layout.tokens([*CALLS, *CALLS.values()])
    pairs = [layout.example([call], answer) for call in read[:3] for answer in read[3:]]
    batch = train.collator(layout, model)(pairs)
    ends = batch["attention_mask"].sum(1) - 1
    with torch.no_grad():
        rated = model.eval()(batch["input_ids"], token_type_ids=batch["token_type_ids"], mc_token_ids=ends)
    assert rated.mc_logits.view(3, 3).argmax(1).tolist() == [0, 1, 2]
    assert GenerativeAgent.load(tmp_path / "a").answers(["red"], 1)[0].text == "stop"


def test_novels_are_learnt_first(data, tmp_path):
    (tmp_path / "novels").mkdir()
    (tmp_path / "novels" / "one.txt").write_text("It was dark and it was late. " * 40)
    found = {}
    for name, novels in (("with", tmp_path / "novels"), ("again", tmp_path / "novels"), ("without", None)):
        where = (examples.splits(data, "en"), tmp_path / name, tmp_path / "kept", settings(text_epochs=30))
        found[name] = train.train(*where, language="en", texts=novels)
    assert tree(tmp_path / "with") == tree(tmp_path / "again")
    assert found["with"]["texts"] == 1
    assert found["with"]["text_loss"] < found["without"]["first_loss"] / 2
    assert found["with"]["validation_loss"] < found["without"]["first_loss"] / 2
    assert "texts" not in found["without"]
    assert not list((tmp_path / "kept").iterdir())


def test_killed_training_goes_on_to_the_same_bytes(data, tmp_path):
    given = settings(epochs=60, layers=2)
    whole = train.train(
        examples.splits(data, "en"), tmp_path / "whole", tmp_path / "one", given, language="en"
    )
    program = (
        "import sys, json; from pathlib import Path\n"
        "from dialogue_etl.derived.generative.parameters import Generative\n"
        "from dialogue_etl.derived.generative import examples, training as train\n"
        "data, to = map(Path, sys.argv[1:3])\n"
        "print(train.train(examples.splits(data, 'en'), to / 'cut', to / 'kept', "
        "Generative.model_validate_json(sys.argv[3]), language='en'))"
    )
    words = [sys.executable, "-c", program, str(data), str(tmp_path), given.model_dump_json()]
    process = subprocess.Popen(words, cwd=ROOT)
    while not list((tmp_path / "kept").glob("*/checkpoint-*/trainer_state.json")):
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "cut").exists()
    (kept,) = (tmp_path / "kept").iterdir()
    cut_off = kept / "checkpoint-9999"  # as a kill while it is written leaves one
    shutil.copytree(train._last_whole(kept), cut_off)
    (cut_off / "trainer_state.json").unlink()
    assert not train._last_whole(kept).endswith("9999")
    assert subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip() == str(
        whole
    )
    assert tree(tmp_path / "cut") == tree(tmp_path / "whole")


def test_stages(data, tmp_path):
    def run(stage, target="books", **paths):
        values = params.parse({"generative": {**VALUES, "target": target, "beam": 1}})
        known = {"params": values, "runtime": quick_runtime(), "workspace": tmp_path, "language": "en"}
        known |= {"metrics": tmp_path / "metrics.json", **paths}
        stage(**{name: known[name] for name in signature(stage).parameters})
        return json.loads((tmp_path / "metrics.json").read_text())

    for name in ("one", "other"):
        run(train_stage, dataset=data, output=tmp_path / name)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")
    assert run(tune, model=tmp_path / "one", dataset=data, output=tmp_path / "same") == {"steps": 0}
    films = write(tmp_path / "films", calls=OTHERS)
    where = {"model": tmp_path / "one", "dataset": films, "target": "subtitles"}
    assert run(tune, output=tmp_path / "tuned", **where)["steps"] > 0
    found = run(evaluate, tuned=tmp_path / "tuned", output=tmp_path / "answers", **where)
    assert list(found) == ["random", "target", "zero-shot", "fine-tuned"]
    assert found["target"]["bleu-1"] == 1
    assert found["zero-shot"]["perplexity"] > 10 * found["fine-tuned"]["perplexity"]
    assert found["fine-tuned"]["bleu-1"] > found["zero-shot"]["bleu-1"]
    assert found["fine-tuned"]["different"] == pytest.approx(3 / 20)
    assert (tmp_path / "answers/fine-tuned.txt").read_text().splitlines()[0] in CALLS.values()
    assert "fine-tuned" in (tmp_path / "answers/report.html").read_text()
    own = run(evaluate, tuned=tmp_path / "same", output=tmp_path / "a", model=tmp_path / "one", dataset=data)
    assert list(own) == ["random", "target", "model"]


def test_commands(data, tmp_path, monkeypatch):
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(data.parents[1], tmp_path / "data")
    text = (tmp_path / "params.yaml").read_text()
    text = text.replace("generative:\n  languages: []", "generative:\n  languages: [en]")
    (tmp_path / "params.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIALOGUE_ETL_WORKSPACE", str(tmp_path))
    values = [word for name, value in VALUES.items() for word in ("--set", f"generative.{name}={value}")]

    def run(*words):
        done = CliRunner().invoke(app, ["agent", *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    run("train", "data/generative/model/en", *values)
    assert "stop" in run("ask", "red", "--model", "data/generative/model/en")
    listed = json.loads(run("list", "--json"))
    assert listed[-1] == {"name": "generative model en", "options": ["--model=data/generative/model/en"]}
    run("train", "other", "--data", "data/books/dataset/en", "--start", "data/generative/model/en", *values)
    tables = json.loads(run("evaluate", "other", "data/generative/model/en", "--json", *values))
    assert list(tables["books"]) == ["random", "target", "other", "en"]
    few = [*values, "--set", "generative.max_steps=10"]
    shutil.copytree("data/books", "data/more")
    folders = ["--data", "data/books/dataset/en", "--data", "data/more/dataset/en"]
    effect = json.loads(run("effect", *folders, "--json", *few))
    assert list(effect) == ["test split of books-dataset-en", "test split of more-dataset-en"]
    for table in effect.values():
        # The same data, seed and steps are the same model.
        assert table["more-dataset-en"]["metrics"]["bits-per-byte-more"]["value"] == 0
        assert table["books-dataset-en"]["metrics"]["bits-per-byte"]["bootstrap"]
    with pytest.raises(DialogueEtlError, match="two versions"):
        run("effect", *folders[:2])
    assert "bits-per-byte" in run("evaluate", "other", *folders[:2], *values)
    with pytest.raises(DialogueEtlError, match="there is data/generative/model/en"):
        run("ask", "red", "--model", "data/generative/model/de")


def test_a_model_of_another_kind_is_gone_on_with(data, tmp_path):
    """As one of the hub: its own tokenizer, which has none of our marks."""
    words = ["?", *CALLS, *CALLS.values()]
    raw = Tokenizer(WordLevel({word: place for place, word in enumerate(words)}, unk_token="?"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    hub.PreTrainedTokenizerFast(tokenizer_object=raw, unk_token="?").save_pretrained(tmp_path / "hub")
    sizes = {"n_embd": 32, "n_layer": 1, "n_head": 2, "n_positions": 80}
    hub.GPT2LMHeadModel(hub.GPT2Config(vocab_size=len(words), **sizes)).save_pretrained(tmp_path / "hub")
    where = (examples.splits(data, "en"), tmp_path / "out", tmp_path / "kept", settings())
    train.train(*where, language="en", start=str(tmp_path / "hub"))
    agent = GenerativeAgent.load(tmp_path / "out")
    assert agent.model.config.vocab_size == len(words) + 5
    assert agent.answers(["red"], 1)[0].text == "stop"


@pytest.mark.gpu
def test_a_gpu_learns_what_a_cpu_does(data, tmp_path):
    given = settings(device="cuda")
    figures = train.train(
        examples.splits(data, "en"), tmp_path / "out", tmp_path / "kept", given, language="en"
    )
    assert figures["last_loss"] < figures["first_loss"] / 2
    agent = GenerativeAgent.load(tmp_path / "out")
    assert agent.model.device.type == "cuda"
    assert agent.answers(["red"], 1)[0].text == "stop"


def test_what_is_not_there_is_named(data, tmp_path):
    where = (examples.splits(data, "en"), tmp_path / "out", tmp_path / "kept")
    with pytest.raises(DialogueEtlError, match="device: cuda, but this machine has no such GPU"):
        train.train(*where, settings(device="cuda"))
    with pytest.raises(DialogueEtlError, match="no dialogue of two turns"):
        train.train(*where, settings(), language="de")
    with pytest.raises(DialogueEtlError, match="nowhere: not a readable model"):
        train.train(*where, settings(), start=str(tmp_path / "nowhere"))
    models.new_model(settings(form="lstm"), tokenizer := models.new_tokenizer(["a"], 262)).save_pretrained(
        tmp_path / "lstm"
    )
    tokenizer.save_pretrained(tmp_path / "lstm")
    with pytest.raises(DialogueEtlError, match=r"distractors: dialogue_etl_lstm is not a GPT-2"):
        train.train(*where, settings(distractors=1), start=tmp_path / "lstm")
    (tmp_path / "one.txt").write_text("once")
    with pytest.raises(DialogueEtlError, match=r"texts: dialogue_etl_lstm cannot be trained on texts"):
        train.train(*where, settings(), start=tmp_path / "lstm", texts=tmp_path, language="en")
    with pytest.raises(
        DialogueEtlError, match="no dialogue of two turns to learn from; 24 pairs are in other"
    ):
        train.train(*where, settings(without_overlap=True), language="en")
    small = models.new_model(settings(context=20, answer=10), tokenizer)
    for folder in (small, tokenizer):
        folder.save_pretrained(tmp_path / "small")
    with pytest.raises(DialogueEtlError, match=r"has 32 positions, and .* \(48\) and .* \(16\) need 66"):
        train.train(*where, settings(), start=tmp_path / "small")
    with pytest.raises(ValueError, match="distractors and texts are for the form gpt"):
        settings(form="transformer", distractors=1)
    with pytest.raises(DialogueEtlError, match=r"no trained model \(settings.json\)"):
        GenerativeAgent.load(tmp_path)


@pytest.mark.parametrize("form", FORMS)
def test_padding_and_what_follows_change_nothing(form):
    tokenizer = models.new_tokenizer(["a few words"], 262)
    made = models.new_model(settings(form=form), tokenizer)
    agent = GenerativeAgent(made, tokenizer, settings(form=form))
    pairs = [([[20]], [30, 31]), ([[20, 21, 22, 23], [24]], [30, 31, 32, 33, 34])]
    assert agent.log_likelihoods(pairs) == pytest.approx(
        [agent.log_likelihoods([pair])[0] for pair in pairs], abs=1e-4
    )
    assert agent.log_likelihoods([([[20]], [30, 31])]) != agent.log_likelihoods([([[21]], [30, 31])])
