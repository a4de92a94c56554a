"""Recognises plays, and passages set like one inside other texts, by the labels of their speeches.

Histories, indexes, dictionaries and letters also begin paragraphs with names. In a play few names recur, they
alternate, nearly every paragraph has one, and what follows is talk. A short exchange that a novel sets like a
play has too few names for this; its paragraphs follow each other and no two neighbours have the same one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.sources.books.plays.labels import RECURS, SMALL, Label, counts, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from dialogue_etl.languages import Language

_FEWEST = 10  # speeches of a passage
_EXCHANGE = 4  # speeches of an exchange in paragraphs in a row, at least
_RETURN = 1 / 3  # share of its labels that are those two before
_FARTHEST = 4_000  # characters between two labels: the description of a scene
_ALTERNATE = 0.5  # share of labels that differ from the one before
_LABELLED = 0.4  # share of the passage in paragraphs with a label
_TALK = 0.4  # share of speeches with a word of the first or second person, a question or a cry
_ROUND = 0.8  # share of labels that always have the same one after them: days of the week, months
_FORM = 0.1  # share of a form of labels among those that recur, for rarer labels to count
_NEAR = 2  # blank lines, at most, between the first recurring label and a rarer one: a direction
_ABOVE_TITLE = 4  # line ends above a title
_FULL = 0.7  # share of paragraphs with a label, for rarer labels that are not in capitals
_MOST_NAMES = 200  # that are looked for after a dash: no play has more
_LISTED = 3  # names of a list of people, at least
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NOT_FIRST = frozenset(',;"“”„«»‘‚‹›「『')
_NEXT = 80  # characters after a label in which its speech begins
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_IN_BRACKETS = re.compile(r"[^()\[\]\n]*+(?:\n(?!\s*\n)[^()\[\]\n]*+)*+[)\]]")


class Passage(NamedTuple):
    """A play, or a passage like one: offsets, and its labels in order."""

    start: int
    end: int
    labels: list[Label]


def find_passages(text: str, labels: Sequence[Label], language: Language) -> list[Passage]:
    """The passages of a text that are set as a play, in order."""
    if labels and all(label.form[1] == "@" for label in labels):
        return [Passage(labels[0].at, chunk_end(text, labels[-1], len(text)), list(labels))]
    labels = _without_casts(text, [label for label in labels if not _IN_BRACKETS.match(text, label.at)])
    labels = _without_lists(text, labels)
    number = counts(labels)
    often = [
        label for label in labels if number[label.key] >= RECURS and label.key not in language.talk_words
    ]
    found = [
        _passage(text, group, labels, language)
        for group in _runs(often, lambda before, label: label.at - before.at > _FARTHEST)
        if len(group) >= _FEWEST and _is_play(text, group, language)
    ]
    edges = [at for passage in found for at in passage[:2]]
    exchanges = _runs(
        (label for label in labels if not bisect_right(edges, label.at) % 2 and _opens_speech(text, label)),
        lambda before, label: bool(text[chunk_end(text, before, label.at) : label.at].strip()),
    )
    found += [
        Passage(run[0].at, chunk_end(text, run[-1], len(text)), run)
        for run in exchanges
        if len(run) >= _EXCHANGE and _is_exchange(text, run, language)
    ]
    return sorted(found)


def _runs(labels: Iterable[Label], apart: Callable[[Label, Label], bool]) -> list[list[Label]]:
    """Labels in groups, which begin where one is apart from the label before."""
    groups: list[list[Label]] = []
    for label in labels:
        if not groups or apart(groups[-1][-1], label):
            groups.append([])
        groups[-1].append(label)
    return groups


def _opens_speech(text: str, label: Label) -> bool:
    """Whether a label begins a paragraph of an exchange: And Tom: “Yes” is narration."""
    first = text[label.end : label.end + _NEXT].lstrip()[:1]
    return (
        label.opens
        and label.form[1] in {".", ":"}
        and (label.form[0] or not label.aside)
        and first not in _NOT_FIRST
    )


def _is_exchange(text: str, run: Sequence[Label], language: Language) -> bool:
    """Whether paragraphs in a row are an exchange that a novel sets like a play; lists have other labels."""
    if any(a.key == b.key for a, b in pairwise(run)):
        return False
    if sum(a.key == b.key for a, b in zip(run, run[2:], strict=False)) < _RETURN * (len(run) - 2):
        return False
    return _talks(text, run, _ends(text, run), language)


def _without_casts(text: str, labels: Sequence[Label]) -> list[Label]:
    """The labels without paragraphs that list people: a comma follows a third of three names or more."""
    paragraphs: list[list[Label]] = []
    for label in labels:
        if label.opens or not paragraphs or _BLANK_LINE.search(text, paragraphs[-1][-1].at, label.at):
            paragraphs.append([])
        paragraphs[-1].append(label)
    return [
        label
        for listed in paragraphs
        if len(listed) < _LISTED or 3 * sum(label.aside for label in listed) < len(listed)
        for label in listed
    ]


def _without_lists(text: str, labels: Sequence[Label]) -> list[Label]:
    """The labels without lists of those on stage in capitals: ORGON, DORINE. A direction names no other."""
    often = {key for key, n in counts(labels).items() if n >= RECURS}
    return [
        label
        for label in labels
        if not (
            label.aside
            and (phrase := text[label.at : label.end].partition(",")[2]).isupper()
            and _names_any(key_of(phrase), often)
        )
    ]


def _names_any(words: str, keys: Collection[str]) -> bool:
    return any(f" {key} " in f" {words} " for key in keys)


def chunk_end(text: str, label: Label, limit: int) -> int:
    """Where the paragraph of a label ends, or the next one if the label is alone in its own."""
    found = _BLANK_LINE.search(text, label.end, limit)
    end = found.start() if found else limit
    if found and not text[label.end : end].strip():
        found = _BLANK_LINE.search(text, found.end(), limit)
        end = found.start() if found else limit
    return end


def _is_play(text: str, group: Sequence[Label], language: Language) -> bool:
    number = Counter(label.key for label in group)
    changes = sum(a.key != b.key for a, b in pairwise(group))
    if sum(n >= RECURS for n in number.values()) < 2 or changes < _ALTERNATE * (len(group) - 1):
        return False
    if _goes_round(group, number):
        return False
    ends = _ends(text, group)
    labelled = sum(end - label.at for label, end in zip(group, ends, strict=True))
    if labelled < _LABELLED * (ends[-1] - group[0].at):
        return False
    return _talks(text, group, ends, language)


def _ends(text: str, labels: Sequence[Label]) -> list[int]:
    """Where the speech of each label ends."""
    after = [label.at for label in labels[1:]] + [len(text)]
    return [chunk_end(text, label, limit) for label, limit in zip(labels, after, strict=True)]


def _talks(text: str, labels: Sequence[Label], ends: Sequence[int], language: Language) -> bool:
    """Whether there is talk after enough of the labels."""
    talking = (is_talk(text[label.end : end], language) for label, end in zip(labels, ends, strict=True))
    return sum(talking) >= _TALK * len(labels)


def is_talk(text: str, language: Language) -> bool:
    """Whether a text has a word of the first or second person, a question or a cry."""
    if "?" in text or "!" in text:
        return True
    return not language.talk_words.isdisjoint(_WORD.findall(text.replace("’", "'").lower()))


def _goes_round(group: Sequence[Label], number: Counter[str]) -> bool:
    following: dict[str, Counter[str]] = defaultdict(Counter)
    for a, b in pairwise(group):
        following[a.key][b.key] += 1
    same = sum(names.most_common(1)[0][1] for names in following.values())
    return len(number) > 2 and same >= _ROUND * (len(group) - 1)


def _passage(text: str, group: Sequence[Label], labels: Sequence[Label], language: Language) -> Passage:
    """The passage of labels that recur, with the rarer ones of the same form inside."""
    place = attrgetter("at")
    forms = Counter(label.form for label in group)
    usual = {form for form, n in forms.items() if n >= _FORM * len(group)}
    start, end = _with_rare_edges(text, group, labels, usual, language)
    letters = {capitals for capitals, _ in usual}
    inside = labels[bisect_left(labels, start, key=place) : bisect_left(labels, end, key=place)]
    opening = sum(1 + _is_alone(text, label) for label in inside if label.opens and label.form in usual)
    full = opening >= _FULL * (1 + len(_BLANK_LINE.findall(text, start, end)))
    known = {label.key for label in group if label.form[0] in letters}
    known |= {label.key for label in inside if label.form in usual and _is_rare_label(label, full)}
    others = {label.key for label in inside if label.form in usual} - known
    known |= {key for key in others if _joins(key, known)}
    chosen = [label for label in inside if label.key in known or label.form[1] == "@"]
    if (False, ".") in usual:
        chosen = sorted([*chosen, *_run_on(text, start, end, chosen)])
    chosen = [
        label
        for before, label in pairwise([None, *chosen])
        if label and not (before and _is_whole_speech(text, before, label))
    ]
    ends = [*(label.at for label in chosen[1:]), end]
    # No talk follows the names of a cast list.
    first = next(
        (
            n
            for n, label in enumerate(chosen)
            if label.form in usual and is_talk(text[label.end : ends[n]], language)
        ),
        0,
    )
    return Passage(chosen[first].at, end, chosen[first:])


def _run_on(text: str, start: int, end: int, labels: Sequence[Label]) -> Iterator[Label]:
    """Labels after a dash, at which the transcriber missed the end of a paragraph: nothing-Conti. What?"""
    number = counts(labels)
    often = {key for key, n in number.most_common(_MOST_NAMES) if n >= RECURS}
    names = {label.name: label for label in labels if label.key in often}
    any_name = "|".join(
        re.escape(name).replace(r"\ ", r"\s") for name in sorted(names, key=len, reverse=True)
    )
    for match in re.compile(rf"[-—–]\s?(?P<name>{any_name})(?:\s\([^()]*\))?\.(?=\s)").finditer(
        text, start, end
    ):
        at = match.start("name")
        like = names[" ".join(match["name"].split())]
        yield like._replace(at=at, line=at, end=match.end(), opens=False)


def _with_rare_edges(
    text: str,
    group: Sequence[Label],
    labels: Sequence[Label],
    usual: set[tuple[bool, str]],
    language: Language,
) -> tuple[int, int]:
    """Offsets of a passage with the speeches next to it of people who seldom speak: servants, messengers."""
    start, end = group[0].at, chunk_end(text, group[-1], len(text))
    first, after = (bisect_left(labels, at, key=attrgetter("at")) for at in (start, end))
    for label in reversed(labels[:first]):
        if not _is_edge(text, label, (chunk_end(text, label, start), start), usual):
            break
        start = label.at
    for label in labels[after:]:
        last = chunk_end(text, label, len(text))
        if not (_is_edge(text, label, (end, label.at), usual) and is_talk(text[label.end : last], language)):
            break
        end = last
    return start, end


def _is_edge(text: str, label: Label, between: tuple[int, int], usual: set[tuple[bool, str]]) -> bool:
    above = text[max(label.line - _ABOVE_TITLE, 0) : label.line]
    return (
        label.form in usual
        and label.opens
        and not label.aside
        and len(_BLANK_LINE.findall(text, *between)) <= _NEAR
        and not (above.isspace() and text.startswith("\n", label.end))
    )


def _is_whole_speech(text: str, before: Label, label: Label) -> bool:
    """Whether a name below a label is all that its speaker says, as in a call."""
    between, rest = text[before.end : label.at], text[label.end : chunk_end(text, before, len(text))]
    return between.count("\n") == 1 and not (between + rest).strip()


def _is_alone(text: str, label: Label) -> bool:
    """Whether a label is a paragraph of its own, so that the next one is its speech."""
    return _BLANK_LINE.match(text, label.end) is not None


def _joins(words: str, names: Collection[str]) -> bool:
    """Whether a label is two names or more with a short word between: Nora and Helmer."""
    found = [name for name in names if f" {name} " in f" {words} "]
    rest = set(words.split()).difference(*(name.split() for name in found))
    return len(found) > 1 and all(len(word) <= SMALL for word in rest)


def _is_rare_label(label: Label, full: bool) -> bool:
    """Whether a name that seldom speaks is a label, given others of its form."""
    capitals, sign = label.form
    if capitals:
        return bool(sign) or label.opens
    return full and label.opens and label.name.istitle()
