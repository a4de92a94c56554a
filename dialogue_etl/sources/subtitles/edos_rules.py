"""EDOS's cleaning of dialogues: rules for the shared chain.

What the paper leaves open is derived from the 23,662 turns of the dialogues that its authors published with
labels: none has fewer than 2 or more than 100 tokens, fewer letters than 0.60 of its characters (spaces
included), or fewer distinct tokens than 2/3 of its tokens (case-sensitive, each sign is a token); many are
exactly at these limits. 2,769 of them exceed the paper's limit, which is in characters.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal

from dialogue_etl.core.parameters import Declared, Phrases, declare
from dialogue_etl.filters import Split
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.dialogue import min_turns
from dialogue_etl.filters.hits import Active
from dialogue_etl.filters.responses import without
from dialogue_etl.filters.rule import DialogueRule, Rule, Utterance, UtteranceRule, parameters
from dialogue_etl.sources.subtitles.tokens import tokens

EDOS = "Welivita, Xie & Pu 2021 (EDOS), section 3.1"
RELEASED = "the published EDOS"
Unit = Literal["characters", "tokens"]
Action = Literal["off", "remove"]
_FEW = 4
"""Signs, which may be one word twice."""


def repeated_turns(on_bad: str) -> DialogueRule:
    """A turn that repeats the one before it."""

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        places = [place for place, (one, two) in enumerate(pairwise(dialogue), 1) if one.text == two.text]
        if not places:
            return None
        left = {"truncate": [dialogue[: places[0]]], "split": list(without(dialogue, places)), "drop": []}
        return Split(dialogue[places[0]].text, left=left[on_bad])

    return rule


def recaps(phrases: Sequence[str]) -> UtteranceRule:
    """Turns that recap earlier events: "Previously on …"."""
    begin = re.compile(rf"\W{{0,9}}(?:{'|'.join(map(re.escape, phrases)) or '(?!)'})(?!\w)", re.IGNORECASE)

    def rule(text: str) -> Split | None:
        found = begin.match(text)
        return Split(found.group()) if found else None

    return rule


def _length(text: str, unit: Unit) -> int:
    return len(text) if unit == "characters" else len(tokens(text))


def too_short(length_unit: Unit, limit: int) -> UtteranceRule:
    """Turns below the minimum length.

    `Yes.` is two tokens; in scripts without case, whose subtitles often leave out the end mark, a word alone
    counts as much.
    """

    def rule(text: str) -> Split | None:
        length = _length(text, length_unit)
        if length_unit == "tokens" and text.lower() == text.upper():
            length += bool(text) and unicodedata.category(text[-1])[0] in "LM"
        return Split(text, length, limit) if length < limit else None

    return rule


def too_long(length_unit: Unit, limit: int) -> UtteranceRule:
    """Turns above the maximum length."""

    def rule(text: str) -> Split | None:
        if len(text) <= limit:  # no text has more tokens than characters
            return None
        length = _length(text, length_unit)
        return Split(text, length, limit) if length > limit else None

    return rule


def alphabetic(share: float) -> UtteranceRule:
    """Turns with too small a share of letters of any script; combining marks count as letters.

    So the vowels of Hindi, Thai and Arabic count like those of English. A sign of Chinese or Japanese counts
    as two letters, one of Korean as the letters it is made of: `응..` is written with three.
    """

    def rule(text: str) -> Split | None:
        letters, length = sum(map(str.isalpha, text)), len(text)
        if letters < share * length and not text.isascii():
            letters += sum(unicodedata.category(sign)[0] == "M" for sign in text)
            more = sum(map(_letters_in, text))
            letters, length = letters + more, length + more
        measured = letters / length
        return Split(text, measured, share) if measured < share else None

    return rule


def repeated_tokens(distinct: float) -> UtteranceRule:
    """Turns of few distinct tokens: No, no, no, no! Of single signs, as in Chinese, two are one token."""

    def rule(text: str) -> Split | None:
        found: Sequence[Any] = tokens(text)
        if len(found) > _FEW and 2 * sum(len(token) == 1 and token.isalpha() for token in found) > len(found):
            found = list(pairwise(found))
        share = len(set(found)) / max(1, len(found))
        return Split(text, share, distinct) if share < distinct else None

    return rule


def _letters_in(sign: str) -> int:
    """The letters of a sign beyond the first."""
    if "\uac00" <= sign <= "\ud7a3":
        return len(unicodedata.normalize("NFD", sign)) - 1
    return int("\u3040" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff")


def _removing(description: str) -> Declared:
    return declare("remove", description, unit="action", source=EDOS, annotation=Action)


_RECAPS = (
    *("previously on", "previous on", "previously in", "anteriormente en", "anteriormente em"),
    *("précédemment dans", "nelle puntate precedenti", "was bisher geschah", "zuvor bei", "wat voorafging"),
    *("tidigare i", "w poprzednich odcinkach"),
)
_BEFORE = (
    Rule(
        repeated_turns,
        "that say what the one before says",
        _removing("Turns that say what the one before them says"),
    ),
)
_TURNS = (
    Rule(
        recaps,
        "that tell what happened before",
        _removing("Turns that tell what happened before: previously on …"),
        {
            "recaps_phrases": declare(
                lambda: list(_RECAPS),
                "How they begin; case does not matter. The first two are those of the paper",
                unit="texts",
                source=EDOS,
                annotation=Phrases,
            )
        },
    ),
    Rule(
        too_short,
        "that are too short",
        _removing("Turns that are too short"),
        {
            "length_unit": declare(
                "tokens",
                "What lengths are counted in: characters, as the paper says; or tokens, as the published "
                "dialogues show, of which 2,769 turns have more than 100 characters and none "
                "more than 100 tokens",
                unit="choice",
                source=RELEASED,
                annotation=Unit,
            ),
            "too_short_limit": declare(
                2,
                "Turns shorter than this, counted in length_unit, are too short",
                unit="length_unit",
                source=EDOS,
                ge=0,
                le=1_000_000,
            ),
        },
    ),
    Rule(
        too_long,
        "that are too long",
        _removing("Turns that are too long"),
        {
            "too_long_limit": declare(
                100,
                "Turns longer than this, counted in length_unit, are too long",
                unit="length_unit",
                source=EDOS,
                ge=1,
                le=1_000_000,
            )
        },
    ),
    Rule(
        alphabetic,
        "with too few letters",
        _removing("Turns with too few letters, of any script"),
        {
            "alphabetic_share": declare(
                0.6,
                "Turns with a smaller share of letters among all characters, blanks counted, have too few",
                unit="share of characters",
                source=f"{EDOS}; {RELEASED}",
                ge=0,
                le=1,
            )
        },
    ),
    Rule(
        repeated_tokens,
        "of a few tokens again and again",
        _removing("Turns of a few tokens again and again"),
        {
            "repeated_tokens_distinct": declare(
                0.66,
                "Turns with a smaller share of distinct tokens among all are noise; case counts, and signs "
                "are tokens. The paper gives no figure; none of the published turns is below 2/3, and many "
                "have just that",
                unit="share of tokens",
                source=RELEASED,
                ge=0,
                le=1,
            )
        },
    ),
)
_AFTER = (
    Rule(
        min_turns,
        "of too few turns",
        declare(
            2,
            "Dialogues of fewer turns are left out, after all else; 0 turns it off",
            unit="turns",
            source=EDOS,
            ge=0,
            le=1_000_000,
        ),
    ),
)
RULES = (*_BEFORE, *_TURNS, *_AFTER)
"""In the order of application."""
NAMES = (*parameters(RULES), "on_bad")
"""The parameters that cleaning reads."""
OF_TURNS = (*_BEFORE, *_TURNS)
"""Those that find a turn."""


def chain_of(values: Mapping[str, Any]) -> Chain:
    """The chain for the parameters.

    Args:
        values: of `NAMES`, in the section `turns`.
    """

    def active(rules: Sequence[Rule]) -> list[Active]:
        on = (rule for rule in rules if values[rule.name] not in {"off", 0})
        return [Active(rule.name, "cut", rule.ready(values)) for rule in on]

    return Chain(active(_TURNS), active(_BEFORE), active(_AFTER), values["on_bad"])
