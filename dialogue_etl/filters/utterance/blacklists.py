r"""The five blacklists of the paper: small ones that come with the program, and those of the user.

A list is a text file of UTF-8, a term a line. What begins with `#` is a comment, and with `!` a word in which
no term is found: `!小红书` where 小红 is listed (`\#` and `\!` begin a term with # and !).
What is wrong with a line is reported, and the line is left out; no list is needed.
"""

from __future__ import annotations

import codecs
import hashlib
import json
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from dialogue_etl.core.parameters import Declared, declare
from dialogue_etl.filters import Cut
from dialogue_etl.filters.matching import Found, Matcher, without
from dialogue_etl.filters.names import finder
from dialogue_etl.filters.patterns import GONE
from dialogue_etl.filters.rule import LCCC, Marked, Rule, cutting, flag, judging
from dialogue_etl.filters.utterance.encoding import converter
from dialogue_etl.text.segmentation import primary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from dialogue_etl.filters.rule import UtteranceRule

NAMES = ("dirty", "topics", "names", "symbols", "platform")
"""(1) dirty and sensitive words, dialect; (2) special topics; (3) names, appellations, abbreviations;
(4) special symbols; (5) adverts, pictures, films (Wang et al. 2020, section 3.2).
"""

_SHIPPED = Path(__file__).parents[1] / "terms"
_ESCAPED = {"\\#", "\\!"}
_BLANKS_OF_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164"


class Problem(NamedTuple):
    """A line of a list, or a file, that is not used: why, as a reason and as a sentence."""

    file: str
    line: int
    reason: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass(frozen=True)
class Blacklists:
    """The terms of each list, and what was wrong with the files.

    Attributes:
        terms: of each list, in the order of the files, none twice.
        problems: of the user's files.
    """

    terms: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()

    @classmethod
    def load(cls, language: str, folder: Path | None = None) -> Blacklists:
        """The lists of a language, with those of the user in a folder, `dirty.txt` …: none need be there."""
        problems: list[Problem] = list(_unknown(folder)) if folder else []
        terms: dict[str, tuple[str, ...]] = {}
        for name in NAMES:
            found: dict[str, None] = {}
            for place in (_SHIPPED / primary(language), folder):
                if place is not None:
                    found.update(dict.fromkeys(_read(place / f"{name}.txt", problems)))
            terms[name] = tuple(found)
        return cls(terms, tuple(problems))

    @cached_property
    def digest(self) -> str:
        """A hash of all terms and problems."""
        stated = json.dumps([dict(self.terms), self.problems], sort_keys=True)
        return hashlib.sha256(stated.encode("utf-8", "surrogatepass")).hexdigest()


def _unknown(folder: Path) -> Iterator[Problem]:
    for path in sorted(folder.glob("*.txt")):
        if path.stem not in NAMES:
            known = ", ".join(f"{name}.txt" for name in NAMES)
            yield Problem(path.name, 0, "unknown_list", f"no list is called so; there are {known}")


def _read(path: Path, problems: list[Problem]) -> Iterator[str]:
    lines = path.read_bytes().removeprefix(codecs.BOM_UTF8).splitlines() if path.exists() else []
    for number, line in enumerate(lines, start=1):
        try:
            term = line.decode().strip()
        except UnicodeDecodeError:
            problems.append(Problem(path.name, number, "not_utf8", "not UTF-8: save the file as UTF-8"))
            continue
        if term.strip(_BLANKS_OF_NO_WIDTH) and not term.startswith("#"):
            spared = term[1:].strip() if term.startswith("!") else ""
            yield GONE + spared if spared else term.removeprefix("\\") if term[:2] in _ESCAPED else term
        elif line.strip() and not term.startswith("#"):
            what = "nothing but blanks, which are in every text"
            problems.append(Problem(path.name, number, "blank_term", what))


def blacklist(  # noqa: PLR0917 - arguments are given by name
    list_name: str,
    language: str,
    terms: Mapping[str, Iterable[str]],
    match: str,
    characters: int,
    script_conversion: str,
) -> UtteranceRule:
    """Cut the terms of a list out of utterances (Wang et al. 2020, section 3.2); leftmost longest matches.

    Terms are also searched in the script that `script_conversion` produces.
    """
    listed = list(terms.get(list_name, ()))
    if convert := converter(language, script_conversion):
        listed = list(dict.fromkeys([*listed, *map(convert, listed)]))
    listed = [term for term in listed if len("".join(term.split())) >= characters]
    matcher = Matcher(listed, language, whole_words=match == "word")
    find = finder(matcher, language) if list_name == "names" else matcher.find

    def rule(text: str) -> Cut | None:
        found = find(text)
        if found and list_name == "symbols":
            found = [hit for hit in found if not _in_word(text, hit)]
        return Cut(without(text, found), text[found[0].start : found[0].end]) if found else None

    if list_name == "names":  # which are found unlisted too
        return rule
    return Marked(rule, matcher.is_mark, each=matcher.may_find)


def _in_word(text: str, hit: Found) -> bool:
    """Whether a symbol is part of a word of letters: `T_T` in GET_TEXT, `:(` in `one of:(a)`."""
    symbol, before, behind = (
        text[hit.start : hit.end],
        text[hit.start - 1 : hit.start],
        text[hit.end : hit.end + 1],
    )
    return symbol.isascii() and (_is_letter(behind) or (_is_letter(symbol[0]) and _is_letter(before)))


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _rule(name: str, drop: str, action: Declared, parameters: Mapping[str, Declared] | None = None) -> Rule:
    make: Callable[..., Any] = partial(blacklist, name)
    return Rule(make, drop, action, parameters or {}, f"blacklist_{name}")


def _source(number: int) -> str:
    return f"{LCCC}, blacklist {number}"


def _matching(name: str, match: str, shortest: int) -> dict[str, Declared]:
    return {
        f"blacklist_{name}_match": declare(
            match,
            f"Where a term of {name}.txt counts: anywhere, or only as a whole word (in Chinese where a word "
            "of jieba's dictionary begins and ends), which spares words that hold a short term by chance",
            unit="choice",
            source=f"{flag('no_str_blacklist')} (anywhere), no_word_blacklist (word)",
            annotation=Literal["substring", "word"],
        ),
        f"blacklist_{name}_characters": declare(
            shortest,
            f"Shorter terms of {name}.txt are not looked for; blanks are not counted",
            unit="characters",
            ge=1,
            le=200,
        ),
    }


RULES = (
    _rule(
        "dirty",
        "with a dirty or sensitive word",
        judging("Words of the list dirty.txt: dirty and sensitive words, dialect", source=_source(1)),
    ),
    _rule(
        "topics",
        "on a special topic",
        judging("Words of topics.txt: special topics such as medicines", source=_source(2)),
    ),
    _rule(
        "names",
        "with a listed name",
        judging(
            "Words of names.txt: names, appellations, unknown abbreviations. Off: the rule names puts "
            "placeholders there",
            source=_source(3),
            default="off",
        ),
    ),
    _rule(
        "symbols",
        "with a special symbol",
        cutting("Strings of symbols.txt: special symbols, faces drawn with signs", source=_source(4)),
    ),
    _rule(
        "platform",
        "with an advert's or a platform's word",
        judging("Words of platform.txt: adverts, pictures, films", source=_source(5)),
        # In params.yaml, the parameters of matching follow all five actions.
        {
            **_matching("topics", "word", 2),
            **_matching("dirty", "word", 2),
            **_matching("names", "word", 2),
            **_matching("symbols", "substring", 1),
            **_matching("platform", "word", 2),
        },
    ),
)
