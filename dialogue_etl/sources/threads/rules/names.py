"""The rule `names`: placeholders for names, the same one for a name in all of a dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules import placeholders
from dialogue_etl.sources.threads.rules.matching import Matcher
from dialogue_etl.sources.threads.rules.rule import Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import DialogueRule, Utterance


def names(language: str, rules: Rules, blacklists: Blacklists) -> DialogueRule:  # noqa: ARG001
    """`<NAME1>`, `<NAME2>` … for the terms of names.txt (clean-dialog, re_name).

    Numbers are given in the order the names appear in and begin with 1 in every dialogue; one name has one
    number in all its turns. Whole words only, and case counts: `will` is no Will. Placeholders that are
    there already are numbered with the rest, so a dialogue that was parted begins with 1 again.
    """
    matcher = Matcher(blacklists.terms.get("names", ()), language, whole_words=True, ignore_case=False)

    def rule(utterances: Sequence[Utterance]) -> Part | None:
        names_in = [_names_of(utterance.text, matcher) for utterance in utterances]
        if not any(names_in):
            return None
        numbers: dict[str, int] = {}
        made = [
            utterance._replace(text=_replaced(utterance.text, found, numbers))
            for utterance, found in zip(utterances, names_in, strict=True)
        ]
        first = next(found for found in names_in if found)[0][2]
        return None if made == list(utterances) else Part([made], first)

    return rule


def _names_of(text: str, matcher: Matcher) -> list[tuple[int, int, str]]:
    """Names and placeholders in a text from left to right: start, end, and which name it is."""
    found = [(hit.start, hit.end, hit.term) for hit in matcher.find(text)]
    if "<" in text:
        found += [(place.start(), place.end(), place[0]) for place in placeholders.NAME.finditer(text)]
    return sorted(found)


def _replaced(text: str, found: Sequence[tuple[int, int, str]], numbers: dict[str, int]) -> str:
    pieces, end = [], 0
    for start, stop, name in found:
        number = numbers.setdefault(name, len(numbers) + 1)
        pieces += [text[end:start], placeholders.name(number)]
        end = stop
    return "".join([*pieces, text[end:]])
