"""Messages of `try` and of the commands that add data, about texts in another language than stated."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dialogue_etl.languages.names import identified
from dialogue_etl.text import language_id

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAMED = 3
_WORTH_A_NOTE = 0.01  # of the texts


def of_document(text: str, stated: str, parameter: str) -> list[str]:
    """A sentence if a document is in another language; none if it is as stated.

    Args:
        text: of the document.
        stated: BCP-47 tag.
        parameter: that leaves it out.
    """
    written = language_id.of_document(stated, text)
    if written is None:
        return _unknown(stated)
    if written.other <= language_id.MAX_SHARE:
        return []
    seems = f"seems to be in {identified(written.language)} ({written.other:.2f}), not in {stated}"
    return [f"{seems}: it will be left out unless {parameter} allows it{_advice(written.language)}"]


def of_texts(texts: Iterable[str], stated: str, action: str) -> list[str]:
    """A sentence if some texts are in other languages; none if they are as stated.

    Args:
        texts: comments, or the utterances of a session joined.
        stated: BCP-47 tag.
        action: `rules.other_language`.
    """
    if not language_id.own(stated):
        return _unknown(stated)
    found: Counter[str] = Counter()
    number = 0
    for text in texts:
        other = language_id.other_than(stated, text)
        found.update([other.language] if other else [])
        number += bool(other) or sum(map(str.isalpha, text)) >= language_id.LETTERS
    others = found.total()
    if others < _WORTH_A_NOTE * max(number, 1):
        return []
    named = [f"{identified(one)} {_percent(n, number)}" for one, n in found.most_common(_NAMED)]
    languages = ", ".join(named) + (", …" if len(found) > _NAMED else "")
    becomes = "it is off: they stay" if action == "off" else "their dialogues are split there, or left out"
    advice = _advice(max(found, key=found.__getitem__)) if others > language_id.MAX_SHARE * number else ""
    return [
        f"{_percent(others, number)} of {number:,} texts that were looked at seem to be in other languages "
        f"than {stated} ({languages}): see rules.other_language ({becomes}){advice}"
    ]


def _percent(some: int, of: int) -> str:
    return f"{100 * some / of:.0f} %"


def _advice(language: str) -> str:
    if not language:
        return ""
    return f"; if so, add it with --language {language}"


def _unknown(stated: str) -> list[str]:
    if language_id.own(stated):
        return []
    return [f"whether it is in {stated} can't be checked: it is not among the languages that are identified"]
