"""Rules for what is no text but stands for something else or leads there: notes of apps, markup, links."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.filters import Cut
from dialogue_etl.filters.patterns import PLACEHOLDER, cutter, narrowed, replaced
from dialogue_etl.filters.rule import Marked, Rule, cutting, flag, inert, paper
from dialogue_etl.filters.utterance.tags import AT, account
from dialogue_etl.parameter import Phrases, declare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.filters.rule import UtteranceRule

# RFC 3986, without brackets: Chinese goes on right behind an address, and so does a code, a topic, a mention.
# The last full stop is not of it.
_SCHEME = r"(?:(?i:https?[:：]?//?|ftp://)|(?<![\w.])(?i:www\d{0,3}\.))"
_SIGNS = r"[A-Za-z0-9\-._~:/?!$&'()*+,;=%]*"
_ADDRESS = _SCHEME + _SIGNS + rf"(?:[@#](?=[A-Za-z0-9!/_]){_SIGNS})*(?<![.,;:!?')])"
_LINK = re.compile(
    r"\[([^\[\]]{1,300})\]\((?i:https?://|www\.)[^\s()]{0,1000}(?:\([^\s()]{0,100}\)[^\s()]{0,100})?\)"
)
_BEGINNINGS = ("http", "www", "ftp", "ｈｔｔｐ", "ｗｗｗ", "ｆｔｐ")
_SHORTENERS = ["t.cn", "t.co", "bit.ly", "dwz.cn", "goo.gl", "suo.im"]
_SHORTENERS += ["tinyurl.com", "url.cn", "is.gd", "ow.ly"]


def fixed_strings(texts: Sequence[str]) -> UtteranceRule:
    """Texts that apps put in place of what is no text; the longest of those that begin at a place."""
    texts = sorted(texts, key=len, reverse=True)
    if not texts:
        return inert
    return cutter(re.compile("|".join(map(re.escape, texts))), *texts)


def reply_tags(mentions_characters: int) -> UtteranceRule:
    """`回复@name:` and what other platforms write so. A blank may stand before `@` and the colon."""
    name = account(mentions_characters)
    tag = rf"(?:回[复覆復]|\b(?i:repl(?:y|ied|ying) to)) ?[{AT}]{name}(?: ?[:：])? ?"
    return cutter(re.compile(tag), *AT)


def angle_brackets() -> UtteranceRule:
    r"""Markup: `<b>`, `</a>`, `<!-- -->`, and `{\i1}` of subtitles. `<3` and `a < b` are none."""
    markup = re.compile(
        rf"(?!{PLACEHOLDER.pattern})<[/!]?[A-Za-z][^<>\u3400-\u9fff]{{0,500}}>|<!--[^<>]{{0,500}}>"
        r"|\{\\[^{}\u3400-\u9fff]{0,100}\}"
    )
    angles, braces = cutter(markup, "<"), cutter(markup, "{\\")
    return lambda text: angles(text) or braces(text)


def urls() -> UtteranceRule:
    """Addresses, in full width too, with the blanks beside them; of `[text](address)` the text stays."""
    address = re.compile(rf" ?{_ADDRESS}(?: |(?P<stop>(?=[,.;:!?，。；：！？])))?")

    def rule(text: str) -> Cut | None:
        low = text.lower()
        if not any(begin in low for begin in _BEGINNINGS) or not (found := address.search(narrowed(text))):
            return None
        plain = _LINK.sub(r"\1", text) if "](" in text else text
        _, left = replaced(address, lambda match: " " if match["stop"] is None else "", plain)
        return Cut(left, text[found.start() : found.end()].strip())

    first = {begin[0] for begin in _BEGINNINGS}
    return Marked(rule, lambda character: not first.isdisjoint(character.lower()))


def short_urls() -> UtteranceRule:
    """Addresses of link shorteners, where the scheme is missing too. Weibo's codes have up to eight signs."""
    hosts = "|".join(map(re.escape, _SHORTENERS))
    return cutter(
        re.compile(rf" ?(?:https?[:：]?//?)?(?<![A-Za-z0-9.\-@])(?:{hosts})/[A-Za-z0-9]{{0,12}} ?"),
        "/",
        put=" ",
    )


RULES = (
    Rule(
        fixed_strings,
        "that hold an app's note in place of a picture, link or film",
        cutting("Texts that apps put in place of a picture, link or film", source=flag("de_specific")),
        {
            "fixed_strings_texts": declare(
                lambda: ["查看图片", "网页链接", "秒拍视频", "微博视频", "抱歉,此微博已被作者删除"],
                "Which; they are found anywhere in an utterance",
                unit="texts",
                annotation=Phrases,
            )
        },
    ),
    Rule(
        reply_tags,
        "with a reply tag",
        cutting("`回复@name:`, `Reply to @name:`: the tag in front of an answer", source=paper(1)),
    ),
    Rule(
        angle_brackets,
        "with markup",
        cutting(
            "`<b>`, `{\\i1}`: markup, without a Han character. Placeholders such as <PHONE> stay",
            source=flag("de_angle"),
        ),
    ),
    Rule(
        urls,
        "with a web address",
        cutting(
            "Web addresses; a blank takes their place. Of `[text](address)` the text stays", source=paper(2)
        ),
    ),
    Rule(
        short_urls,
        "with the address of a link shortener",
        cutting("Addresses of link shorteners, with http:// or without: t.cn/…", source=flag("de_weibo_url")),
    ),
)
