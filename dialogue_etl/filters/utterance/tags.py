"""Rules that cut out tags of platforms: codes of pictures, topics, mentions, reposts, buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import OURS, Declared, declare
from dialogue_etl.filters.patterns import cutter, part_cutter
from dialogue_etl.filters.rule import CLEAN_DIALOG, Marked, Rule, cutting, flag, paper
from dialogue_etl.text.segmentation import is_chinese

if TYPE_CHECKING:
    from dialogue_etl.filters.rule import UtteranceRule

AT = "@＠"
"""Signs in front of an account's name: platforms write the first, input methods of Chinese the second too."""

_TITLE = 60
_BUTTONS = "¡ 评论"


def account(characters: int) -> str:
    """The pattern of an account's name: letters of any script, digits, `_`, `-`, `·`."""
    return rf"[\w\-·]{{1,{characters}}}"


def shown_name(characters: int) -> str:
    """The pattern of a name in front of a colon: anything but the signs that end a phrase."""
    return rf"[^\n:：{AT}/，。！？；…,!?;]{{1,{characters}}}"


def full_width_brackets(characters: int) -> UtteranceRule:
    """Codes in `［］`, and titles in `【】`: in front of a text, not the whole of it.

    Elsewhere people set words and asides between `【】`: of ten in the published LCCC, two were codes.
    """
    code = re.compile(rf"［[^［］]{{0,{characters}}}］")
    title = re.compile(rf"\A\s?【[^【】]{{0,{_TITLE}}}】(?=\s?\S)")
    codes, titles = cutter(code, "［"), cutter(title, "【")
    return Marked(lambda text: titles(text) or codes(text), "［【".__contains__)


def square_brackets(characters: int) -> UtteranceRule:
    """Codes of pictures: `[doge]`."""
    return cutter(re.compile(rf"\[[^\[\]\n]{{0,{characters}}}\]"), "[")


def hashtags(language: str, characters: int) -> UtteranceRule:
    """Topics: `#topic#` in Chinese, without blanks at its ends; `#topic`, or `#topic#`, in any language."""
    alone = rf"(?<!\S)#(?!\d+(?!\w))\w{{1,{characters}}}(?!\w)#?(?:\s|(?=\W)|\Z)"
    # The pattern excludes C# and F#.
    paired = rf"(?<!(?<![A-Za-z])[A-Za-z])#(?=[^\s#])(?!\d+\s)[^#\n]{{1,{characters}}}(?<=\S)# ?"
    return part_cutter(re.compile(f"{paired}|{alone}" if is_chinese(language) else alone), "#")


def emotion_codes() -> UtteranceRule:
    """`:smile:`, also several, and Discord's `<:smile:12345>`; but not `10:30:15`."""
    name = r":(?:[A-Za-z][A-Za-z0-9_+-]{1,30}|[+-]1|100):"
    several = rf"(?<![A-Za-z0-9:])(?:{name}){{1,50}}(?![A-Za-z0-9:])"
    return cutter(re.compile(rf"(?:<a?:\w{{2,32}}:(?:\d{{1,20}})?>|{several}) ?"), ":")


def repost_mentions(mentions_characters: int) -> UtteranceRule:
    """`@name:`, `RT @name:`; not after `//`, where a repost begins, which another rule cuts."""
    name = account(mentions_characters)
    return cutter(re.compile(rf"(?:\bRT ?)?(?<![/{AT}])(?<!/ )[{AT}]{name} ?[:：] ?"), *AT)


def reposts(mentions_characters: int) -> UtteranceRule:
    """From `//@name` or `/@name:` to the end: the words of others."""
    name = account(mentions_characters)
    return cutter(re.compile(rf"(?:// ?[{AT}]|/ ?[{AT}]{name} ?[:：]).*", re.DOTALL), "/")


