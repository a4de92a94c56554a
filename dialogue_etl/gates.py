"""What stops a dataset before it is published: the figures of its check held against the knobs `gates`.

Where a figure is missing, be it that an older product wrote the metrics, a gate that is in force says so:
what was not measured has not passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dialogue_etl.params import Gates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Sizes = dict[str, int]
"""How many, by unit."""

NAMES = tuple(Gates.model_fields)
"""Of all gates, in the order of their knobs: books have each of them."""

_LACKING = {"threads": ("max_offset_errors",), "mix": ("max_offset_errors",)}
"""Gates a source does not have: what they count is not there, as there is no stored text to look in."""

_OFF: dict[str, float] = {
    "max_loss": 100,
    "max_split_works": -1,
    "schema_rows": False,
    "equal_forms": False,
    "max_offset_errors": -1,
    "max_same_ids": -1,
    "max_duplicates": 1,
    "max_leaked": 1,
}
"""The value at which each gate is off."""

_COUNTED: dict[str, tuple[dict[str, str], str]] = {
    "max_split_works": ({"split_works": "works in two splits"}, ""),
    "schema_rows": (
        {
            "unreadable_files": "files missing or damaged",
            "schema_errors": "rows that are not as the contract says",
        },
        "",
    ),
    "equal_forms": ({"unequal_rows": "dialogues that are not in every form"}, ""),
    "max_offset_errors": ({"offset_errors": "utterances whose places do not give their words back"}, ""),
    "max_same_ids": ({"same_ids": "dialogues with the id of another one"}, ""),
    "max_duplicates": ({"duplicates": "dialogues word for word as another one of their split"}, "dialogues"),
    "max_leaked": ({"leaked": "dialogues of validation and test word for word in another split"}, "held_out"),
}
"""What each gate counts: figures of the check with their meaning, and the figure they are a share of."""

_FURTHER = {
    ("threads", "schema_rows"): {
        "named_speakers": "utterances whose speaker is named, though the knobs say otherwise",
        "broken_placeholders": "utterances with a piece of a placeholder",
    }
}
"""What a gate counts of a source beside that, and what it means."""

_UNITS = ("books", "threads", "dialogues", "utterances")


@dataclass(frozen=True)
class Files:
    """Metrics of a version that tell what there is and what is wrong with it.

    Attributes:
        check: of the stage that measures the dataset.
        written: of the stage that writes it.
    """

    check: str
    written: str


def files(source: str = "books") -> Files:
    """Where the metrics of a source are."""
    return Files(
        f"metrics/{source}/check.json",
        f"metrics/{source}/{'dataset' if source == 'mix' else 'package'}.json",
    )


def names(source: str = "books") -> tuple[str, ...]:
    """The gates of a source, in the order of their knobs."""
    return tuple(name for name in NAMES if name not in _LACKING.get(source, ()))


@dataclass(frozen=True)
class Stop:
    """Why a version is not to be published.

    Attributes:
        gate: name of its knob, without the section.
        reason: a sentence with the figure, what is allowed, and an example.
    """

    gate: str
    reason: str


def stops(
    values: Mapping[str, Any],
    metrics: Mapping[str, Any],
    previous: Mapping[str, Any] | None,
    source: str = "books",
) -> list[Stop]:
    """The gates that a version does not pass, in the order of their knobs.

    Args:
        values: of params.yaml, nested; those of `gates` are looked at.
        metrics: of this version, metrics file to content.
        previous: of the last version of the same variant; None if it is the first.
        source: what the version is made of.

    Raises:
        ValueError: a knob of `gates` is not allowed.
    """
    knobs = Gates.model_validate(values.get("gates") or {})
    where = files(source)
    found = []
    for gate in names(source):
        allowed = getattr(knobs, gate)
        if allowed == _OFF[gate]:
            continue
        if gate == "max_loss":
            reason = _loss(allowed, metrics, previous, where)
        else:
            # A switch that is on allows nothing.
            limit = 0 if allowed is True else allowed
            figures, whole = _COUNTED[gate]
            figures = {**figures, **_FURTHER.get((source, gate), {})}
            reason = _counted(metrics, where.check, figures, whole, allowed=limit)
        if reason:
            found.append(Stop(gate, reason))
    return found


def _counted(
    metrics: Mapping[str, Any], file: str, figures: Mapping[str, str], whole: str, *, allowed: float
) -> str:
    """Why figures of the check are more than is allowed; empty if they are not.

    Args:
        metrics: of this version.
        file: of the check among them.
        figures: that must not be more than is allowed each, with their meaning.
        whole: figure they are a share of, empty if they are none.
        allowed: number or share.
    """
    check = _mapping(metrics, file)
    total = _mapping(check, "total")
    if missing := [name for name in (*figures, whole) if name and not isinstance(total.get(name), int)]:
        named = " and ".join(name.replace("_", " ") for name in missing)
        return f"not measured: {file} of this version does not say {named}"
    limit = allowed * total[whole] if whole else allowed
    over = [name for name in figures if total[name] > limit]
    if not over:
        return ""
    said = " and ".join(f"{total[name]:,} {figures[name]}" for name in over)
    if whole:
        share = total[over[0]] / total[whole]
        said += f": {_percent(share)} of {total[whole]:,}, {_percent(allowed)} may be"
    else:
        said += f"; {allowed:,.0f} may be"
    examples = _mapping(check, "examples")
    shown = [str(examples[name]) for name in over if name in examples][:1]
    return ". For example ".join([said, *shown])


def _percent(share: float) -> str:
    return f"{share * 100:.3g} %"


def _loss(
    allowed: float, metrics: Mapping[str, Any], previous: Mapping[str, Any] | None, where: Files
) -> str:
    """Why too much is gone since the last version; empty if it is not, or if there is none."""
    if previous is None:
        return ""
    now, before = _sizes(metrics, where), _sizes(previous, where)
    for version, sizes in (("this", now), ("the last", before)):
        if "" not in sizes:
            return (
                f"not known: the metrics of {version} version ({where.check}, {where.written}) "
                "do not say its size"
            )
    lost = [loss for loss in _losses(now, before) if (loss.before - loss.now) * 100 > allowed * loss.before]
    if not lost:
        return ""
    worst = max(lost, key=lambda loss: loss.share)
    others = f"; {len(lost)} figures fell like that" if lost[1:] else ""
    return (
        f"{_percent(worst.share)} of the {worst.unit} of {worst.where} are gone, {allowed:g} % may be: "
        f"{worst.before:,} in the last version, {worst.now:,} now{others}"
    )


@dataclass(frozen=True)
class _Loss:
    where: str
    unit: str
    before: int
    now: int

    @property
    def share(self) -> float:
        return (self.before - self.now) / self.before


def _losses(now: Mapping[str, Sizes], before: Mapping[str, Sizes]) -> Iterator[_Loss]:
    """How the numbers of units changed: of all, and of each language that both versions have."""
    for name in before:
        for unit in _UNITS if name in now else ():
            if before[name].get(unit) and unit in now[name]:
                yield _Loss(name or "all languages", unit, before[name][unit], now[name][unit])


def _sizes(metrics: Mapping[str, Any], where: Files) -> dict[str, Sizes]:
    """Books or threads, dialogues and utterances by language, as far as known; of all under an empty name.

    As they were counted in the dataset; of versions without the check as the dataset was written.
    """
    check, package = _mapping(metrics, where.check), _mapping(metrics, where.written)
    # The total of a mix is one of all splits itself.
    written = {name: _known({**of, **_mapping(of, "all")}) for name, of in _by_language(package).items()}
    counted = {name: _known(of) for name, of in _by_language(check).items()}
    sizes = {name: {**written.get(name, {}), **counted.get(name, {})} for name in {**written, **counted}}
    return {name: found for name, found in sizes.items() if found}


def _known(figures: Mapping[str, Any]) -> Sizes:
    """The units that are counted; of a dataset of plain text alone utterances are not."""
    return {unit: figures[unit] for unit in _UNITS if isinstance(figures.get(unit), int)}


def _by_language(metrics: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    languages = _mapping(metrics, "languages")
    return {"": _mapping(metrics, "total"), **{name: _mapping(languages, name) for name in languages}}


def _mapping(metrics: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A part of metrics that is a mapping, empty if it is not there."""
    found = metrics.get(name)
    return found if isinstance(found, dict) else {}
