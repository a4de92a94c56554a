"""Tales and letters of several paragraphs, each with its mark."""

import pytest

from dialogue_etl.sources.books.extraction.speech_rules import REASONS
from tests.sources.books.extraction import steps
from tests.sources.books.extraction.layout.looks import PROSE


def reasons(text, tag="en"):
    table = steps.table_after("classify_speech", steps.document(text, tag))
    return [REASONS[reason] for reason in table.column("reason")]


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("en", "And he began: “I was born on a boat.\n\n“My father sold it.\n\n“We went to the mill.”"),
        ("en", "Then he told his story:\n\n“I was born on a boat.\n\n“My father sold it.\n\n“We left.”"),
        ("fr", "Et il commença : « Je suis né sur un bateau.\n\n« Mon père le vendit.\n\n« Voilà tout. »"),
        (
            "de",
            "Und er begann: »Ich bin auf einem Boot geboren.\n\n»Mein Vater verkaufte es.\n\n»Das war es.«",
        ),
        ("nl", "En hij begon: “Ik ben op een boot geboren.\n\n“Mijn vader verkocht haar.\n\n“Dat is het.”"),
        ("it", "E cominciò: «Nacqui su una barca.\n\n«Mio padre la vendette.\n\n«Ecco tutto.»"),
    ],
)
def test_a_tale_with_a_mark_before_each_paragraph_is_left_out(tag, text):
    assert reasons(text, tag) == ["skip_tales"] * 3


@pytest.mark.parametrize(
    "text",
    [
        # Two paragraphs; no words for telling; a new quotation, not the same one.
        "And he began: “I was born on a boat.\n\n“My father sold it.”",
        "And he said: “I was born on a boat.\n\n“My father sold it.\n\n“We went to the mill.”",
        "And he began: “I was born on a boat.”\n\n“Really?”\n\n“Yes.”",
        "The story was long. “I was born on a boat.\n\n“My father sold it.\n\n“We went to the mill.”",
    ],
)
def test_other_speech_of_several_paragraphs_is_kept(text):
    assert not any(reasons(text))


def test_a_letter_that_the_narrator_introduces_as_one_is_left_out():
    text = "A letter came. It said: “The boat is gone.\n\n“We stay at the mill.\n\n“We will sell the dog.”"
    assert reasons(text) == ["skip_letters"] * 3


@pytest.mark.parametrize(
    "letter",
    [
        "“Dear Ann,\n\n“The boat is gone, and so is the old dog.\n\n“Yours ever, TOM.”",
        "“Dear Ann, the boat is gone, and so is the old dog that you liked. Yours ever, Tom Bell.”",
        "“MY DEAR ANN,—The boat is gone, and so is the old dog that you liked.—Your loving brother, TOM.”",
    ],
)
def test_a_letter_is_left_out_if_narration_follows_on_the_line_of_its_signature(letter):
    text = f"{PROSE}\n\n{letter} She folded the sheet and wept.\n\n“What is it?” asked Eve."
    found = reasons(text)
    assert found[-1] == ""
    assert set(found[:-1]) == {"skip_letters"}


def test_an_address_without_a_signature_is_speech():
    assert reasons("“My dear Ann, the boat is gone, and so is the old dog that you liked.” She wept.") == [""]
