"""From the sentences of one film to clean dialogues without a workspace, with the steps of the stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dialogue_etl.sources.subtitles import clean, dialogues, edos_rules, sentences, turns
from dialogue_etl.sources.subtitles.turn_features import UNKNOWN, Facts

if TYPE_CHECKING:
    from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
    from dialogue_etl.sources.subtitles.parameters.turns import Turns
    from dialogue_etl.sources.subtitles.turn_classifier import TurnClassifier

    Row = dict[str, Any]


class Made(NamedTuple):
    """What became of a film.

    Attributes:
        dialogues: rows of the table `dialogues`.
        drops: rows of the drops tables: sentences, turns and dialogues.
    """

    dialogues: list[Row]
    drops: list[Row]


def dialogues_of(
    rows: Sequence[Row],
    language: str,
    *,
    subtitle_rules: SubtitleRules,
    turns_params: Turns,
    model: TurnClassifier | None = None,
    facts: Facts = UNKNOWN,
    cleaned: bool = True,
) -> Made:
    """The dialogues of a film, and what was left out.

    Args:
        rows: rows of the table `sentences` of one file, in order.
        language: BCP-47 tag.
        subtitle_rules: what is removed from sentences.
        turns_params: how sentences are joined to turns, turns split into dialogues, and both cleaned.
        model: a turn classifier; without one the weights decide.
        facts: metadata of the film, for the classifier.
        cleaned: whether to apply EDOS's cleaning.
    """
    film = sentences.clear(rows, language, subtitle_rules.model_dump())
    joined, _ = turns.join(
        film.sentences, language, **turns.settings_of(turns_params), model=model, facts=facts
    )
    limits = dialogues.limits_of(turns_params)
    parted, uncertain = dialogues.part(joined, **limits)
    drops = [sentences.drop_row(*gone) for gone in film.dropped]
    drops += [dialogues.drop_row(row, limits["min_certainty"]) for row in uncertain]
    found: list[Row] = dialogues.table(parted, language).to_pylist()
    if not cleaned:
        return Made(found, drops)
    chain = edos_rules.chain_of(turns_params.model_dump())
    done = [clean.apply(chain, row) for row in found]
    return Made(
        [one for each in done for one in each.kept], drops + [drop for each in done for drop in each.drops]
    )
