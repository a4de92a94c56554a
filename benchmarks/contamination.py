"""How many copies of a test set are found, and how much that is not one: `text/overlap.py` against 13-grams.

python -m benchmarks.contamination dailydialog=FOLDER empatheticdialogues=FOLDER …

Of each corpus and language every dialogue is changed in a tenth of its words (replaced by one of the corpus,
left out or added, by a seed) and looked for in the unchanged ones. Then those of all other corpora of the
language are looked for in them, where what is found is chance. Both rules see the same words.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console

from dialogue_etl.corpora.dataset import conversations
from dialogue_etl.corpora.records import Conversation
from dialogue_etl.text import overlap
from dialogue_etl.text.word_hashes import vocabulary_words

_LONG = 13  # words: Brown et al. 2020, appendix C
_MOST = 1_000  # dialogues of a corpus
_UNSPACED = frozenset({"zh", "ja", "th"})


def changed(text: str, dice: random.Random, vocabulary: Sequence[str], *, letters: bool) -> str:
    """A text with a tenth of its words changed."""
    words = list(text) if letters else text.split()
    for place in sorted(dice.sample(range(len(words)), max(1, round(len(words) / 10))), reverse=True):
        kind = dice.choice(["other", "gone", "more"])
        words[place : place + (kind != "more")] = [] if kind == "gone" else [dice.choice(vocabulary)]
    return ("" if letters else " ").join(words)


def long_sequences(text: str) -> set[bytes]:
    """The sequences of 13 words of a text."""
    words = vocabulary_words([overlap.plain(text)])[0]
    return {words[place : place + _LONG].tobytes() for place in range(len(words) - _LONG + 1)}


def read(entries: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """The first dialogues of each corpus and language; the corpus's own duplicates are left out."""
    found: dict[tuple[str, str], list[str]] = {}
    for entry in entries:
        form, _, folder = entry.partition("=")
        for _, one in conversations([Path(folder)], form, duplicates="drop"):
            if isinstance(one, Conversation) and one.split != "train":
                found.setdefault((one.language, entry), []).append("\n".join(turn.text for turn in one.turns))
    return {key: texts[:_MOST] for key, texts in sorted(found.items())}


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="+", help="FORMAT=FOLDER, as in contamination.tests")
    corpora = read(parser.parse_args().corpora)
    say = Console(highlight=False, soft_wrap=True).print
    say("| corpus | dialogues | found | MinHash | 13-grams | chance | 13-grams |")
    say("|---" + 6 * "|---:" + "|")
    for (language, name), texts in corpora.items():
        rest = [of for (tag, other), of in corpora.items() if tag == language and other != name]
        cells = figures(texts, [text for of in rest for text in of], language)
        say(f"| {Path(name).name} {language} | {len(texts):,} | {' | '.join(cells)} |")


def figures(texts: Sequence[str], others: Sequence[str], language: str) -> list[str]:
    """The cells of a row."""
    dice, letters = random.Random(0), language in _UNSPACED  # noqa: S311 - no secret
    vocabulary = [word for text in texts for word in (text if letters else text.split())]
    copies = [changed(text, dice, vocabulary, letters=letters) for text in texts]
    sequences, of_copies = overlap.sequences(texts), overlap.sequences(copies)
    index, known = overlap.Index(sequences), [long_sequences(text) for text in texts]
    every = set[bytes]().union(*known)
    keys, of_own = overlap.bands(of_copies), overlap.bands(sequences)
    shares = [
        np.count_nonzero(index.nearest(of_copies).shares) / len(texts),
        ((keys == of_own) & (keys != overlap.OWN)).any(axis=1).mean(),
        sum(bool(long_sequences(copy) & own) for copy, own in zip(copies, known, strict=True)) / len(texts),
    ]
    chance = [
        np.count_nonzero(index.nearest(overlap.sequences(others)).shares),
        sum(bool(long_sequences(text) & every) for text in others),
    ]
    return [f"{share:.1%}" for share in shares] + [f"{number} of {len(others):,}" for number in chance]


if __name__ == "__main__":
    main()
