"""Every size/quality knob, typed: `model.py` and the modules of its sections hold defaults and ranges.

`params.yaml` holds the values. What does not change a byte of the result (workers, mirror, store) is not
here but in `runtime.py`.
"""

from dialogue_etl.params.books import Books, Works
from dialogue_etl.params.describe import Knob, knobs
from dialogue_etl.params.evaluation import Evaluation
from dialogue_etl.params.extract import Extract
from dialogue_etl.params.gates import Gates
from dialogue_etl.params.model import (
    Format,
    Package,
    Params,
    Postfilter,
    Prefilter,
    Report,
    Split,
    Storage,
)
from dialogue_etl.params.normalise import Normalise
from dialogue_etl.params.section import Section
from dialogue_etl.params.values import ParamsError, assignment, load, override, parse, read_values

__all__ = [
    "Books",
    "Evaluation",
    "Extract",
    "Format",
    "Gates",
    "Knob",
    "Normalise",
    "Package",
    "Params",
    "ParamsError",
    "Postfilter",
    "Prefilter",
    "Report",
    "Section",
    "Split",
    "Storage",
    "Works",
    "assignment",
    "knobs",
    "load",
    "override",
    "parse",
    "read_values",
]
