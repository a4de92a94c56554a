"""The parameters of interviews."""

from dialogue_etl.core.parameters import Section, parameter
from dialogue_etl.core.parameters.tags import Tags


class Interviews(Section):
    """Which interviews are read."""

    languages: Tags = parameter(lambda: ["en"], "tags")
    """Languages to build from interviews, as BCP-47 tags."""
    min_turns: int = parameter(2, "turns", ge=1, le=1_000)
    """Minimum number of turns of an interview."""


SECTIONS = {"interviews": Interviews}
