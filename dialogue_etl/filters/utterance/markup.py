"""Rules for what is no text but stands for something else or leads there: notes of apps, markup, links."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import OURS, Phrases, declare
from dialogue_etl.filters import Cut, Verdict
from dialogue_etl.filters.patterns import LINK, PLACEHOLDER, cutter, narrowed, replaced
from dialogue_etl.filters.rule import Marked, Rule, cutting, flag, inert, paper, replacing
from dialogue_etl.filters.utterance.tags import AT, account, shown_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.filters.rule import UtteranceRule

_TAG = re.compile(
    # With attributes, whatever they hold, `>` between quotes too; or anything without a Han character.
    rf"""(?!{PLACEHOLDER.pattern})<(?:(?P<named>[A-Za-z][A-Za-z0-9:]{{0,15}})\s+[A-Za-z:_-]{{1,30}}\s?="""
    r"""(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+>|[/!]?(?P<plain>[A-Za-z][A-Za-z0-9]{0,15})"""
    r"""[^<>\u3400-\u9fff]{0,500}>)|<!--[^<>]{0,500}>"""
)
_PICTURE = re.compile(r"""\salt=["']?(\[[^\[\]<>"']{1,20}\])""")
_INLINE = re.compile(
    "abbr|b|bdi|big|c|cite|code|del|em|font|i|ins|mark|q|rt|ruby|s|small|span|strike|strong|su[bp]|tt|u|v|wbr"
)
_LINES = re.compile("blockquote|br|div|h[1-6]|hr|li|[ou]l|p|pre|t(?:able|d|r)")
_SEAM = re.compile(r"\0+")
_ENTITY = re.compile(
    r"&(?:(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});|(?:nbsp|lt|gt|amp|quot)(?![\w;=]))"
)
# RFC 3986, brackets in pairs only: Chinese goes on right behind an address, and so does a code, a topic, a
# mention. The last full stop is not of it, nor what stands in square brackets at its end: `[doge]`.
_SCHEME = r"(?:(?i:https?[:：]?//?|ftp://)|(?<![^\W\u2e80-\U0003ffff])(?<!\.)(?i:www\d{0,3}\.))"
_SIGN = r"[A-Za-z0-9\-._~:/?!$&'*+,;=%]"
_ROUND = rf"\({_SIGN}{{0,200}}\)|(?<=[_/])\([^\s()（）]{{1,50}}\)"
_SIGNS = rf"(?:{_SIGN}|{PLACEHOLDER.pattern}|{_ROUND}|(?:\[{_SIGN}{{0,50}}\]){{1,5}}(?=[=&/:?%]))*"
_ADDRESS = _SCHEME + _SIGNS + rf"(?:[@#](?=[A-Za-z0-9!/_]){_SIGNS})*(?<![.,;:!?'])"
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
    """`回复@name:` and what other platforms write so. A blank may stand before `@` and the colon.

    With a colon the name goes up to it, whatever it holds; in front of a text it needs no `@` (Tieba).
    """
    name, shown = account(mentions_characters), shown_name(mentions_characters)
    reply = r"(?:回[复覆復]|\b(?i:repl(?:y|ied|ying) to))"
    tag = rf"{reply} ?[{AT}](?:{shown}[:：]|{name}(?: [{AT}]{name})*) ?|\A回[复覆復] ?{shown}[:：] ?"
    return cutter(re.compile(tag), "回", *AT)


def angle_brackets() -> UtteranceRule:
    r"""Markup: `<b>`, `</a>`, `<!-- -->`, and `{\i1}` of subtitles. `<3` and `a < b` are none.

    Where a tag stood that does more than look different, a blank or a line's end parts what it parted, or a
    mention would go on into what is said. Of a picture of a face its code stays, which another rule cuts.
    """
    braces = cutter(re.compile(r"\{\\[^{}\u3400-\u9fff]{0,100}\}"), "{\\")

    def rule(text: str) -> Verdict | None:
        if "<" not in text or not (found := _TAG.search(text)):
            return braces(text)
        return Cut(_SEAM.sub(_parted, _TAG.sub(_boundary, text)), found.group())

    return Marked(rule, "<{".__contains__)


def _boundary(found: re.Match[str]) -> str:
    name = (found["named"] or found["plain"] or "").lower()
    if name == "img" and (code := _PICTURE.search(found.group())):
        return code[1]
    return "" if _INLINE.fullmatch(name) else "\n" if _LINES.fullmatch(name) else "\0"


def _parted(found: re.Match[str]) -> str:
    inside = found.string[: found.start()].strip() and found.string[found.end() :].strip()
    return " " if inside else ""


def unescaped(text: str) -> str:
    """A text with the characters that HTML's entities stand for."""
    return _ENTITY.sub(lambda found: html.unescape(found.group()), text) if "&" in text else text


def entities() -> UtteranceRule:
    """`&amp;`, `&nbsp;`, `&#39;`: of entities the character stays."""

    def rule(text: str) -> Cut | None:
        left = unescaped(text)
        return None if left == text else Cut(left, _ENTITY.findall(text)[0])

    return Marked(rule, "&".__contains__)


def urls() -> UtteranceRule:
    """Addresses, in full width too, with the blanks beside them; of `[text](address)` the text stays."""
    address = re.compile(rf" ?{_ADDRESS}(?: |(?P<stop>(?=[,.;:!?，。；：！？])))?")

    def rule(text: str) -> Cut | None:
        low = text.lower()
        if not any(begin in low for begin in _BEGINNINGS) or not (found := address.search(narrowed(text))):
            return None
        plain = LINK.sub(r"\1", text) if "](" in text else text
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
                "These texts, anywhere in an utterance",
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
            "`<b>`, `{\\i1}`: markup, Han characters in attributes only. Placeholders such as <PHONE> stay",
            source=flag("de_angle"),
        ),
    ),
    Rule(
        entities,
        "with a character written as an entity",
        replacing(
            "`&amp;`, `&#39;`: characters as HTML writes them; cut puts the character there", source=OURS
        ),
    ),
    Rule(
        urls,
        "with a web address",
        cutting("Web addresses; replaced by a blank. Of `[text](address)` the text is kept", source=paper(2)),
    ),
    Rule(
        short_urls,
        "with the address of a link shortener",
        cutting("Addresses of link shorteners, with http:// or without: t.cn/…", source=flag("de_weibo_url")),
    ),
)
