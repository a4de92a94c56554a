"""Training by Hugging Face's Trainer; it resumes from the last checkpoint, with the same result.

model.safetensors, config.json, tokenizer.json …   as `transformers` reads them
settings.json                                      the parameters of the training
losses.json                                        loss by step, and that of validation, in nats per token
"""

import hashlib
import json
import logging
import math
import shutil
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import torch
import transformers
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import DataCollatorForSeq2Seq, Trainer, TrainerCallback, TrainingArguments
from transformers.trainer_callback import PrinterCallback

from dialogue_etl.core.shards import atomic_folder
from dialogue_etl.core.split_files import Files
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.derived.generative.examples import (
    IGNORED,
    Examples,
    Layout,
    Passages,
    read_dialogues,
    read_texts,
    spelling,
)
from dialogue_etl.derived.generative.models import new_model, new_tokenizer, open_model, summed_loss
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.errors import DialogueEtlError

_LOG_EVERY = 50  # steps at most; and with each checkpoint, for it does not hold the loss since the last time
log = logging.getLogger("dialogue_etl")


def train(
    data: Mapping[str, Files],
    output: Path,
    checkpoints: Path,
    settings: Generative,
    *,
    language: str = "",
    start: Path | str = "",
    texts: Path | None = None,
) -> dict[str, Any]:
    """Train a model, and write it with its tokenizer, settings and losses.

    Args:
        data: the splits of a packaged dataset, by name.
        output: folder to write.
        checkpoints: outside of `output`, which DVC empties before a stage; one of other data or parameters is
            not gone on with, and none is left at the end.
        settings: of the training.
        language: BCP-47 tag, of a mixed dataset.
        start: a model to go on from (fine-tuning).
        texts: folder of texts to be learnt first (pre-training).

    Returns:
        Answers learnt from, examples of them, pairs left out because other splits have them, share of the
        contexts cut off; steps, parameters of the model, first and last loss, that of validation; with texts
        their number, `passages` and last loss.

    Raises:
        DialogueEtlError: no dialogues, no texts, no such model or device, or the model has too few positions.
    """
    check_device(settings)
    transformers.set_seed(settings.seed)
    if texts:
        next(read_texts(texts, language))  # refuses a folder without any, before all work
    if start:
        model, tokenizer = open_model(start, chooses=settings.distractors > 0)
        check_positions(model, settings, start)
    else:
        turns = (text for turns in read_dialogues(data, "train", language) for text in turns)
        novels = read_texts(texts, language) if texts else ()
        spelled = map(spelling(settings, language), chain(turns, novels))
        tokenizer = new_tokenizer(spelled, settings.vocabulary)
        model = new_model(settings, tokenizer)
    layout = Layout(tokenizer, settings, causal=not model.config.is_encoder_decoder, language=language)
    others = {
        pair
        for split in (SPLIT_NAMES[1:] if settings.without_overlap else ())
        for turns in read_dialogues(data, split, language)
        for pair in pairwise(turns)
    }
    dialogues = read_dialogues(data, "train", language)
    learnt = Examples(dialogues, layout, distractors=settings.distractors, without=others)
    if not learnt:
        raise DialogueEtlError(
            f"{next(iter(data.get('train', ())), 'train.parquet')}: no dialogue of two turns to learn from"
            + (f"; {learnt.overlapping:,} pairs are in other splits too" if learnt.overlapping else "")
        )
    log.info(
        "%s answers in %s examples; %s pairs left out, which other splits have; %.1f %% of contexts cut off",
        f"{learnt.answers:,}",
        f"{len(learnt):,}",
        f"{learnt.overlapping:,}",
        100 * learnt.context_lost(),
    )
    held_out = Examples(read_dialogues(data, "validation", language), layout, settings.validate_on or -1)
    kept = checkpoints / _digest(data, settings, language, start, texts)
    before = _learn_texts(model, layout, read_texts(texts, language), kept / "texts") if texts else {}
    trainer = _trainer(model, layout, learnt, held_out, kept)
    trainer.train(resume_from_checkpoint=_last_whole(kept))
    losses = [one for one in trainer.state.log_history if "loss" in one or "eval_loss" in one]
    with atomic_folder(output) as folder:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        rows = [{"step": one["step"], **_loss(one)} for one in losses]
        (folder / "losses.json").write_text(json.dumps(rows, indent=1))
        made = {**settings.model_dump(mode="json"), "language": language}
        (folder / "settings.json").write_text(json.dumps(made, indent=2))
    shutil.rmtree(kept, ignore_errors=True)
    return _figures(model, learnt, trainer, rows) | before


