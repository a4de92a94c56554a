"""Rules that cut out tags of platforms: mentions, reposts, topics, codes of pictures, buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.rules.cutting import cutter, inert
from dialogue_etl.sources.threads.rules.placeholders import PLACEHOLDER
from dialogue_etl.sources.threads.rules.rule import Noise, UtteranceRule
from dialogue_etl.sources.threads.words import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.params import Rules

AT = "@＠"
"""Signs in front of an account's name: platforms write the first, input methods of Chinese the second too."""

_TITLE = 60
_BUTTONS = "¡ 评论"


def name(rules: Rules) -> str:
    """The pattern of an account's name: letters of any script, digits, `_`, `-`, `·`."""
    return rf"[\w\-·]{{1,{rules.mentions_characters}}}"


def fixed_strings(_language: str, rules: Rules) -> UtteranceRule:
    """Texts that apps put in place of what is no text; the longest of those that begin at a place."""
    texts = sorted(rules.fixed_strings_texts, key=len, reverse=True)
    if not texts:
        return inert
    pattern = re.compile("|".join(map(re.escape, texts)))

    def rule(text: str) -> Noise | None:
        if not any(fixed in text for fixed in texts):
            return None
        return Noise(pattern.findall(text)[0], pattern.sub("", text))

    return rule


def reply_tags(_language: str, rules: Rules) -> UtteranceRule:
    """`回复@name:` and what other platforms write so. A blank may stand before `@` and the colon."""
    tag = rf"(?:回[复覆復]|\b(?i:repl(?:y|ied|ying) to)) ?[{AT}]{name(rules)}(?: ?[:：])? ?"
    return cutter(re.compile(tag), *AT)


def angle_brackets(_language: str, _rules: Rules) -> UtteranceRule:
    r"""Markup: `<b>`, `</a>`, `<!-- -->`, and `{\i1}` of subtitles. `<3` and `a < b` are none."""
    markup = re.compile(
        rf"(?!{PLACEHOLDER.pattern})<[/!]?[A-Za-z][^<>\u3400-\u9fff]{{0,500}}>|<!--[^<>]{{0,500}}>"
        r"|\{\\[^{}\u3400-\u9fff]{0,100}\}"
    )
    angles, braces = cutter(markup, "<"), cutter(markup, "{\\")
    return lambda text: angles(text) or braces(text)


def full_width_brackets(_language: str, rules: Rules) -> UtteranceRule:
    """Codes in `［］`, and titles in `【】`: in front of a text, not the whole of it.

    Elsewhere people set words and asides between `【】`: of ten in the published LCCC, two were codes.
    """
    code = re.compile(rf"［[^［］]{{0,{rules.full_width_brackets_characters}}}］")
    title = re.compile(rf"\A\s?【[^【】]{{0,{_TITLE}}}】(?=\s?\S)")
    codes, titles = cutter(code, "［"), cutter(title, "【")
    return lambda text: titles(text) or codes(text)


def square_brackets(_language: str, rules: Rules) -> UtteranceRule:
    """Codes of pictures: `[doge]`."""
    return cutter(re.compile(rf"\[[^\[\]\n]{{0,{rules.square_brackets_characters}}}\]"), "[")


def hashtags(language: str, rules: Rules) -> UtteranceRule:
    """Topics: `#topic#` in Chinese, with no blank beside either `#` inside; `#topic` in any language."""
    longest = rules.hashtags_characters
    alone = rf"(?<!\S)#(?!\d+(?!\w))\w{{1,{longest}}}(?!\w)(?:\s|(?=\W)|\Z)"
    # C# and F# are no topics.
    paired = rf"(?<!(?<![A-Za-z])[A-Za-z])#(?=[^\s#])[^#\n]{{1,{longest}}}(?<=\S)# ?"
    return cutter(re.compile(f"{paired}|{alone}" if is_chinese(language) else alone), "#")


def emotion_codes(_language: str, _rules: Rules) -> UtteranceRule:
    """`:smile:`, but not `10:30:15`."""
    return cutter(re.compile(r"(?<![A-Za-z0-9:]):[A-Za-z][A-Za-z0-9_+-]{1,30}:(?![A-Za-z0-9:]) ?"), ":")


def repost_mentions(_language: str, rules: Rules) -> UtteranceRule:
    """`@name:`, `RT @name:`; behind `//` a repost begins, which another rule cuts as a whole."""
    return cutter(re.compile(rf"(?:\bRT ?)?(?<![/{AT}])(?<!/ )[{AT}]{name(rules)} ?[:：] ?"), *AT)


def reposts(_language: str, rules: Rules) -> UtteranceRule:
    """From `//@name` or `/@name:` to the end: the words of others."""
    return cutter(re.compile(rf"(?:// ?[{AT}]|/ ?[{AT}]{name(rules)} ?[:：]).*", re.DOTALL), "/")


def mentions(_language: str, rules: Rules) -> UtteranceRule:
    """`@name` and the blank that ends it, but not the half of an e-mail address."""
    wide = "Ａ-Ｚａ-ｚ０-９"
    local, domain = rf"[A-Za-z0-9{wide}._%+\-．＿％＋－]", rf"[A-Za-z0-9{wide}\-－]"
    address = rf"(?!(?<={local}[{AT}]){domain}{{1,63}}[.．][A-Za-z{wide}]{{2}})"
    return cutter(re.compile(rf"(?<![{AT}])[{AT}]++{address}{name(rules)} ?"), *AT)


def show_all(_language: str, _rules: Rules) -> UtteranceRule:
    """The button behind the dots of a shortened text; without dots, somebody says it."""
    return cutter(
        re.compile(r"[….]{1,6} ?(?:显示全部|顯示全部|展开全文|阅读全文|全文)\s{0,9}[:：]?\s{0,9}\Z"), "全"
    )


def comment_tails(_language: str, _rules: Rules) -> UtteranceRule:
    """The buttons below a post and what follows them."""
    return cutter(re.compile(rf"{_BUTTONS}.*", re.DOTALL), _BUTTONS)


def link_words(_language: str, _rules: Rules) -> UtteranceRule:
    """The word that a crawler left in place of a link."""
    return cutter(re.compile(r"(?<![A-Za-z])alink(?![A-Za-z])"), "alink")


def polls(_language: str, _rules: Rules) -> UtteranceRule:
    """What Weibo writes for whoever voted; blanks do not matter. Nothing of it is worth keeping."""
    call = "你也快来表态吧"

    def rule(text: str) -> Noise | None:
        return Noise(call) if "表" in text and call in "".join(text.split()) else None

    return rule
