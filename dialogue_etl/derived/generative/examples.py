"""Dialogues as what a model reads: history, speakers as token types; loss on the answer alone.

And texts, of which all is learnt.
"""

import hashlib
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from dialogue_etl.core import split_files
from dialogue_etl.core.split_files import Files, batches
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.derived.questions import words_apart
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats import MIXED
from dialogue_etl.text.encoding import UndecodableError, decode
from dialogue_etl.text.privacy import mask

SPEAKERS = ("[speaker1]", "[speaker2]")
IGNORED = -100  # torch's ignore_index

_AT_ONCE = 1_000
log = logging.getLogger("dialogue_etl")


def splits(dataset: Path, language: str = "") -> dict[str, list[Path]]:
    """The splits of a packaged dataset in a language, by name; or those of the folder itself.

    Raises:
        DialogueEtlError: no split has Parquet files.
    """
    for folder in (dataset / language, dataset / MIXED, dataset):
        if found := split_files.splits(folder):
            return found
    raise DialogueEtlError(
        f"{dataset / language}: no train.parquet and no test.parquet; build the dataset first, with parquet "
        "among package.formats"
    )


def read_dialogues(data: Mapping[str, Files], split: str, language: str = "") -> Iterator[list[str]]:
    """The texts of the turns of a split's dialogues, if there is one; in one language if a tag is given."""
    for batch in batches(data.get(split, ()), ["language", "turns"]):
        for row in batch.to_pylist():
            if language in {"", row["language"]}:
                yield [turn["text"] for turn in row["turns"]]


def spelling(settings: Generative, language: str) -> Callable[[str], str]:
    """What a text becomes before it is read: normalised, or as it is."""
    return words_apart(language) if settings.normalised else str


