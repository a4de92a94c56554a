"""Rules that need the whole corpus: adverts, answers of frequent tri-grams, dialogues of rare words.

Each judges what was counted over all dialogues: of answers in `answers.py`, of words in `vocabulary.py`.
"""

from collections.abc import Callable

from dialogue_etl.core.parameters import PAPER, declare
from dialogue_etl.filters import Drop, Split
from dialogue_etl.filters.rule import Rule, flag, judging, paper


def adverts(posts: int) -> Callable[[int], Split | None]:
    """A long answer under so many distinct posts."""
    return lambda number: Split("", number, posts) if number > posts else None


def frequent_trigrams(share: float) -> Callable[[float], Split | None]:
    """An answer with so great a share of frequent tri-grams."""
    return lambda measured: Split("", measured, share) if measured >= share and measured > 0 else None


def rare_words(max_rare_share: float) -> Callable[[float], Drop | None]:
    """A dialogue of many words that are rare in its language's dialogues (paper, section 3)."""
    return lambda share: Drop("max_rare_share", share, max_rare_share) if share > max_rare_share else None


RULES = (
    Rule(
        adverts,
        "with one long answer under many posts",
        judging("A long answer that is given to many posts of the corpus", source=paper(6, "no_ad")),
        {
            "adverts_characters": declare(
                20,
                "An answer with more is long: characters in Chinese, words where blanks stand between them",
                unit="characters or words",
                source=flag("no_ad"),
                ge=0,
                le=1_000_000,
            ),
            "adverts_posts": declare(
                2,
                "An answer to more distinct posts is an advert",
                unit="posts",
                source=flag("no_ad"),
                ge=1,
                le=1_000_000,
            ),
        },
    ),
    Rule(
        frequent_trigrams,
        "of hardly anything but frequent tri-grams",
        judging(
            "Answers that consist mostly of frequent tri-grams: of characters in Chinese, of words in "
            "languages that write blanks between them",
            source=paper(7, "de_generic_dialog"),
        ),
        {
            "frequent_trigrams_utterances": declare(
                1_000,
                "A tri-gram in more utterances of the language is frequent",
                unit="utterances",
                source=f"{flag('de_generic_dialog')}; Zhang et al. 2020 (DialoGPT), section 2",
                ge=1,
                le=1_000_000_000,
            ),
            "frequent_trigrams_share": declare(
                0.9,
                "At least this share of an answer's distinct tri-grams must be frequent",
                unit="share of tri-grams",
                source=paper(7),
                ge=0,
                le=1,
            ),
        },
    ),
)
"""Of comments: they look at answers and the posts before them."""
RARE_WORDS = Rule(
    rare_words,
    "with many rare words",
    None,
    {
        "vocabulary_size": declare(
            100_000,
            "Words outside this many most frequent ones of the language's dialogues are rare",
            unit="words",
            source=PAPER,
            ge=1,
            le=100_000_000,
        ),
        "max_rare_share": declare(
            0.2,
            "Drop dialogues with a greater share of rare words; 1 turns it off",
            unit="share of words",
            source=PAPER,
            ge=0,
            le=1,
        ),
    },
    name="max_rare_share",
    off=1,
)
