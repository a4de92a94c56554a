"""Three forms of models under one face: logits of an answer's next tokens after a context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence
from transformers import GPT2Config, GPT2LMHeadModel

from dialogue_etl.agents.generative.examples import CLS, PAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.agents.generative.config import TrainConfig


def padded(rows: Sequence[Sequence[int]], value: int = PAD) -> Tensor:
    """Rows as one tensor, the shorter ones padded at the right."""
    return pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=value)


def build(config: TrainConfig, vocabulary: int) -> nn.Module:
    """A model of random weights.

    Its `forward(sources, types, prefixes)` takes lists of ids and gives logits of shape (examples, longest
    prefix + 1, vocabulary): those at i follow the first i tokens of the prefix.
    """
    forms = {"lstm": Attentive, "transformer": EncoderDecoder, "gpt": Gpt}
    return forms[config.form](config, vocabulary)


class Attentive(nn.Module):  # type: ignore[misc]
    """A bidirectional LSTM, read by an LSTM with attention (Luong et al. 2015, general score)."""

    def __init__(self, config: TrainConfig, vocabulary: int) -> None:
        super().__init__()
        size, deep = config.hidden, config.layers
        drop = config.dropout if deep > 1 else 0.0
        self.embed = nn.Embedding(vocabulary, config.embedding, padding_idx=PAD)
        self.encoder = nn.LSTM(
            config.embedding, size // 2, deep, batch_first=True, bidirectional=True, dropout=drop
        )
        self.decoder = nn.LSTM(config.embedding, size, deep, batch_first=True, dropout=drop)
        self.score = nn.Linear(size, size, bias=False)
        self.join = nn.Linear(2 * size, size)
        self.drop = nn.Dropout(config.dropout)
        self.out = nn.Linear(size, vocabulary)

    def forward(self, sources: list[list[int]], types: list[list[int]], prefixes: list[list[int]]) -> Tensor:
        """Logits, as `build` says; speakers are told by the marks among the ids, not by types."""
        del types
        ids = padded(sources)
        lengths = torch.tensor([len(source) for source in sources])
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(self.embed(ids)), lengths, batch_first=True, enforce_sorted=False
        )
        read, state = self.encoder(packed)
        memory, _ = nn.utils.rnn.pad_packed_sequence(read, batch_first=True)
        both = tuple(torch.cat([part[0::2], part[1::2]], dim=2) for part in state)
        written, _ = self.decoder(
            self.drop(self.embed(padded([[CLS, *prefix] for prefix in prefixes]))), both
        )
        scores = written @ self.score(memory).transpose(1, 2)
        weights = scores.masked_fill((ids == PAD)[:, None], float("-inf")).softmax(-1)
        joined = torch.tanh(self.join(torch.cat([weights @ memory, written], dim=-1)))
        return self.out(self.drop(joined))


class EncoderDecoder(nn.Module):  # type: ignore[misc]
    """The Transformer; positions are learnt."""

    def __init__(self, config: TrainConfig, vocabulary: int) -> None:
        super().__init__()
        self.embed = nn.Embedding(vocabulary, config.hidden, padding_idx=PAD)
        nn.init.normal_(self.embed.weight, std=0.02)
        self.place = nn.Embedding(config.context, config.hidden)
        nn.init.normal_(self.place.weight, std=0.02)
        self.body = nn.Transformer(
            config.hidden, config.heads, config.layers, config.layers, config.filter,
            dropout=config.dropout, batch_first=True, norm_first=True,
        )  # fmt: skip
        self.drop = nn.Dropout(config.dropout)
        self.out = nn.Linear(config.hidden, vocabulary)

    def forward(self, sources: list[list[int]], types: list[list[int]], prefixes: list[list[int]]) -> Tensor:
        """Logits, as `build` says; speakers are told by the marks among the ids, not by types."""
        del types
        read, written = padded(sources), padded([[CLS, *prefix] for prefix in prefixes])
        mask = nn.Transformer.generate_square_subsequent_mask(written.shape[1]).isinf()
        hidden = self.body(
            self._embedded(read), self._embedded(written), tgt_mask=mask,
            src_key_padding_mask=read == PAD, memory_key_padding_mask=read == PAD,
        )  # fmt: skip
        return self.out(hidden)

    def _embedded(self, ids: Tensor) -> Tensor:
        return self.drop(self.embed(ids) + self.place(torch.arange(ids.shape[1])))


class Gpt(nn.Module):  # type: ignore[misc]
    """Hugging Face's GPT-2; token types have embeddings of the same table, as in CDial-GPT."""

    def __init__(self, config: TrainConfig, vocabulary: int) -> None:
        super().__init__()

        drop = config.dropout
        self.body: Any = GPT2LMHeadModel(
            GPT2Config(
                vocab_size=vocabulary, n_positions=config.context, n_embd=config.hidden,
                n_layer=config.layers,
                n_head=config.heads, resid_pdrop=drop, embd_pdrop=drop, attn_pdrop=drop,
                tie_word_embeddings=False,
                bos_token_id=CLS, eos_token_id=2, pad_token_id=PAD,
            )
        )  # fmt: skip

    def forward(self, sources: list[list[int]], types: list[list[int]], prefixes: list[list[int]]) -> Tensor:
        """Logits, as `build` says."""
        pairs = list(zip(sources, prefixes, strict=True))
        ids = padded([source + prefix for source, prefix in pairs])
        kinds = padded(
            [kind + [kind[-1]] * len(prefix) for kind, (_, prefix) in zip(types, pairs, strict=True)]
        )
        logits = self.body(input_ids=ids, token_type_ids=kinds).logits  # padding is behind all that is read
        return pad_sequence(
            [
                row[len(source) - 1 : len(source) + len(prefix)]
                for row, (source, prefix) in zip(logits, pairs, strict=True)
            ],
            batch_first=True,
        )
