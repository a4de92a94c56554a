"""Reasons for leaving out lines when files are read, and then sentences, turns and dialogues."""

from dialogue_etl.report.drops import Reason, of_test_sets, reasons_of
from dialogue_etl.sources.subtitles import edos_rules
from dialogue_etl.sources.subtitles.artefacts import RULES
from dialogue_etl.sources.subtitles.clean import TRUNCATED
from dialogue_etl.sources.subtitles.dialogues import UNCERTAIN
from dialogue_etl.sources.subtitles.edos_rules import OF_TURNS

_LEFT = {"empty": "of which nothing is left", "unsettled": "without an end to what rules change"}
READING = {
    "comment": "that are comments of ASS",
    "long": "of more than 5,000 characters",
    "damaged": "with times that cannot be read",
    "style": "of other styles than subtitles.styles",
    "repeated": "that the subtitle before shows",
    "other_language": "of the other language of a file in two",
    "empty": "without words",
}
"""Why lines of a subtitle file are not read."""
REASONS = (
    *reasons_of(RULES, "sentences", "sentence", "subtitle_rules"),
    Reason("dialogues", "utterance", UNCERTAIN, "that may be two people's", "turns.min_certainty"),
    *reasons_of(OF_TURNS, "clean", "utterance", "turns"),
    Reason("clean", "utterance", TRUNCATED, "after one that was left out", "turns.on_bad"),
    *reasons_of(edos_rules.RULES[len(OF_TURNS) :], "clean", "utterance", "turns", why="of dialogues {}"),
    *reasons_of(OF_TURNS, "clean", "dialogue", "turns", why="without two turns before one {}"),
    *reasons_of(edos_rules.RULES[len(OF_TURNS) :], "clean", "dialogue", "turns"),
    *(Reason("clean", unit, name, why) for unit in ("utterance", "dialogue") for name, why in _LEFT.items()),
    *of_test_sets("clean", "dialogue", "utterance"),
)
"""In the order of the stages."""
