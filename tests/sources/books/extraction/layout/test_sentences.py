"""Texts in which each sentence is a paragraph."""

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout.sentences import with_whole_paragraphs
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

RUSSIAN = LANGUAGES["ru"]
TALK = [
    ("— Куда ты?", "Уже темно!", "— спросил Егор.", "Лампа погасла."),
    ("— В лес.", "Я скоро, — ответила Дарья."),
    ("— Зачем? — За грибами.",),
    ("— Стой!", ".. — Что такое?", "— крикнула Дарья."),
]
TEXT = "\n\n".join(sentence for _ in range(10) for part in TALK for sentence in part)


def test_sentences_of_a_speech_and_its_tag_are_one_paragraph():
    whole = with_whole_paragraphs(TEXT, RUSSIAN)
    assert len(whole) == len(TEXT)
    assert [" ".join(part.split()) for part in whole.split("\n\n")][:7] == [
        "— Куда ты? Уже темно! — спросил Егор.",
        "Лампа погасла.",
        "— В лес. Я скоро, — ответила Дарья.",
        "— Зачем?",
        "—За грибами.",
        "— Стой!",
        "— Что такое? — крикнула Дарья.",
    ]


def test_turns_are_speech_alone():
    found = extract_book("1", TEXT, RUSSIAN, Extract()).dialogues.to_pylist()
    texts = {turn["text"] for dialogue in found for turn in dialogue["turns"]}
    assert {"В лес. Я скоро.", "Зачем?", "За грибами."} <= texts
    assert not any("Егор" in text or "Лампа" in text for text in texts)


def test_texts_with_paragraphs_stay_as_they_are():
    text = TEXT.replace("— спросил", "— Это спросил").replace("— крикнула", "— Тут крикнула")
    assert with_whole_paragraphs(text, RUSSIAN) is text
    assert with_whole_paragraphs(TEXT, LANGUAGES["fr"]) is TEXT
