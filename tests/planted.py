"""A test set, and a corpus with its dialogues in it, half of them with a tenth of the words changed."""

import random
from collections.abc import Iterator
from typing import Any

from dialogue_etl.core.turns import row as turn_row

COPIES = 100
_LETTERS = "bcdfghjklmnprstvwz"
_WORDS = [f"{a}{vowel}{b}{c}" for a in _LETTERS for vowel in "aeiou" for b in _LETTERS for c in ("", "e")]


def texts(seed: int, number: int) -> list[list[str]]:
    """Dialogues of made words: two to six turns of three to twelve words."""
    dice = random.Random(seed)
    return [
        [" ".join(dice.choices(_WORDS, k=dice.randint(4, 12))) for _ in range(dice.randint(2, 6))]
        for _ in range(number)
    ]


def changed(turns: list[str], dice: random.Random) -> list[str]:
    """The same with a tenth of the words replaced, left out or added."""
    words = [(place, word) for place, turn in enumerate(turns) for word in turn.split()]
    for place in sorted(dice.sample(range(len(words)), max(1, len(words) // 10)), reverse=True):
        kind = dice.choice(["other", "gone", "more"])
        new = [] if kind == "gone" else [(words[place][0], dice.choice(_WORDS))]
        words[place : place + (kind != "more")] = new
    return [" ".join(word for where, word in words if where == place) for place in range(len(turns))]


def test_set() -> list[tuple[str, str]]:
    """As `contamination.write` takes it."""
    return [(f"test:{number}", "\n".join(turns)) for number, turns in enumerate(texts(1, COPIES))]


def dialogues(others: int = 200) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows of the table `dialogues`, each with the id of what it is a copy of, else an empty one."""
    dice = random.Random(2)
    both = [changed(turns, dice) if number % 2 else turns for number, turns in enumerate(texts(1, COPIES))]
    given = [(f"test:{number}", turns) for number, turns in enumerate(both)]
    given += [("", turns) for turns in texts(3, others)]
    dice.shuffle(given)
    for number, (like, turns) in enumerate(given):
        said = [turn_row(f"{text}.", utterance_id=f"{number}.{n}") for n, text in enumerate(turns)]
        id = f"made:{number}"
        yield like, {"id": id, "source_id": id, "language": "en", "turns": said}
