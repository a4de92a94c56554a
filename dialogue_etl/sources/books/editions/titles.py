"""Normalises titles and authors of catalogues for comparison.

Catalogues differ in case, accents, punctuation, subtitles, leading articles and in how they number volumes:
"Ivanhoe, Vol. II", "Soll und Haben, Bd. 1 (2)", "Az uj földesur (1. kötet)". The words for volumes and
numbers are those of our languages, collected from Project Gutenberg's catalogue.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from dialogue_etl.text.shingles import folded

_LONGEST = 1_000  # characters of a title that are looked at

_NOBODY = """
    anonymous anonymus anonym anonimo anonima anoniem various verschiedene diverse varios varias vari autori
    autores diversi diversos unknown unbekannt onbekend desconocido desconhecido sconosciuto ismeretlen
    nevtelen author autor autore
"""
"""Words of which the names of nobody in particular are made."""

_ARTICLES = """
    the a an der die das ein eine el la los las un una il lo i gli le l de het een o os as um uma az egy
"""
_GENERIC = """
    poems works plays letters essays tales stories sketches speeches novels gedichte werke briefe dramen
    erzahlungen novellen marchen obras cuentos poesias novelas cartas teatro poesie opere novelle racconti
    lettere contos poesia romances versek koltemenyek elbeszelesek novellak levelek gedichten verhalen
    brieven werken
