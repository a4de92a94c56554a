"""What `add` of each source, and `try`, say of texts that seem to be in another language than stated."""

import json

import pytest

from dialogue_etl.workspace import programs as tracked
from tests.conftest import SAMPLE

HUNGARIAN = SAMPLE / "cache/epub/900101/pg900101.txt"
GERMAN = "Ich weiß nicht, wohin der Weg führt, und es wird schon dunkel. Wir sollten umkehren."


@pytest.fixture
def folder(workspace, monkeypatch):
    """A workspace for sources whose folder is named to DVC."""
    monkeypatch.setattr(tracked, "track", lambda *_: None)
    return workspace


def said_of(number, text=GERMAN):
    return "".join(
        f"{n}\n00:00:{n:02},000 --> 00:00:{n:02},900\n{text}\n\n" for n in range(1, number + 1)
    ).encode()


def test_books_add_says_it_and_what_to_do(command, workspace):
    said = command("books", "add", HUNGARIAN, "--language", "en")
    assert said.code == 0, said.err
    assert (
        "seems to be in Hungarian (1.00), not in en: it will be left out unless prefilter.other" in said.out
    )
    assert "; if so, add it with --language hu" in said.out
    assert "seems to be" not in command("books", "add", HUNGARIAN).out


def test_of_a_language_without_a_file_it_says_that_too(command, workspace, tmp_path):
    text = "Hún sagði að hún kæmi seinna og lokaði dyrunum á eftir sér, því að það var orðið kalt.\n\n"
    (tmp_path / "novel.txt").write_text(text * 50)
    facts = ("--language", "en", "--title", "T", "--author", "A", "--rights", "Public domain")
    said = command("books", "add", tmp_path / "novel.txt", *facts)
    assert "seems to be in Icelandic (1.00), not in en" in said.out
    assert "; if so, add it with --language is" in said.out
    said = command("books", "add", tmp_path / "novel.txt", *facts, "--language", "is")
    assert "Icelandic (is) has no file" in said.out


def test_try_says_it(command, tmp_path):
    said = command("try", HUNGARIAN, "--language", "de")
    assert "seems to be in Hungarian (1.00), not in de" in said.err
    (tmp_path / "film.srt").write_bytes(said_of(9))
    assert "seems to be in German" in command("try", tmp_path / "film.srt", "--language", "en").err
    assert "seems to be" not in command("try", tmp_path / "film.srt", "--language", "de").err


def test_subtitles_add_says_it(command, folder, tmp_path):
    (tmp_path / "film.srt").write_bytes(said_of(9))
    given = ("subtitles", "add", tmp_path / "film.srt", "--rights", "none stated", "--language")
    assert "not in en: it will be left out unless subtitles.other_language" in command(*given, "en").out
    assert "seems to be" not in command(*given, "de").out
    assert "whether it is in la can't be checked" in command(*given, "la").out


def test_threads_add_says_how_many_texts_and_which(command, folder, tmp_path):
    russian, japanese = "Она сказала, что придёт позже", "雨が降るかな、傘を持って行こう"
    texts = ["I will be there in a minute, wait for me"] * 8 + [russian, japanese]
    rows = [
        {"id": f"c{n}", "parent": f"c{n - 1}" if n else None, "text": text} for n, text in enumerate(texts)
    ]
    (tmp_path / "dump.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = ("threads", "add", tmp_path / "dump.jsonl", "--name", "talk", "--rights", "CC0", "--language")
    out = " ".join(command(*given, "en").out.split())
    assert "20 % of 10 texts that were looked at seem to be in other languages than en" in out
    assert "Russian 10 %" in out
    assert "Japanese 10 %" in out
    assert "--language en" not in out
    assert "if so, add it with --language en" in " ".join(command(*given, "zh").out.split())