def mentions(characters: int) -> UtteranceRule:
    """`@name`, Reddit's `u/name`, and the blank that ends it, but not the half of an e-mail address."""
    wide = "Ａ-Ｚａ-ｚ０-９"
    local, domain = rf"[A-Za-z0-9{wide}._%+\-．＿％＋－]", rf"[A-Za-z0-9{wide}\-－]"
    address = rf"(?!(?<={local}[{AT}]){domain}{{1,63}}[.．][A-Za-z{wide}]{{2}})"
    at = rf"(?<![{AT}])[{AT}]++{address}{account(characters)} ?"
    reddit = r"(?<![\w/.])/?u/[A-Za-z0-9_-]{2,20}(?![\w/-]) ?"
    return part_cutter(re.compile(f"{at}|{reddit}"), *AT, "u/")


def show_all() -> UtteranceRule:
    """The button after the dots of a shortened text; without dots it is part of an utterance."""
    return cutter(
        re.compile(r"[….]{1,6} ?(?:显示全部|顯示全部|展开全文|阅读全文|全文)\s{0,9}[:：]?\s{0,9}\Z"), "全"
    )


def comment_tails() -> UtteranceRule:
    """The buttons below a post and what follows them."""
    return cutter(re.compile(rf"{_BUTTONS}.*", re.DOTALL), _BUTTONS)


def link_words() -> UtteranceRule:
    """The word that a crawler left in place of a link."""
    return cutter(re.compile(r"(?<![A-Za-z])alink(?![A-Za-z])"), "alink")


def _longest(default: int, description: str, source: str = OURS) -> Declared:
    return declare(default, description, unit="characters", source=source, ge=1, le=1_000)


RULES = (
    Rule(
        full_width_brackets,
        "with a code or a title in full-width brackets",
        cutting(
            "`［…］`: codes of pictures; `【…】` in front of a text: the title of a post",
            source=flag("de_brackets"),
        ),
        {"full_width_brackets_characters": _longest(20, "The longest code inside")},
    ),
    Rule(
        square_brackets,
        "with the code of a picture",
        cutting("`[…]`: codes of pictures such as [doge]", source=f"{paper(1)}; {flag('de_brackets')}"),
        {
            "square_brackets_characters": _longest(
                20, "The longest code inside; longer text in brackets is kept"
            )
        },
    ),
    Rule(
        hashtags,
        "with a topic",
        cutting("`#topic#`; and, from blank to blank, `#topic`, but not `#1`", source=flag("de_hashtag")),
        {"hashtags_characters": _longest(60, "The longest topic", "Weibo: topics have up to 32")},
    ),
    Rule(
        emotion_codes,
        "with the name of a face",
        cutting("Names of faces between colons: `:smile:`", source=flag("de_emotion")),
    ),
    Rule(
        repost_mentions,
        "that repost an account",
        cutting("`@name:`, but not behind `//`", source=flag("de_single_repost_mention")),
    ),
    Rule(
        reposts,
        "of reposted words",
        cutting("`//@name: …` to the end: the reposted text", source=flag("de_repost")),
    ),
    Rule(
        mentions,
        "that mention an account",
        cutting(
            "`@name`, up to a blank or a character not in names, and `u/name`; clean-dialog drops them all",
            source=f"{flag('de_mention')}, no_mention",
        ),
        {"mentions_characters": _longest(30, "The longest name", "Weibo: names have 4 to 30")},
    ),
    Rule(
        show_all,
        "with the button below a shortened text",
        cutting("`…显示全部`: the button below a shortened text", source=flag("de_showall")),
    ),
    Rule(
        comment_tails,
        "with the buttons below a post",
        cutting("`¡ 评论` and what follows it: the buttons below a post", source=f"{CLEAN_DIALOG}, `¡ 评论`"),
    ),
    Rule(
        link_words,
        "with the trace of a link",
        cutting("`alink`: the trace of a link", source=f"{CLEAN_DIALOG}, `alink`"),
    ),
)
