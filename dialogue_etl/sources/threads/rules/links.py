"""Rules that cut out web addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.cutting import cutter
from dialogue_etl.sources.threads.rules.rule import Noise, UtteranceRule
from dialogue_etl.sources.threads.rules.widths import narrowed, replaced

if TYPE_CHECKING:
    from dialogue_etl.params import Rules

# RFC 3986, without brackets: Chinese goes on right behind an address, and so does a code, a topic, a mention.
# The last full stop is not of it.
_SCHEME = r"(?:(?i:https?[:：]?//?|ftp://)|(?<![\w.])(?i:www\d{0,3}\.))"
_SIGNS = r"[A-Za-z0-9\-._~:/?!$&'()*+,;=%]*"
_ADDRESS = _SCHEME + _SIGNS + rf"(?:[@#](?=[A-Za-z0-9!/_]){_SIGNS})*(?<![.,;:!?')])"
_LINK = re.compile(
    r"\[([^\[\]]{1,300})\]\((?i:https?://|www\.)[^\s()]{0,1000}(?:\([^\s()]{0,100}\)[^\s()]{0,100})?\)"
)
_BEGINNINGS = ("http", "www", "ftp", "ｈｔｔｐ", "ｗｗｗ", "ｆｔｐ")
_SHORTENERS = (
    "t.cn",
    "t.co",
    "bit.ly",
    "dwz.cn",
    "goo.gl",
    "suo.im",
    "tinyurl.com",
    "url.cn",
    "is.gd",
    "ow.ly",
)


def urls(_language: str, _rules: Rules) -> UtteranceRule:
    """Addresses, in full width too, with the blanks beside them; of `[text](address)` the text stays."""
    address = re.compile(rf" ?{_ADDRESS}(?: |(?P<stop>(?=[,.;:!?，。；：！？])))?")

    def rule(text: str) -> Noise | None:
        low = text.lower()
        if not any(begin in low for begin in _BEGINNINGS) or not (found := address.search(narrowed(text))):
            return None
        said = _LINK.sub(r"\1", text) if "](" in text else text
        _, left = replaced(address, lambda match: " " if match["stop"] is None else "", said)
        return Noise(text[found.start() : found.end()].strip(), left)

    return rule


def short_urls(_language: str, _rules: Rules) -> UtteranceRule:
    """Addresses of link shorteners, where the scheme is missing too. Weibo's codes have up to eight signs."""
    hosts = "|".join(map(re.escape, _SHORTENERS))
    return cutter(
        re.compile(rf" ?(?:https?[:：]?//?)?(?<![A-Za-z0-9.\-@])(?:{hosts})/[A-Za-z0-9]{{0,12}} ?"),
        "/",
        put=" ",
    )
