"""Rules that put placeholders for addresses and numbers that lead to a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules import placeholders
from dialogue_etl.sources.threads.rules.rule import Noise

if TYPE_CHECKING:
    from dialogue_etl.params import Rules
    from dialogue_etl.sources.threads.rules.blacklists import Blacklists
    from dialogue_etl.sources.threads.rules.rule import UtteranceRule

_EMAIL = re.compile(
    # A long run of letters is looked at once, from its beginning: the longest local part has 64 (RFC 5321).
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-](?:[A-Za-z0-9._%+-]{0,63})"
    r"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_PHONE = re.compile(
    r"(?<!\d)(?<!\d\.)"
    r"(?:(?:\+?86[ -]?)?1[3-9]\d[ -]\d{4}[ -]\d{4}"  # a mobile number of China in groups
    r"|(?:\+?86[ -]?)?\d{11}"
    r"|0\d{2,3}-\d{7,8}"  # one with an area code
    r"|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}"  # North America
    r"|\+[1-9]\d{0,2}(?:[ .-]?\d{2,4}){2,4})"  # any other country: E.164 has 15 digits at most
    r"(?!\d)"
)
_QQ = re.compile(
    r"(?P<said>(?:(?<![A-Za-z])[Qq]{1,2}|扣扣|企鹅)(?:群号|号码|群|号)?[\s:：是为]{0,4})"
    r"(?<!\d)[1-9]\d{4,10}(?!\d)"
)


def emails(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """E-mail addresses."""
    return _replacing(_EMAIL, placeholders.EMAIL)


def phones(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Numbers of telephones: any eleven digits, as in clean-dialog, and the usual ways to write them.

    No digit stands before or behind them, so longer numbers are left alone, and so is what follows a point.
    Neighbours stay, and numbers at either end of a line are found (clean-dialog has neither).
    """
    return _replacing(_PHONE, placeholders.PHONE)


def qq_numbers(language: str, rules: Rules, blacklists: Blacklists) -> UtteranceRule:  # noqa: ARG001
    """Five to eleven digits behind a word for QQ, which stays."""
    return _replacing(_QQ, rf"\g<said>{placeholders.QQ}")


def _replacing(pattern: re.Pattern[str], placeholder: str) -> UtteranceRule:
    def rule(text: str) -> Noise | None:
        found = pattern.search(text)
        return Noise(found[0], pattern.sub(placeholder, text)) if found else None

    return rule
