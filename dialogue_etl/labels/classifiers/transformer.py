"""The transformers backend: a pre-trained model of the Hugging Face hub, fine-tuned on the labels.

As in the paper: BERT over [CLS] post [SEP] response [SEP], or over one utterance (section 3.2). Learning
rate, batch size and warm-up are those recommended for fine-tuning by Devlin et al. 2019 (BERT), appendix A.3.
Weights are saved as safetensors; no code of a model is run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.labels.classifiers.model_files import ModelError

if TYPE_CHECKING:
    from dialogue_etl.labels.classifiers.classifier import Floats
    from dialogue_etl.labels.classifiers.examples import Example, Texts
    from dialogue_etl.labels.classifiers.parameters import Classify

_WARM_UP = 0.1  # of all steps, also in EDOS: 700 of 7,000
BATCH = 32
_LONGEST_GRADIENT = 1.0
_TOKENS = 128
_DECIMALS = 4  # of scores: padding changes later digits
_KINDS = 2
_ARCHITECTURE = "AutoModelForSequenceClassification"


class MissingExtraError(DialogueEtlError):
    """The parameters ask for transformers, which are not installed."""


@dataclass(frozen=True)
class Transformer:
    """A fine-tuned model and its tokenizer."""

    model: Any
    tokenizer: Any

    @classmethod
    def train(cls, examples: Sequence[Example], params: Classify) -> Transformer:
        """Fine-tune the model that `model_id` names; on a GPU if there is one.

        Raises:
            MissingExtraError: torch or transformers are not installed.
            ModelError: the model is not found here or on the hub, or cannot be read.
        """
        torch, _ = libraries()
        torch.manual_seed(params.seed)  # the classification head is initialised at random
        trained = cls(*pretrained(params.model_id, _ARCHITECTURE, num_labels=_KINDS))
        trained._fit(examples, params)
        return trained

    @classmethod
    def load(cls, folder: Path) -> Transformer:
        """Load what `save` wrote.

        Raises:
            MissingExtraError: torch or transformers are not installed.
            ModelError: the folder holds no such model.
        """
        return cls(*pretrained(os.fspath(folder), _ARCHITECTURE, local_files_only=True))

    def save(self, folder: Path) -> None:
        """Write weights, configuration and tokenizer."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    def odds(self, texts: Sequence[Texts], halves: Sequence[int] | None = None) -> Floats:  # noqa: ARG002
        """The log-odds that each is bad, to four decimals."""
        torch, _ = libraries()
        self.model.eval()
        found = []
        with torch.inference_mode():
            for start in range(0, len(texts), BATCH):
                both = self.model(**self._tokens(texts[start : start + BATCH])).logits.double()
                found += (both[:, 1] - both[:, 0]).tolist()
        return np.array(found, np.float64).round(_DECIMALS)

    def _fit(self, examples: Sequence[Example], params: Classify) -> None:
        torch, _ = libraries()
        weighted = torch.nn.CrossEntropyLoss(weight=self._weights(examples))

        def loss(batch: Sequence[int]) -> Any:
            some = [examples[number] for number in batch]
            bad = torch.tensor([int(example.bad) for example in some], device=self.model.device)
            return weighted(self.model(**self._tokens([example.texts for example in some])).logits, bad)

        optimiser = torch.optim.AdamW(self.model.parameters(), lr=params.learning_rate)
        passes = {"epochs": params.epochs, "seed": params.seed}
        fine_tune(self.model, optimiser, loss, len(examples), **passes, clip=_LONGEST_GRADIENT)

    def _weights(self, examples: Sequence[Example]) -> Any:
        """Both labels have the same total weight, whatever their numbers."""
        bad = sum(example.bad for example in examples)
        shares = [len(examples) / (_KINDS * (len(examples) - bad)), len(examples) / (_KINDS * bad)]
        return libraries()[0].tensor(shares, device=self.model.device)

    def _tokens(self, texts: Sequence[Texts]) -> Any:
        sides = [list(side) for side in zip(*texts, strict=True)]
        tokens = self.tokenizer(
            *sides, padding=True, truncation=True, max_length=_TOKENS, return_tensors="pt"
        )
        return tokens.to(self.model.device)


def fine_tune(
    model: Any,
    optimiser: Any,
    loss: Callable[[Sequence[int]], Any],
    examples: int,
    *,
    epochs: int,
    seed: int,
    clip: float | None = None,
) -> None:
    """Train with batches of `BATCH` examples, in another order each epoch; the same ones for the same seed.

    The learning rate rises during the first tenth of the steps, then falls linearly.

    Args:
        model: set to training mode.
        optimiser: of the parameters to train.
        loss: of a batch, given as indices of examples.
        examples: their number.
        epochs: passes over the examples.
        seed: of their order.
        clip: greatest norm of the model's gradients; None: any.
    """
    torch, transformers = libraries()
    steps = epochs * -(-examples // BATCH)
    warm_up = max(1, int(_WARM_UP * steps))
    schedule = transformers.get_linear_schedule_with_warmup(optimiser, warm_up, steps)
    generator = np.random.default_rng(seed)
    model.train()
    for _ in range(epochs):
        order = generator.permutation(examples).tolist()
        for start in range(0, examples, BATCH):
            loss(order[start : start + BATCH]).backward()
            if clip is not None:
                torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
            optimiser.step()
            schedule.step()
            optimiser.zero_grad()


def pretrained(name: str, architecture: str, **options: Any) -> tuple[Any, Any]:
    """A model of the hub or a folder, on a GPU if there is one, and its tokenizer.

    Args:
        name: on the hub, or the folder.
        architecture: class of `transformers` that loads it.
        options: of its `from_pretrained`.

    Raises:
        ModelError: it cannot be read.
    """
    torch, transformers = libraries()
    try:
        model = getattr(transformers, architecture).from_pretrained(name, use_safetensors=True, **options)
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise ModelError(f"{name}: not a readable model: {error}") from error
    return model.to("cuda" if torch.cuda.is_available() else "cpu"), tokenizer


@cache
def libraries() -> tuple[Any, Any]:
    """Import torch and transformers only when needed: they are an extra, and slow to load.

    Raises:
        MissingExtraError: they are not installed.
    """
    try:
        torch, transformers = import_module("torch"), import_module("transformers")
    except ImportError as error:
        raise MissingExtraError(
            f"the backend `transformers` needs an extra that is not installed ({error}): "
            "pip install 'dialogue-etl[transformers]'; or set the backend to embedded"
        ) from error
    transformers.utils.logging.disable_progress_bar()  # a bar for each file of a model: logs are for people
    return torch, transformers
