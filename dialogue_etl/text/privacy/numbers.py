"""Numbers of bank accounts, payment cards and identity cards; ids of QQ and WeChat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dialogue_etl.text.privacy.places import Place, is_in_url

# ISO 13616, by SWIFT's registry of IBAN formats: characters of each country's numbers.
_IBAN_LENGTHS = {
    **dict.fromkeys(("NO",), 15),
    **dict.fromkeys(("BE", "BI"), 16),
    **dict.fromkeys(("DK", "FO", "FI", "GL", "NL", "SD", "FK"), 18),
    **dict.fromkeys(("MK", "SI"), 19),
    **dict.fromkeys(("AT", "BA", "EE", "KZ", "XK", "LT", "LU", "MN"), 20),
    **dict.fromkeys(("HR", "LV", "LI", "CH"), 21),
    **dict.fromkeys(("BH", "BG", "CR", "GE", "DE", "IE", "ME", "RS", "GB", "VA"), 22),
    **dict.fromkeys(("TL", "GI", "IQ", "IL", "OM", "SO", "AE"), 23),
    **dict.fromkeys(("AD", "CZ", "MD", "PK", "RO", "SA", "SK", "ES", "SE", "TN", "VG"), 24),
    **dict.fromkeys(("LY", "PT", "ST"), 25),
    **dict.fromkeys(("IS", "TR"), 26),
    **dict.fromkeys(("BF", "CI", "DJ", "FR", "GR", "IT", "MR", "MC", "SM", "BJ", "ML", "SN"), 27),
    **dict.fromkeys(("AL", "AZ", "BY", "CY", "DO", "EG", "GT", "HN", "HU", "LB", "NI", "PL", "SV", "UA"), 28),
    **dict.fromkeys(("BR", "PS", "QA", "MU"), 29),
    **dict.fromkeys(("JO", "KW", "YE"), 30),
    **dict.fromkeys(("MT", "SC"), 31),
    **dict.fromkeys(("LC",), 32),
    **dict.fromkeys(("RU",), 33),
}
_IBAN_HEAD = re.compile(
    r"(?:(?<![A-Za-z0-9])|(?<=IBAN))[A-Z]{2} ?[0-9]{2}(?=[ .\n-]?[A-Za-z0-9])", re.IGNORECASE
)
_IBAN_REST = re.compile(r"[A-Z0-9](?:[ .\n-]?[A-Z0-9]){10,32}", re.IGNORECASE)
_SIGN = re.compile(r"[A-Za-z0-9]")
_IBAN_DIGITS = 8
"""A country's number has as many at least; words such as `at 10 …` have fewer."""
_IN_FOURS = re.compile(r"[A-Z]{2}[0-9]{2}(?: [0-9A-Z]{4}){3,7}(?: [0-9A-Z]{1,3})?")

# ISO/IEC 7812: the numbers of issuers, and how long their cards' numbers are.
_CARD = re.compile(
    r"(?<![0-9])(?<![0-9]\.)(?<![A-Za-z_])[2-6][0-9]{3}(?:(?:[ \n.-]| - )?[0-9]){9,15}"
    r"(?![0-9A-Za-z_])(?!\.[0-9])"
)
_ISSUERS = re.compile(
    r"4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})"  # Visa
    r"|(?:5[1-5][0-9]{2}|222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}"  # Mastercard
    r"|3[47][0-9]{13}"  # American Express
    r"|(?:6011|65[0-9]{2}|64[4-9][0-9])[0-9]{12}"  # Discover
    r"|(?:30[0-5]|36[0-9]|38[0-9])[0-9]{11}"  # Diners Club
    r"|35(?:2[89]|[3-8][0-9])[0-9]{12}"  # JCB
    r"|62[0-9]{14,17}"  # UnionPay
    r"|(?:50[0-9]{2}|5[6-8][0-9]{2}|6(?:304|7[0-9]{2}|390))[0-9]{9,15}"  # Maestro
)

_SHORTEST_CARD = 13

_DATE = r"(?:18|19|20)[0-9]{2}[ -]?(?:0[1-9]|1[0-2])[ -]?(?:0[1-9]|[12][0-9]|3[01])"
_ID_CARD = re.compile(
    r"(?P<word>身份[证證](?:号码|號碼|号|號)?[\s:：是为為]{0,4})?(?<![0-9])(?<![0-9]\.)(?P<number>"
    rf"(?(word)(?:[0-9]{{17}}[0-9Xx]|[0-9]{{15}})|[1-9][0-9]{{5}}[ -]?{_DATE}[ -]?[0-9]{{3}}[0-9Xx]))"
    r"(?![0-9A-Za-z])"
)

