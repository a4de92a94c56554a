"""The rules of the five blacklists: an utterance that holds a listed term."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.matching import Matcher, without
from dialogue_etl.sources.threads.rules.rule import Noise
from dialogue_etl.sources.threads.rules.scripts import converter

if TYPE_CHECKING:
    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule


def blacklist(name: str, language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:
    """The rule of a blacklist (Wang et al. 2020, section 3.2): the longest of its terms that begins first.

    What is left is the text without its terms.
    """
    shortest = getattr(rules, f"blacklist_{name}_characters")
    terms = _in_script(blacklists.terms.get(name, ()), language, rules)
    whole_words = getattr(rules, f"blacklist_{name}_match") == "word"
    terms = [term for term in terms if len("".join(term.split())) >= shortest]
    matcher = Matcher(terms, language, whole_words=whole_words)

    def rule(text: str) -> Noise | None:
        found = matcher.find(text)
        return Noise(text[found[0].start : found[0].end], without(text, found) or None) if found else None

    return rule


def _in_script(terms: tuple[str, ...], language: str, rules: Rules) -> list[str]:
    """The terms, and what the rule `script_conversion` makes of them: so it finds those of either script."""
    convert = converter(language, rules.script_conversion)
    return list(dict.fromkeys([*terms, *map(convert, terms)])) if convert else list(terms)
