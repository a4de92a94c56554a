"""Quality gates: figures of a dataset's check, compared with the limits in the parameters `gates`.

A version that fails a gate is not published. A figure that is missing from the metrics fails its gate.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dialogue_etl.core.parameters.gates import Gates
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.figures import Figure

_LOSS, _EMPTY = "max_loss", "not_empty"


def names(source: str) -> tuple[str, ...]:
    """The gates that apply to a source, in the order of the parameters; none where nothing is checked."""
    if not SOURCES[source].figures:
        return ()
    known = {_LOSS, _EMPTY, *(figure.gate for figure in SOURCES[source].figures)}
    return tuple(name for name in Gates.model_fields if name in known)


def check_file(source: str) -> str:
    """The metrics file of the check of a source's dataset."""
    return f"metrics/{source}/check.json"


def is_off(gate: str, allowed: float) -> bool:
    """Whether a value turns a gate off: false, -1, or a share of 100 %."""
    if isinstance(allowed, bool):
        return not allowed
    most = [limit.le for limit in Gates.model_fields[gate].metadata if hasattr(limit, "le")]
    return allowed < 0 or (isinstance(allowed, float) and allowed in most)


def stops(
    values: Mapping[str, Any], metrics: Mapping[str, Any], previous: Mapping[str, Any] | None, source: str
) -> dict[str, str]:
    """The gates that a version fails, each with a sentence: the figure, the limit, an example.

    Args:
        values: of params.yaml, nested; only `gates` is read.
        metrics: of this version, content by metrics file.
        previous: of the last version of the same variant; None if this is the first.
        source: of the dataset.

    Raises:
        ValueError: a parameter of `gates` is not allowed.
    """
    limits = Gates.model_validate(values.get("gates") or {})
    found = {}
    for gate in names(source):
        allowed = getattr(limits, gate)
        if is_off(gate, allowed):
            continue
        if gate == _LOSS:
            reason = _loss(allowed, metrics, previous, SOURCES[source])
        elif gate == _EMPTY:
            reason = _empty(_sizes(metrics, SOURCES[source])[""], source)
        else:
            counted = [figure for figure in SOURCES[source].figures if figure.gate == gate]
            limit = 0 if allowed is True else allowed  # a switch that is on allows none
            reason = _too_many(metrics, check_file(source), counted, limit)
        if reason:
            found[gate] = reason
    return found


def _too_many(metrics: Mapping[str, Any], file: str, counted: Sequence[Figure], allowed: float) -> str:
    """Which of the figures exceed the limit, a number or a share, as a sentence; empty if none does."""
    check = _mapping(metrics, file)
    parts = {"": _mapping(check, "total")}
    if counted[0].in_each:
        parts |= {name: _mapping(_mapping(check, "languages"), name) for name in _mapping(check, "languages")}
    for where, figures in parts.items():
        if where and counted[0].name not in figures:
            continue
        if over := _over(figures, file, counted, allowed, where=where):
            sentence, names = over
            examples = _mapping(check, "examples")
            return ". For example ".join(
                [sentence, *(str(examples[name]) for name in names if name in examples)][:2]
            )
    return ""


def _over(
    total: Mapping[str, Any], file: str, counted: Sequence[Figure], allowed: float, *, where: str
) -> tuple[str, list[str]] | None:
    """The figures over the limit in a language, or in all if `where` is empty: a sentence, their names."""
    whole = counted[0].share_of
    needed = [*(figure.name for figure in counted), *([whole] if whole else [])]
    if missing := [name for name in needed if not isinstance(total.get(name), int)]:
        named = " and ".join(name.replace("_", " ") for name in missing)
        return f"not measured: {file} of this version does not say {named}", []
    limit = allowed * total[whole] if whole else allowed
    over = [figure for figure in counted if total[figure.name] > limit]
    if not over:
        return None
    sentence = " and ".join(f"{total[figure.name]:,} {figure.meaning}" for figure in over)
    if whole:
        share = total[over[0].name] / total[whole]
        of = f" ({where})" if where else ""
        sentence += f": {_percent(share)} of {total[whole]:,}{of}, {_percent(allowed)} may be"
    else:
        sentence += f"; {allowed:,.0f} may be"
    return sentence, [figure.name for figure in over]


def _empty(sizes: Mapping[str, int], source: str) -> str:
    if "dialogues" not in sizes:
        return f"not known: {check_file(source)} of this version does not say its size"
    return "" if sizes["dialogues"] else "there is no dialogue in the dataset"


def _percent(share: float) -> str:
    return f"{share * 100:.3g} %"


def _loss(
    allowed: float, metrics: Mapping[str, Any], previous: Mapping[str, Any] | None, source: Source
) -> str:
    """How much is gone since the last version, if too much; else, and without a last version, empty."""
    if previous is None:
        return ""
    now, before = _sizes(metrics, source), _sizes(previous, source)
    for version, sizes in (("this", now), ("the last", before)):
        if not sizes[""]:
            return f"not known: {check_file(source.name)} of {version} version does not say its size"
    losses = [
        (1 - now[where][unit] / count, unit, where, count, now[where][unit])
        for where, counted in before.items()
        for unit, count in counted.items()
        if count and unit in now.get(where, {}) and (count - now[where][unit]) * 100 > allowed * count
    ]
    if not losses:
        return ""
    share, unit, where, was, left = max(losses, key=lambda loss: loss[0])
    others = f"; {len(losses)} figures fell like that" if losses[1:] else ""
    return (
        f"{_percent(share)} of the {unit} of {where or 'all languages'} are gone, {allowed:g} % may be: "
        f"{was:,} in the last version, {left:,} now{others}"
    )


def _sizes(metrics: Mapping[str, Any], source: Source) -> dict[str, dict[str, int]]:
    """Counts of documents, dialogues and utterances by language; the totals under the empty name."""
    check = _mapping(metrics, check_file(source.name))
    parts = {"": _mapping(check, "total"), **_mapping(check, "languages")}
    units = (source.units, "dialogues", "utterances")
    return {
        name: {unit: counts[unit] for unit in dict.fromkeys(units) if isinstance(counts.get(unit), int)}
        for name, counts in parts.items()
    }


def _mapping(metrics: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A mapping within metrics; empty if it is absent or something else."""
    part = metrics.get(name)
    return part if isinstance(part, dict) else {}
