"""The utterance rules that need nothing but the text, by the names of their knobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules import characters, links, platform_tags, whole_utterances

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

PATTERN_RULES: dict[str, Callable[[str, Rules], UtteranceRule]] = {
    "fixed_strings": platform_tags.fixed_strings,
    "reply_tags": platform_tags.reply_tags,
    "angle_brackets": platform_tags.angle_brackets,
    "urls": links.urls,
    "short_urls": links.short_urls,
    "full_width_brackets": platform_tags.full_width_brackets,
    "square_brackets": platform_tags.square_brackets,
    "hashtags": platform_tags.hashtags,
    "emotion_codes": platform_tags.emotion_codes,
    "repost_mentions": platform_tags.repost_mentions,
    "reposts": platform_tags.reposts,
    "mentions": platform_tags.mentions,
    "show_all": platform_tags.show_all,
    "comment_tails": platform_tags.comment_tails,
    "link_words": platform_tags.link_words,
    "trademarks": characters.trademarks,
    "emoji": characters.emoji,
    "letters_and_digits": characters.letters_and_digits,
    "no_script": whole_utterances.no_script,
    "polls": platform_tags.polls,
    "generic_forms": whole_utterances.generic_forms,
    "repeated_phrases": characters.repeated_phrases,
    "too_short": whole_utterances.too_short,
    "too_long": whole_utterances.too_long,
}
