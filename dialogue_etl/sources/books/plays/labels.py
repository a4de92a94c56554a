"""Finds labels: names at the beginning of lines, set apart from the text after them as in plays.

`ROMEO.` above a speech or before it, `Nora (rising).`, `ORGON, à part.`, `THE MOTHER [to Clara]`, `=Nora=:`,
`#### **NORA**` as a heading of Markdown, and `@Romeo` as in Fountain.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dialogue_etl.languages import Language

RECURS = 3
"""How often a label is found in a play, at least; rarer ones count beside others of the same form."""
_SHORT = 4  # letters of an abbreviated title
_IS_TITLE = 0.8  # share of the places of an abbreviation where a name follows, if it is a title
_MOST_WORDS = 4  # of a name that is not in capitals
SMALL = 3
"""Letters, at most, of a word inside such a name that is in lower case."""
_WIDEST = 60  # characters of a line; where the next word would have fitted, a new line begins on purpose
_SPOKEN = ("prol", "pról", "epil", "épil", "epíl")  # prologues and epilogues also speak
_DASHES = frozenset("-—–")
_AFTER_LABEL = frozenset(":-—–)] ")  # signs that a speech may follow without a blank

_WORD = r"[^\W_]++(?:['’-][^\W_]++)*+['’]?+"
_NAME = rf"{_WORD}(?:(?:\ |\ &\ ){_WORD}){{0,6}}+"
_REST = r"""
    (?P<comma>,\ _?[^\W\d_][^\n.:;!?()\[\]]{1,100}+)?+
    (?P<direction>(?:,?[ ]?[_*]{0,2}[(\[](?:[^()\[\]\n]|\n(?!\s*\n)){0,600}+[)\]][_*]{0,2})*+)
    (?P<end>[.:;]?[_=*]{0,2}(?:\ ?(?:--|[—–])\.?|\ {3,}+(?=\S))?)
    (?:\ {0,2}(?=\n|\Z)|(?<=[.:;)\]_=*—– -]))
"""
_LABEL = re.compile(
    rf"(?P<before>\n[ \t]*+(?:\#{{2,6}}\ )?+)(?![a-z])(?P<mark>[_=*+]{{0,2}}+)(?![a-z])"
    rf"(?P<name>{_NAME})[_=*]{{0,2}}{_REST}",
    re.VERBOSE,
)
_TITLED = re.compile(
    rf"(?P<before>)(?P<mark>[_=*+]{{0,2}}+)"
    rf"(?P<name>[^\W\d_]{{1,{_SHORT}}}\.\ ?(?:[^\W\d_]\.\ ?)?{_NAME})[_=*]{{0,2}}{_REST}",
    re.VERBOSE,
)
_MARKED = re.compile(r"\n@(\S[^\n]{0,200})(?![^\n])")
SLUG = re.compile(r"(?:INT|EXT|EST|I/E)\b|[A-Z ]{0,40}+(?<= TO)$|FADE (?:IN|OUT)$")
"""The beginning of a scene heading, or a transition, of a screenplay (Fountain syntax)."""
_NOTE = re.compile(r"\s*\[\d")
"""The number of a note below the word that heads notes."""
_DIRECTION = re.compile(
    r"\n(?:[ \t]*\n)+(?P<indent>[ \t]++)\S[^\n]*(?:\n[ \t]++\S[^\n]*)*\n(?:[ \t]*\n)+(?P<below>[ \t]*+)(?=\S)"
)
"""A paragraph below a label that is indented more than the one below it."""
_KEY = re.compile(r"[^\W_]+")


class Label(NamedTuple):
    """A place that may name a speaker.

    Attributes:
        at: offset of its first character that is not blank.
        line: offset of the beginning of its line.
        end: offset after it and its punctuation, or after an indented direction in a paragraph below it:
            the speech begins there.
        name: as printed, without marks and directions.
        key: the same for all spellings of a name.
        form: whether the name is in capitals or bold, and how it ends: `.`, `:`, `-`, `(` for a direction, a
            blank for a column, `@` if it is marked as a label, or nothing for a line of its own.
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
        place = _Line(text, language, at, line, found[-1].line if found else -1)
        label = _label(place, match)
        if len(name) <= _SHORT and end.startswith("."):
            full = _TITLED.match(text, at)
            if full and (titled := _label(place, full)):
                longer[at] = titled
                if match["mark"] and full[0].rstrip().endswith(match["mark"]):
                    label = label or titled  # _Mrs. Linden._
        if label:
            found.append(label)
    after = [*(label.at for label in found[1:]), len(text)]
    found = [_with_direction(text, label, limit) for label, limit in zip(found, after, strict=False)]
    marked = [*_marked(text)]
    return marked if len(marked) > len(found) else sorted([*_with_titles(found, longer), *marked])


