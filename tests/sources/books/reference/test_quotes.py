import pytest

from dialogue_etl.sources.books.reference.quotes import quoted


def said(text, mark="“"):
    return [[utterance.text for utterance in dialogue] for dialogue in quoted(text, mark)]


def test_narration_between_quotations_is_left_out():
    assert said("He: “Yes,” he said,\n“of course.”") == [["Yes, of course."]]


def test_an_utterance_has_the_place_of_its_paragraph():
    text = "x\n\nHe: “Yes,” he\nsaid.\n\n"
    ((utterance,),) = quoted(text, "“")
    assert text[utterance.start : utterance.end] == "He: “Yes,” he\nsaid."


@pytest.mark.parametrize("quotation", ["yes.", "1.", "—Yes.", "‘Yes.’", " Yes.", "(Yes.)", "\nYes."])
def test_a_quotation_that_does_not_begin_with_a_capital_says_nothing(quotation):
    assert said(f"“{quotation}” he said. “Yes.”") == [[]]


def test_only_the_first_quotation_has_to_begin_with_a_capital():
    assert said("“Yes,” he said, “of course.”") == [["Yes, of course."]]
    assert said("“Éva,” he said, “ß.”") == [["Éva, ß."]]


def test_an_empty_first_quotation_passes():
    assert said("“”") == [[""]]
    assert said("“” he said. “yes.”") == [["yes."]]


def test_an_odd_number_of_marks_says_nothing_but_ends_the_gap():
    far = "x" * 145
    assert said(f"“One.”\n\n{far}\n\n“Two.\n\n“Three.”\n\n{far}\n\n“Four.”") == [
        ["One.", "Three.", "Four."],
    ]


def test_the_balance_of_marks_comes_before_the_capital():
    # Were the second paragraph rejected for its small letter, it would be part of the gap.
    assert said(f"“One.”\n\n“two {'x' * 200}“ x “\n\n“Three.”") == [["One.", "Three."]]


def test_a_closing_mark_alone_makes_a_paragraph_speak():
    assert said(f"“One.”\n\n{'x' * 300}”\n\n“Three.”") == [["One.", "Three."]]


def test_a_paragraph_without_capital_is_part_of_the_gap():
    quoted_word = f"{'x' * 100} “word” {'x' * 100}"
    assert said(f"“One.”\n\n{quoted_word}\n\n“Two.”") == [["One."], ["Two."]]


@pytest.mark.parametrize(("characters", "dialogues"), [(148, 1), (149, 2)])
def test_the_gap_counts_a_blank_for_each_line_end(characters, dialogues):
    # One for the end of the speaking paragraph, one for the end of the narration.
    assert len(said(f"“One.”\n\n{'x' * characters}\n\n“Two.”")) == dialogues


@pytest.mark.parametrize(("characters", "dialogues"), [(149, 1), (150, 2)])
def test_the_gap_begins_at_the_last_mark(characters, dialogues):
    assert len(said(f"{'x' * 99} “One” x “one.”{'x' * characters}\n\n“Two.”")) == dialogues


def test_narration_before_the_first_mark_is_no_part_of_the_gap():
    assert said(f"“One.”\n\n{'x' * 500} “Two.”") == [["One.", "Two."]]


def test_a_dialogue_begins_before_it_is_known_whether_anything_is_said():
    far = "x" * 200
    assert said(f"“One.”\n\n{far}\n\n“two.”\n\n{far}\n\n“Three.") == [["One."], [], []]


def test_the_first_paragraph_begins_a_dialogue():
    assert said("“Yes.”") == [["Yes."]]
    assert said("He went.") == []


def test_straight_marks_open_and_close():
    assert said('"Yes," he said, "of course."', '"') == [["Yes, of course."]]


@pytest.mark.parametrize("end", [" ", "\nx", "", "\n\nx"])
def test_a_single_mark_closes_before_white_space(end):
    assert said(f"‘Yes.’{end}", "‘") == [["Yes."]]


@pytest.mark.parametrize("text", ["‘Yes’, he said.", "‘Yes,’—he said.", "‘Yes’\tx"])
def test_a_single_mark_before_anything_else_is_an_apostrophe(text):
    assert said(text, "‘") == [[]]


def test_a_plural_possessive_closes_a_quotation():
    assert said("‘The boys’ hats are gone.’ ", "‘") == [[]]
    assert said("‘The boys’ hats and the girls’ are gone,’ he said.", "‘") == [["The boys are gone,"]]
