"""Dialogues as what a model reads: history, speakers as token types; loss on the answer alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from dialogue_etl.errors import DialogueEtlError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from dialogue_etl.agents.generative.config import TrainConfig

SPECIAL = ["[PAD]", "[CLS]", "[SEP]", "[speaker1]", "[speaker2]", "[UNK]"]
PAD, CLS, SEP, ONE, TWO, _ = range(len(SPECIAL))
IGNORED = -100  # torch's ignore_index

_ROWS = 1_000


@dataclass(frozen=True)
class Encoded:
    """`source` and `types` are of what is read, `target` of what is written after it, ending in [SEP]."""

    source: list[int]
    types: list[int]
    target: list[int]


def read_dialogues(folder: Path, split: str) -> Iterator[list[str]]:
    """The texts of the turns of each dialogue of a packaged dataset of one language.

    Raises:
        DialogueEtlError: there is no such file.
    """
    path = folder / f"{split}.parquet"
    if not path.is_file():
        raise DialogueEtlError(f"{path}: no such file; build the dataset with parquet among package.formats")
    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(_ROWS, columns=["turns"]):
            yield from ([turn["text"] for turn in turns] for turns in batch.column(0).to_pylist())


def train_tokenizer(texts: Iterable[str], vocabulary: int) -> Any:
    """A byte-level BPE of the texts: nothing is unknown to it."""
    made = Tokenizer(models.BPE(unk_token=SPECIAL[-1]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    made.decoder = decoders.ByteLevel()
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    made.train_from_iterator(texts, trainer)
    return made


def encode_context(history: Sequence[Sequence[int]], config: TrainConfig) -> tuple[list[int], list[int]]:
    """What is read before an answer, and its token types.

    [CLS] [speaker1] u1 [speaker2] u2 ... and, for the GPT, the mark of who answers; of too long a history the
    oldest tokens go. Speakers alternate from the first turn that is read, as in CDial-GPT.
    """
    turns = history[-config.history :]
    ids, types = [], []
    for place, turn in enumerate(turns):
        mark = TWO if place % 2 else ONE
        ids += [mark, *turn]
        types += [mark] * (len(turn) + 1)
    if config.form == "gpt":
        mark = TWO if len(turns) % 2 else ONE
        ids, types = [*ids, mark], [*types, mark]
    room = config.context - config.answer - 2
    return [CLS, *ids[-room:]], [CLS, *types[-room:]]


def encode_dialogues(
    dialogues: Iterable[Sequence[str]], tokenizer: Any, config: TrainConfig
) -> list[Encoded]:
    """Each turn after the first is the answer of an example."""
    examples = []
    for dialogue in dialogues:
        turns = [found.ids for found in tokenizer.encode_batch(list(dialogue), add_special_tokens=False)]
        for place in range(1, len(turns)):
            source, types = encode_context(turns[:place], config)
            examples.append(Encoded(source, types, [*turns[place][: config.answer], SEP]))
    return examples
