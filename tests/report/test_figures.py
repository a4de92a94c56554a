from dataclasses import dataclass

from dialogue_etl import params as knobs
from dialogue_etl.report import figures
from dialogue_etl.report.sizes import Sizes, sizes


@dataclass
class Language:
    tag: str
    name: str
    sizes: tuple[Sizes, ...]


GAP, CHANCE = "extract.dialogue_gap", "extract.boundary_threshold"


def language(tag, *knob_keys):
    pairs = [(knob, value) for knob in knob_keys for value in (0.25, 0.5)]
    rows = [{"knob": knob, "value": value, "dialogues": 3, "utterances": 9} for knob, value in pairs]
    return Language(tag, tag.upper(), sizes(rows, knobs.parse({})))


def test_a_language_without_a_classifier_says_so_beside_one_that_has_it():
    found = figures.parting([language("pt", GAP, CHANCE), language("fr", GAP), language("sv")])
    notes = {figure.caption: [(panel.svg != "", panel.note) for panel in figure.panels] for figure in found}
    few = "Too few of its books have talk to train a classifier on: rules part its dialogues."
    none = (False, "No dialogues were found.")
    assert notes == {CHANCE: [(True, ""), (False, few), none], GAP: [(True, ""), (True, ""), none]}
