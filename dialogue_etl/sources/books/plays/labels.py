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
_WIDEST = 60  # characters of a line; where the next word would have fitted, a new line begins on purpose
_SPOKEN = ("prol", "pról", "epil", "épil", "epíl")  # prologues and epilogues also speak
_DASHES = frozenset("-—–")
_AFTER_LABEL = frozenset(":-—–)]")  # signs that a speech may follow without a blank

_WORD = r"[^\W_]++(?:['’-][^\W_]++)*+['’]?+"
_NAME = rf"{_WORD}(?:(?:\ |\ &\ ){_WORD}){{0,6}}+"
_REST = r"""
    (?P<comma>,\ _?[^\W\dA-Z_][^\n.:;!?()\[\]]{1,100}+)?+
    (?P<direction>(?:,?[ ]?_?[(\[](?:[^()\[\]\n]|\n(?!\s*\n)){0,600}+[)\]]_?)*+)
    (?P<end>[.:;]?[_=*]{0,2}(?:\ ?(?:--|[—–])\.?)?)
    (?:(?<=[.:;)\]_=*—–-])|(?=\n|\Z))
"""
_LABEL = re.compile(
    rf"(?P<before>\n[ \t]*+)(?![a-z])(?P<mark>[_=*+@]{{0,2}}+)(?![a-z])(?P<name>{_NAME})[_=*]{{0,2}}{_REST}",
    re.VERBOSE,
)
_TITLED = re.compile(
    rf"(?P<before>)(?P<name>(?:[^\W\d_]{{1,{_SHORT}}}\.\ ?){{1,2}}{_NAME})[_=*]{{0,2}}{_REST}", re.VERBOSE
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
    found: list[Label] = []
    longer: dict[int, Label] = {}
    for match in _LABEL.finditer(f"\n{text}"):
        name, end = match.group("name", "end")
        if not (end or match["direction"] or name.isupper() or match["mark"]):
            continue  # most lines that end with a name
        at, line = match.start("mark") - 1, match.start()
        label = _label(text, match, at, line, language)
        if len(name) <= _SHORT and end.startswith(".") and not match["mark"]:
            full = _TITLED.match(text, at)
            if full and (titled := _label(text, full, at, line, language)):
                longer[at] = titled
        if label:
            found.append(label)
    return _with_titles(found, longer)


def _label(text: str, match: re.Match[str], at: int, line: int, language: Language) -> Label | None:
    """What a match stands for; None if its name or punctuation is not that of a label."""
    name, end = match["name"], match["end"]
    stop = at + len(match[0]) - len(match["before"])
    after = text[stop : stop + 1]
    capitals = name.isupper() and len(name) > 1
    ending = next((sign for sign in ".:" if end.startswith(sign)), "-" if _DASHES.intersection(end) else "")
    if text[at] == "@":
        ending = "@"
    elif not ending and match["direction"]:
        ending = "("
    own = not ending and not end and not match["comma"] and after in {"", "\n"}
    if not ending and not (own and capitals):
        return None
    if after in {".", "…"} or (after.isalnum() and end[-1:] not in _AFTER_LABEL):
        return None
    opens = not text[text.rfind("\n", 0, max(line - 1, 0)) + 1 : max(line - 1, 0)].strip()
    if ending != "@":
        if not (name[0].isupper() or (name[0].isdigit() and capitals)) or is_heading(name, language):
            return None
        if not capitals and (match["comma"] or not _is_name(name, language)):
            return None
        if ending == "." and len(name) <= _SHORT and name.istitle() and name.lower() in language.titles:
            return None
        if not capitals and not opens and _is_wrapped(text, line, at):
            return None
    return Label(at, line, stop, name, key_of(name), (capitals, ending), opens, bool(match["comma"]))


def _is_wrapped(text: str, line: int, at: int) -> bool:
    """Whether a line may begin here only because its first word does not fit into the line above."""
    above = line - 1 - (text.rfind("\n", 0, line - 1) + 1)
    return above + 1 + len(text[at : at + _WIDEST].split(maxsplit=1)[0]) > _WIDEST


def is_heading(name: str, language: Language) -> bool:
    """Whether a name is that of a part: Scene, Act the First, Erster Auftritt."""
    words = name.lower().split()
    if len(words) == 1 and words[0].startswith(_SPOKEN):
        return False
    return len(words) <= _MOST_WORDS and not set(words).isdisjoint(language.heading_words)


def _is_name(name: str, language: Language) -> bool:
    """Whether words that are not in capitals may be a name: Der alte Moor, First Murderer, Nora."""
    words = name.split()
    if len(words) > _MOST_WORDS or name.lower() in language.talk_words:
        return False
    if words[0].lower() in language.determiners:
        return len(words) > 1
    return all(word[0].isupper() or word[0].isdigit() or len(word) <= _SMALL for word in words)


def _with_titles(found: list[Label], longer: dict[int, Label]) -> list[Label]:
    """Labels with their titles (MRS. LINDEN): an abbreviation that names follow nearly everywhere is a title."""
    shorts = Counter(label.key for label in found)
    after: dict[str, Counter[str]] = defaultdict(Counter)
    for label in found:
        if label.at in longer:
            after[label.key][longer[label.at].key] += 1
    titles = {
        key
        for key, names in after.items()
        if sum(n for n in names.values() if n >= RECURS) >= _IS_TITLE * shorts[key]
    }
    return [
        fuller
        if (fuller := longer.get(label.at)) and (label.key in titles or fuller.form[0] > label.form[0])
        else label
        for label in found
    ]


def counts(labels: Iterable[Label]) -> Counter[str]:
    """How often each name is a label."""
    return Counter(label.key for label in labels if not label.aside)
