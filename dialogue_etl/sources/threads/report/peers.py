"""Table 3 of the paper (Wang et al. 2020): the dataset among Chinese conversation datasets of its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dialogue_etl.report import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.sources.threads.report.gather import LanguageReport


@dataclass(frozen=True)
class Peer:
    """A row: figures as the paper prints them, empty where it prints none."""

    name: str
    dialogues: str
    turns: str
    utterances: str
    source: str
    feature: str
    ours: bool = False


PEERS = (
    Peer("DuConv", "29,858", "9.1", "", "crowd", "grounded in knowledge about films"),
    Peer("Douban", "0.5 M", "7.69", "", "Douban", "with 0.5 M negative dialogues"),
    Peer("PersonalDialog", "20.83 M", "", "56.26 M", "Weibo", "with user profiles"),
    Peer("STC", "4.4 M", "2", "", "Weibo", "many answers to one post"),
    Peer("LCCC-base", "6.8 M", "2.95", "20 M", "Weibo", "extremely strict cleaning"),
    Peer("LCCC-large", "12 M", "2.74", "33 M", "mixed", "strict cleaning"),
)
"""The paper's rows; an STC dialogue is a pair."""

_MOST = 3


def table_3(languages: Sequence[LanguageReport]) -> list[Peer]:
    """A row for each language of the dataset, then the paper's."""
    return [*map(_row, languages), *PEERS]


def _row(language: LanguageReport) -> Peer:
    size = language.total
    corpora = sorted({name for name, _ in language.survey.corpora})
    return Peer(
        name=f"This dataset, {language.name}",
        dialogues=words.number(size.dialogues),
        turns=words.mean(size.turns_per_dialogue),
        utterances=words.number(size.utterances),
        source=", ".join(corpora[:_MOST]) + (" …" if corpora[_MOST:] else ""),
        feature="rules and thresholds below",
        ours=True,
    )
