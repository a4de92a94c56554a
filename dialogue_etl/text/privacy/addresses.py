"""E-mail and IP addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from dialogue_etl.text.privacy.places import Place

AT_WORDS = r"[aA][tT]?|[äÄ][tT]|@|arr?oba(?:se)?|chiocciola|kukac|małpa|apenstaartje|snabel-?a"
"""What people write in brackets for `@`, in the languages of books."""
_DOT_WORDS = r"[dD][oO][tT]|[pP]unkt|point|punto|punt|ponto|piste|kropka|pont|prick"
SPOKEN_AT = ("ät", "arroba", "arobase", "chiocciola", "kukac", "małpa")
"""Words that mean nothing else: `ann arroba example punto es`."""
PROVIDERS = ("gmail", "yahoo", "hotmail", "outlook", "gmx")
"""Domains that make a spelled-out address without `@` recognisable: `ann.lee at gmail.com`."""
_KNOWN = (
    "com|net|org|edu|gov|info|biz|de|at|ch|uk|co|eu|es|hu|it|nl|pt|br|fr|dk|fi|pl|se|no|cn|tw|hk|jp|kr|ru|ua"
    "|in|au|ca|us|be|ie|cz|io|me|tv"
)
# Letters of scripts with blanks between words, since Chinese continues right after an address (RFC 6531).
_LETTER = "A-Za-zÀ-ÖØ-öø-ɏͰ-ӿ"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_LOCAL = rf"(?<![{_LETTER}0-9._%+-])[{_LETTER}0-9_%+-][{_LETTER}0-9._%+-]{{0,63}}"
_LABEL = rf"[{_LETTER}0-9][{_LETTER}0-9-]{{0,62}}"
_HAN_DOMAIN = "[\u3400-\u9fff0-9a-z-]{1,30}\\.(?:中国|中國|公司|网络|網絡|香港|台湾|台灣|我爱你|在线|中文网)"
_END = rf"(?![{_LETTER}0-9])"
_LAST = rf"(?:[a-zà-öø-ɏͰ-ӿ]{{2,24}}|[A-ZÀ-ÖØ-Þ]{{2,24}}|[A-Z][a-z]{{1,2}}|xn--[a-z0-9-]{{2,59}}){_END}"
"""The last label. `Thanks` in `good@bob.Thanks` is a sentence that begins."""
_LITERAL = r"\[(?:IPv6:)?[0-9A-Fa-f:.]{3,45}\]"
_BRACKETED = rf"(?: ?[(\[{{<] ?(?:{AT_WORDS}) ?[)\]}}>] ?| -at- )"
_AT = rf"(?:@|{_BRACKETED}| ?艾特 ?|%40)"
_DOT = rf"(?:\.| ?[(\[{{<] ?(?:\.|{_DOT_WORDS}) ?[)\]}}>] ?)"
_EMAIL = re.compile(
    rf"(?:{_LOCAL}|\"[^\"\n@]{{1,64}}\"(?=@)){_AT}"
    rf"(?:(?:{_LABEL}{_DOT}){{1,8}}{_LAST}|{_HAN_DOMAIN}|{_LITERAL}|(?:{_OCTET}\.){{3}}{_OCTET}(?![0-9]))"
    rf"|{_LOCAL}{_BRACKETED}(?:{_LABEL}(?:\.| ?[ -](?:{_DOT_WORDS})[ -] ?)){{1,4}}(?:{_KNOWN}){_END}"
    # With a comma by mistake, and over the end of a line.
    rf"|{_LOCAL}@(?:{_LABEL}[.,。]){{1,4}}(?:com|net|org|edu|de|cn){_END}"
    rf"|{_LOCAL}@\n?(?:{_LABEL}\.\n?){{1,4}}(?:com|net|org|edu|gov|info|de){_END}"
    rf"|{_LOCAL}#(?:qq|163|126|gmail|sina|foxmail|hotmail|outlook)\.com{_END}"
    # With blanks, in domains that are known: `ann @ example.org`, but not `a @ b.com`.
    rf"|{_LOCAL}(?<=[{_LETTER}0-9._%+-]{{2}}) @ ?(?:{_LABEL}(?:\.| \. )){{1,4}}(?:{_KNOWN}){_END}"
)
_SPOKEN = re.compile(
    rf"(?P<local>{_LOCAL}) (?:AT|at|(?P<sure>{'|'.join(SPOKEN_AT)}))"
    rf" (?P<domain>(?:{_LABEL}(?:\.| (?:{_DOT_WORDS}) )){{1,4}})"
    rf"(?:{_KNOWN}|{_KNOWN.upper()}){_END}"
)
_BEFORE_AT = re.compile(
    "are|available|be|buy|call|came|come|contact|find|found|get|go|goes|going|here|her|him|i|is|it|live|look"
    "|looked|looking|me|meet|more|now|online|order|out|pages?|people|read|sale|see|seen|shop|shopping|sites?"
    "|starts?|stop|store|that|them|there|these|this|today|up|us|visit|was|watch|web|website|were|work|working"
    "|works|you",
    re.IGNORECASE,
)
"""Words before `at` that are no name of a mailbox: `look at example dot com`."""
_NO_WORD = re.compile(r"[0-9_]|(?<=\w)\.(?=\w)")

_IP4 = re.compile(
    rf"(?:(?<![A-Za-z0-9_.])|(?<=\b[iI][pP]))(?:{_OCTET}\.){{3}}{_OCTET}(?![A-Za-z0-9_%]|\.[0-9]|-[0-9A-Za-z])"
)
_IP6 = re.compile(
    r"(?<![A-Za-z0-9_:.])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:(?:[0-9]{1,3}\.){3}[0-9]{1,3}|[0-9A-Fa-f]{0,4})"
    r"(?![A-Za-z0-9_:]|\.[0-9])"
)
_SECTION = 32
"""Numbers of sections and versions are small; an address has a greater part, or is said to be one."""
_OF_A_NETWORK = re.compile(
    r"(?:\b(?:ip|ipv4|host|server|router|gateway|dns|ping|proxy|ssh|localhost|subnet)\b\W{0,3}"
    r"(?:\w{1,9}\W{1,3}){0,2}|://|@)$",
    re.IGNORECASE,
)
_OF_A_VERSION = re.compile(
    r"(?:\b(?:v|ver|version|versione|versión|versão|versie|build|release|firmware|chapter|section|sect?|art"
    r"|article|kapitel|abschnitt|figure|fig|table|rule|clause|iso|oid|ios|ipados|tvos|watchos"
    r"|mac ?os(?: x)?|os x|office|itunes|driver|patch|update|sdk|api"
    r"|android|windows|win|linux|kernel|ubuntu|debian|chrome|firefox|safari|opera|edge|player|flash|java|jre|jdk|php"
    r"|mysql)\b\.?|[vV§#章节節]|版本?)[ :：]{0,2}$",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\.?[ \t]{1,9}[^\W\d_]")
"""After the number of a section, at the beginning of a line."""
_PORT = re.compile(r":[0-9]{1,5}(?![0-9])|/[0-9]{1,2}(?![0-9])")


def emails(text: str) -> Iterator[Place]:
    """E-mail addresses, also as people write them to hide them: `ann (at) example (dot) org`."""
    for found in _EMAIL.finditer(text):
        yield found.span()
    for found in _SPOKEN.finditer(text):
        hidden = " dot " in found["domain"].lower() and not _BEFORE_AT.fullmatch(found["local"])
        if found["sure"] or hidden or _NO_WORD.search(found["local"]):
            yield found.span()


def ip_addresses(text: str) -> Iterator[Place]:
    """IP addresses of both versions; not numbers of versions and sections, nor times."""
    for found in _IP4.finditer(text):
        if _is_address(found):
            yield found.span()
    for found in _IP6.finditer(text):
        if _is_version_6(found.group()):
            yield found.span()


def _is_address(found: re.Match[str]) -> bool:
    """Whether four numbers are an address: one is too large for a section, or words around say so."""
    before = found.string[max(0, found.start() - 40) : found.start()]
    if _OF_A_NETWORK.search(before) or _PORT.match(found.string, found.end()):
        return True
    if _OF_A_VERSION.search(before):
        return False
    parts = [int(part) for part in found.group().split(".")]
    heads = (not before or before[-1] == "\n") and _TITLE.match(found.string, found.end())
    return max(parts) >= _SECTION or (parts[0] == 10 and not heads)


def _is_version_6(text: str) -> bool:
    """Whether it is an address of version 6: what a time (`12:30:05`) or a name of C++ (`ab::c`) is not."""
    try:
        address = ipaddress.IPv6Address(text)
    except ValueError:
        return False
    groups = [group for group in text.split(":") if group]
    if "::" not in text:
        return any(len(group) > 2 or not group.isdecimal() for group in groups)
    known = address.is_link_local or address.is_private or 0x2000 <= int(address) >> 112 < 0x4000
    return bool(groups) and (len(groups) > 2 or (known and len(groups[0]) == 4) or "." in text)
