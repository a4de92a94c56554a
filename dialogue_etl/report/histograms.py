"""How long things are: a histogram per language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import charts
from dialogue_etl.report.panels import figure, plane
from dialogue_etl.report.statistics import median

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from dialogue_etl.report.panels import Figure, Named

_LOG_WORTH = 50  # times the lowest bar: a higher one would hide it on an even scale


@dataclass(frozen=True)
class Lengths:
    """What a histogram counts.

    Attributes:
        noun: dialogues or utterances.
        axis: what they are counted by: turns or words.
        limit: greater numbers are counted with it.
        said: more of what they are counted by, with what parts it from the word.
        log: heights by logarithm where they differ much.
        shared: whether all languages have the same axis and scale.
    """

    noun: str
    axis: str
    limit: int
    said: str = ""
    log: bool = True
    shared: bool = True


def histograms(of: Lengths, languages: Sequence[Named], counts: Mapping[str, Counter[int]]) -> Figure:
    """A histogram per language.

    Args:
        of: what is counted.
        languages: of the dataset.
        counts: by tag: how often each number occurs.
    """

    def draw(language: Named, key: str) -> tuple[str, str]:
        found = counts[language.tag]
        if not found:
            return "", "There are no dialogues in this language."
        beside = [each for each in counts.values() if each] if of.shared else [found]
        numbers = [number for each in beside for number in each]
        mean = sum(n * k for n, k in found.items()) / found.total()
        facts = f"Mean {mean:.2f}, median {median(found)}, longest {max(found):,} {of.axis}."
        drawing = charts.histogram(
            key,
            f"{language.name}: {found.total():,} {of.noun} by number of {of.axis}",
            dict(sorted(found.items())),
            axis=of.axis,
            limit=of.limit,
            mean=mean,
            noun=of.noun,
            log=of.log and any(max(each.values()) > _LOG_WORTH * min(each.values()) for each in beside),
            about=facts,
            ends=(min(*numbers, of.limit), min(max(numbers), of.limit)),
            plane=plane(languages),
        )
        return drawing, facts

    key, title = f"{of.noun.removesuffix('s')}-lengths", f"How long {of.noun} are"
    caption = f"{of.noun.capitalize()} by their number of {of.axis}{of.said}."
    return figure(key, title, caption + _last_bar(of, counts) + _axis(of, languages), languages, draw)


def _last_bar(of: Lengths, counts: Mapping[str, Counter[int]]) -> str:
    """How to read the bar of those above the limit, if there are any."""
    if all(number <= of.limit for found in counts.values() for number in found):
        return ""
    return f" The last bar, at {of.limit}, counts all {of.noun} of {of.limit} {of.axis} or more."


def _axis(of: Lengths, languages: Sequence[Named]) -> str:
    shared = of.shared and len(languages) > 1
    return " The axis across is the same for all languages." if shared else ""
