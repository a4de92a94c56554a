"""The rules of utterances, a module for each kind of noise; `RULES` has them in the order of params.yaml."""

from dialogue_etl.filters.utterance import (
    blacklists,
    characters,
    encoding,
    gibberish,
    length,
    markup,
    private,
    stock_texts,
    tags,
)

RULES = (
    *(*markup.RULES, *tags.RULES, *characters.RULES, *stock_texts.RULES),
    *(*private.RULES, *encoding.RULES, *length.RULES, *blacklists.RULES, *gibberish.RULES),
)
_FIRST = ("mojibake", "control_characters")
_LAST = (
    *("emails", "phones", "qq_numbers", "script_conversion", "no_script", "polls", "generic_forms"),
    *(f"blacklist_{name}" for name in ("topics", "dirty", "names", "symbols", "platform")),
    *("repeated_phrases", "too_short", "too_long", "alpha_noise", "repeated_words"),
)
ORDER = (
    *_FIRST,
    *(rule.name for rule in RULES if rule.name not in {*_FIRST, *_LAST}),
    *_LAST,
)
"""The default order: that of clean-dialog (README), but that broken characters are put right first, before a
rule cuts one of them out (`â€™` holds a trade mark, `Ã©` a copyright sign). A new rule stands where it is
declared, behind the tags and before what judges a text as a whole.
"""
