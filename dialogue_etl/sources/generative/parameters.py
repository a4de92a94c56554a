"""The sections of parameters that come with this source."""

from dialogue_etl.agents.generative.parameters import Generative

SECTIONS = {"generative": Generative}
