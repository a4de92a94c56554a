"""Comparison of the dataset with LCCC and others: tables 2 and 3 of Wang et al. 2020."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.report import formatting
from dialogue_etl.report.sizes import KINDS, Size

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dialogue_etl.report.survey import Survey


def _lccc(raw: int, dialogues: int, utterances: int, characters: int, vocabulary: int) -> Size:
    return Size(
        raw=raw, dialogues=dialogues, utterances=utterances, characters=characters, vocabulary=vocabulary
    )


# Sizes, and words per utterance, since the paper does not print the number of words.
_LCCC = (
    ("LCCC-base", "single", _lccc(52_708_955, 3_354_277, 6_708_554, 68_559_727, 372_063), 6.79),
    ("LCCC-base", "multi", _lccc(26_749_365, 3_466_278, 13_365_268, 163_690_614, 666_931), 8.32),
    ("LCCC-large", "single", _lccc(63_251_887, 7_273_804, 14_547_608, 162_301_556, 662_514), 7.45),
    ("LCCC-large", "multi", _lccc(28_189_952, 4_733_955, 18_341_167, 217_776_649, 690_027), 8.14),
)


_ROWS: tuple[tuple[str, Callable[[Size], str]], ...] = (
    ("Raw dialogues", lambda size: formatting.number(size.raw)),
    ("Cleaned dialogues", lambda size: formatting.number(size.dialogues)),
    ("Kept", lambda size: formatting.share(size.kept)),
    ("Utterances", lambda size: formatting.number(size.utterances)),
    ("Characters", lambda size: formatting.number(size.characters)),
    ("Vocabulary size", lambda size: formatting.number(size.vocabulary)),
    ("Words per utterance", lambda size: formatting.mean(size.words_per_utterance)),
    ("Turns per dialogue", lambda size: formatting.mean(size.turns_per_dialogue)),
)
"""Table 2: names of its rows, and their figures. The row `Kept` is not in the paper."""
ROWS = tuple(name for name, _ in _ROWS)


def table_2(surveys: Sequence[Survey]) -> list[dict[str, Any]]:
    """Columns of formatted figures: kinds of dialogues of each language, then those of LCCC."""
    columns = []
    for survey in surveys:
        for kind in KINDS:
            cells = [figure(survey.kinds[kind]) for _, figure in _ROWS]
            columns.append({"of": survey.name, "kind": kind, "cells": cells, "theirs": False})
    for name, kind, size, words_per_utterance in _LCCC:
        cells = [figure(size) for _, figure in _ROWS]
        cells[ROWS.index("Words per utterance")] = formatting.mean(words_per_utterance)
        columns.append({"of": name, "kind": kind, "cells": cells, "theirs": True})
    return columns


_PEER = ("name", "dialogues", "turns", "utterances", "source", "feature")
_PEERS = (
    ("DuConv", "29,858", "9.1", "", "crowd", "grounded in knowledge about films"),
    ("Douban", "0.5 M", "7.69", "", "Douban", "with 0.5 M negative dialogues"),
    ("PersonalDialog", "20.83 M", "", "56.26 M", "Weibo", "with user profiles"),
    ("STC", "4.4 M", "2", "", "Weibo", "many answers to one post"),
    ("LCCC-base", "6.8 M", "2.95", "20 M", "Weibo", "extremely strict cleaning"),
    ("LCCC-large", "12 M", "2.74", "33 M", "mixed", "strict cleaning"),
)
"""The rows of the paper, as printed; empty where it prints no figure. A dialogue of STC is a pair."""
_MOST_CORPORA = 3


def table_3(surveys: Sequence[Survey]) -> list[dict[str, str]]:
    """A row for each language of the dataset, then the paper's."""
    rows = []
    for survey in surveys:
        corpora = sorted(survey.tables["corpora"]["corpus"].unique())
        sizes = (
            formatting.number(survey.size.dialogues),
            formatting.mean(survey.size.turns_per_dialogue),
            formatting.number(survey.size.utterances),
        )
        named = ", ".join(corpora[:_MOST_CORPORA]) + (" …" if corpora[_MOST_CORPORA:] else "")
        rows.append((f"This dataset, {survey.name}", *sizes, named, "rules and thresholds below"))
    return [dict(zip(_PEER, row, strict=True)) for row in (*rows, *_PEERS)]
