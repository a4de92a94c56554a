"""What the pages of all sources say of a dataset: the values that `dataset.html` names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl.params import knobs
from dialogue_etl.report import words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.params import Params
    from dialogue_etl.report.panels import Named
    from dialogue_etl.report.statistics import Means

_NUMERALS = {4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_HERO_TURNS = 4


@dataclass(frozen=True)
class Part:
    """The dialogues of a language, or of all together.

    Attributes:
        number: books or threads that have some.
        size: of them.
        splits: books or threads, dialogues and utterances of each, by name.
        kept: a few of them, with the texts of their turns.
    """

    number: int
    size: Means
    splits: Mapping[str, Any]
    kept: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Setting:
    """A parameter with its value in this dataset."""

    section: str
    key: str
    value: str
    default: str
    changed: bool
    unit: str
    source: str
    description: str


def values(
    source: str, parts: Sequence[tuple[Named, Part]], together: Part, params: Params, *, longest_hero: int
) -> dict[str, Any]:
    """What every page needs.

    Args:
        source: books or threads.
        parts: the languages, in order, and theirs.
        together: all of them.
        params: in force.
        longest_hero: characters of a turn that may stand at the head of the page.
    """
    languages = [language for language, _ in parts]
    return {
        "title": _title([language.name for language in languages], source),
        "unit": source.removesuffix("s"),
        "languages": languages,
        "several": len(languages) > 1,
        "parts": parts,
        "together": together,
        "hero": _hero(parts, longest_hero),
        "settings": settings(params, source),
        "examples": params.report.examples,
    }


def settings(params: Params, source: str) -> list[Setting]:
    """Every parameter of a source, in the order of params.yaml, that changes something of the dataset."""
    values = params.model_dump()
    found = []
    for knob in knobs(source):
        section, _, name = knob.key.rpartition(".")
        if section in {"evaluation", "gates"}:
            continue
        value = values[section][name] if section else values[name]
        found.append(
            Setting(
                section=section,
                key=knob.key,
                value=words.setting(value),
                default=words.setting(knob.default),
                changed=value != knob.default,
                unit=knob.unit,
                source=knob.source,
                description=knob.description,
            )
        )
    return found


def _hero(parts: Sequence[tuple[Named, Part]], longest: int) -> dict[str, Any] | None:
    """A short dialogue for the head of the page: in its own language, English, if there is one."""
    english_first = sorted(parts, key=lambda part: part[0].tag != "en")
    found = [(language, example) for language, part in english_first for example in part.kept]
    if not found:
        return None

    def unhandy(turns: Sequence[str]) -> tuple[bool, bool]:
        shown = turns[:_HERO_TURNS]
        return any(len(turn) > longest for turn in shown), len(shown) < _HERO_TURNS - 1

    language, example = min(found, key=lambda pair: (pair[0] is not found[0][0], unhandy(pair[1]["turns"])))
    turns = example["turns"]
    rest = max(len(turns) - _HERO_TURNS, 0)
    return {**example, "language": language, "turns": turns[:_HERO_TURNS], "rest": rest}


def _title(names: Sequence[str], source: str) -> str:
    if len(names) > 3:
        return f"Dialogues from {source} in {_NUMERALS.get(len(names), len(names))} languages"
    return f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} dialogues from {source}"
