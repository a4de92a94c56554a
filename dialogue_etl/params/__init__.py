"""The whole of params.yaml: every parameter that affects a dataset, with the sections of all sources.

What sources share is in `parameter.model`, the sections of a source in its module `parameters`. Settings that
do not change the result (workers, mirror, store) are in `runtime.py`.
"""

from dialogue_etl.core.parameters.describe import Parameter
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.parameters.values import ParamsError, assignment, override, plain, read_values
from dialogue_etl.params.whole import WholeParams, defaults, load, parameters, parse, typed

__all__ = [
    "Parameter",
    "Params",
    "ParamsError",
    "WholeParams",
    "assignment",
    "defaults",
    "load",
    "override",
    "parameters",
    "parse",
    "plain",
    "read_values",
    "typed",
]
