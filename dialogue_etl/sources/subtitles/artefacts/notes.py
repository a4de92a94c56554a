"""Text that is shown but not spoken: notes for the hard of hearing, songs, captions, credits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from dialogue_etl.core.parameters import Phrases, declare
from dialogue_etl.filters import Cut, Split
from dialogue_etl.filters.rule import Rule
from dialogue_etl.sources.subtitles.artefacts.rule import (
    Known,
    SentenceRule,
    clearing,
    has_words,
    in_capitals,
)

_NOTES = "♪♫♬♩¶"
_OPEN, _CLOSE = "[(（［【", "])）］】"
_BY = r"(?:by|:|-|–|©|@|\.{2,}|…|：)"
_MADE = r"(?:made possible |provided |performed |sponsored |funded )?"
_OF = (
    r"(?:por|par|de|da|di|von|durch|door|van|av|af|przez|od|pela?o?|realizad[ao]s? por|hecho por|"
    r"tarafından|от)"
)
"""Which may also begin the object of a sentence: after these it has no end mark."""
_WORK = (
    # en, es, pt, fr, it, de, nl, sv, da/no, fi, pl, cs/sk, hu, ro, hr/sr, tr, ru/uk, el
    r"subtitles?|subs?|captions?|captioned|captioning|subtitled|synced|sync(?:h?ronized)?|resync(?:ed)?|"
    r"ripped|encoded|transcript|corrections?|sync(?:ed)? and correct(?:ed|ions?)|translat(?:ed|ion)|"
    r"subt[ií]tulos?|subtitulad[oa]s?|traducci[oó]n|traducid[oa]s?|sincronizaci[oó]n|sincronizad[oa]s?|"
    r"legendas?|legendad[oa]s?|tradu[cç][aã]o|tradu[zç]id[oa]s?|revis[aã]o|"
    r"sous-titr(?:es?|age|é)|traduction|traduit|synchro|adaptation|sottotitoli|traduzione|tradotto|revisione|"
    r"untertitel(?:ung|t)?|übersetz(?:ung|t)|ondertiteling|ondertiteld|ondertitels|vertaling|vertaald|"
    r"undertext(?:er|ning)?|översättning|tekster|tekstet|undertekster|oversat|oversættelse|oversettelse|"
    r"tekstitys|suomennos|suomentanut|napisy|tłumaczenie|korekta|synchro|titulky|překlad|preklad|přeložil|"
    r"felirat|fordítás|fordította|traducere[a]?|subtitrare[a]?|subtitrarea|adaptare[a]?|prijevod|prevod|preveo|"
    r"prevela|titlovi|obrada|alt ?yaz[ıi]|çeviri|çeviren|субтитры|перев[её]л[аи]?|перевод|переклад|"
    r"υπότιτλοι|μετάφραση|απόδοση διαλόγων"
)
_SITES = (
    *(
        "opensubtitles",
        "yts.",
        "rarbg",
        "explosiveskull",
        "moviesubtitles",
        "subdl",
        "bsplayer",
        "feliratok.",
    ),
    *("titulky.com", "us - sdh", "uk - sdh", "us-sdh", "uk-sdh", "addic7ed", "subscene", "podnapisi", "yify"),
    *("tvsubtitles", "titlovi.com", "subfactory", "subsfactory", "subrip", "subtitleedit", "subtitle edit"),
    *("legendastv", "legendas tv", "argenteam", "subdivx", "tusubtitulo", "napiprojekt", "shooter.cn"),
    *("yyets", "zimuzu", "人人影视", "字幕组", "字幕組", "伊甸园"),
)
_OTHER_SCRIPTS = (
    r"(?:ترجمه|ز[يی]رنو[يی]س|مترجم|ترجمة|تعديل|הביא לכם|תורגם|כתוביות|תרגום|סונכרן)"
    r"[^.!?؟]{0,40}(?:[:：]|(?:از|توسط|ע\"י|על ידי|بواسطة)\s)"
    r"|(?:字幕|翻译|翻譯|校对|校對|时间轴|時間軸|后期|监制|自幕|번역|자막|字幕翻訳)[^。！？]{0,10}[:：]"
)


@cache
def _line() -> re.Pattern[str]:
    """Beginnings of credit lines: who did which work."""
    two = r"(?:\s*(?:&|and|y|e|et|und|en|och|og|i|и)\s*\w+)?"
    by = rf"\s*{_MADE}(?:{_BY}:?(?:\s|$|\w+\s*$)|{_OF}(?::|\s[^.!?]*$))"
    return re.compile(rf"\W{{0,9}}(?:[\w-]{{1,30}} ){{0,2}}(?:{_WORK}){two}{by}", re.IGNORECASE)


@cache
def _address() -> re.Pattern[str]:
    domains = r"\b[\w-]{2,60}\.(?:com|net|org|info|tv|biz|ir|ru|pl|hu|cz|ro|gr|br)\b(?!\.\w)"
    return re.compile(
        rf"\bwww\d{{0,3}}\.(?:\w|$)|https?:|<EMAIL>|{domains}|[\w+-]@[\w-]{{1,60}}\.\w|(?<!\S)@[a-z]\w\w|^\W?-=|=-\W?$"
        rf"|{_OTHER_SCRIPTS}",
        re.IGNORECASE,
    )


def credits(credits_phrases: Sequence[str]) -> SentenceRule:  # noqa: A001 - what it is called
    """Credits of the subtitles' makers, and advertising."""
    line, address = _line(), _address()
    phrases = [*_SITES, *(phrase.casefold() for phrase in credits_phrases)]

    def rule(text: str) -> Split | None:
        found = line.match(text)
        if not found and not (text.isascii() and not any(sign in text for sign in ".:@<=")):
            found = address.search(text)
        if found:
            return Split(found.group())
        low = text.lower()
        for phrase in phrases:
            if phrase in low:
                return Split(phrase)
        return None

    return rule


