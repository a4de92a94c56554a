"""The old names of what sections are made of."""

from dialogue_etl.parameter import OURS, PAPER, Section, unique
from dialogue_etl.parameter import parameter as knob

__all__ = ["OURS", "PAPER", "Section", "knob", "unique"]