def _learn_texts(model: Any, layout: Layout, texts: Iterable[str], kept: Path) -> dict[str, Any]:
    """Have a model learn texts."""
    if not layout.causal:
        raise DialogueEtlError(
            f"generative.texts: {model.config.model_type} cannot be trained on texts, only a GPT can"
        )
    epochs = layout.settings.text_epochs
    settings = layout.settings.model_copy(update={"epochs": epochs, "max_steps": 0, "distractors": 0})
    layout = Layout(layout.tokenizer, settings, causal=True)
    passages = Passages(texts, layout)
    trainer = _trainer(model, layout, passages, None, kept)
    trainer.train(resume_from_checkpoint=_last_whole(kept))
    losses = [one["loss"] for one in trainer.state.log_history if "loss" in one]
    return {"texts": len(passages.texts), "passages": len(passages), "text_loss": round(losses[-1], 4)}


def check_positions(model: Any, settings: Generative, name: Path | str) -> None:
    """Raise if a model reads fewer tokens than the parameters ask for.

    Raises:
        DialogueEtlError: so it is.
    """
    places = getattr(model.config, "max_position_embeddings", None)
    longest = max if model.config.is_encoder_decoder else sum
    needed = longest((settings.context, settings.answer)) + 2
    if places is not None and places < needed:
        raise DialogueEtlError(
            f"{name}: the model has {places:,} positions, and generative.context ({settings.context:,}) and "
            f"generative.answer ({settings.answer:,}) need {needed:,}: set one of them lower"
        )


def check_device(settings: Generative) -> None:
    """Raise if the parameters name a GPU that is not there.

    Raises:
        DialogueEtlError: so it is.
    """
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise DialogueEtlError("generative.device: cuda, but this machine has no such GPU; use auto or cpu")