def music() -> SentenceRule:
    """Songs: `♪ … ♪`, `# … #`. A number sign counts as a musical note only next to a space, unlike `#1`."""
    sign = re.compile(r"^\W*#\s|\s#\W*$")
    sung = re.compile(rf"[{_NOTES}][^{_NOTES}]{{0,300}}[{_NOTES}]|#\s[^#]{{1,300}}\s#")

    def rule(text: str) -> Cut | Split | None:
        if not ("#" in text and sign.search(text)) and not any(note in text for note in _NOTES):
            return None
        left = sung.sub(" ", text)
        whole = any(note in left for note in _NOTES) or sign.search(left)
        return Split(text) if whole else Cut(left)

    return rule


def hearing_notes() -> SentenceRule:
    """Sounds and manner of speaking: `[DOOR SLAMS]`, `(sighs)`, `*coughs*`; also if split over sentences."""
    inner = r"[^\[\]()（）［］【】]{0,200}"
    note = re.compile(
        rf"\[{inner}\]|\({inner}\)|（{inner}）|［{inner}］|【{inner}】|\*[^*\s][^*]{{0,80}}\*"
        rf"|^\W{{0,5}}[\[(（［【]{inner}$|^{inner}[\]］】]\W{{0,5}}$"
    )
    # The colon of a name before the note, the reading of a Japanese word after it, and leftover spaces.
    around = (
        (r"^(\W*)\0\s*[:：]", r"\1"),
        (r"(?<=[\u3040-\u9fff])\0(?=[\u3040-\u9fff])", ""),
        (r"\s*\0(?=[,.!?…:])", ""),
        (r"\s*\0\s*", " "),
    )

    def rule(text: str) -> Cut | None:
        if not any(sign in text for sign in f"{_OPEN}]］】*") or not (found := note.search(text)):
            return None
        dash = "- " if text.lstrip()[:1] in {"-", "–", "—"} else ""
        left = note.sub("\0", text)
        for pattern, put in around:
            left = re.sub(pattern, put, left)
        left = left.strip()
        if dash and left[:1] not in {"-", "–", "—"}:
            left = dash + left
        return Cut(left, found.group())

    return rule


def capitals(known: Known) -> SentenceRule:
    """Captions and notes: two or more words in capitals without an end mark (THREE YEARS LATER).

    Shouting ends with a mark. In films written in capitals throughout the rule does nothing.
    """

    def rule(text: str) -> Split | None:
        if known.capitals or not in_capitals(text) or text[-1:] in ".!?…,:;-\"”'’" or text[:1] in "-–—":
            return None
        return Split(text) if len(text.split()) > 1 else None

    return rule


def no_words() -> SentenceRule:
    """Text without letters and digits: `...`, `-`, `?!`."""
    return lambda text: None if has_words(text) else Split(text)


CREDITS = Rule(
    credits,
    "that name who made the subtitles, or advertise",
    clearing("Credits and advertising: subtitles by …, OpenSubtitles, web addresses", default="drop"),
    {
        "credits_phrases": declare(
            list,
            "Further phrases of credits; case does not matter, and they are found anywhere",
            unit="texts",
            annotation=Phrases,
        )
    },
)
MUSIC = Rule(music, "that are sung", clearing("`♪ … ♪`, `# … #`: what is sung", default="drop"))
NOTES = Rule(
    hearing_notes,
    "that hold notes for the hard of hearing alone",
    clearing("`[DOOR SLAMS]`, `(sighs)`: notes for the hard of hearing, in brackets of any script"),
)
CAPITALS = Rule(
    capitals,
    "that are captions in capitals",
    clearing("Captions and notes in capitals without brackets: THREE YEARS LATER", default="drop"),
)
NO_WORDS = Rule(
    no_words, "without a letter or digit", clearing("Sentences without a letter or digit", default="drop")
)