"""
"""Main titles that an author may give several books: "Poems: First Series" is not "Poems"."""

_ORDINALS = (
    "first erste erster erstes ersten primo prima primero primera primer primeiro primeira eerste elso",
    "second zweite zweiter zweites zweiten secondo seconda segundo segunda tweede masodik",
    "third dritte dritter drittes dritten terzo terza tercero tercera tercer terceiro terceira derde "
    "harmadik",
    "fourth vierte vierter viertes vierten quarto quarta cuarto cuarta vierde negyedik",
    "fifth funfte funfter funftes funften quinto quinta vijfde otodik",
    "sixth sechste sechster sechstes sechsten sesto sesta sexto sexta zesde hatodik",
    "seventh siebente siebenter siebte siebter settimo settima septimo septima setimo setima zevende hetedik",
    "eighth achte achter achtes achten ottavo ottava octavo octava oitavo oitava achtste nyolcadik",
    "ninth neunte neunter neuntes neunten nono nona noveno novena negende kilencedik",
    "tenth zehnte zehnter zehntes zehnten decimo decima tiende tizedik",
)
_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINAL_VALUES = {word: value for value, words in enumerate(_ORDINALS, start=1) for word in words.split()}
_VALUES = _ORDINAL_VALUES | {word: value for value, word in enumerate(_CARDINALS, start=1)}
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}

_VOLUME_WORD = (
    r"(?:volumes?|volumen|vols?|parts?|pts?|book|tome|tomo|band|bande|bd|teil|theil|buch|parte|libro|livro|deel|"
    r"boek|kotet|resz|v(?=\. ?\d))(?![a-z0-9])"
)
_AFTER_FIGURE = r"(?:band|bd|teil|theil|buch|deel|boek|kotet|resz)(?![a-z0-9])"
_FIGURES = r"(?:\d{1,3}(?![0-9a-z])|(?=[ivx])x{0,4}(?:ix|iv|v?i{0,3})(?![a-z0-9]))"
_NUMBER = rf"(?:{_FIGURES}|(?:{'|'.join(_VALUES)})(?![a-z0-9]))"
_VOLUME = re.compile(rf"(?<![a-z0-9]){_VOLUME_WORD}[^a-z0-9]{{0,3}}(?:the )?(?P<number>{_NUMBER})")
_NUMBER_FIRST = re.compile(
    rf"(?<![a-z0-9])(?:(?P<word>{'|'.join(_ORDINAL_VALUES)})[^a-z0-9]{{1,3}}{_VOLUME_WORD}"
    rf"|(?P<figure>{_FIGURES})[^a-z0-9]{{1,3}}{_AFTER_FIGURE})"
)
_DEEPER = re.compile(rf"[^a-z0-9]{{0,3}}{_VOLUME.pattern}")
_UP_TO = re.compile(rf"(?:[-–&/]| & | (?:and|und|to|bis|y|e|en|es) )(?P<number>{_NUMBER})")
_LAST = re.compile(
    rf"(?<!no)(?<!nr)(?<!op)(?<! k)(?:[,.;:] |[(\[]| [-–—]+ )(?P<number>{_FIGURES})[^a-z0-9]*$"
)
_LAST_ARTICLE = re.compile(rf"(?<![a-z0-9])(?:{'|'.join(_ARTICLES.split())})[^a-z0-9]*$")
_COMPLETE = re.compile(r"[,;:.(\[–—-] ?(?:complete|completo|completa|compleet|vollstandig|teljes)[^a-z0-9]*$")
_SUBTITLE = re.compile(r"[:;\n]|, (?:or|oder|ou|ossia|avagy)\b")
_SUBFIELD = re.compile(r"\$[a-z]\b")  # of MARC, as Project Gutenberg's catalogue leaves it in
_OF = re.compile(r"[^a-z0-9]*(?:(?:of|von|del|de|do|da|di|van) )?")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Title:
    """A parsed title.

    Attributes:
        full: its words without the volume, in lower case, without accents; may be empty.
        main: those before the subtitle.
        volume: `2`, `1.3` for the third part of the first volume, `1-2` for two in one; empty if none is
            stated.
    """

    full: str
    main: str
    volume: str

    @property
    def short(self) -> str:
        """The main title if it identifies a work; else the full one."""
        return self.full if self.main in _GENERIC.split() else self.main

    @property
    def tells(self) -> bool:
        """Whether books of this title, by one author, hold the same."""
        return self.full not in _GENERIC.split()


def parse(title: str) -> Title:
    """Parse a title."""
    plain = _COMPLETE.sub("", _SUBFIELD.sub(" ", folded(title[:_LONGEST])).strip())
    base, volume = _without_volume(plain)
    base = base.strip()
    cut = _SUBTITLE.search(base)
    full = _words(base)
    main = _words(base[: cut.start()]) if cut else ""
    return Title(full, main or full, volume)


def _without_volume(title: str) -> tuple[str, str]:
    """The rest of a title, and the volume; what follows the volume is about it alone and goes with it."""
    found = _VOLUME.search(title)
    if found:
        volume, end = _value(found["number"]), found.end()
        while more := _DEEPER.match(title, end) or _UP_TO.match(title, end):
            volume += ("." if more.re is _DEEPER else "-") + _value(more["number"])
            end = more.end()
    elif found := _NUMBER_FIRST.search(title):
        volume, end = _value(found["word"] or found["figure"]), found.end()
    elif found := _LAST.search(title):
        return title[: found.start()], _value(found["number"])
    else:
        return title, ""
    before = title[: found.start()]
    if found.re is _NUMBER_FIRST:  # "King Henry VI, the first part", "The Second Part of King Henry VI"
        before = _LAST_ARTICLE.sub("", before)
    if _WORD.search(before):
        return before, volume
    of = _OF.match(title, end)
    return title[of.end() if of else end :], volume


def _value(number: str) -> str:
    """A number in words, Roman or Arabic numerals, in Arabic numerals."""
    if number in _VALUES:
        return str(_VALUES[number])
    if number.isdigit():
        return str(int(number))
    values = [_ROMAN_VALUES[letter] for letter in number]
    following = [*values[1:], 0]
    return str(
        sum(-value if value < after else value for value, after in zip(values, following, strict=True))
    )


def _words(text: str) -> str:
    words = _WORD.findall(text)
    return " ".join(words[1:] if len(words) > 1 and words[0] in _ARTICLES.split() else words)


def authors(names: Iterable[str]) -> list[str]:
    """The authors of a book in a normal form, distinct and sorted, without `Various` and the like.

    Of `Surname, First, title` the first two parts are used, in any order, without text in brackets.
    """
    keys = set()
    for name in names:
        parts = _IN_BRACKETS.sub(" ", folded(name[:_LONGEST])).split(",")
        words = [word for word in _WORD.findall(" ".join(parts[:2])) if not word.isdigit()]
        if words and not set(words).issubset(_NOBODY.split()):
            keys.add(" ".join(sorted(words)))
    return sorted(keys)
