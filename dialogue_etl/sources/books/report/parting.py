"""How many dialogues of how many turns there would be at other values of the parameters that part them.

Counted by the stage `extract` as it goes, before the post-filter. Other than at a filter, nothing is left out
at one value and kept at another: the same turns are only put together in other ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report.curves import Curve
from dialogue_etl.report.figures import figure, plane

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from dialogue_etl.params import Params
    from dialogue_etl.report.figures import Figure
    from dialogue_etl.report.survey import Survey

GAP = "extract.dialogue_gap"


def parting_sizes(survey: Survey, params: Params) -> pd.DataFrame:
    """Dialogues and utterances over the values of the gap, the value in use marked `is_current`."""
    sizes = survey.tables["parting"]
    sizes = sizes[sizes["parameter"] == GAP]
    means = sizes["utterances"] / sizes["dialogues"].where(sizes["dialogues"] > 0)
    return sizes.assign(turns_per_dialogue=means, is_current=sizes["value"] == params.extract.dialogue_gap)


def parting_figure(surveys: Sequence[Survey], params: Params) -> Figure:
    """How many dialogues there would be over the values of the gap."""
    current = float(params.extract.dialogue_gap)

    def draw(survey: Survey) -> tuple[str, str]:
        sizes = parting_sizes(survey, params)
        if sizes.empty:
            return "", "No dialogues were found."
        of = Curve(
            parameter=GAP,
            unit="dialogues",
            measure="characters between dialogues, more than",
            current=current,
            is_off=not current,
            thresholds=sizes["value"].tolist(),
            kept=sizes["dialogues"].tolist(),
            now=int(sizes.loc[sizes["is_current"], "dialogues"].sum()),
            total=int(sizes["dialogues"].max()),
        )
        return of.panel(survey.name, plane(surveys))

    return figure("parting", "Dialogues by the gap that parts them", GAP, surveys, draw)
