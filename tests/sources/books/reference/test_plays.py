import pytest

from dialogue_etl.sources.books.reference.plays import played


def said(text):
    return [[utterance.text for utterance in dialogue] for dialogue in played(text, "_")]


def test_what_follows_the_name_is_said():
    assert said("_Lane._ I didn’t\nlisten.\n\n_Algernon._ Why?") == [["I didn’t listen.", "Why?"]]


def test_stage_directions_are_said_too():
    assert said("_Lane._ Yes. [_Goes out._] Sir.") == [["Yes. [ Goes out. ] Sir."]]


def test_other_paragraphs_are_part_of_the_gap():
    assert said("x _Lane._ Yes.\n\n _Lane._ Yes.") == []


@pytest.mark.parametrize(("characters", "dialogues"), [(149, 1), (150, 2)])
def test_the_gap(characters, dialogues):
    assert len(said(f"_A._ Yes.\n\n{'x' * characters}\n\n_B._ No.")) == dialogues
