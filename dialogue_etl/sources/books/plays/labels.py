"""Finds labels: names at the beginning of lines, set apart from the text after them as in plays.

`ROMEO.` above a speech or before it, `Nora (rising).`, `ORGON, à part.`, `THE MOTHER [to Clara]`, `=Nora=:`, and
`@Romeo` as in Fountain.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dialogue_etl.languages import Language

RECURS = 3
"""How often a label is found in a play, at least; rarer ones count beside others of the same form."""
_SHORT = 4  # letters of an abbreviated title
_IS_TITLE = 0.8  # share of the places of an abbreviation where a name follows, if it is a title
_MOST_WORDS = 4  # of a name that is not in capitals
_SMALL = 3  # letters of a word inside such a name that is in lower case
_SLACK = 2  # characters by which a line may end before the margin, although the next word would fit

_WORD = r"[^\W_]++(?:['’-][^\W_]++)*+['’]?+"
_NAME = rf"{_WORD}(?:(?:\ |\ &\ ){_WORD}){{0,6}}+"
_REST = r"""
    (?P<comma>,\ _?[^\W\dA-Z_][^\n.:;!?()\[\]]{1,100}+)?+
    (?P<direction>(?:,?[ ]?_?[(\[](?:[^()\[\]\n]|\n(?!\s*\n)){0,600}+[)\]]_?)*+)
    (?P<end>[.:;]?[_=*]{0,2}(?:\ ?(?:--|[—–])\.?)?)
"""
_LABEL = re.compile(
    rf"^(?P<indent>[ \t]*+)(?P<mark>[_=*+@]{{0,2}}+)(?P<name>{_NAME})[_=*]{{0,2}}{_REST}",
    re.MULTILINE | re.VERBOSE,
)
_TITLED = re.compile(
    rf"(?P<name>(?:[^\W\d_]{{1,{_SHORT}}}\.\ ?){{1,2}}{_NAME})[_=*]{{0,2}}{_REST}", re.VERBOSE
)
_KEY = re.compile(r"[^\W_]+")


class Label(NamedTuple):
    """A place that may name a speaker.

    Attributes:
        at: offset of its first character that is not blank.
        line: offset of the beginning of its line.
        end: offset after it and its punctuation: the speech begins there.
        name: as printed, without marks and directions.
        key: the same for all spellings of a name.
        form: whether the name is in capitals, and how it ends: `.`, `:`, `-`, `(` for a direction, `@` if it is
            marked as a label, or nothing for a line of its own.
        opens: whether a paragraph begins with it.
        aside: whether a direction follows its comma.
    """

    at: int
    line: int
    end: int
    name: str
    key: str
    form: tuple[bool, str]
    opens: bool
    aside: bool


def key_of(name: str) -> str:
    """The same for all spellings of a name: words in lower case."""
    return " ".join(_KEY.findall(name.casefold()))


def find_labels(text: str, language: Language) -> list[Label]:
    """All candidates in a text, in order."""
    found, titled = [], {}
    for match in _LABEL.finditer(text):
        name = match["name"]
        if not (name[0].isupper() or name[0].isdigit() or match["mark"] == "@"):
            continue
        longer = None
        if len(name) <= _SHORT and match["end"].startswith(".") and text[match.start("name")].isupper():
            longer = _TITLED.match(text, match.start("name"))
        label = _label(text, match, match, language)
        if longer and (full := _label(text, match, longer, language)):
            titled[match.start()] = (label, full)
        if label:
            found.append(label)
        elif longer and match.start() in titled:
            found.append(titled[match.start()][1])
    return _with_titles(found, titled)


def _label(text: str, line: re.Match[str], match: re.Match[str], language: Language) -> Label | None:
    name, end = match["name"], match["end"]
    capitals = name.isupper() and (len(name) > 1)
    after = text[match.end() : match.end() + 1]
    ending = next((sign for sign in ".:" if end.startswith(sign)), "")
    if not ending and ("-" in end or "—" in end or "–" in end):
        ending = "-"
    if line["mark"] == "@":
        ending = "@"
    elif not ending and match["direction"]:
        ending = "("
    elif not ending and not (capitals and after in {"", "\n"} and not match["comma"] and not end):
        return None
    if after in {".", "…"} or (ending in {".", ""} and after.isdigit()):
        return None
    if after.isalnum() and not (capitals and ending != "."):
        return None
    if not capitals and ending != "@" and (match["comma"] or not _is_name(name, language)):
        return None
    start = line.start()
    above = text.rfind("\n", 0, max(start - 1, 0)) + 1
    opens = start == 0 or not text[above : start - 1].strip()
    if not capitals and not opens and ending != "@":
        first = text[line.start("mark") : text.find("\n", line.end("name"))].split(" ", 1)[0]
        if start - 1 - above + 1 + len(first) <= 60:
            pass
        else:
            return None
    aside = bool(match["comma"])
    at = line.start("mark")
    return Label(at, start, match.end(), name, key_of(name), (capitals, ending), opens, aside)


def _is_name(name: str, language: Language) -> bool:
    """Whether words that are not in capitals may be a name: Der alte Moor, First Murderer, Nora."""
    words = name.split()
    if len(words) > _MOST_WORDS or name.lower() in language.talk_words:
        return False
    if words[0].lower() in language.determiners:
        return len(words) > 1
    return all(word[0].isupper() or word[0].isdigit() or len(word) <= _SMALL for word in words)


def _with_titles(found: list[Label], titled: dict[int, tuple[Label | None, Label]]) -> list[Label]:
    """Labels with their titles (MRS. LINDEN): an abbreviation that names follow nearly everywhere is a title."""
    shorts = Counter(label.key for label in found)
    longer: dict[str, Counter[str]] = defaultdict(Counter)
    for short, full in titled.values():
        if short:
            longer[short.key][full.key] += 1
    titles = {
        key
        for key, names in longer.items()
        if sum(n for n in names.values() if n >= RECURS) >= _IS_TITLE * shorts[key]
    }
    return [
        titled[label.line][1] if label.key in titles and label.line in titled else label for label in found
    ]


def counts(labels: Iterable[Label]) -> Counter[str]:
    """How often each name is a label."""
    return Counter(label.key for label in labels if not label.aside)
