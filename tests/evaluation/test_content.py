from dialogue_etl.evaluation.content import Annotation, contents
from dialogue_etl.evaluation.letters import Letters
from dialogue_etl.evaluation.utterances import Utterance, placed
from tests.evaluation.texts import Said, annotated

GOLD = annotated(Said("Yes", "Ann"), "went", Said("No", "Bob"), Said("Oh"))
ALL = "YeswentNoOh"


def content(*letters, gold=GOLD):
    """Of an utterance of these stretches of letters."""
    counted = Letters(gold.text)
    places = [at for at, sign in enumerate(gold.text) if sign.isalnum()]
    spans = tuple((places[start], places[end - 1] + 1) for start, end in letters)
    said = placed([Utterance("d", "x", spans)], gold.text, counted)
    return contents(said, gold, Annotation(gold, counted))[0]


def test_letters_are_dealt_to_the_turns_and_speakers_they_belong_to():
    found = content((0, 11))
    assert found.size == len(ALL)
    assert found.by_turn == {0: 3, 1: 2, 2: 2}
    assert found.by_speaker == {"Ann": 3, "Bob": 2, None: 2}
    assert found.speaker == "Ann"
    assert content((0, 2), (1, 3)).by_turn == {0: 3}  # what overlaps counts once


def test_of_two_who_say_as_much_the_first_is_the_speaker():
    assert content((1, 3), (7, 9)).speaker == "Ann"
    assert content((2, 3), (7, 9)).speaker == "Bob"
    assert content((3, 7)).speaker is None


def test_half_of_it_makes_an_utterance_speech():
    assert content((1, 3), (3, 5)).is_speech
    assert not content((1, 3), (3, 6)).is_speech


def test_an_utterance_without_letters_is_no_noise():
    counted = Letters("—")
    said = placed([Utterance("d", "—", ((0, 1),))], "—", counted)
    found = contents(said, GOLD, Annotation(GOLD, Letters(GOLD.text)))[0]
    assert (found.size, found.is_speech, found.speaker) == (0, True, None)
