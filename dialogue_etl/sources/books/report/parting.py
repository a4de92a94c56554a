"""How many dialogues of how many turns there would be at other values of the parameters that part them.

Counted by the stage `extract` as it goes, before the post-filter. Other than at a filter, nothing is left out
at one value and kept at another: the same turns are only put together in other ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.report.curves import Curve
from dialogue_etl.report.figures import curve_panel, figure, plane

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from dialogue_etl.params import Params
    from dialogue_etl.report.figures import Figure
    from dialogue_etl.report.survey import Survey

_TITLES = {
    "extract.dialogue_gap": (
        "Dialogues by the gap that parts them",
        "characters between dialogues, more than",
    ),
}


def parting_sizes(survey: Survey, params: Params) -> list[tuple[str, pd.DataFrame]]:
    """Dialogues and utterances over the values of each parameter, the value in use marked `is_current`."""
    counted = []
    for parameter, sizes in sorted(survey.tables["parting"].groupby("parameter"), reverse=True):
        current = _current(str(parameter), params)
        means = sizes["utterances"] / sizes["dialogues"].where(sizes["dialogues"] > 0)
        counted.append(
            (
                str(parameter),
                sizes.assign(turns_per_dialogue=means, is_current=sizes["value"] == current),
            )
        )
    return counted


def parting_figures(surveys: Sequence[Survey], params: Params) -> list[Figure]:
    """A figure per parameter that parts dialogues: how many there would be over its values."""
    sizes = {survey.tag: dict(parting_sizes(survey, params)) for survey in surveys}
    drawn = []
    for index, parameter in enumerate(dict.fromkeys(name for own in sizes.values() for name in own)):
        title, measure = _TITLES[parameter]

        def draw(
            survey: Survey, key: str, parameter: str = parameter, measure: str = measure
        ) -> tuple[str, str]:
            own = sizes[survey.tag]
            if parameter not in own:
                return "", "No dialogues were found."
            drawn = _curve(parameter, measure, own[parameter], _current(parameter, params))
            return curve_panel(drawn, key, survey.name, plane(surveys))

        drawn.append(figure(f"parting-{index}", title, parameter, surveys, draw))
    return drawn


def _current(parameter: str, params: Params) -> float:
    return float(getattr(params.extract, parameter.removeprefix("extract.")))


def _curve(parameter: str, measure: str, sizes: pd.DataFrame, current: float) -> Curve:
    return Curve(
        parameter=parameter,
        unit="dialogues",
        measure=measure,
        current=current,
        is_off=not current,
        thresholds=tuple(sizes["value"]),
        kept=tuple(sizes["dialogues"]),
        now=int(sizes.loc[sizes["is_current"], "dialogues"].sum()),
        total=int(sizes["dialogues"].max()),
    )
