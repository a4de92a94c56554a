"""Speaker names before speech: `JOHN: hi`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

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


@cache
def _cue() -> re.Pattern[str]:
    word = r"[^\W\d_][\w.'’-]{0,30}"
    name = rf"{word}(?: (?:#?\d{{1,2}}|{word})){{0,3}}"
    note = r"(?:\s*[(\[][^()\[\]]{1,40}[)\]])?"
    return re.compile(
        rf"(?P<dash>[-–—]\s*)?(?:\[(?P<box>{name})\]{{1}}:?|(?P<name>{name}){note}\s?(?::(?=\s|$)|：))\s*"
    )


def learn(texts: Iterable[str]) -> Known:
    """Learn the names of a film from its sentences.

    A name occurs repeatedly, before a colon or capitalised within sentences, and never in lower case, unlike
    `Listen: …`; or before a colon often, though one of its words is in lower case.
    """
    cues: Counter[str] = Counter()
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    total = loud = 0
    for text in texts:
        if text.endswith((".", "!", "?", "…")):  # neither a note nor a name alone
            total, loud = total + 1, loud + in_capitals(text)
        if ":" in text or "：" in text or "[" in text:
            found = _cue().match(text)
            if found and found["name"]:
                cues[found["name"].casefold()] += 1
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
    return Known(frozenset(known), loud > _IN_CAPITALS * total)


def _is_name(name: str, known: Known, *, boxed: bool) -> bool:
    key = name.casefold()
    words = key.split()
    if key in known.names or (words[0] in _PERSONS and words[-1].lstrip("#").isdigit()):
        return True
    if boxed:  # else a note
        return words[0] in _PERSONS and (name.isupper() or name.istitle()) and len(words) == 1
    return name.isupper() and not known.capitals


def character_names(known: Known) -> SentenceRule:
    """Split `JOHN: hi` into speaker and text; `[JOHN] hi` too, unless it is a note.

    In capitals any name is accepted, otherwise only one that recurs in the film, because of `Listen: …`.
    """
    cue = _cue()

    def rule(text: str) -> Cut | None:
        if not (":" in text or "：" in text or "[" in text) or not (found := cue.match(text)):
            return None
        name = found["name"] or found["box"]
        if found["name"] and _SOUNDS.fullmatch(name):
            return Cut(f"{found['dash'] or ''}{text[found.end() :]}")
        if not _is_name(name, known, boxed=not found["name"]):
            return None
        return Cut(f"{found['dash'] or ''}{text[found.end() :]}", name)

    return rule


NAMES = Rule(
    character_names,
    "that are the name of who speaks alone",
    clearing(
        "`JOHN: hi`, `Man #1: hi`, `[JOHN] hi`: the name goes to the speaker; in small letters only names "
        "that recur in the film; drop leaves the sentence out",
        source="Welivita et al. 2021 (EDOS), section 3.1",
    ),
)
