"""Training, resumed at the last checkpoint to the same bytes.

A plain loop instead of Hugging Face's Trainer: two of the three forms are none of its models, and a collator,
a loss, a schedule, callbacks and its own dependency (accelerate) take more lines than the loop does.
"""

from __future__ import annotations

import hashlib
import io
import json
from typing import TYPE_CHECKING, Any

import torch
from safetensors.torch import load, save
from tokenizers import Tokenizer
from torch.nn import functional

from dialogue_etl.agents.generative.config import TrainConfig
from dialogue_etl.agents.generative.examples import (
    IGNORED,
    Encoded,
    encode_dialogues,
    read_dialogues,
    train_tokenizer,
)
from dialogue_etl.agents.generative.models import build, padded
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.progress import progress
from dialogue_etl.shards import write_atomic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from torch import Tensor, nn

_RUN_OFF = 2**63  # seeds of torch are signed


def load_model(folder: Path) -> tuple[nn.Module, Any, TrainConfig]:
    """Model, tokenizer and configuration of a training.

    Raises:
        DialogueEtlError: the folder holds no finished training.
    """
    if not (folder / "config.json").is_file():
        raise DialogueEtlError(f"{folder}: no trained model; run the training first")
    config = TrainConfig.model_validate_json((folder / "config.json").read_text())
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    model = build(config, tokenizer.get_vocab_size())
    model.load_state_dict(load((folder / "model.safetensors").read_bytes()))
    return model.eval(), tokenizer, config


def loss_of(model: nn.Module, batch: Sequence[Encoded], smoothing: float = 0.0) -> Tensor:
    """The summed cross-entropy of the answers' tokens, [SEP] included, in nats."""
    logits = model(
        [one.source for one in batch], [one.types for one in batch], [one.target[:-1] for one in batch]
    )
    targets = padded([one.target for one in batch], IGNORED)
    return functional.cross_entropy(
        logits.flatten(0, 1),
        targets.flatten(),
        ignore_index=IGNORED,
        label_smoothing=smoothing,
        reduction="sum",
    )


def rate_at(step: int, steps: int, config: TrainConfig) -> float:
    """The learning rate of a step, from 1; `noam` as in Vaswani et al. 2017, section 5.3."""
    warm = config.warm_up
    if config.schedule == "noam":
        return float(
            config.learning_rate * config.hidden**-0.5 * min(step**-0.5, step * max(warm, 1) ** -1.5)
        )
    if step < warm:
        return config.learning_rate * step / warm
    left = (steps - step + 1) / max(steps - warm + 1, 1) if config.schedule == "linear" else 1.0
    return config.learning_rate * left


def train(
    data: Path, output: Path, checkpoints: Path, config: TrainConfig, *, start: Path | None = None
) -> list[float]:
    """Train on a packaged dataset of one language, and write model, tokenizer, configuration and losses.

    Args:
        data: holds train.parquet.
        output: for model.safetensors, tokenizer.json, config.json and losses.json.
        checkpoints: outside `output`, which DVC empties before a stage; one of other data or parameters is
            not gone on with, and none is left at the end.
        config: of the training.
        start: a training to go on from (fine-tuning): its weights and tokenizer.

    Returns:
        The loss of each step, nats per token.

    Raises:
        DialogueEtlError: no data, or `start` is of other sizes.
    """
    dialogues = list(read_dialogues(data, "train"))
    if start:
        model, tokenizer, before = load_model(start)
        _same_sizes(before, config)
    else:
        tokenizer = train_tokenizer((text for turns in dialogues for text in turns), config.vocabulary)
    examples = encode_dialogues(dialogues, tokenizer, config)
    if not examples:
        raise DialogueEtlError(f"{data}: no dialogue of two turns in its train split")
    digest = _digest(config, dialogues, start)
    torch.manual_seed(int(digest[:16], 16) % _RUN_OFF)
    if not start:
        model = build(config, tokenizer.get_vocab_size())
    losses = _learn(model.train(), examples, config, checkpoints / "checkpoint.pt", digest)
    write_atomic(
        output / "model.safetensors", save({k: v.contiguous() for k, v in model.state_dict().items()})
    )
    write_atomic(output / "tokenizer.json", tokenizer.to_str().encode())
    write_atomic(output / "losses.json", json.dumps([round(loss, 4) for loss in losses]).encode())
    write_atomic(output / "config.json", config.model_dump_json(indent=2).encode())
    (checkpoints / "checkpoint.pt").unlink(missing_ok=True)
    return losses


def _learn(
    model: nn.Module, examples: list[Encoded], config: TrainConfig, checkpoint: Path, digest: str
) -> list[float]:
    per_epoch = -(-len(examples) // (config.batch * config.accumulation))
    steps = min(per_epoch * config.epochs, config.max_steps or per_epoch * config.epochs)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate)
    losses = _resumed(checkpoint, digest, model, optimizer)
    for step in progress("train", range(len(losses) + 1, steps + 1), steps - len(losses), unit="steps"):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps, config)
        chosen = _chosen(examples, step - 1, per_epoch, config)
        tokens = sum(len(one.target) for one in chosen)
        total = 0.0
        for place in range(0, len(chosen), config.batch):
            loss = loss_of(model, chosen[place : place + config.batch], config.label_smoothing) / tokens
            loss.backward()
            total += loss.item()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(total)
        if step % config.checkpoint_steps == 0 and step < steps:
            _keep(checkpoint, digest, model, optimizer, losses)
    return losses


def _chosen(examples: list[Encoded], step: int, per_epoch: int, config: TrainConfig) -> list[Encoded]:
    """What a step learns from; the order of an epoch follows from the seed and its number alone."""
    epoch, place = divmod(step, per_epoch)
    order = torch.randperm(len(examples), generator=torch.Generator().manual_seed(config.seed + epoch))
    size = config.batch * config.accumulation
    return [examples[at] for at in order[place * size : (place + 1) * size].tolist()]


def _keep(path: Path, digest: str, model: nn.Module, optimizer: Any, losses: list[float]) -> None:
    held = io.BytesIO()
    state = {"digest": digest, "model": model.state_dict(), "optimizer": optimizer.state_dict()}
    torch.save({**state, "losses": losses, "random": torch.get_rng_state()}, held)
    write_atomic(path, held.getvalue())


def _resumed(path: Path, digest: str, model: nn.Module, optimizer: Any) -> list[float]:
    if not path.is_file():
        return []
    state = torch.load(path, weights_only=True)
    if state["digest"] != digest:
        return []
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["random"])
    losses: list[float] = state["losses"]
    return losses


def _digest(config: TrainConfig, dialogues: list[list[str]], start: Path | None) -> str:
    found = hashlib.sha256(config.model_dump_json().encode())
    found.update(json.dumps(dialogues).encode())
    if start:
        found.update((start / "model.safetensors").read_bytes())
        found.update((start / "tokenizer.json").read_bytes())
    return found.hexdigest()


def _same_sizes(before: TrainConfig, config: TrainConfig) -> None:
    names = ("form", "hidden", "layers", "heads", "filter", "embedding", "context")
    for name in names:
        old, new = getattr(before, name), getattr(config, name)
        if old != new:
            raise DialogueEtlError(f"{name}: {new!r}, but the model to go on from has {old!r}")


def batches(examples: list[Encoded], size: int) -> Iterator[list[Encoded]]:
    """Examples in their order, `size` at a time."""
    for place in range(0, len(examples), size):
        yield examples[place : place + size]
