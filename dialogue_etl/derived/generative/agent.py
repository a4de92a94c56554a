"""A trained model as an agent: its answers drawn from the nucleus, or found by beam search."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import transformers

from dialogue_etl.derived.agents import Answer
from dialogue_etl.derived.generative.examples import Layout
from dialogue_etl.derived.generative.models import open_model, summed_loss
from dialogue_etl.derived.generative.parameters import DECODING, Generative
from dialogue_etl.derived.generative.training import check_device, collator
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text.lines import one_line, xml_text

_FILE = "settings.json"


class GenerativeAgent:
    """Answers a history by a trained model."""

    def __init__(self, model: Any, tokenizer: Any, settings: Generative, language: str = "") -> None:
        check_device(settings)
        gpu = torch.cuda.is_available() and settings.device != "cpu"
        self.model = model.eval().to("cuda" if gpu else "cpu")
        self.settings = settings
        causal = not model.config.is_encoder_decoder
        self.layout = Layout(tokenizer, settings, causal=causal, language=language)
        self.collate = collator(self.layout, model)

    @classmethod
    def load(cls, folder: Path, settings: Generative | None = None) -> GenerativeAgent:
        """Load the agent of a training.

        Args:
            folder: output of `train`, or any Hugging Face model with a file of settings.
            settings: of decoding; None for those of the training.

        Raises:
            DialogueEtlError: the folder has no finished training.
        """
        if not (folder / _FILE).is_file():
            raise DialogueEtlError(f"{folder}: no trained model ({_FILE}); train it first")
        values = json.loads((folder / _FILE).read_bytes())
        language = values.pop("language", "")
        own = Generative.model_validate(values)
        if settings:
            own = own.model_copy(update={name: getattr(settings, name) for name in DECODING})
        return cls(*open_model(folder), own, language)

    def answers(self, history: Sequence[str], n: int) -> list[Answer]:
        """At most n answers, the best first; equal history and parameters give equal answers."""
        return self.written([history], n)[0]

    def written(self, histories: Sequence[Sequence[str]], n: int) -> list[list[Answer]]:
        """Up to n answers each; sampled answers depend on the batch."""
        turns = [self.layout.tokens(history) for history in histories]
        many = max(n, self.settings.candidates)
        rows = self._generated(turns, many)
        said = sorted({(place // many, tuple(ids)) for place, ids in enumerate(rows)})
        odds = self.log_likelihoods([(turns[place], ids) for place, ids in said])
        found: list[list[tuple[float, str]]] = [[] for _ in turns]
        for (place, ids), odd in zip(said, odds, strict=True):
            score = odd / (len(ids) + 1) ** self.settings.length_penalty
            text = xml_text(one_line(self.layout.tokenizer.decode(ids)))  # any byte may be drawn
            found[place].append((score, text.strip()))
        best = [sorted(one, key=lambda answer: (-answer[0], answer[1]))[:n] for one in found]
        return [[Answer(text, score) for score, text in one] for one in best]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def log_likelihoods(self, pairs: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]]) -> list[float]:
        """Of each whole answer after its history, as ids, [SEP] included, in nats; a long one in pieces."""
        owners, examples = [], []
        for owner, (history, answer) in enumerate(pairs):
            for begin in self.layout.pieces(len(answer)):
                owners.append(owner)
                examples.append(self.layout.example(history, answer, begin))
        found = []
        for at in range(0, len(examples), self.settings.batch):
            batch = self.collate(examples[at : at + self.settings.batch]).to(self.model.device)
            labels = batch.pop("labels")
            logits = self.model(**batch).logits
            found += [
                -float(summed_loss(logits[row : row + 1], labels[row : row + 1], causal=self.layout.causal))
                for row in range(len(labels))
            ]
        return np.bincount(owners, found, len(pairs)).tolist() if pairs else []

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _generated(self, turns: Sequence[Sequence[Sequence[int]]], many: int) -> list[list[int]]:
        """Ids of answers without [SEP], `many` for each history."""
        tokenizer, settings = self.layout.tokenizer, self.settings
        contexts = [self.layout.context(history) for history in turns]
        tokenizer.padding_side = "left" if self.layout.causal else "right"
        batch = tokenizer.pad(contexts, return_tensors="pt").to(self.model.device)
        tokenizer.padding_side = "right"
        digest = hashlib.sha256(repr((settings.seed, contexts)).encode()).digest()
        transformers.set_seed(int.from_bytes(digest[:4], "big"))
        how = (
            {"num_beams": max(settings.beam, many), "length_penalty": settings.length_penalty}
            if settings.beam
            else {"do_sample": True, "top_p": settings.top_p, "temperature": settings.temperature, "top_k": 0}
        )
        made = self.model.generate(
            **batch,
            **how,
            num_return_sequences=many,
            max_new_tokens=settings.answer + 1,  # and the end mark
            min_new_tokens=1,  # an answer is not empty
            eos_token_id=tokenizer.sep_token_id,
            pad_token_id=tokenizer.pad_token_id,
            suppress_tokens=[tokenizer.pad_token_id, tokenizer.cls_token_id, *self.layout.speakers],
        )
        begin = batch["input_ids"].shape[1] if self.layout.causal else 1
        ends = tokenizer.sep_token_id
        rows = made[:, begin:].tolist()
        return [row[: row.index(ends) if ends in row else settings.answer] for row in rows]
