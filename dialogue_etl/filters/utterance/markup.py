"""Rules for app notices, markup and links."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import OURS, Phrases, declare
from dialogue_etl.filters import Cut, Split, Verdict
from dialogue_etl.filters.patterns import LINK, PLACEHOLDER, cutter, narrowed, part_cutter, without_parts
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
# RFC 3986, brackets in pairs only. Chinese text, codes, hashtags and mentions may follow a URL without a
# space. A full stop or square brackets at the end (`[doge]`) are not part of it.
_SCHEME = r"(?:(?i:https?[:：]?//?|ftp://)|(?<![^\W\u2e80-\U0003ffff])(?<!\.)(?i:www\d{0,3}\.))"
_SIGN = r"[A-Za-z0-9\-._~:/?!$&'*+,;=%]"
_ROUND = rf"\({_SIGN}{{0,200}}\)|(?<=[_/])\([^\s()（）]{{1,50}}\)"
_SIGNS = rf"(?:{_SIGN}|{PLACEHOLDER.pattern}|{_ROUND}|(?:\[{_SIGN}{{0,50}}\]){{1,5}}(?=[=&/:?%]))*"
_ADDRESS = _SCHEME + _SIGNS + rf"(?:[@#](?=[A-Za-z0-9!/_]){_SIGNS})*(?<![.,;:!?'])"
_SHORTENERS = ["t.cn", "t.co", "bit.ly", "dwz.cn", "goo.gl", "suo.im"]
_SHORTENERS += ["tinyurl.com", "url.cn", "is.gd", "ow.ly"]
_HOSTS = "|".join(map(re.escape, _SHORTENERS))
_DOMAIN = (
    rf"(?<![A-Za-z0-9_.@/:-])(?!(?:{_HOSTS})/)"
    r"(?!(?i:(?:asp|ado|vb)\.net))(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,4}"
    r"(?i:com|net|org|edu|gov|cn|(?:io|co|uk|de|jp|tv|me|info|ru|fr|ly)(?=/\w))"
    rf"(?:/{_SIGNS}(?<![.,;:!?']))?(?![A-Za-z0-9_@-]|\.[A-Za-z0-9])"
)
"""Without a scheme: of the commonest top-level domains, or with a path; shorteners have their own rule."""
_BEGINNINGS = [
    "http",
    "www",
    "ftp",
    "ｈｔｔｐ",
    "ｗｗｗ",
    "ｆｔｐ",
    ".com",
    ".net",
    ".org",
    ".edu",
    ".gov",
    ".cn",
]
_BEGINNINGS += [".io/", ".co/", ".uk/", ".de/", ".jp/", ".tv/", ".me/", ".info/", ".ru/", ".fr/", ".ly/"]


def fixed_strings(texts: Sequence[str]) -> UtteranceRule:
    """Notices that apps insert in place of pictures, links and films; the longest match at a position."""
    texts = sorted(texts, key=len, reverse=True)
    if not texts:
        return inert
    return part_cutter(re.compile("|".join(map(re.escape, texts))), *texts)


def reply_tags(mentions_characters: int) -> UtteranceRule:
    """`回复@name:` and its forms on other platforms, with or without blanks before `@` and the colon.

    With a colon, the name may contain any character up to it; at the start of a text, `@` is optional
    (Tieba).
    """
    name, shown = account(mentions_characters), shown_name(mentions_characters)
    reply = r"(?:回[复覆復]|\b(?i:repl(?:y|ied|ying) to))"
    tag = rf"{reply} ?[{AT}](?:{shown}[:：]|{name}(?: [{AT}]{name})*) ?|\A回[复覆復] ?{shown}[:：] ?"
    return cutter(re.compile(tag), "回", *AT)


def angle_brackets() -> UtteranceRule:
    r"""Markup: `<b>`, `</a>`, `<!-- -->`, and `{\i1}` of subtitles. `<3` and `a < b` are none.

    Non-formatting tags become a space or newline, so that an adjacent mention ends there. Images of emoji are
    replaced by their code, which another rule cuts.
    """
    braces = cutter(re.compile(r"\{\\[^{}\u3400-\u9fff]{0,100}\}"), "{\\")

    def rule(text: str) -> Verdict | None:
        if "<" not in text or not (found := _TAG.search(text)):
            return braces(text)
        return Cut(_SEAM.sub(_separator, _TAG.sub(_boundary, text)), found.group())

    return Marked(rule, "<{".__contains__)


def _boundary(found: re.Match[str]) -> str:
    name = (found["named"] or found["plain"] or "").lower()
    if name == "img" and (code := _PICTURE.search(found.group())):
        return code[1]
    return "" if _INLINE.fullmatch(name) else "\n" if _LINES.fullmatch(name) else "\0"


def _separator(found: re.Match[str]) -> str:
    inside = found.string[: found.start()].strip() and found.string[found.end() :].strip()
    return " " if inside else ""


def unescaped(text: str) -> str:
    """A text with HTML entities replaced by their characters."""
    return _ENTITY.sub(lambda found: html.unescape(found.group()), text) if "&" in text else text


def entities() -> UtteranceRule:
    """`&amp;`, `&nbsp;`, `&#39;`: entities are replaced by their characters."""

    def rule(text: str) -> Cut | None:
        left = unescaped(text)
        return None if left == text else Cut(left, _ENTITY.findall(text)[0])

    return Marked(rule, "&".__contains__)


def urls() -> UtteranceRule:
    """URLs, in full width too, with adjacent blanks, and domains; the text of `[text](address)` is kept."""
    address = re.compile(rf" ?(?:{_ADDRESS}|{_DOMAIN})(?: |(?P<stop>(?=[,.;:!?，。；：！？])))?")

    def rule(text: str) -> Verdict | None:
        low = text.lower()
        if not any(begin in low for begin in _BEGINNINGS) or not (found := address.search(narrowed(text))):
            return None
        plain = LINK.sub(r"\1", text) if "](" in text else text
        spans = [(one.start(), one.end(), one) for one in address.finditer(narrowed(plain))]
        left = without_parts(plain, spans, lambda match: " " if match["stop"] is None else "")
        detail = text[found.start() : found.end()].strip()
        return Split(detail) if left is None else Cut(left, detail)

    first = {begin[0] for begin in _BEGINNINGS}
    return Marked(rule, lambda character: not first.isdisjoint(character.lower()))


def short_urls() -> UtteranceRule:
    """Addresses of link shorteners, where the scheme is missing too. Weibo's codes have up to eight signs."""
    return part_cutter(
        re.compile(rf" ?(?:https?[:：]?//?)?(?<![A-Za-z0-9.\-@])(?:{_HOSTS})/[A-Za-z0-9]{{0,12}} ?"),
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
        cutting(
            "Web addresses, and domains such as example.com/a; replaced by a blank. Of `[text](address)` the "
            "text is kept",
            source=paper(2),
        ),
    ),
    Rule(
        short_urls,
        "with the address of a link shortener",
        cutting("Addresses of link shorteners, with http:// or without: t.cn/…", source=flag("de_weibo_url")),
    ),
)
