import pytest

from dialogue_etl.sources.books.reference.dashes import dashed


def said(text, mark="--"):
    return [[utterance.text for utterance in dialogue] for dialogue in dashed(text, mark)[0]]


def test_speech_and_narration_take_turns():
    assert said("--Sì--disse--certo--e andò.") == [["Sì certo"]]
    assert said("– Igen – mondta – persze.", "–") == [["Igen persze."]]


@pytest.mark.parametrize(
    ("text", "mark", "speaks"),
    [("--Sì", "--", True), (" --Sì", "--", False), (" –Igen", "–", True), ("  –Igen", "–", False)],
)
def test_the_whole_dash_is_within_the_first_two_characters(text, mark, speaks):
    assert bool(said(text, mark)) is speaks


def test_only_speaking_paragraphs_count_as_of_two_dashes():
    assert dashed("--Sì--disse.\n\n--No.\n\nx--y--z.\n\n--a--b--c", "--")[1] == 2


@pytest.mark.parametrize(("characters", "dialogues"), [(149, 1), (150, 2)])
def test_the_gap_counts_silent_paragraphs_only(characters, dialogues):
    assert len(said(f"--Sì--{'x' * 500}\n\n{'x' * characters}\n\n--No.")) == dialogues
