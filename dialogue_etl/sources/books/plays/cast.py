"""Names the speakers of a play: one name for all spellings of a label, also for abbreviations; and gender."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import takewhile
from typing import TYPE_CHECKING

from dialogue_etl.sources.books.extraction.speakers.character import Character
from dialogue_etl.sources.books.plays.labels import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.plays.passages import Passage

_FRONT = 8_000  # characters before the first speech in which people are listed
_LISTED = re.compile(r"^[ \t_*=]*+((?:[^\W\d_][\w'’-]*+[ ]?){1,5}+)", re.MULTILINE)
_MOST_LABELS = 500  # of a play: in more, none is searched for its full name, which takes their square
_NOTE = re.compile(r"^\[\[(.+): #(\S+?)(?:, ([mf]))?\]\]$", re.MULTILINE)
"""Id and sex of a person of a play that was read from TEI: `reading/drama.py`."""
_SHORT = 5  # letters of an abbreviated word, at most


def name_speakers(
    text: str, passages: Sequence[Passage], language: Language
) -> tuple[Mapping[str, str], dict[str, Character]]:
    """The name of each label by its key, and the characters by name."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    ends: dict[str, set[str]] = defaultdict(set)
    listed: set[str] = set()
    for passage in passages:
        lines = _LISTED.findall(text, max(0, passage.start - _FRONT), passage.start)
        listed |= {" ".join(takewhile(_is_capitalised, line.split())) for line in lines}
        for label in passage.labels:
            spellings[label.key][label.name] += 1
            ends[label.key].add(label.form[1])
    end = max((passage.start for passage in passages), default=0)
    noted = {key_of(name): more for name, *more in _NOTE.findall(text, 0, end)}
    full = {key_of(name): name for name in sorted(listed)}
    few = len(spellings) <= _MOST_LABELS
    names = {}
    characters: dict[str, Character] = {}
    for key, forms in spellings.items():
        likely = min(forms, key=lambda form: (-forms[form], form))
        in_full = _in_full(key, spellings, full) if ends[key] == {"."} and few else ""
        name = names[key] = in_full or likely
        character = characters.setdefault(name, Character())
        character.forms += forms
        id, sex = noted.get(key, ("", ""))
        character.id = character.id or id
        character.gender = character.gender or sex or _gender(key, language)
    return names, characters


def _is_capitalised(word: str) -> bool:
    return word[0].isupper()


def _in_full(key: str, spellings: Mapping[str, Counter[str]], listed: Mapping[str, str]) -> str:
    """The listed name, or else the other label, that an abbreviation abbreviates, if there is only one."""
    words = key.split()
    others = {other: min(forms) for other, forms in spellings.items() if other != key}
    for known in (listed, others):
        if not set(words).isdisjoint(word for other in known for word in other.split()) and len(words) == 1:
            return ""
        found = {other: name for other, name in known.items() if _is_short_for(words, other.split())}
        first = [name for other, name in found.items() if other.startswith(words[0])]
        if len(first or found) == 1:
            return first[0] if first else next(iter(found.values()))
    return ""


def _is_short_for(words: list[str], full: list[str]) -> bool:
    """Whether each word is one of the full name, or the beginning of one, in the same order."""
    if len(words) > len(full) or all(word in full for word in words):
        return False
    left = iter(full)
    return all(
        any(word == one or (len(word) <= _SHORT and one.startswith(word)) for one in left) for word in words
    )


def _gender(key: str, language: Language) -> str:
    known = ((language.titles.get(word) or language.gender_words.get(word, "")) for word in key.split())
    return next(filter(None, known), "")
