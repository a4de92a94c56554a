import pytest

from dialogue_etl.evaluation.conversations import FAR, NEAR, Place, contributions, places
from tests.evaluation.texts import Said, annotated

SAME, UNSURE, BOUNDARY = Place.SAME, Place.UNSURE, Place.BOUNDARY
ANN, BOB = Said("Yes.", "Ann", ("Bob",)), Said("No.", "Bob", ("Ann",))
CID, DAN = Said("Who?", "Cid", ("Dan",)), Said("Me.", "Dan", ("Cid",))
JOINS = Said("Well.", "Eve", ("Ann",))
MARKS = len("”\n\n" + "\n\n“")  # beside a paragraph of narration


def between(*parts, **more):
    gold = annotated(*parts, **more)
    return places(gold.turns, gold.breaks)


def narration(characters):
    return "x" * (characters - MARKS)


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        (("He went.",), []),
        ((ANN, BOB, ANN), [SAME, SAME]),
        ((ANN, "***", BOB), [BOUNDARY]),
        ((ANN, BOB, CID, DAN), [SAME, BOUNDARY, SAME]),
        ((ANN, CID, "***", BOB), [BOUNDARY, BOUNDARY]),  # talk does not come back over a break
    ],
)
def test_who_talks_to_whom_and_breaks_part_conversations(parts, found):
    assert between(*parts) == found


@pytest.mark.parametrize(("offset", "place"), [(-1, SAME), (0, BOUNDARY), (4, BOUNDARY), (5, SAME)])
def test_a_break_counts_from_the_end_of_a_speech_to_the_beginning_of_the_next(offset, place):
    gold = annotated(ANN, BOB)  # ”, two line ends and “ lie between them
    assert places(gold.turns, [gold.turns[0].spans[0].end + offset]) == [place]


@pytest.mark.parametrize("unknown", [Said("Oh.", None), Said("Oh.", "Ann"), Said("Oh.", None, ("Bob",))])
def test_who_is_not_known_parts_nothing(unknown):
    assert between(ANN, unknown, BOB) == [SAME, SAME]
    assert between(CID, Said("Oh.", "Ann")) == [BOUNDARY]


def test_one_shared_participant_is_enough_only_nearby():
    assert between(BOB, narration(NEAR), JOINS) == [SAME]
    assert between(BOB, narration(NEAR + 1), JOINS) == [BOUNDARY]


def test_talk_that_comes_back_within_four_turns_was_never_left():
    assert between(ANN, CID, BOB) == [SAME, SAME]
    assert between(ANN, CID, CID, CID, CID, BOB) == [BOUNDARY, SAME, SAME, SAME, BOUNDARY]
    assert between(ANN, CID, CID, CID, BOB)[0] is SAME


def test_the_same_people_after_long_are_unsure():
    assert between(ANN, narration(FAR), BOB) == [SAME]
    assert between(ANN, narration(FAR + 1), BOB) == [UNSURE]
    assert between(ANN, narration(FAR + 1), CID) == [BOUNDARY]


def test_neighbouring_turns_of_one_known_speaker_are_one_contribution():
    nobody = Said("Oh.", None)
    gold = annotated(ANN, ANN, BOB, nobody, nobody, ANN, "***", ANN)
    joined = contributions(gold.turns, places(gold.turns, gold.breaks))
    assert [len(spans) for spans in joined] == [2, 1, 1, 1, 1, 1]
