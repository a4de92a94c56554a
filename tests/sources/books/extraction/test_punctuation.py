"""What a tag took from the punctuation of speech is put back."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.checks import SpanCheck
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

CASES = [
    ("en", '"It always is," said Tom. "Sit down."', "It always is. Sit down."),
    ("en", '"I think," said Ann, "that you are late."', "I think, that you are late."),
    ("en", '"Oh, eminently," he replied.', "Oh, eminently."),
    ("en", '"What?" said Tom. "Never!"', "What? Never!"),
    ("en", '"I will go--" she began.', "I will go--"),
    ("en", '"You know," said he: "you have the air of it."', "You know, you have the air of it."),
    ("en", '"No, _no_," he said. "_Stay_."', "No, _no_. _Stay_."),
    ("de", "„Ja“, sagte er. „Ich komme.“", "Ja. Ich komme."),
    ("de", "„Ich glaube“, sagte sie, „daß du kommst.“", "Ich glaube, daß du kommst."),
    ("de", "„So sehr“, sagte sie, „vermißt man ihn nicht.“", "So sehr vermißt man ihn nicht."),
    ("de", "„Ich gehe“, sagte sie, „in den Wald.“", "Ich gehe in den Wald."),
    ("nl", '"Dat is waar", zei Jan, "maar ik blijf."', "Dat is waar, maar ik blijf."),
    ("es", "—Pero usted —dijo Juan, que reía,— no vino.", "Pero usted, no vino."),
    ("es", "—Por aquí —dijo Juan— pasa el río.", "Por aquí pasa el río."),
    ("es", "—Estoy sola... —dijo Ana—. Ven.", "Estoy sola... Ven."),
    ("es", "—Estoy sola... —dijo Ana.", "Estoy sola..."),
    ("en", '"_Stop!_" he said.', "_Stop!_"),
    ("it", "—Va bene;—disse Ugo.—Ti aspetto.", "Va bene. Ti aspetto."),
    ("en", '"I saw him....," he said.', "I saw him...."),
    ("de", "„Nein“, rief er.", "Nein."),
    ("fr", "— Je viens, dit Paul. Attends-moi.", "Je viens. Attends-moi."),
    ("fr", "— Oui, dit-il, je viens.", "Oui, je viens."),
    ("fr", "— Vraiment ? demanda-t-elle. Je ne crois pas.", "Vraiment ? Je ne crois pas."),
    ("es", "—Sí —dijo Juan—. Ven conmigo.", "Sí. Ven conmigo."),
    ("es", "—No —respondió él.", "No."),
    ("es", "—Pero el barco —insistí—, ¿sale hoy?", "Pero el barco, ¿sale hoy?"),
    ("es", "—Pero el barco —insistí— ¿sale hoy?", "Pero el barco ¿sale hoy?"),
    ("es", "—¿Qué? —preguntó—. ¡Nunca!", "¿Qué? ¡Nunca!"),
    ("pl", "— Idę — powiedział Jan. — Czekaj na mnie.", "Idę. Czekaj na mnie."),
    ("pl", "— Nie — odparł.", "Nie."),
    ("pl", "— Wiem — rzekł Jan — ale nie powiem.", "Wiem, ale nie powiem."),
    ("pl", "— Wiem — rzekł Jan — i nie powiem.", "Wiem i nie powiem."),
    ("hr", "— Znam — reče Ana — ali neću.", "Znam, ali neću."),
    ("en", '"Yes"', "Yes"),
    ("en", '"You are late," asked Tom.', "You are late?"),
    ("sv", "»Vet du inte», frågade Malin. »Jo.»", "Vet du inte? Jo."),
    ("sv", "»Vet inte», svarade Malin.", "Vet inte."),
    ("fi", "”Tule tänne”.", "Tule tänne."),
    ("hu", "– Értem – mondta Pál – de nem megyek.", "Értem, de nem megyek."),
    ("es", "«¿Quién es?».", "¿Quién es?"),
]


def texts(text: str, language: str, **params: object) -> list[str]:
    found = extract_book(
        "b", text, LANGUAGES[language], Extract(min_delimiters=0, min_turns=1, join_speakers=False, **params)
    )
    checks = SpanCheck({"b": text}, language, "default")
    said = [turn for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]]
    for turn in said:
        spans = [(span["start"], span["end"]) for span in turn["spans"]]
        assert checks.error("b", spans, turn["text"]) == ""
    return [turn["text"] for turn in said]


@pytest.mark.parametrize(("language", "printed", "said"), CASES)
def test_the_text_of_a_turn_is_what_was_said(language: str, printed: str, said: str) -> None:
    more = "\n\n".join(case for lang, case, _ in CASES if lang == language)
    assert texts(f"{printed}\n\n{more}", language)[0] == said


def test_it_can_be_left_as_printed() -> None:
    printed = '"It always is," said Tom. "Sit down."\n\n"Oh, eminently," he replied.\n\n"Yes," she said.'
    assert texts(printed, "en", mend_punctuation=False)[:2] == ["It always is, Sit down.", "Oh, eminently,"]


def test_a_tag_that_ends_its_paragraph_takes_a_mark_too() -> None:
    printed = '"We will open it"; and he laid it down.\n\nThe box was full. "Now look," he said.'
    assert texts(f"{printed}\n\nHe waited.", "en")[0] == "We will open it."
    found = extract_book("b", printed, LANGUAGES["en"], Extract(min_delimiters=0, min_turns=1, join_chance=0))
    (dialogue,) = found.dialogues.to_pylist()
    assert [turn["text"] for turn in dialogue["turns"]] == ["We will open it. Now look."]


def test_nothing_is_put_in_for_a_mark_that_is_repeated_on_each_line() -> None:
    assert texts('"In the house of\n"Mary I saw him,\n"and he saw me."\n\nHe sat.', "en") == [
        "In the house of Mary I saw him, and he saw me."
    ]
