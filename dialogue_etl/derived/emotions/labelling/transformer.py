"""The transformers backend: a pre-trained model of the Hugging Face hub with EDOS' head, fine-tuned.

Turns are ordered from the last to the first, each between `</s>`; the embeddings of a turn's tokens are
multiplied by its weight before positions are added (as in EDOS' released code). Tokens are pooled by
attention: a layer scores each, and a softmax of the scores gives the weights. Padding is masked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import softmax
from sklearn.model_selection import KFold

from dialogue_etl.derived.emotions.labelling.certainty import CURVE, curve, on
from dialogue_etl.derived.emotions.labelling.context import MOST_TURNS, weights
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.labels.classifiers.model_files import ModelError
from dialogue_etl.labels.classifiers.transformer import BATCH, fine_tune, libraries, pretrained

Floats = npt.NDArray[np.float64]

_TOKENS = 100  # of a dialogue, as in EDOS
_BETAS, _EPSILON = (0.9, 0.98), 1e-6
_DECIMALS = 4
_HELD = 10  # one in so many labels is not learnt, and shows how often it is right
_HEAD, _FACTS = "head.safetensors", "emotions.json"


def sequence(
    turns: Sequence[Sequence[int]], start: int, end: int, decay: float, longest: int = _TOKENS
) -> tuple[list[int], list[float]]:
    """The token ids of a dialogue as input of the model, and the weight of each.

    Args:
        turns: token ids of each turn, the oldest first, without special ones.
        start: id of `<s>`, which comes first.
        end: id of `</s>`, around each turn and at the end.
        decay: weight of a turn relative to the next one; 0: only the last one is used.
        longest: maximum number of tokens; the oldest turns are cut off.
    """
    kept = list(turns)[-(MOST_TURNS if decay else 1) :]
    tokens: list[int] = []
    weight: list[float] = []
    for turn, share in zip(reversed(kept), reversed(weights(len(kept) or 1, decay).tolist()), strict=False):
        tokens += [end, *turn, end]
        weight += [share] * (len(turn) + 2)
    tokens, weight = tokens[:longest] or [end, end], weight[:longest] or [1.0, 1.0]
    return [start, *tokens[1:-1], end], weight


@dataclass(frozen=True)
class Transformer:
    """A fine-tuned model, its tokenizer and head.

    Attributes:
        classes: the numbers of the labels it knows, in order.
        decay: weight of a turn relative to the next one.
        model, tokenizer: of the hub.
        head: pools words, and scores the labels.
        curve, proof: as those of `embedded.Embedded`.
    """

    classes: npt.NDArray[np.int64]
    decay: float
    model: Any
    tokenizer: Any
    head: Any
    curve: Floats = field(default_factory=lambda: CURVE)
    proof: Floats = field(default_factory=lambda: np.zeros((0, 2)))

    @classmethod
    def train(
        cls, dialogues: Sequence[Sequence[str]], labels: Sequence[int], params: Emotions, *, decay: float
    ) -> Transformer:
        """Fine-tune the model that `model_id` names; on a GPU if there is one.

        Raises:
            MissingExtraError: torch or transformers are not installed.
            ModelError: the model is not found here or on the hub, or cannot be read.
        """
        torch, _ = libraries()
        torch.manual_seed(params.seed)  # the head is initialised at random
        classes = np.unique(np.asarray(labels, np.int64))
        made = cls._from(params.model_id, classes, decay)
        numbers = np.asarray(labels, np.int64)
        # Cross-validation would take several times as long on a GPU.
        seen, held = next(KFold(_HELD, shuffle=True, random_state=0).split(numbers))
        made._fit([dialogues[one] for one in seen], np.searchsorted(classes, numbers[seen]), params)
        chances = made.chances([dialogues[one] for one in held])
        right = (classes[chances.argmax(axis=1)] == numbers[held]).astype(np.float64)
        fitted = curve(chances.max(axis=1), right)
        return replace(made, curve=fitted, proof=np.stack([on(fitted, chances), right], axis=1))

    @classmethod
    def _from(cls, name: str, classes: npt.NDArray[np.int64], decay: float, **options: Any) -> Transformer:
        torch, _ = libraries()
        model, tokenizer = pretrained(name, "AutoModel", **options)
        width, layer = model.config.hidden_size, torch.nn.Linear
        head = torch.nn.ModuleDict(
            {
                "first": layer(width, width),
                "scores": layer(width, 1, bias=False),
                "second": layer(width, width),
                "labels": layer(width, len(classes)),
            }
        )
        return cls(classes, decay, model, tokenizer, head.to(model.device))

    def with_curve(self, curve: Floats) -> Transformer:
        """The same classifier with another curve of confidence."""
        return replace(self, curve=curve)

    def confidence(self, chances: Floats) -> Floats:
        """How likely the likeliest label is right, by rows of probabilities."""
        return on(self.curve, chances)

    def odds(self, texts: Sequence[Sequence[str]], halves: Sequence[int] | None = None) -> Floats:  # noqa: ARG002
        """The log-odds of all classes for the last turn of each dialogue."""
        torch, _ = libraries()
        self.model.eval()
        parts = [np.zeros((0, len(self.classes)))]
        with torch.inference_mode():
            batches = (texts[start : start + BATCH] for start in range(0, len(texts), BATCH))
            parts += [self._odds(batch).double().cpu().numpy() for batch in batches]
        return np.concatenate(parts)

    def chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """Probabilities of all classes for the last turn of each dialogue, to four decimals."""
        found: Floats = softmax(self.odds(dialogues), axis=1).round(_DECIMALS)
        return found

    def turn_chances(self, dialogues: Sequence[Sequence[str]]) -> Floats:
        """The same for every turn of each dialogue in order, with the turns before it as context."""
        said = [turns[: place + 1] for turns in dialogues for place in range(len(turns))]
        return self.chances(said)

    def _odds(self, dialogues: Sequence[Sequence[str]]) -> Any:
        torch, _ = libraries()
        tokens, weight, mask = self._inputs(dialogues)
        embedded = self.model.get_input_embeddings()(tokens) * weight.unsqueeze(-1)
        words = self.model(inputs_embeds=embedded, attention_mask=mask).last_hidden_state
        scores = self.head["scores"](torch.tanh(self.head["first"](words))).squeeze(-1)
        shares = torch.softmax(scores.masked_fill(mask == 0, -1e9), 1).unsqueeze(-1)
        return self.head["labels"](torch.tanh(self.head["second"]((words * shares).sum(1))))

    def _inputs(self, dialogues: Sequence[Sequence[str]]) -> tuple[Any, Any, Any]:
        """Tokens, their weights and the mask of a batch, padded to its longest dialogue."""
        torch, _ = libraries()
        tokenizer = self.tokenizer
        start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.cls_token_id
        end = tokenizer.eos_token_id if tokenizer.eos_token_id is not None else tokenizer.sep_token_id
        rows = []
        for turns in dialogues:
            coded = [tokenizer(turn, add_special_tokens=False)["input_ids"] for turn in turns]
            rows.append(sequence(coded, start, end, self.decay))
        longest, pad = max(len(tokens) for tokens, _ in rows), tokenizer.pad_token_id
        tokens = [one + [pad] * (longest - len(one)) for one, _ in rows]
        weight = [of + [1.0] * (longest - len(of)) for _, of in rows]
        mask = [[1] * len(one) + [0] * (longest - len(one)) for one, _ in rows]
        device = self.model.device
        return tuple(torch.tensor(part, device=device) for part in (tokens, weight, mask))

    def _fit(self, dialogues: Sequence[Sequence[str]], places: npt.NDArray[Any], params: Emotions) -> None:
        torch, _ = libraries()

        def loss(batch: Sequence[int]) -> Any:
            labels = torch.tensor(places[batch], device=self.model.device)
            return torch.nn.functional.cross_entropy(
                self._odds([dialogues[number] for number in batch]), labels
            )

        weights = [*self.model.parameters(), *self.head.parameters()]
        optimiser = torch.optim.Adam(weights, lr=params.learning_rate, betas=_BETAS, eps=_EPSILON)
        fine_tune(self.model, optimiser, loss, len(dialogues), epochs=params.epochs, seed=params.seed)

    def save(self, folder: Path) -> None:
        """Write weights as safetensors, configuration and tokenizer."""
        from safetensors.torch import save_file  # noqa: PLC0415 - comes with transformers

        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
        save_file(self.head.state_dict(), os.fspath(folder / _HEAD))
        facts = {"classes": self.classes.tolist(), "decay": self.decay, "curve": self.curve.tolist()}
        (folder / _FACTS).write_text(json.dumps(facts) + "\n", "utf-8")

    @classmethod
    def load(cls, folder: Path) -> Transformer:
        """Load what `save` wrote.

        Raises:
            MissingExtraError: torch or transformers are not installed.
            ModelError: the folder holds no such model.
        """
        libraries()
        from safetensors.torch import load_file  # noqa: PLC0415 - comes with transformers

        try:
            facts = json.loads((folder / _FACTS).read_text("utf-8"))
            classes, decay = np.array(facts["classes"], np.int64), float(facts["decay"])
            made = cls._from(os.fspath(folder), classes, decay, local_files_only=True)
            made.head.load_state_dict(load_file(os.fspath(folder / _HEAD)))
            return replace(made, curve=np.array(facts["curve"], np.float64))
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ModelError(f"{folder}: not a readable model: {error}") from error