_QQ = re.compile(
    r"(?:(?:(?<![A-Za-z])[Qq]{2}|(?<=[\u3400-\u9fff])[Qq]|(?<![A-Za-z])[Qq](?=[群号:：])|扣扣|球球|企鹅)"
    r"(?:群号|号码|群|号| ?(?i:number|no\.?|id))?|群号)(?:[\s:：是为=#)）-]{0,4}| (?i:is):? )"
    # Not the name of a site: `qq10000a.com`
    r"(?<![0-9])(?P<number>[1-9][0-9]{4,10}(?: [0-9]{3,4}(?![0-9])){0,2})(?![0-9]|[A-Za-z0-9-]{0,30}\.[a-z])"
)
_WECHAT = re.compile(
    r"(?:微信|薇信|威信|(?:加我?|\+)(?:[微薇]|[vV](?!信))|(?<![A-Za-z])(?i:we ?chat|weixin|wx|vx|v信))(?:"
    # After `号`, `ID` or a colon follows one; elsewhere a word has to have a digit or a low line.
    r"(?:号码|號碼|号|號| ?(?i:id))?[ :：是为為=]{1,3}(?<=[:：=]) ?"
    r"|(?:号码|號碼|号|號| ?(?i:id))(?:[ :：是为為]{0,3}| (?i:is) )"
    r"|[ ,，:：是为為(（“\"‘'@/-]{0,4}(?i:is )?(?<![A-Za-z])(?=[A-Za-z-]{0,19}[0-9_]))"
    r"(?P<number>[A-Za-z][A-Za-z0-9_-]{5,19}|(?<![0-9])[1-9][0-9]{5,10})"
    r"(?![A-Za-z0-9_])(?!\.[0-9])(?! ?[万亿元块个人%])"
)


def ibans(text: str) -> Iterator[Place]:
    """International bank account numbers (ISO 13616) of their country's length, in groups or not.

    The check digits (mod 97) have to be right only where neither a word nor groups of four tell that it is
    one: a misprint leads to a person too.
    """
    for head in _IBAN_HEAD.finditer(text):
        length = _IBAN_LENGTHS.get(head.group()[:2].upper())
        rest = _IBAN_REST.match(text, head.end() + (text[head.end()] in " .-\n"))
        if not length or not rest:
            continue
        signs = [place for place in range(rest.start(), rest.end()) if text[place].isalnum()][: length - 4]
        end = signs[-1] + 1
        digits = sum(text[place].isdigit() for place in signs)
        if len(signs) < length - 4 or digits < _IBAN_DIGITS or _SIGN.match(text, end):
            continue
        moved = "".join([*(text[place] for place in signs), *filter(str.isalnum, head.group())])
        right = int("".join(str(int(sign, 36)) for sign in moved)) % 97 == 1
        said = "IBAN" in text[max(0, head.start() - 20) : head.start()].upper()
        if right or said or _IN_FOURS.fullmatch(text, head.start(), end):
            yield head.start(), end


def payment_cards(text: str) -> Iterator[Place]:
    """Numbers of payment cards: an issuer's, of its length, with the right check digit (ISO/IEC 7812)."""
    for found in _CARD.finditer(text):
        places = [place for place in range(*found.span()) if text[place].isdigit()]
        for size in range(len(places), _SHORTEST_CARD - 1, -1):  # a date or a check number may follow
            end = places[size - 1] + 1
            digits = "".join(text[place] for place in places[:size])
            whole = size == len(places) or places[size] > end
            if whole and _ISSUERS.fullmatch(digits) and _luhn(digits) and not is_in_url(found):
                yield found.start(), end
                break


def _luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (sum(map(int, digits[::-2])) + sum(doubled)) % 10 == 0 and len(set(digits)) > 1


def identity_cards(text: str) -> Iterator[Place]:
    """Numbers of Chinese identity cards (GB 11643): 18 signs with a date of birth.

    The last sign is not checked: a misprint leads to a person too. After the word for them 15 digits, the
    older form, and 18 without a date are numbers as well.
    """
    for found in _ID_CARD.finditer(text):
        if not is_in_url(found):
            yield found.span("number")


def qq_numbers(text: str) -> Iterator[Place]:
    """Five to eleven digits after a word for QQ, which stays."""
    return (found.span("number") for found in _QQ.finditer(text) if not is_in_url(found))


def wechat_ids(text: str) -> Iterator[Place]:
    """After a word for WeChat, which stays: 6 to 20 letters, digits, `_`, `-`, a letter first; or a number.

    Those are the ids that WeChat gives; the number is that of a QQ account, which is one too.
    """
    return (found.span("number") for found in _WECHAT.finditer(text))
