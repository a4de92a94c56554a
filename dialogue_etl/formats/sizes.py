"""How much text a dataset has: characters, words, and the tokens of a language model's tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text.segmentation import is_chinese, tokens_of, with_blanks, writes_blanks

Tokens = Callable[[list[str]], int]
SIZES = ("characters", "words", "tokens")
"""Of the turns' raw texts: code points; words, in Chinese those of jieba; tokens, if a tokenizer is named."""


def add_sizes(
    counts: dict[str, dict[str, int]],
    split: str,
    texts: pa.Array | pa.ChunkedArray,
    tokens: Tokens | None,
    language: str,
) -> None:
    """Add the sizes of texts in a language to the counts of their split and of `all`."""
    of_each = pc.value_counts(texts)  # in threads a comment is in every path through it
    times, distinct = of_each.field("counts").to_numpy(), of_each.field("values")
    if is_chinese(language):
        blanks = np.maximum(np.array(_word_counts(distinct.to_pylist())) - 1, 0)
    else:
        if not writes_blanks(language):
            distinct = pa.array([with_blanks(text, language) for text in distinct.to_pylist()], pa.string())
        blanks = pc.count_substring(distinct, " ").to_numpy()
    found = {
        "characters": pc.sum(pc.utf8_length(texts)).as_py() or 0,
        "words": len(texts) + int(np.dot(times, blanks)),
    }
    if tokens:
        found["tokens"] = tokens(texts.to_pylist())
    for name in (split, "all"):
        for unit, number in found.items():
            counts[name][unit] += number


def _word_counts(texts: Sequence[str]) -> list[int]:
    """The number of `segmentation.words` of each Chinese text; each distinct token is looked at once."""
    found = tokens_of([text.lower() for text in texts])
    is_word = {one: any(map(str.isalnum, one)) for one in set(found)}
    ends = np.array([one == "\n" for one in found], np.bool_)
    counts: list[int] = np.diff(np.cumsum([is_word[one] for one in found])[ends], prepend=0).tolist()
    return counts


def token_counter(name: str) -> Tokens | None:
    """The function that counts the tokens of texts; None without a tokenizer.

    Args:
        name: of an encoding of tiktoken, the path of a `tokenizer.json`, or empty.

    Raises:
        DialogueEtlError: the library is not installed, or it does not know the name.
    """
    if not name:
        return None
    library = "tokenizers" if name.endswith(".json") else "tiktoken"
    try:
        return _tokenizers(name) if library == "tokenizers" else _tiktoken(name)
    except ImportError:
        raise DialogueEtlError(
            f"package.tokenizer: {name} needs {library}; install it with: pip install {library}"
        ) from None


def _tokenizers(name: str) -> Tokens:
    from tokenizers import Tokenizer  # noqa: PLC0415 - optional

    try:
        tokenizer = Tokenizer.from_str(Path(name).read_text("utf-8"))
    except Exception as error:  # the library raises no other class
        raise DialogueEtlError(f"package.tokenizer: {name}: {error}") from None
    return lambda texts: sum(map(len, tokenizer.encode_batch(texts, add_special_tokens=False)))


def _tiktoken(name: str) -> Tokens:
    import tiktoken  # noqa: PLC0415 - optional

    try:
        encoding: Any = tiktoken.get_encoding(name)
    except (ValueError, OSError) as error:
        raise DialogueEtlError(f"package.tokenizer: {name}: {error}") from None
    return lambda texts: sum(len(encoding.encode_ordinary(text)) for text in texts)
