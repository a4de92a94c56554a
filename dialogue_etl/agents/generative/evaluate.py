"""What trained models are worth on datasets: perplexity of each on each, and the files the metrics read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from dialogue_etl.agents.generative.agent import Decoding, GenerativeAgent
from dialogue_etl.agents.generative.examples import encode_dialogues, read_dialogues
from dialogue_etl.agents.generative.train import batches, load_model, loss_of
from dialogue_etl.shards import write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_BATCH = 32


@torch.no_grad()  # type: ignore[untyped-decorator]
def perplexity(model: Path, data: Path, split: str = "test", most: int = 1_000) -> dict[str, float]:
    """How surprised a model is by the answers of a split's first `most` dialogues.

    Tokens differ between tokenizers: `perplexity` compares models of one, `bits_per_byte` any.

    Raises:
        DialogueEtlError: there is no such model or data, or no answer in it.
    """
    net, tokenizer, config = load_model(model)
    dialogues = [turns for turns, _ in zip(read_dialogues(data, split), range(most), strict=False)]
    examples = encode_dialogues(dialogues, tokenizer, config)
    nats = sum(float(loss_of(net, batch)) for batch in batches(examples, _BATCH))
    tokens = sum(len(one.target) for one in examples)
    size = sum(len(tokenizer.decode(one.target).strip().encode()) + 1 for one in examples)
    return {
        "answers": len(examples),
        "perplexity": math.exp(nats / max(tokens, 1)),
        "bits_per_byte": nats / math.log(2) / max(size, 1),
    }


def matrix(models: Mapping[str, Path], datasets: Mapping[str, Path], **how: Any) -> dict[str, dict[str, Any]]:
    """Each model on each dataset: zero-shot where it was trained on another, fine-tuned where it went on."""
    return {
        name: {other: perplexity(folder, data, **how) for other, data in datasets.items()}
        for name, folder in models.items()
    }


def write_responses(
    model: Path,
    data: Path,
    output: Path,
    *,
    split: str = "test",
    most: int = 500,
    decoding: Decoding | None = None,
) -> None:
    """Lines of source.txt (the turn before), target.txt and responses.txt, as the metrics read them."""
    agent = GenerativeAgent.load(model, decoding)
    rows: list[tuple[str, str, str]] = []
    for turns in read_dialogues(data, split):
        for place in range(1, len(turns)):
            if len(rows) < most:
                found = agent.answers(turns[:place], 1)
                rows.append((turns[place - 1], turns[place], found[0].text if found else ""))
    for name, column in zip(("source", "target", "responses"), zip(*rows, strict=True), strict=True):
        text = "".join(" ".join(line.split()) + "\n" for line in column)
        write_atomic(output / f"{name}.txt", text.encode())