def _with_direction(text: str, label: Label, limit: int) -> Label:
    below = _DIRECTION.match(text, label.end, limit)
    deep = below and len(below["indent"]) > label.at - label.line >= len(below["below"])
    return label._replace(end=below.end()) if below and deep else label


def _marked(text: str) -> Iterator[Label]:
    """Labels of lines that begin with `@` and are nothing but a name (Fountain, Forced Character)."""
    for match in _MARKED.finditer(f"\n{text}"):
        name, at = match[1], match.start()
        form, end = (name.isupper(), "@"), match.end() - 1
        yield Label(at, at, end, name, key_of(name) or name, form, opens=True, aside=False)


class _Line(NamedTuple):
    """Where a candidate is: text and language; where the name, its line and the last label's line begin."""

    text: str
    language: Language
    at: int
    line: int
    above: int

    def is_new(self) -> bool:
        """Whether the line begins on purpose, not because its first word did not fit into the line above.

        It is indented, and the line above is not or has a label itself, or that word would have fitted.
        """
        above = self.text.rfind("\n", 0, self.line - 1) + 1
        if self.at > self.line and (above == self.above or not self.text[above].isspace()):
            return True
        word = self.text[self.at : self.at + _WIDEST].split(maxsplit=1)[0]
        return self.line - above + len(word) <= _WIDEST


def _label(place: _Line, match: re.Match[str]) -> Label | None:
    """The label of a match; None if its name or punctuation is not that of a label."""
    text, name, sign = place.text, match["name"], _sign(match)
    stop = place.at + len(match[0]) - len(match["before"])
    after = text[stop : stop + 1]
    capitals = (name.isupper() and len(name) > 1) or match["mark"] == "**"
    if sign is None or after in {".", "…"} or _NOTE.match(text, stop):
        return None
    if after.isalnum() and match["end"][-1:] not in _AFTER_LABEL:
        return None
    above = text[text.rfind("\n", 0, max(place.line - 1, 0)) + 1 : max(place.line - 1, 0)]
    opens, aside = not above.strip(), bool(match["comma"])
    if aside and _is_clause(match["comma"][2:], capitals=capitals):
        return None
    initial = sign == "." and name[-2:-1] == " " and text[stop : stop + 2].strip()[:1].islower()  # Mr. R. and
    named = sign.strip() and not aside and not initial and _is_name(match, sign, place.language)
    if not is_heading(name, place.language) and (
        (capitals and (sign or after in {"", "\n"})) or (named and (opens or place.is_new()))
    ):
        return Label(place.at, place.line, stop, name, key_of(name), (capitals, sign), opens, aside)
    return None


def _is_clause(phrase: str, *, capitals: bool) -> bool:
    """Whether what follows the comma of a name is no direction: that is in lower case, or all in capitals."""
    return phrase.lstrip("_")[0].isupper() and not (capitals and phrase.isupper())


def _sign(match: re.Match[str]) -> str | None:
    """The sign that makes a name a label; empty for the end of the line alone, None for another sign."""
    end = match["end"]
    if end[:1] in {".", ":"}:
        return end[0]
    if _DASHES.intersection(end):
        return "-"
    if match["direction"]:
        return "("
    return None if match["comma"] or end.strip() else end[:1]


def is_heading(name: str, language: Language) -> bool:
    """Whether a name is that of a part: Scene, Act the First, Erster Auftritt."""
    words = name.lower().split()
    if len(words) > _MOST_WORDS or set(words).isdisjoint(language.heading_words):
        return SLUG.match(name) is not None
    return len(words) > 1 or not words[0].startswith(_SPOKEN)


def _is_name(match: re.Match[str], sign: str, language: Language) -> bool:
    """Whether words that are not in capitals may be a name: Der alte Moor, First Murderer, Nora, _I_."""
    name = match["name"]
    words, low = name.split(), name.lower()
    if len(words) > _MOST_WORDS or not name[0].isupper():
        return False
    if low in language.talk_words and not match["mark"]:
        return False
    if sign == "." and len(name) <= _SHORT and low in language.titles:
        return False  # Mr. Darcy
    if words[0].lower() in language.determiners and len(words) > 1:
        return True
    return all(word[0].isupper() or word[0].isdigit() or len(word) <= SMALL for word in words)


def _with_titles(found: list[Label], longer: dict[int, Label]) -> list[Label]:
    """Labels with their titles (MRS. LINDEN): abbreviations that names follow nearly everywhere."""
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
    return Counter(label.key for label in labels)
