"""Speaker names before speech: `JOHN: hi`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import takewhile

from dialogue_etl.filters import Cut
from dialogue_etl.filters.rule import Rule
from dialogue_etl.sources.subtitles.artefacts.rule import Known, SentenceRule, clearing, in_capitals

_CAPTIONED = (
    "man woman boy girl kid child men women boys girls kids children narrator announcer reporter voice radio "
    "tv computer driver officer cop policeman guard soldier doctor nurse teacher waiter waitress clerk pilot "
    "captain operator crowd all both together others"
)
_PERSONS = frozenset(_CAPTIONED.split())
"""Speakers without a name in English captions."""
_SOUNDS = re.compile(
    "(?:CHUCKLES|COUGHS|CRIES|GASPS|GIGGLES|GROANS|GRUNTS|LAUGHS|MOANS|MUTTERS|PANTS|SCREAMS|SHOUTS|SIGHS|SINGS|"
    "SNIFFS|SOBS|WHISPERS|YELLS|CRYING|LAUGHING|LAUGHTER|SCREAMING|SHOUTING|SINGING|WHISPERING)(?: .*)?"
)
"""Sounds that captions in English set before a colon; no names of speakers."""
_RECURS = 2
_OFTEN = 5
"""Times that make a name likely though its rarest word is in lower case up to twice as often: `Father: …`."""
_IN_CAPITALS = 0.5
_ALONE = 2
"""Times as often before speech as alone."""
_MOST = 0.7
"""Share of the brackets before speech."""
OPEN = frozenset("[(（【［")
"""Brackets before a name or a note."""


_LISTED = 0.3
"""Minimum share of sentences with a known name where all are named: transcripts of two meetings have 0.5."""
_WORD = r"[^\W\d_](?!\w*['’](?:m|re|ve|ll)\b)[\w.'’-]{0,30}"
"""No contraction: a transcript has `I'm: more concerned`."""
_NAME = rf"{_WORD}(?: (?:#?\d{{1,2}}|{_WORD})){{0,3}}"
_BOX = re.compile(
    r"(?P<dash>[-–—]\s*)?[\[(（【［]\s*(?P<box>[^\[\]()（）【】［］:：]{1,40}?)\s*[\])）】］]\s*[:：]?\s*"
)
"""A name or a note in brackets of any script, at the beginning of a sentence."""


@cache
def _cue() -> re.Pattern[str]:
    note = r"(?:\s*[(\[][^()\[\]]{1,40}[)\]])?"
    colon = r":(?=\s|$|[\"“«¿¡-]|[^\W\d_a-zß-öø-ÿ])|："
    return re.compile(rf"(?P<dash>[-–—]\s*)?(?P<name>{_NAME}){note}\s?(?:{colon})\s*")


def _named(text: str) -> re.Match[str] | None:
    """A name before a colon; one in capitals also without a space: `MARIA:Sim` on Portuguese TV."""
    found = _cue().match(text) if ":" in text or "：" in text else None
    if found and (found.end() == len(text) or found[0][-1] in " ：" or found["name"].isupper()):
        return found
    return None


class _Boxes:
    """What stands in brackets: names before speech, `[Claire] Yes!`, or notes, `[door slams]`.

    A note is alone as often as before speech, a name hardly ever. A name has capitals and recurs; one that
    does not is known where notes have none, or where most brackets before speech hold names.
    """

    def __init__(self) -> None:
        self._before: Counter[str] = Counter()
        self._alone: Counter[str] = Counter()

    def add(self, text: str) -> None:
        """Count a sentence."""
        if text.lstrip("-–— ")[:1] in OPEN and (found := _BOX.match(text)):
            (self._before if _said(text[found.end() :]) else self._alone)[found["box"]] += 1

    def names(self) -> Iterator[str]:
        """Those that are names."""
        small = sum(number for box, number in self._alone.items() if box[0].islower())
        likely = {box: number for box, number in self._before.items() if self._may_be(box)}
        often = sum(number for number in likely.values() if number >= _RECURS)
        most = often > _MOST * self._before.total()
        plain = 2 * small > self._alone.total()
        for box, number in likely.items():
            if number >= _RECURS or most or (plain and box.lower() != box.upper()):
                yield box.casefold()

    def _may_be(self, box: str) -> bool:
        if self._before[box] <= _ALONE * self._alone[box] or _SOUNDS.fullmatch(box.upper()):
            return False
        if box.isupper():
            return False  # as notes are
        cased = box.lower() != box.upper()
        return not cased or all(word[0].isupper() or word[0] in "#0123456789" for word in box.split())


def _said(rest: str) -> bool:
    """Whether there is more than another note."""
    return any(map(str.isalnum, rest)) and rest[:1] not in OPEN


def learn(texts: Iterable[str]) -> Known:
    """Learn the names of a film from its sentences.

    A name occurs repeatedly, before a colon or capitalised within sentences, and never in lower case, unlike
    `Listen: …`; or before a colon often, though one of its words is in lower case; or in brackets.
    """
    cues: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    boxes = _Boxes()
    sentences = total = loud = 0
    for text in texts:
        sentences += 1
        if text.endswith((".", "!", "?", "…")):  # neither a note nor a name alone
            total, loud = total + 1, loud + in_capitals(text)
        if found := _named(text):
            cues[found["name"].casefold()] += 1
        boxes.add(text)
        for place, word in enumerate(re.findall(r"[^\W\d_]+", text)):
            if word.islower():
                small[word] += 1
            elif place and word.istitle():
                inside[word.casefold()] += 1

    def is_known(name: str) -> bool:
        least = min(small[word] for word in name.split())
        rare = not any(small[word] for word in name.split())
        often = cues[name] * (2 if cues[name] >= _OFTEN else 0.5)
        return rare or name in _PERSONS or often > least

    known = {name for name, number in (cues + inside).items() if number >= _RECURS and is_known(name)}
    listed = sum(cues[name] for name in known) > _LISTED * sentences
    return Known(frozenset(known), loud > _IN_CAPITALS * total, frozenset(boxes.names()), listed)


def _is_name(name: str, known: Known) -> bool:
    key = name.casefold()
    words = key.split()
    if key in known.names or (words[0] in _PERSONS and words[-1].lstrip("#").isdigit()):
        return True
    if name.isupper():
        return not known.capitals
    # A full name, of which later lines have the first: `Ann Lee: …`, then `Ann: …`.
    full = len(words) > 1 and all(word[0].isupper() for word in name.split())
    return full and (known.listed or words[0] in known.names)


def _boxed_name(box: str, rest: str, known: Known) -> str:
    """The name in brackets, before speech without its note, `Claire over phone`; empty if there is none."""
    key, words = box.casefold(), box.split()
    person = words[0].casefold() in _PERSONS and (len(words) == 1 or words[-1].lstrip("#").isdigit())
    if person or key in known.boxed or key in known.names:
        return box
    name = " ".join(takewhile(lambda word: not word[0].islower(), words))
    return name if name.casefold() in known.boxed and _said(rest) else ""


def character_names(known: Known) -> SentenceRule:
    """Split `JOHN: hi` into speaker and text; `[John] hi` too, unless it is a note.

    In capitals any name is accepted, otherwise only one that recurs in the film, because of `Listen: …`.
    """

    def rule(text: str) -> Cut | None:
        if text.lstrip("-–— ")[:1] in OPEN and (found := _BOX.match(text)):
            rest = text[found.end() :]
            name = _boxed_name(found["box"], rest, known)
            return Cut(f"{found['dash'] or ''}{rest}", name) if name else None
        if not (found := _named(text)):
            return None
        name = found["name"]
        if _SOUNDS.fullmatch(name):
            return Cut(f"{found['dash'] or ''}{text[found.end() :]}")
        return Cut(f"{found['dash'] or ''}{text[found.end() :]}", name) if _is_name(name, known) else None

    return rule


NAMES = Rule(
    character_names,
    "that are the name of who speaks alone",
    clearing(
        "`JOHN: hi`, `Man #1: hi`, `[John] hi`: the name goes to the speaker; in small letters only names "
        "that recur in the film; drop leaves the sentence out",
        source="Welivita et al. 2021 (EDOS), section 3.1",
    ),
)
