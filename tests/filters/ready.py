"""What tests of rules share: the function of a rule, ready for a language and other values of parameters."""

from __future__ import annotations

from typing import Any

from dialogue_etl.filters.parameters import ALL, Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.sources.books.parameters import Prefilter

RULES = {rule.name: rule for rule in ALL}


def judge(name: str, language: str = "zh", terms: Any = None, **values: Any) -> Any:
    """The function of a rule of `rules`."""
    return RULES[name].ready(Rules(**values).model_dump(), language=language, terms=terms or {})


def left(name: str, text: str, language: str = "zh", **values: Any) -> str:
    """What a rule of utterances leaves of a text: all of it, or nothing, or a part."""
    verdict = judge(name, language, **values)(text)
    return text if verdict is None else getattr(verdict, "left", None) or ""


def prefilter(rule: Any, book: Any, **values: Any) -> str | None:
    """The reason a rule of `prefilter` drops a book for, if it does."""
    drop = rule.ready(Prefilter(**values).model_dump())(book)
    return drop.reason if drop else None


def turns(texts: list[str]) -> list[Utterance]:
    """A dialogue of texts."""
    return [Utterance(f"c{place}", None, text) for place, text in enumerate(texts)]


def texts(pieces: Any) -> list[list[str]]:
    """The texts of each piece of a dialogue."""
    return [[turn.text for turn in piece] for piece in pieces]
