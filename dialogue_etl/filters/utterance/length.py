"""Rules on how much a text says: whether it has a word of the script, its length, phrases again and again."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import Declared, declare
from dialogue_etl.filters import Cut, Split
from dialogue_etl.filters.patterns import NAME, PLACEHOLDER
from dialogue_etl.filters.patterns import characters as length_of
from dialogue_etl.filters.rule import Marked, Rule, cutting, flag, inert, judging, paper
from dialogue_etl.text.segmentation import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.filters.rule import UtteranceRule

# Unicode, Scripts.txt: Han, with the extensions of the planes 2 and 3.
_HAN = "[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]"
_NUMBER = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")


def no_script(language: str, numbers: bool) -> UtteranceRule:
    """Chinese without a Han character, but for numbers if the parameter says so.

    A placeholder of a name counts as a name, any other as a number.
    """
    if not is_chinese(language):
        return inert
    han = re.compile(_HAN)

    def rule(text: str) -> Split | None:
        if han.search(text) or NAME.search(text):
            return None
        plain = PLACEHOLDER.sub("0", text)
        if numbers and _NUMBER.search(plain) and not _LETTER.search(plain):
            return None
        return Split(text)

    return Marked(rule, han.match, without=True)


def too_short(characters: int) -> UtteranceRule:
    """Fewer characters than the parameter says."""

    def rule(text: str) -> Split | None:
        length = length_of(text)
        return Split(text, length, characters) if length < characters else None

    return rule


def too_long(characters: int) -> UtteranceRule:
    """More characters than the parameter says."""

    def rule(text: str) -> Split | None:
        if len(text) <= characters:
            return None
        length = length_of(text)
        return Split(text, length, characters) if length > characters else None

    return Marked(rule, least=characters + 1)


def repeated_phrases(times: int, kept: int, characters: int) -> UtteranceRule:
    """A phrase too often in a row, with up to two signs or blanks between copies (none for phrases of signs).

    Runs of digits are never shortened. The shortest phrase counts: 哈哈哈… repeats 哈, not 哈哈.
    """
    rest = characters - 1
    run = re.compile(
        rf"([^\W\d].{{0,{rest}}}?)(?:\W{{0,2}}\1){{{times},}}|([^\w\s].{{0,{rest}}}?)\2{{{times},}}",
        re.DOTALL,
    )
    kept = min(kept, times)

    def first_copies(found: re.Match[str]) -> str:
        phrase = found[1] or found[2]
        end = 0
        for _ in range(kept):
            end = found.group().index(phrase, end) + len(phrase)
        return found.group()[:end]

    def rule(text: str) -> Cut | None:
        # The first character of such a phrase is more often in the text than that.
        if len(text) - len(set(text)) < times or max(Counter(text).values()) <= times:
            return None
        if not (found := run.search(text)):
            return None
        phrase = found[1] or found[2]
        return Cut(run.sub(first_copies, text), found.group(), found.group().count(phrase), times)

    return Marked(rule, repeats=times)


def _limit(default: int, description: str, unit: str, source: str, least: int = 1) -> Declared:
    return declare(default, description, unit=unit, source=source, ge=least, le=1_000_000)


RULES = (
    Rule(
        no_script,
        "without a Han character",
        judging(
            "Chinese: utterances without a Han character: OK and thx too, as in clean-dialog",
            source=flag("contain_zh"),
        ),
        {
            "no_script_numbers": declare(
                True,
                "Keep numbers: 178, 10.5 and 38+5 answer questions, and the published LCCC has them",
                unit="switch",
            )
        },
    ),
    Rule(
        too_short,
        "that are too short",
        judging(
            "Utterances of too few characters. Off: 嗯 is a turn; only as the last one it teaches nothing, "
            "see short_response",
            source=paper(5, "no_short"),
            default="off",
        ),
        {
            "too_short_characters": _limit(
                2,
                "Utterances of fewer characters are too short; blanks are not counted",
                "characters",
                flag("no_short"),
                0,
            )
        },
    ),
    Rule(
        too_long,
        "that are too long",
        judging("Utterances of too many characters", source=paper(5, "no_long")),
        {
            "too_long_characters": _limit(
                1_000,
                "Utterances of more characters are too long; blanks are not counted",
                "characters",
                flag("no_long"),
            )
        },
    ),
    Rule(
        repeated_phrases,
        "of a phrase again and again",
        cutting("Repeated phrases; cut keeps the first copies", source=paper(4, "de_duplicated")),
        {
            "repeated_phrases_times": _limit(
                6,
                "One phrase more often than this, with no more than two signs or blanks between the copies, "
                "is noise; digits are none: 10000000",
                "times",
                paper(4),
            ),
            "repeated_phrases_kept": _limit(
                1, "Copies that are kept; never more than repeated_phrases_times", "copies", paper(4)
            ),
            "repeated_phrases_characters": declare(
                30, "The longest phrase that is detected", unit="characters", ge=1, le=1_000
            ),
        },
    ),
)
