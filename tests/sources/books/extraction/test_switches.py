"""Each switch of extraction changes the result on a book written for it."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.speech_rules import RULES
from tests.own_books import TEXTS

SWITCHES = {
    "single_quotes": "single",
    "nested_quotes": "nested",
    "skip_dash_lists": "list",
    "mixed_marks": "two-marks",
    "chapter_breaks": "chapters",
    "drop_scare_quotes": "quoted",
    "skip_letters": "letter",
    "skip_titles": "title",
    "skip_tales": "tale",
    "find_speakers": "alternation",
    "split_speakers": "paragraph",
    "join_speakers": "tagged",
}
LANGUAGE = dict(TEXTS.keys())
# With the switch on; after the bar, who speaks.
FOUND = {
    "dashes": [["¿Vienes hoy?", "Hoy no puedo.", "¿Y mañana?", "Mañana sí."]],
    "guillemets": [["Kommst du heute?", "Heute nicht.", "Und morgen?", "Morgen gern."]],
    "single": [["Shall we row over?|Ann", "Not in this fog.|Tom", "Then tomorrow.|Ann"]],
    "backticks": [["Is it late?|Ann", "It is nine.|Tom", "Then sleep.|Ann"]],
    "nested": [["Er rief: „Halt!“ und lief weiter.", "Wohin?", "Zum Fluss."]],
    "lost": [["Who is there? Is it you, Tom?", "It is me.", "Come in, sit down."]],
    "list": [["¿Qué llevas?", "Llevo pan.", "¿Y el agua?", "Yo la traigo."]],
    "two-marks": [["¿Has llamado?", "He llamado.", "No vendrá nunca.", "Ya estoy aquí."]],
    "inserted": [["Mira, ven. Ya.|Ana", "No, no voy.|Luis"]],
    "remark": [["Take it, and go.|Ann", "Thank you (I mean it).|Tom"]],
    "chapters": [["Wake up.", "Never."], ["Whose boat is it?", "It is mine."]],
    "scenes": [["Good night.", "Sleep well."], ["Is there tea?", "There is milk."]],
    "letter": [["A letter.|Ann", "From Ned. He is coming.|Tom", "At last.|Ann"]],
    "verse": [["Sing it again.|Ann", "I will.|Tom", "Well sung.|Ann"]],
    "quoted": [["Shall we go?|Ann", "It floats.|Tom"]],
    "title": [["What is it?|Ann", "It is a book.|Tom"]],
    "tale": [["Erzählen Sie. Und dann?|Anna", "Nichts weiter."]],
    "tagged": [["It rains. And it is cold.|Ann", "What now?|Tom"]],
    "paragraph": [["Ours.|Ann", "Mine.|Tom", "Why yours?|Ann"]],
    "play": [
        [
            *("Shall we row over?|ANN", "Not in this fog.|TOM", "I would.|NED", "Then tomorrow!|TOM"),
            *("Will you wait for me?|ANN", "She never waits.|NED", "Who said that?|ANN", "It was Ned.|TOM"),
            *("I said nothing!|NED", "Where is he going?|ANN", "To see whose boat is tied below.|NED"),
            "And you hold the rope.|ANN",
        ]
    ],
    "alternation": [["Stay.|Ann", "I must go.|Tom", "Why?|Ann", "Because.|Tom"]],
}


def found(id, **params):
    """The turns of each dialogue of a book, with speakers."""
    language = LANGUAGE[id]
    book = extract_book(id, TEXTS[id, language], LANGUAGES[language], Extract(**params))
    return [
        [turn["text"] + (f"|{turn['speaker']}" if turn["speaker"] else "") for turn in dialogue["turns"]]
        for dialogue in book.dialogues.to_pylist()
    ]


@pytest.mark.parametrize("id", LANGUAGE)
def test_with_all_switches_on_a_book_gives_the_expected_dialogues(id):
    assert found(id) == FOUND[id]


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_switch_changes_the_result(switch):
    assert found(SWITCHES[switch], **{switch: False}) != FOUND[SWITCHES[switch]]


def test_every_speech_rule_has_a_book():
    assert {rule.name for rule in RULES if rule.switch} <= set(SWITCHES)
    assert set(SWITCHES.values()) <= set(LANGUAGE) == set(FOUND)
