"""A trained model as an agent: candidates by nucleus sampling or beam search."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from dialogue_etl.agents.generative.examples import CLS, ONE, PAD, SEP, TWO, encode_context
from dialogue_etl.agents.generative.train import load_model

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from torch import Tensor, nn

    from dialogue_etl.agents.generative.config import TrainConfig


@dataclass(frozen=True)
class Decoding:
    """How answers are found.

    Attributes:
        beam: 0 for nucleus sampling (Holtzman et al. 2020); Say Something Deep has 2.
        length_penalty: hypotheses are ranked by log probability / length to this power, as OpenNMT does.
        top_p: of the nucleus; 0.9 in both papers.
        temperature: 0.7 in CDial-GPT and transfer-learning-conv-ai.
        seed: of the sampling, together with the history.
    """

    beam: int = 0
    length_penalty: float = 1.0
    top_p: float = 0.9
    temperature: float = 0.7
    seed: int = 0


@dataclass(frozen=True)
class Written:
    """An answer and its score: log probability over length to the penalty, in nats."""

    text: str
    score: float


class GenerativeAgent:
    """Answers a history by a trained model."""

    def __init__(self, model: nn.Module, tokenizer: Any, config: TrainConfig, decoding: Decoding) -> None:
        self.model, self.tokenizer, self.config, self.decoding = model.eval(), tokenizer, config, decoding

    @classmethod
    def load(cls, folder: Path, decoding: Decoding | None = None) -> GenerativeAgent:
        """The agent of a training's folder.

        Raises:
            DialogueEtlError: the folder holds no finished training.
        """
        return cls(*load_model(folder), decoding or Decoding())

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def answers(self, history: Sequence[str], n: int) -> list[Written]:
        """At most n candidates, best first; equal history and seed give equal candidates."""
        turns = [found.ids for found in self.tokenizer.encode_batch(list(history), add_special_tokens=False)]
        source, types = encode_context(turns, self.config)
        if self.decoding.beam:
            found = self._beam(source, types, max(self.decoding.beam, n))
        else:
            found = self._sampled(source, types, n, "\0".join(history))
        ranked = sorted(found, key=lambda one: (-self._score(*one), one[0]))[:n]
        return [Written(self.tokenizer.decode(ids).strip(), self._score(ids, odds)) for ids, odds in ranked]

    def _score(self, ids: list[int], odds: float) -> float:
        return float(odds / (len(ids) + 1) ** self.decoding.length_penalty)

    def _next(self, source: list[int], types: list[int], prefixes: list[list[int]]) -> Tensor:
        many = len(prefixes)
        logits = self.model([source] * many, [types] * many, prefixes)[:, -1]
        logits[:, [PAD, CLS, ONE, TWO]] = float("-inf")
        return logits

    def _beam(self, source: list[int], types: list[int], width: int) -> list[tuple[list[int], float]]:
        live: list[tuple[list[int], float]] = [([], 0.0)]
        done: list[tuple[list[int], float]] = []
        for _ in range(self.config.answer):
            odds = self._next(source, types, [ids for ids, _ in live]).log_softmax(-1)
            total = odds + torch.tensor([sum_ for _, sum_ in live])[:, None]
            best = total.flatten().topk(min(2 * width, total.numel()))
            grown: list[tuple[list[int], float]] = []
            for value, at in zip(best.values.tolist(), best.indices.tolist(), strict=True):
                row, token = divmod(at, odds.shape[1])
                if token == SEP:
                    done.append((live[row][0], value))
                elif len(grown) < width:
                    grown.append(([*live[row][0], token], value))
            live = grown
            if len(done) >= width:
                break
        return done or live

    def _sampled(
        self, source: list[int], types: list[int], n: int, seed: str
    ) -> list[tuple[list[int], float]]:
        digest = hashlib.sha256(f"{self.decoding.seed}\0{seed}".encode()).digest()
        generator = torch.Generator().manual_seed(int.from_bytes(digest[:7], "big"))
        ids: list[list[int]] = [[] for _ in range(n)]
        odds, ended = [0.0] * n, [False] * n
        for _ in range(self.config.answer):
            logits = self._next(source, types, ids)
            chances = nucleus((logits / self.decoding.temperature).softmax(-1), self.decoding.top_p)
            drawn = torch.multinomial(chances, 1, generator=generator)[:, 0].tolist()
            logs = logits.log_softmax(-1)
            for row, token in enumerate(drawn):
                odds[row] += 0.0 if ended[row] else float(logs[row, token])
                ended[row] = ended[row] or token == SEP
                ids[row].append(token)
            if all(ended):
                break
        cut = [row[: row.index(SEP)] if SEP in row else row for row in ids]
        return list({tuple(row): (row, odd) for row, odd in zip(cut, odds, strict=True)}.values())


def nucleus(chances: Tensor, top_p: float) -> Tensor:
    """Each row's likeliest tokens that together reach top_p, the others 0; rows are not normalised."""
    ranked, order = chances.sort(dim=-1, descending=True, stable=True)
    ranked[ranked.cumsum(-1) - ranked >= top_p] = 0.0
    return torch.zeros_like(chances).scatter(-1, order, ranked)