def _trainer(
    model: Any, layout: Layout, learnt: Examples | Passages, held_out: Examples | None, kept: Path
) -> Trainer:
    settings = layout.settings
    batches = -(-len(learnt) // settings.batch)
    whole = settings.epochs * -(-batches // settings.accumulation)
    every: dict[str, Any] = {"save_strategy": "steps", "save_steps": settings.checkpoint_steps}
    if held_out:
        every |= {"eval_strategy": "steps", "eval_steps": settings.checkpoint_steps}
        every |= {"load_best_model_at_end": True, "metric_for_best_model": "loss"}
    arguments = TrainingArguments(
        output_dir=str(kept),
        per_device_train_batch_size=settings.batch,
        per_device_eval_batch_size=settings.batch,
        gradient_accumulation_steps=settings.accumulation,
        optim=settings.optimiser,
        learning_rate=settings.learning_rate,
        lr_scheduler_type=settings.schedule,
        warmup_steps=settings.warm_up,
        max_grad_norm=settings.clip,
        max_steps=min(settings.max_steps or whole, whole),  # the Trainer would continue after it
        save_total_limit=2,  # the best one and the last one
        logging_steps=math.gcd(_LOG_EVERY, settings.checkpoint_steps),
        seed=settings.seed,
        use_cpu=settings.device == "cpu",
        report_to=[],
        disable_tqdm=True,
        dataloader_pin_memory=torch.cuda.is_available(),
        remove_unused_columns=False,
        label_names=["labels"],
        **every,
    )
    made = Trainer(
        model,
        arguments,
        train_dataset=learnt,
        eval_dataset=held_out or None,
        data_collator=collator(layout, model),
        compute_loss_func=partial(_mean_loss, layout=layout),
        callbacks=[_Told()],
    )
    made.remove_callback(PrinterCallback)
    return made


def collator(layout: Layout, model: Any) -> Callable[[list[dict[str, Any]]], Any]:
    """What makes batches of examples: (examples, tokens), or with distractors (examples, answers, tokens)."""
    layout.tokenizer.padding_side = "right"
    collate = DataCollatorForSeq2Seq(layout.tokenizer, model=model, label_pad_token_id=IGNORED)

    def made(examples: list[dict[str, Any]]) -> Any:
        if "distractors" not in examples[0]:
            return collate(examples)
        rows = [row for one in examples for row in (one, *one.pop("distractors"))]  # the true answer first
        batch = collate(rows)
        batch["mc_token_ids"] = batch["attention_mask"].sum(1) - 1
        return {name: values.unflatten(0, (len(examples), -1)) for name, values in batch.items()}

    return made


def _mean_loss(outputs: Any, labels: Tensor, num_items_in_batch: Any = None, *, layout: Layout) -> Tensor:
    """Of the tokens of all batches of a step; in training with that of telling the true answer."""
    settings, learns = layout.settings, torch.is_grad_enabled()
    smoothing = settings.label_smoothing if learns else 0.0
    total = summed_loss(outputs.logits, labels, causal=layout.causal, smoothing=smoothing)
    mean = total / ((labels != IGNORED).sum() if num_items_in_batch is None else num_items_in_batch)
    if not settings.distractors or not learns:
        return mean
    true = torch.zeros(len(labels), dtype=torch.long, device=labels.device)
    choice = cross_entropy(outputs.mc_logits, true) / settings.accumulation
    return mean + settings.choice_weight * choice


class _Told(TrainerCallback):  # type: ignore[misc]
    """Says how far it is."""

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **_: Any) -> None:  # noqa: ARG002
        if logs and (found := _loss(logs)):
            said = ", ".join(f"{name} {value:.3f}" for name, value in found.items())
            log.info("step %s of %s: %s", f"{state.global_step:,}", f"{state.max_steps:,}", said)


def _loss(logged: Mapping[str, float]) -> dict[str, float]:
    names = {"loss": "loss", "eval_loss": "validation_loss"}
    return {to: round(logged[name], 4) for name, to in names.items() if name in logged}


def _figures(model: Any, learnt: Examples, trainer: Trainer, rows: list[dict[str, Any]]) -> dict[str, Any]:
    losses = [row["loss"] for row in rows if "loss" in row]
    validated = [row["validation_loss"] for row in rows if "validation_loss" in row]
    return {
        "answers": learnt.answers,
        "examples": len(learnt),
        "overlapping": learnt.overlapping,
        "context_lost": round(learnt.context_lost(), 4),
        "steps": trainer.state.global_step,
        "parameters": model.num_parameters(),
        **({"first_loss": losses[0], "last_loss": losses[-1]} if losses else {}),
        **({"validation_loss": min(validated)} if validated else {}),
    }


def _last_whole(kept: Path) -> str | None:
    """The newest checkpoint that was written to its end: the state of the trainer comes last.

    A kill may cut off another one, and a machine without power any: what cannot be read is removed.
    """
    for folder in sorted(kept.glob("checkpoint-*"), key=lambda one: -int(one.name.rpartition("-")[2])):
        try:
            json.loads((folder / "trainer_state.json").read_bytes())
        except (OSError, ValueError):
            shutil.rmtree(folder)
        else:
            return str(folder)
    return None


def _digest(
    data: Mapping[str, Files], settings: Generative, language: str, start: Path | str, texts: Path | None
) -> str:
    """What a checkpoint belongs to: data, parameters, start and texts, by content."""
    found = hashlib.sha256(f"{settings.model_dump_json()}\0{language}\0{start}".encode())
    files = [path for name in SPLIT_NAMES for path in data.get(name, ())]
    weights = [] if isinstance(start, str) else sorted(start.glob("*.safetensors"))
    for path in [*files, *weights, *sorted(texts.rglob("*.txt") if texts else ())]:
        with path.open("rb") as file:
            found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()[:32]
