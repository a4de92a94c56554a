"""How right dialogues of some certainty are, and what a threshold leaves."""

import pytest

from benchmarks.extraction import certainty
from dialogue_etl.evaluation.content import Utterance
from tests.evaluation.texts import Said, annotated, write

TALK = [
    Said("Who is there?", "Ann", ("Bob",)),
    Said("Only me, and the cat.", "Bob", ("Ann",)),
    Said("Come in then, both.", "Ann", ("Bob",)),
]


def found(gold, *dialogues):
    """Utterances of dialogues, each a list of texts that may be of several turns."""
    made = []
    for number, texts in enumerate(dialogues):
        for text in texts:
            spans = [(gold.text.index(part), gold.text.index(part) + len(part)) for part in text.split("|")]
            made.append(Utterance(str(number), text, tuple(spans)))
    return made


@pytest.mark.parametrize(
    ("dialogues", "right"),
    [
        # Three turns and two ends.
        ([["Who is there?", "Only me, and the cat.", "Come in then, both."]], [(5, 5)]),
        # A turn of two speakers.
        ([["Who is there?|Only me, and the cat.", "Come in then, both."]], [(4, 3)]),
        # The end between them is none.
        ([["Who is there?", "Only me, and the cat."], ["Come in then, both."]], [(4, 3), (3, 2)]),
        # Ann after Ann.
        ([["Who is there?", "Come in then, both."]], [(4, 3)]),
        # What is not speech.
        ([["Who is there?", "The rain fell on the roof."]], [(4, 3)]),
    ],
)
def test_decisions_are_judged_by_the_annotation(dialogues, right):
    gold = annotated(*TALK, "The rain fell on the roof.")
    sure = {str(number): 0.9 for number in range(len(dialogues))}
    judged = list(certainty.judged(gold, found(gold, *dialogues), sure))
    assert [(one.decisions, one.right) for one in judged] == right
    assert {one.certainty for one in judged} == {0.9}


def test_other_people_talk_in_another_conversation():
    gold = annotated(
        *TALK[:2], "The rain fell. " * 40, Said("No.", "Eve", ("Tom",)), Said("Oh.", "Tom", ("Eve",))
    )
    one, other = ["Who is there?", "Only me, and the cat."], ["No.", "Oh."]
    sure = {"0": 0.9, "1": 0.9}
    assert [each.right for each in certainty.judged(gold, found(gold, one, other), sure)] == [4, 4]
    assert [each.right for each in certainty.judged(gold, found(gold, one + other), sure)] == [5]


def test_a_higher_threshold_leaves_fewer_turns(tmp_path):
    gold = annotated(*TALK * 3)
    counted = certainty.count(certainty.Text(gold.id, write(tmp_path, gold)))
    turns = [counts["utterances"] for counts in counted.counts.values()]
    assert turns[0] > 0
    assert turns == sorted(turns, reverse=True)
    (one,) = counted.judged
    assert one.decisions == turns[0] + 2
    without = annotated(*TALK, id="own/two", addressees=False)
    assert not certainty.count(certainty.Text(without.id, write(tmp_path, without))).judged
    written = certainty.tables(tmp_path, 1)
    assert f"| 0 | {turns[0]:,} | 100.00 |" in written
    assert sum("| 10 |" in line for line in written.splitlines()) == 2
