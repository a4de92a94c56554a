"""Stage `generative-evaluate`: what models answer to turns of the target's test split.

source.txt, target.txt    the turns before, and the true answers, a line each, words apart
train.txt                 questions of the training split
random.txt, <model>.txt   answers of the training split drawn at random, and those of each model
report.html               the metrics of all of them
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.core import run, shards, split_files
from dialogue_etl.core.progress import progress
from dialogue_etl.derived.generative.examples import read_dialogues, splits
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.derived.questions import drawn, words_apart
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.classifiers.transformer import libraries
from dialogue_etl.labels.encoder import encoder
from dialogue_etl.metrics.definition import DEFINITIONS
from dialogue_etl.metrics.estimates import Interval, Tally, interval, resampled
from dialogue_etl.metrics.evaluate import evaluate as measured
from dialogue_etl.metrics.inputs import Files
from dialogue_etl.metrics.parameters import Testset
from dialogue_etl.metrics.results import as_json
from dialogue_etl.report.responses import render
from dialogue_etl.text.lines import one_line

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.derived.generative.agent import GenerativeAgent

_BATCH = 32  # questions answered at once


def evaluate(
    *,
    language: str,
    model: Path,
    tuned: Path,
    dataset: Path,
    output: Path,
    metrics: Path,
    params: Params,
    workspace: Path,
) -> None:
    """Measure answers of the models, and random and true ones for comparison.

    Raises:
        DialogueEtlError: a model, the test split or the extra is missing.
    """
    libraries()
    from dialogue_etl.derived.generative.agent import GenerativeAgent  # noqa: PLC0415 - of the extra

    same = params[Generative].target == params[Generative].dataset
    folders = {"model": model} if same else {"zero-shot": model, "fine-tuned": tuned}
    agents = {name: GenerativeAgent.load(one, params[Generative]) for name, one in folders.items()}
    with shards.atomic_folder(output) as folder:
        table = asked(agents, splits(dataset, language), folder, params, workspace, language=language)
        title = f"Answers to {params[Generative].target} by models of {params[Generative].dataset}"
        page = render(title, {language: table}, DEFINITIONS[params[Testset].definition])
        shards.write_atomic(folder / "report.html", page.encode())
    run.write_metrics(metrics, values(table))


def asked(
    agents: Mapping[str, GenerativeAgent],
    data: Mapping[str, split_files.Files],
    folder: Path,
    params: Params,
    workspace: Path,
    *,
    language: str,
) -> dict[str, Any]:
    """The scores of `random`, `target` and each agent, as `metrics.results.as_json` has them.

    `different` is the share of different answers. Agents have the `perplexity` of the true answers too, which
    compares models with one tokenizer, and `bits-per-byte`, which compares any; `bits-per-byte-more` is the
    difference from the first agent, whose interval tells whether it is chance.

    Args:
        agents: by name.
        data: the splits of the dataset they are asked.
        folder: for the files that are measured.
        params: the sections `generative` and `testset`.
        workspace: what the path of vectors is relative to.
        language: BCP-47 tag.

    Raises:
        DialogueEtlError: nothing to ask or to draw answers from.
    """
    settings, how = params[Generative], params[Testset]
    random = np.random.default_rng(settings.seed)
    pairs = _questions(read_dialogues(data, "test", language), settings.questions, random)
    train = drawn(data["train"], how.max_train, random) if "train" in data else []
    if not pairs or not train:
        raise DialogueEtlError(
            f"{language}: no test split with two turns to ask, or no training split beside it"
        )
    apart = words_apart(language)
    chosen = random.choice(len(train), len(pairs), replace=len(train) < len(pairs))
    texts = {
        "source": [apart(history[-1]) for history, _ in pairs],
        "target": [apart(answer) for _, answer in pairs],
        "train": [question for question, _ in train],
        "random": [train[place][1] for place in chosen],
    }
    for name, agent in agents.items():
        texts[name] = list(map(apart, _answers(agent, [history for history, _ in pairs], name)))
    for name, lines in texts.items():
        text = "".join(f"{one_line(line)}\n" for line in lines)
        shards.write_atomic(folder / f"{name}.txt", text.encode())
    source, target, learnt, *said = (folder / f"{name}.txt" for name in texts)
    vectors = workspace / how.vectors if how.vectors else None
    scores = measured(
        Files(
            (said[0], target, *said[1:]),
            source,
            (target,),
            learnt,
            vectors=vectors,
            language=language,
            lenient=True,
        ),
        DEFINITIONS[how.definition],
        encoder=encoder(how.encoder),
        resamples=how.resamples,
        seed=how.seed,
    )
    found = as_json(dict(zip(("random", "target", *agents), scores, strict=True)))
    for name, of in found.items():
        of["metrics"]["different"] = _score(len(set(texts[name])) / len(pairs), len(pairs))
    for name, likelihoods in _surprises(agents, pairs, how):
        found[name]["metrics"] |= likelihoods
    return found


def values(table: Mapping[str, Any]) -> dict[str, Any]:
    """The scores alone, by system and metric."""
    return {name: {key: one["value"] for key, one in of["metrics"].items()} for name, of in table.items()}


def _questions(
    dialogues: Iterable[Sequence[str]], most: int, random: np.random.Generator
) -> list[tuple[Sequence[str], str]]:
    """Turns after the first with all before them, at most so many, in their order."""
    found = [(turns[:place], turns[place]) for turns in dialogues for place in range(1, len(turns))]
    if len(found) <= most:
        return found
    return [found[place] for place in np.sort(random.choice(len(found), most, replace=False))]


def _answers(agent: GenerativeAgent, histories: Sequence[Sequence[str]], name: str) -> list[str]:
    """The best answer to each."""
    batches = [histories[place : place + _BATCH] for place in range(0, len(histories), _BATCH)]
    found = (agent.written(batch, 1) for batch in batches)
    batches_done = progress(name, found, len(batches), unit="batches")
    return [answers[0].text if answers else "" for batch in batches_done for answers in batch]


def _surprise(agent: GenerativeAgent, pairs: Sequence[tuple[Sequence[str], str]]) -> tuple[Tally, Tally]:
    """How likely the whole true answers are to an agent: nats by tokens, and bits by bytes.

    The bytes are those of the texts of the dataset with an end each: the same for every vocabulary.
    """
    tokens = agent.layout.tokens
    ids = [(tokens(history), tokens([answer])[0]) for history, answer in pairs]
    nats = -np.array(agent.log_likelihoods(ids))
    by_token, by_byte = Tally(), Tally()
    by_token.add(nats, 0, np.array([len(answer) + 1.0 for _, answer in ids]))
    by_byte.add(nats / math.log(2), 0, np.array([len(answer.encode()) + 1.0 for _, answer in pairs]))
    return by_token, by_byte


def _surprises(
    agents: Mapping[str, GenerativeAgent], pairs: Sequence[tuple[Sequence[str], str]], how: Testset
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and scores of each."""
    first: Tally | None = None
    for name, agent in agents.items():
        by_token, by_byte = _surprise(agent, pairs)
        tallies = {"perplexity": by_token, "bits-per-byte": by_byte}
        if first:
            tallies["bits-per-byte-more"] = by_byte.minus(first)
        first = first or by_byte
        drawn = resampled(tallies, len(pairs), number=how.resamples, seed=how.seed)
        scores = {}
        for key, tally in tallies.items():
            scale = np.exp if key == "perplexity" else float
            bounds = interval(drawn[key])
            spread = bounds and Interval(*map(float, map(scale, bounds)))
            scores[key] = _score(float(scale(tally.ratio)), len(pairs), spread)
        yield name, scores


def _score(value: float, responses: int, bootstrap: Interval | None = None) -> dict[str, Any]:
    """A score, as `metrics.results.as_json` has it."""
    drawn = bootstrap and [float(f"{one:.6g}") for one in bootstrap]
    rounded = {"value": float(f"{value:.6g}"), "responses": responses, "bootstrap": drawn}
    return {**rounded, "deviation": 0.0, "half_interval": 0.0}
