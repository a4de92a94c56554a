"""An LSTM with attention as a model of Hugging Face: trained, saved and asked as the others are."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from transformers import GenerationMixin, PreTrainedConfig, PreTrainedModel
from transformers.modeling_outputs import Seq2SeqLMOutput
from transformers.utils import ModelOutput


class LstmConfig(PreTrainedConfig):  # type: ignore[misc]
    """Sizes; `width` is that of a layer, of both directions together."""

    model_type = "dialogue_etl_lstm"

    vocab_size: int = 4_000
    width: int = 128
    depth: int = 2
    embedding: int = 128
    dropout: float = 0.0
    decoder_start_token_id: int = 1
    is_encoder_decoder: bool = True
    use_cache: bool = False
    tie_word_embeddings: bool = False


@dataclass
class Read(ModelOutput):  # type: ignore[misc]
    """What the encoder read: (examples, tokens, width), and its last state, (examples, layers, width)."""

    last_hidden_state: Tensor | None = None
    hidden: Tensor | None = None
    cell: Tensor | None = None
    mask: Tensor | None = None


class Encoder(nn.Module):  # type: ignore[misc]
    """A bidirectional LSTM."""

    main_input_name = "input_ids"

    def __init__(self, config: LstmConfig) -> None:
        super().__init__()
        drop = config.dropout if config.depth > 1 else 0.0
        self.embed = nn.Embedding(config.vocab_size, config.embedding, padding_idx=config.pad_token_id)
        self.drop = nn.Dropout(config.dropout)
        self.body = nn.LSTM(
            config.embedding,
            config.width // 2,
            config.depth,
            batch_first=True,
            bidirectional=True,
            dropout=drop,
        )

    def forward(self, input_ids: Tensor, attention_mask: Tensor, **_: Any) -> Read:
        """Read contexts that are padded at the right."""
        packed = nn.utils.rnn.pack_padded_sequence(
            self.drop(self.embed(input_ids)),
            attention_mask.sum(1).cpu(),
            batch_first=True,
            enforce_sorted=False,
        )
        read, state = self.body(packed)
        memory, _lengths = nn.utils.rnn.pad_packed_sequence(
            read, batch_first=True, total_length=input_ids.shape[1]
        )
        hidden, cell = (torch.cat([one[0::2], one[1::2]], dim=2).transpose(0, 1) for one in state)
        return Read(memory, hidden, cell, attention_mask)


class Lstm(PreTrainedModel, GenerationMixin):  # type: ignore[misc]
    """A bidirectional LSTM, read by an LSTM with attention (Luong et al. 2015, general score)."""

    config_class = LstmConfig
    base_model_prefix = "lstm"

    def __init__(self, config: LstmConfig) -> None:
        super().__init__(config)
        drop = config.dropout if config.depth > 1 else 0.0
        self.encoder = Encoder(config)  # its word vectors are the decoder's too
        self.decoder = nn.LSTM(config.embedding, config.width, config.depth, batch_first=True, dropout=drop)
        self.score = nn.Linear(config.width, config.width, bias=False)
        self.join = nn.Linear(2 * config.width, config.width)
        self.drop = nn.Dropout(config.dropout)
        self.out = nn.Linear(config.width, config.vocab_size)
        self.post_init()

    def _init_weights(self, module: nn.Module) -> None:
        """As torch draws them: those of Transformers are too small for an LSTM to begin to learn."""

    def get_input_embeddings(self) -> nn.Embedding:
        """The word vectors of both sides."""
        return self.encoder.embed

    def get_encoder(self, *_: Any, **__: Any) -> Encoder:
        """What reads."""
        return self.encoder

    def prepare_decoder_input_ids_from_labels(self, labels: Tensor) -> Tensor:
        """Answers moved on by one, after the mark they begin with."""
        start = labels.new_full((len(labels), 1), self.config.decoder_start_token_id)
        moved = torch.cat([start, labels[:, :-1]], dim=1)
        return moved.masked_fill(moved < 0, self.config.pad_token_id)

    def forward(
        self,
        input_ids: Tensor | None = None,
        attention_mask: Tensor | None = None,
        decoder_input_ids: Tensor | None = None,
        encoder_outputs: Read | None = None,
        **_: Any,
    ) -> Seq2SeqLMOutput:
        """Logits of (examples, tokens, vocabulary)."""
        read: Any = encoder_outputs or self.encoder(input_ids, attention_mask)
        state = tuple(one.transpose(0, 1).contiguous() for one in (read.hidden, read.cell))
        written, _state = self.decoder(self.drop(self.encoder.embed(decoder_input_ids)), state)
        scores = written @ self.score(read.last_hidden_state).transpose(1, 2)
        weights = scores.masked_fill(read.mask[:, None] == 0, float("-inf")).softmax(-1)
        joined = torch.tanh(self.join(torch.cat([weights @ read.last_hidden_state, written], dim=-1)))
        return Seq2SeqLMOutput(logits=self.out(self.drop(joined)))