class Layout:
    """How turns are laid out for a model.

    A context is [CLS] [speaker1] u1 [speaker2] u2 ... with the mark of who answers (Wang et al. 2020, section
    4), speakers alternating from the first turn that is read. A causal model reads context and answer in one
    row; an encoder reads the context, and its decoder begins with [CLS]. Answers end in [SEP]; one that is
    too long is laid out in pieces, each with what was said of it before as the end of its context.
    """

    def __init__(self, tokenizer: Any, settings: Generative, *, causal: bool, language: str = "") -> None:
        self.tokenizer, self.settings, self.causal = tokenizer, settings, causal
        self._spell = spelling(settings, language)
        self.speakers: list[int] = tokenizer.convert_tokens_to_ids(list(SPEAKERS))

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Token ids of texts; special tokens within a text are encoded as text."""
        spelled = list(map(self._spell, texts))
        found = self.tokenizer(spelled, add_special_tokens=False, split_special_tokens=True)
        return list(found["input_ids"])

    def pieces(self, length: int) -> range:
        """Where the pieces of an answer of so many tokens begin."""
        return range(0, max(length, 1), self.settings.answer)

    def context(self, history: Sequence[Sequence[int]], said: Sequence[int] = ()) -> dict[str, list[int]]:
        """What is read before an answer, by the names of the model's arguments.

        Args:
            history: the turns before.
            said: what there is of the answer already.
        """
        turns = history[-self.settings.history :]
        ids, kinds = [], []
        for place, turn in enumerate([*turns, said]):
            mark = self.speakers[place % 2]
            ids += [mark, *turn]
            kinds += [mark] * (len(turn) + 1)
        kept = slice(-self.settings.context, None)
        made = {"input_ids": [self.tokenizer.cls_token_id, *ids[kept]]}
        return {**made, "token_type_ids": [kinds[kept][0], *kinds[kept]]} if self.causal else made

    def example(
        self, history: Sequence[Sequence[int]], answer: Sequence[int], begin: int = 0
    ) -> dict[str, Any]:
        """Context and a piece of the answer, with `labels` at what is learnt; the last has an end mark."""
        read = self.context(history, answer[:begin])
        end = begin + self.settings.answer
        target = [*answer[begin:end], *([self.tokenizer.sep_token_id] if end >= len(answer) else [])]
        if not self.causal:
            return {**read, "labels": target}
        ids, kinds = read["input_ids"], read["token_type_ids"]
        return {
            "input_ids": [*ids, *target],
            "token_type_ids": [*kinds, *kinds[-1:] * len(target)],
            "labels": [*[IGNORED] * len(ids), *target],
        }


class Examples:
    """Each turn after the first of a dialogue as an answer; tokens are stored as 32-bit integers.

    Args:
        dialogues: the texts of their turns.
        layout: of the model.
        most: maximum number of answers, the first ones; 0 for all.
        distractors: number of wrong answers per example, chosen by a hash of its content.
        without: pairs of a turn and its answer that are left out.

    Attributes:
        answers: how many there are; a long one gives several examples.
        overlapping: number of pairs left out.
    """

    def __init__(
        self,
        dialogues: Iterable[Sequence[str]],
        layout: Layout,
        most: int = 0,
        distractors: int = 0,
        without: Collection[tuple[str, str]] = (),
    ) -> None:
        self._layout, self._distractors = layout, distractors
        self.overlapping = 0
        parts, lengths = [], []
        answers: list[tuple[int, int]] = []
        begin = 0
        rest = iter(dialogues)
        while (not most or len(answers) < most) and (some := list(islice(rest, _AT_ONCE))):
            for turn in layout.tokens([text for dialogue in some for text in dialogue]):
                parts.append(np.array(turn, np.int32))
                lengths.append(len(turn))
            for dialogue in some:
                kept = [pair not in without for pair in pairwise(dialogue)]
                answers += [(begin, turn) for turn, keep in enumerate(kept, begin + 1) if keep]
                self.overlapping += kept.count(False)
                begin += len(dialogue)
        self._ids = np.concatenate([np.zeros(0, np.int32), *parts])
        self._ends = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
        answers = answers[:most] if most else answers
        self.answers = len(answers)
        self._pieces = [(begin, turn, at) for begin, turn in answers for at in layout.pieces(lengths[turn])]

    def __len__(self) -> int:
        return len(self._pieces)

    def context_lost(self) -> float:
        """Share of the tokens before answers that the contexts have no place for."""
        begins, turns = np.array([(begin, turn) for begin, turn, at in self._pieces if not at]).T
        firsts = np.maximum(begins, turns - self._layout.settings.history)
        whole = self._ends[turns] - self._ends[firsts] + (turns - firsts) + 1
        return float(np.maximum(whole - self._layout.settings.context, 0).sum() / whole.sum())

    def __getitem__(self, place: int) -> dict[str, Any]:
        """An example, as `Layout.example` makes it; `distractors` are such too, without what is learnt."""
        begin, turn, at = self._pieces[place]
        first = max(begin, turn - self._layout.settings.history)
        *history, answer = map(self._turn, range(first, turn + 1))
        made = self._layout.example(history, answer, at)
        if self._distractors:
            content = repr((self._layout.settings.seed, made["input_ids"])).encode()
            random = np.random.default_rng(int.from_bytes(hashlib.sha256(content).digest()[:8]))
            others = [self._pieces[other][1] for other in random.integers(len(self), size=self._distractors)]
            made["distractors"] = [
                self._layout.example(history, [*answer[:at], *self._turn(other)], at) for other in others
            ]
            for other in made["distractors"]:
                other["labels"] = [IGNORED] * len(other["labels"])
        return made

    def _turn(self, at: int) -> list[int]:
        ids: list[int] = self._ids[self._ends[at] : self._ends[at + 1]].tolist()
        return ids


class Passages:
    """Texts in pieces as long as a context with its answer; each text begins a new one.

    Args:
        texts: of whole documents, held as `texts`: their tokens, numbers of four bytes.
        layout: of the model.
    """

    def __init__(self, texts: Iterable[str], layout: Layout) -> None:
        self._first = [layout.tokenizer.cls_token_id]
        self._size = layout.settings.context + layout.settings.answer
        self.texts = [
            np.concatenate([np.array(ids, np.int32) for ids in layout.tokens(text.splitlines(keepends=True))])
            for text in texts
        ]
        self._pieces = [
            (text, begin) for text, ids in enumerate(self.texts) for begin in range(0, len(ids), self._size)
        ]

    def __len__(self) -> int:
        return len(self._pieces)

    def __getitem__(self, place: int) -> dict[str, list[int]]:
        """A piece, all of which is learnt."""
        text, begin = self._pieces[place]
        ids = [*self._first, *self.texts[text][begin : begin + self._size].tolist()]
        return {"input_ids": ids, "labels": ids}


def read_texts(folder: Path, language: str = "") -> Iterator[str]:
    """The text files of a folder, in the order of their paths; unreadable ones are logged and skipped.

    Addresses and numbers of people are masked, as a model may repeat them.

    Raises:
        DialogueEtlError: the folder has no text file.
    """
    empty = True
    for path in sorted(path for path in folder.rglob("*.txt") if path.is_file()):
        try:
            text = decode(path.read_bytes(), language)[0]
        except (OSError, UndecodableError) as error:
            log.warning("%s: left out: %s", path, error)
        else:
            empty = False
            yield mask(text)[0]
    if empty:
        raise DialogueEtlError(f"generative.texts: {folder}: no text files (.txt) there")
