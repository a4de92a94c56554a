"""Numbers of telephones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dialogue_etl.text.privacy.places import Place, is_in_url

_NO_SUM = r"(?![0-9])(?!\.[0-9])(?! ?[万亿元块%€$])"
_CHINA = r"(?:(?:(?:\+|00)86|\(\+?86\)|86)[ -]?)?"
_MIDDLE = r"(?: ?- ?|[ .])?"
_CHINA_OR_AMERICA = re.compile(
    r"(?=[+(（0-9])(?<![0-9])(?<![0-9]\.)(?<![¥￥$€£])(?:"
    # Mobile numbers of China (GB/T 21649, YD/T 1214)
    rf"{_CHINA}1[3-9][0-9]{_MIDDLE}[0-9]{{4}}{_MIDDLE}[0-9]{{4}}"
    # Chinese area codes: three digits, then eight; four, then seven or eight; service numbers
    r"|[(（]?0(?:10|2[0-9])[)）]?[ -]?[0-9]{4}[ -]?[0-9]{4}"
    r"|[(（]?0[3-9][0-9]{2}[)）]?[ -]?[0-9]{3,4}[ -]?[0-9]{4}"
    r"|[48]00-[0-9]{3,4}-[0-9]{3,4}"
    # North America (NANP)
    r"|(?:1[ .-])?(?:[(（][2-9][0-9]{2}[)）] ?|[2-9][0-9]{2}(?P<between> ?- ?|[ .]))[2-9][0-9]{2}"
    rf"(?(between)(?P=between)|[ .-])[0-9]{{4}}(?: ?(?:x|[eE]xt\.?) ?[0-9]{{1,5}})?){_NO_SUM}"
)
# Codes of countries after which 00 and 10 to 13 digits are a number, not zeros before another one.
_COUNTRY = r"(?:3[0-469]|4[013-9]|86|7|35[1-9]|37[0-9]|38[0-9]|42[013]|852|886)"
# Any country (E.164: 15 digits at most). With fewer than ten, +1000000 would be one.
_BLANK = r"(?: ?[/-] ?|[ .\n])?"
_INTERNATIONAL = re.compile(
    rf"(?<![0-9+])[(（]?(?:\+|(?<![0-9] )\+ (?=[1-9])|00(?=[1-9][0-9]{{0,2}}[ ./(-]"
    rf"|{_COUNTRY}[0-9]{{8,11}}(?![0-9])))"
    r"(?P<digits>(?!1[ .(-]{0,2}[01])(?!(?:19|20)[0-9]{2}-[01]?[0-9]-)"  # no area code of +1; a date
    rf"[1-9][0-9]{{0,2}}[)）]?{_BLANK}(?:[(（]?[0-9]{{1,12}}[)）]?{_BLANK}){{1,7}}(?<=[0-9)）])){_NO_SUM}"
    r"|(?<=wa\.me/)[0-9]{8,15}(?![0-9])"
)
_FEWEST, _MOST = 10, 15
# National numbers in the groups that people write.
_NATIONAL = re.compile(
    r"(?=[(（0-9])(?<![0-9])(?<![0-9][.,:/ -])(?<![¥￥$€£#])(?:"
    # With a trunk prefix 0: most of Europe, Australia, Japan
    r"(?P<trunk>(?:[(（]0[1-9][0-9]{0,4}[)）]|0[1-9][0-9]{0,4})(?: ?[/-] ?|[ .])?[0-9]{1,8}"
    r"(?:[ .-][0-9]{2,5}){0,4})"
    # Spain; Italy's mobile numbers; Poland; Brazil; Russia
    r"|[6-9][0-9]{2}(?P<es>[ .-])[0-9]{2}(?P=es)[0-9]{2}(?P=es)[0-9]{2}"
    r"|9[0-9](?P<as>[ .-])[0-9]{3}(?P=as)[0-9]{2}(?P=as)[0-9]{2}"
    r"|3[2-9][0-9][ ./-][0-9]{7}|3[2-9][0-9][ ./-][0-9]{3} [0-9]{4}"
    r"|[4-8][0-9]{2}-[0-9]{3}-[0-9]{3}|[1-9][0-9][ -][0-9]{3}[ -][0-9]{2}[ -][0-9]{2}"
    r"|\([1-9][0-9]\) ?9?[0-9]{4}-[0-9]{4}"
    r"|8[ -]?\(?[0-9]{3}\)?[ -]?[0-9]{3}[ -][0-9]{2}[ -][0-9]{2}"
    r")(?![0-9]|[.,:/-][0-9]| [0-9])(?! ?[万亿元块%€$])"
)
_TRUNK_FEWEST, _TRUNK_MOST = 9, 12
_ANY_NUMBER = re.compile(rf"[+(（]?[0-9](?:[ ()（）./-]{{0,3}}[0-9]){{5,14}}{_NO_SUM}")
_SAID = re.compile(
    # A word for it: `Tel. 555-0100`.
    r"(?:(?<!\w)(?i:tel|fon|fax|mob|ph|tlf|tlfn|puh)\b[.:]{0,2}"
    r"|(?i:(?:tele)?(?:phone|fon|foon)s?|telefono|teléfono|téléphone|telefone|telefoon|telefonnummer|puhelin"
    r"|mobile?|handy|móvil|celular|cell|portable|komórka|whatsapp|viber|signal)"
    r"(?: (?i:no|nr|number|nummer|numéro|número|numero|numer)\b)?[.:]{1,2}"
    r"|(?i:(?:tele)?phone|mobile|cell|telefon)[ -]?(?i:number|nummer|no)(?: (?i:is|ist))?"
    r"|(?i:(?:call|text|phone|ring|reach|dial|whatsapp) (?:me|us|him|her|them))"
    r"(?i:(?: (?:back|now|at|on|under)){0,2}):?"
    r"|(?i:(?:my|his|her|our|your|their) (?:cell |mobile |home )?number(?: is|'s|’s))"
    r"|(?i:meine (?:handy)?nummer(?: ist)?)"
    r"|(?:电话|電話|手机|手機|座机|热线)(?:号码|號碼|号|號)?[:：是为為]?) {0,2}$"
)
_SAID_CHARACTERS = 40
_CODE = re.compile(r"[A-Za-z0-9_]*")
_CODE_CHARACTERS = 8
_YEARS = re.compile(r"(?:1[5-9]|20)[0-9]{2} ?[/-] ?(?:1[5-9]|20)?[0-9]{2}(?![0-9])")
_DAY = re.compile(r"[0-3]?[0-9](?P<by>[./-])[01]?[0-9](?P=by)(?:[0-9]{4}|[0-9]{2}(?![./-]?[0-9]))")
_PAIRS, _FRENCH = re.compile(r"[0-9]{2}(?:[ .-][0-9]{2})+"), 10
_STRAIGHT = re.compile(r"0?123456789?0?")
_GOODS = re.compile(
    r"ISBN|ISSN|\b(?:EAN|ISMN|DOI|LCCN|OCLC|UPC|GTIN|ASIN|SKU|PMID|PZN|barcode|serial|s/n)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"No\.|Nr\.|n°|№", re.IGNORECASE)
_NAMED_CHARACTERS = 20


def telephones(text: str) -> Iterator[Place]:
    """Numbers as written in China, North America and Europe, after a `+`, and after a word for them.

    clean-dialog takes any eleven digits; of those that begin as no number does, most count money. Longer
    numbers, decimals, sums, dates, ISBNs and the digits inside of a code or an address are left alone.
    """
    for found in _INTERNATIONAL.finditer(text):
        if found["digits"] is None or _FEWEST <= _digits(found["digits"]) <= _MOST:
            yield found.span()
    for found in _CHINA_OR_AMERICA.finditer(text):
        if not _in_code(found) and not is_in_url(found) and not _GOODS.search(_before(found)):
            yield found.span()
    for found in _NATIONAL.finditer(text):
        if not _in_code(found) and not is_in_url(found) and not _is_other(found):
            yield found.span()
    for found in _ANY_NUMBER.finditer(text):
        said = _SAID.search(text[max(0, found.start() - _SAID_CHARACTERS) : found.start()])
        if said and not _YEARS.match(found.group()) and not _DAY.fullmatch(found.group()):
            yield found.span()


def _before(found: re.Match[str]) -> str:
    return found.string[max(0, found.start() - _NAMED_CHARACTERS) : found.start()]


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))


def _is_other(found: re.Match[str]) -> bool:
    """Whether a likely national number is something else: too short or long, a date, an ISBN, 0123456789."""
    number = found.group()
    if found["trunk"] and not _TRUNK_FEWEST <= _digits(number) <= _TRUNK_MOST:
        return True
    if _PAIRS.fullmatch(number) and _digits(number) != _FRENCH:
        return True
    before = _before(found)
    return bool(
        _GOODS.search(before) or _NUMBER.search(before) or _DAY.match(number) or _STRAIGHT.fullmatch(number)
    )


def _in_code(found: re.Match[str]) -> bool:
    """Whether a number is part of a code: `a3f…`, `SN…X`; but `tel…` and `…wx` are none."""
    before = found.string[max(0, found.start() - _CODE_CHARACTERS) : found.start()]
    left, right = _CODE.match(before[::-1]), _CODE.match(found.string, found.end(), found.end() + 8)
    sides = [side[0] if side else "" for side in (left, right)]
    return all(sides) or any(re.search("[0-9]", side) for side in sides)
