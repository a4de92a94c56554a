"""How a source declares its stages; `pipeline/dvc_yaml.py` makes dvc.yaml of them.

The part `stages` of a source has STAGES, its own stages as `Declared` in the order in which data flows;
SHARED, the stages that sources share (`split`, `pairs`, `package`, `check`, `report`), with the fields of
`Declared` that differ for this source; and PLOTS, if any, the plots of its report as template, x and y.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Declared:
    """A stage.

    Attributes:
        name: without the source: `extract`.
        about: what it does, for `dvc stage list` and Airflow.
        inputs: what it reads, by argument of its function: another stage of the source, or a path.
        also: what else it reads, stages or paths, found by the function itself.
        params: sections and keys that it depends on.
        languages: parameter that lists the languages to run it for; empty if it runs once.
        function: name in the module of the source that is called like the stage, or `module:name`; by
            default the name of the stage.
        folder: of its outputs below `data/<source>`; by default its name.
        metrics: folder of its metrics below `metrics/<source>`; by default its name.
        parts: modules of the source that the function loads by name.
        data: folders of the package whose data files it reads.
        retries: of the task in Airflow if it fails, as downloads do.
    """

    name: str
    about: str
    inputs: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    params: tuple[str, ...] = ()
    languages: str = ""
    function: str = ""
    folder: str | None = None
    metrics: str | None = None
    parts: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    retries: int = 0


def keys(section: str, *names: str) -> tuple[str, ...]:
    """The keys of some parameters of a section."""
    return tuple(f"{section}.{name}" for name in names)
