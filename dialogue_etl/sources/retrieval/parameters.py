"""The sections of parameters that come with this source."""

from dialogue_etl.agents.retrieval.parameters import Retrieval

SECTIONS = {"retrieval": Retrieval}
