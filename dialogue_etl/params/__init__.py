"""Every parameter that affects the dataset, typed: defaults and ranges are in `model.py` and its sections.

The values are in `params.yaml`. Settings that do not change the result (workers, mirror, store) are in
`runtime.py`.
"""

from dialogue_etl.parameter import Section
from dialogue_etl.params.books import Books, Works
from dialogue_etl.params.describe import Parameter, parameters
from dialogue_etl.params.emotions import Emotions
from dialogue_etl.params.extract import Extract
from dialogue_etl.params.gates import Gates
from dialogue_etl.params.mix import Mix
from dialogue_etl.params.model import (
    Evaluation,
    Format,
    Normalise,
    Package,
    Params,
    Postfilter,
    Prefilter,
    Report,
    Split,
    Storage,
)
from dialogue_etl.params.subtitle_rules import SubtitleRules
from dialogue_etl.params.threads import Classify, Rules, Threads
from dialogue_etl.params.turns import Turns
from dialogue_etl.params.values import ParamsError, assignment, load, override, parse, read_values
from dialogue_etl.params.yaml_text import read_yaml

__all__ = [
    "Books",
    "Classify",
    "Emotions",
    "Evaluation",
    "Extract",
    "Format",
    "Gates",
    "Mix",
    "Normalise",
    "Package",
    "Parameter",
    "Params",
    "ParamsError",
    "Postfilter",
    "Prefilter",
    "Report",
    "Rules",
    "Section",
    "Split",
    "Storage",
    "SubtitleRules",
    "Threads",
    "Turns",
    "Works",
    "assignment",
    "load",
    "override",
    "parameters",
    "parse",
    "read_values",
    "read_yaml",
]
