"""The utterance rules that need libraries or lists, by name."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules import private, repairs, scripts, wordiness
from dialogue_etl.sources.threads.rules.blacklists import NAMES
from dialogue_etl.sources.threads.rules.listed import blacklist

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

    Maker = Callable[[str, Rules, Blacklists], UtteranceRule]

LIBRARY_RULES: Mapping[str, Maker] = {
    "emails": private.emails,
    "phones": private.phones,
    "qq_numbers": private.qq_numbers,
    "mojibake": repairs.mojibake,
    "control_characters": repairs.control_characters,
    "script_conversion": scripts.script_conversion,
    **{f"blacklist_{name}": partial(blacklist, name) for name in NAMES},
    "alpha_noise": wordiness.alpha_noise,
    "repeated_words": wordiness.repeated_words,
}
"""Each makes the rule for a language, its knobs and the blacklists."""
