"""The knobs of `rules`: which rules clean the dialogues of threads, in which order, and what each does."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator

from dialogue_etl.params.rule import LCCC, Judging, Replacing, action, flag, rule
from dialogue_etl.params.rule_platform import PlatformRules
from dialogue_etl.params.rule_text import TextRules
from dialogue_etl.params.section import Section, knob

BadChoice = Literal["split", "drop"]
Splitting = Literal["off", "split"]
Dropping = Literal["off", "drop"]

UTTERANCE_RULES = (
    "mojibake",
    "control_characters",
    "fixed_strings",
    "reply_tags",
    "angle_brackets",
    "urls",
    "short_urls",
    "full_width_brackets",
    "square_brackets",
    "hashtags",
    "emotion_codes",
    "repost_mentions",
    "reposts",
    "mentions",
    "show_all",
    "comment_tails",
    "link_words",
    "trademarks",
    "emoji",
    "letters_and_digits",
    "emails",
    "phones",
    "qq_numbers",
    "script_conversion",
    "no_script",
    "polls",
    "generic_forms",
    "blacklist_topics",
    "blacklist_dirty",
    "blacklist_names",
    "blacklist_symbols",
    "blacklist_platform",
    "repeated_phrases",
    "too_short",
    "too_long",
    "alpha_noise",
    "repeated_words",
)
"""Every rule of an utterance in the default order: that of clean-dialog (README), but that broken characters
are put right first, before a rule cuts one of them out (`â€™` holds a trade mark, `Ã©` a copyright sign).
"""


def _permutation(names: list[str]) -> list[str]:
    wrong = [name for name in names if name not in UTTERANCE_RULES]
    missing = [name for name in UTTERANCE_RULES if name not in names]
    if wrong or missing or len(names) != len(UTTERANCE_RULES):
        twice = sorted({name for name in names if names.count(name) > 1})
        found = [("no such rule", wrong), ("missing", missing), ("twice", twice)]
        reasons = "; ".join(f"{what}: {', '.join(rules)}" for what, rules in found if rules)
        raise ValueError(f"holds not every rule of an utterance once ({reasons})")
    return names


class DialogueRules(Section):
    """Rules for whole dialogues, after those of their utterances, and for all dialogues together."""

    split_reposts: Splitting = action(
        "split",
        "`a //@b: c //@d: e` is three utterances, the last one said first: made before all other rules",
        source=flag("split_multi_repost"),
    )
    names: Replacing = action(
        "cut",
        "Names of names.txt; cut puts <NAME1>, <NAME2> … there, one number per name and dialogue",
        source=flag("re_name"),
    )
    same_as_post: Judging = action("split", "A turn that says what the one before it says", source=rule(9))
    all_same: Dropping = action(
        "off",
        "Dialogues all of whose turns say the same. Off: same_as_post leaves none of them",
        source=flag("no_utter_dup"),
    )
    short_response: Replacing = action(
        "cut", "Last turns of too few characters; cut leaves them out", source=f"{rule(5)}; no_short_response"
    )
    short_response_characters: int = knob(
        2,
        "Fewer are too few; blanks are not counted",
        unit="characters",
        source=flag("no_short_response"),
        ge=0,
        le=1_000_000,
    )
    long_dialogues: Judging = action(
        "split", "Dialogues of too many turns; split makes even pieces of them", source=rule(3)
    )
    long_dialogues_turns: int = knob(
        30, "More are too many", unit="turns", source=rule(3), ge=2, le=1_000_000
    )
    min_turns: int = knob(
        2,
        "Dialogues, or pieces, of fewer turns are left out; 0 turns it off",
        unit="turns",
        source="clean-dialog: pieces of two and more survive",
        ge=0,
        le=1_000_000,
    )
    adverts: Judging = action(
        "split", "One long answer under many posts, anywhere in the corpus", source=f"{rule(6)}; no_ad"
    )
    adverts_characters: int = knob(
        20,
        "Longer answers are long: Han characters, or words of languages that write blanks between them",
        unit="characters or words",
        source=flag("no_ad"),
        ge=0,
        le=1_000_000,
    )
    adverts_posts: int = knob(
        2, "More distinct posts are many", unit="posts", source=flag("no_ad"), ge=1, le=1_000_000
    )
    frequent_trigrams: Judging = action(
        "split",
        "Answers of hardly anything but frequent tri-grams: of characters in Chinese, of words in languages "
        "that write blanks between them",
        source=f"{rule(7)}; de_generic_dialog",
    )
    frequent_trigrams_utterances: int = knob(
        1_000,
        "In more utterances of the language, a tri-gram is frequent",
        unit="utterances",
        source=f"{flag('de_generic_dialog')}; Zhang et al. 2020 (DialoGPT), section 2",
        ge=1,
        le=1_000_000_000,
    )
    frequent_trigrams_share: float = knob(
        0.9,
        "So great a share of an answer's distinct tri-grams has to be frequent",
        unit="share of tri-grams",
        source=rule(7),
        ge=0,
        le=1,
    )


class Rules(DialogueRules, TextRules, PlatformRules):
    """Which rules clean the dialogues of threads.

    Each rule is a knob of its own: `off`; `cut` takes the noise out; `split` parts the dialogue at the
    utterance, which is left out; `drop` leaves the dialogue out.
    """

    order: Annotated[list[str], AfterValidator(_permutation)] = knob(
        lambda: list(UTTERANCE_RULES),
        "The order of the rules of an utterance: every one of them once. It matters where one rule's noise "
        "holds another's: an address in brackets",
        unit="rules",
        source="clean-dialog, README; broken characters first: Dialogue ETL",
    )
    on_bad: BadChoice = knob(
        "split",
        "What becomes of the dialogue where cutting leaves nothing of an utterance: it is parted there, as "
        "in clean-dialog, or left out, as in the paper",
        unit="choice",
        source=f"clean-dialog; {LCCC}",
    )
