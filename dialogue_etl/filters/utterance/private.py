"""Rules that put placeholders for addresses and numbers that lead to a person, in full width too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.filters import Cut
from dialogue_etl.filters.patterns import EMAIL, ID_CARD, PHONE, QQ, WECHAT, replaced
from dialogue_etl.filters.rule import Marked, Rule, cutting, flag
from dialogue_etl.parameter import OURS

if TYPE_CHECKING:
    from collections.abc import Callable

    from dialogue_etl.filters.rule import UtteranceRule

_AT = re.compile("[@＠]")
_DIGIT = re.compile(r"\d")
_ID = re.compile("[微威薇ｗＷｖＶ]|[wW][eExX]|[vV][xX信]|[加我+][vV]")
_ID_MARK = re.compile("[微威薇ｗＷｖＶwWvV]")  # any text that `_ID` finds something in has one
_EMAIL = (
    # A long run of letters is looked at once, from its beginning: the longest local part has 64 (RFC 5321).
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9_%+-](?:[A-Za-z0-9._%+-]{0,63})"
    r"@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_CHINA = r"(?:(?:(?:\+|00)86|\(\+?86\)|86)[ -]?)?"
_PHONE = (
    r"(?<!\d)(?<!\d\.)(?<![¥￥$€£])(?:"
    rf"{_CHINA}1[3-9]\d[ -]?\d{{4}}[ -]?\d{{4}}"  # a mobile number of China (GB/T 21649, YD/T 1214)
    r"|[(（]?0(?:10|2\d)[)）]?[ -]?\d{4}[ -]?\d{4}"  # Chinese area codes: three digits, then eight;
    r"|[(（]?0[3-9]\d{2}[)）]?[ -]?\d{3,4}[ -]?\d{4}"  # four, then seven or eight
    r"|[48]00-\d{3,4}-\d{3,4}"  # service numbers of China
    r"|(?:1[ .-])?(?:[(（][2-9]\d{2}[)）] ?|[2-9]\d{2}(?P<between>[ .-]))[2-9]\d{2}"  # North America (NANP)
    r"(?(between)(?P=between)|[ .-])\d{4}"
    # Any other country (E.164: 15 digits at most). With fewer than ten, +1000000 would be one.
    r"|\+(?=(?:[ .-]?[(（]?\d[)）]?){10,15}(?!\d))[1-9]\d{0,2}(?:[ .-]?[(（]?\d{1,5}[)）]?){2,6}"
    r")(?!\d)(?!\.\d)(?! ?[万亿元块%])"
)
_CODE = re.compile(r"[A-Za-z0-9_]*")
_CODE_CHARACTERS = 8
_QQ = (
    r"(?:(?:(?<![A-Za-z])[Qq]{1,2}|扣扣|企鹅)(?:群号|号码|群|号)?|群号)[\s:：是为]{0,4}"
    r"(?<!\d)(?P<number>[1-9]\d{4,10})(?!\d)"
)

_DATE = r"(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_ID_CARD = (
    r"(?P<word>身份[证證](?:号码|號碼|号|號)?[\s:：是为為]{0,4})?(?<!\d)(?<!\d\.)(?P<number>"
    rf"(?(word)(?:\d{{17}}[\dXx]|\d{{15}})|[1-9]\d{{5}}[ -]?{_DATE}[ -]?\d{{3}}[\dXx]))(?![0-9A-Za-z])"
)
_WECHAT = (
    r"(?:微信|薇信|威信|(?:加我?|\+)(?:[微薇]|[vV](?!信))|(?<![A-Za-z])(?i:we ?chat|weixin|wx|vx|v信))(?:"
    # Behind `号`, `ID` or a colon stands one; elsewhere a word has to have a digit or a low line.
    r"(?:号码|號碼|号|號| ?(?i:id))?[ :：是为為]{1,3}(?<=[:：]) ?"
    r"|(?:号码|號碼|号|號| ?(?i:id))[ :：是为為]{0,3}"
    r"|[ ,，:：是为為]{0,3}(?i:is )?(?<![A-Za-z])(?=[A-Za-z-]{0,19}[0-9_]))"
    r"(?P<number>[A-Za-z][A-Za-z0-9_-]{5,19}|(?<!\d)[1-9]\d{5,10})"
    r"(?![A-Za-z0-9_])(?!\.\d)(?! ?[万亿元块个人%])"
)


def emails() -> UtteranceRule:
    """E-mail addresses."""
    return _replacing(_EMAIL, _AT, lambda _: EMAIL)


def phones() -> UtteranceRule:
    """Numbers of telephones, in the ways they are written in China, North America, and behind a `+`.

    clean-dialog takes any eleven digits; of those that begin as no number does, most count money. Longer
    numbers, decimals, sums and the digits inside of a code are left alone. Neighbours stay, and numbers at
    either end of a line are found (clean-dialog has neither).
    """
    return _replacing(_PHONE, _DIGIT, lambda found: None if _in_code(found) else PHONE)


def _in_code(found: re.Match[str]) -> bool:
    """Whether a number is part of a code: `a3f…`, `SN…X`; but `tel…` and `…wx` are none."""
    before = found.string[max(0, found.start() - _CODE_CHARACTERS) : found.start()]
    left, right = _CODE.match(before[::-1]), _CODE.match(found.string, found.end(), found.end() + 8)
    sides = [side[0] if side else "" for side in (left, right)]
    return all(sides) or any(map(_DIGIT.search, sides))


def qq_numbers() -> UtteranceRule:
    """Five to eleven digits behind a word for QQ, which stays."""
    return _replacing(_QQ, _DIGIT, lambda _: QQ, "number")


def id_cards() -> UtteranceRule:
    """Numbers of Chinese identity cards (GB 11643): 18 signs with a date of birth.

    The last sign is not checked: a misprint leads to a person too. Behind the word for them 15 digits, the
    older form, and 18 without a date are numbers as well.
    """
    return _replacing(_ID_CARD, _DIGIT, lambda _: ID_CARD, "number")


def wechat_ids() -> UtteranceRule:
    """Behind a word for WeChat, which stays: 6 to 20 letters, digits, `_`, `-`, a letter first; or a number.

    Those are the ids that WeChat gives; the number is that of a QQ account, which is one too.
    """
    return _replacing(_WECHAT, _ID, lambda _: WECHAT, "number", _ID_MARK)


def _replacing(
    pattern: str,
    needed: re.Pattern[str],
    put: Callable[[re.Match[str]], str | None],
    group: str | int = 0,
    mark: re.Pattern[str] | None = None,
) -> UtteranceRule:
    """The rule that puts something in place of what a pattern finds in texts that hold what it needs.

    `mark` matches a character of whatever `needed` finds; without it `needed` does.
    """
    compiled = re.compile(pattern)

    def rule(text: str) -> Cut | None:
        if not needed.search(text):
            return None
        found, left = replaced(compiled, put, text, group)
        return Cut(left, found) if found else None

    return Marked(rule, (mark or needed).match)


RULES = (
    Rule(
        emails,
        "with an e-mail address",
        cutting("E-mail addresses; cut puts <EMAIL> there", source=flag("cleantext_clean")),
    ),
    Rule(
        id_cards,
        "with the number of an identity card",
        cutting(
            "Numbers of Chinese identity cards; cut puts <IDCARD> there", source=f"GB 11643-1999; {OURS}"
        ),
    ),
    Rule(
        phones,
        "with the number of a telephone",
        cutting(
            "Telephone numbers as written in China and North America, or after a +; cut puts <PHONE> there",
            source=flag("de_phone"),
        ),
    ),
    Rule(
        qq_numbers,
        "with a QQ number",
        cutting("QQ numbers after a word for them; cut puts <QQ> there", source=flag("de_qq")),
    ),
    Rule(
        wechat_ids,
        "with a WeChat id",
        cutting("WeChat ids after a word for them; cut puts <WECHAT> there", source=f"WeChat; {OURS}"),
    ),
)
