"""The sections of parameters that come with this source."""

from dialogue_etl.metrics.parameters import Testset

SECTIONS = {"testset": Testset}
