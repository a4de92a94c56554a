"""Books written for the tests, as long as a rule needs them."""

from benchmarks.extraction.library import MANIFEST, Book
from dialogue_etl.languages import LANGUAGES

TALK = ("{0}Are you coming?{1} he asked.", "{0}Not before supper,{1} she said.", "{0}Then I will wait.{1}")


def talk(opening, closing, times=20):
    """Paragraphs of speech between marks."""
    return "\n\n".join(line.format(opening, closing) for line in TALK * times)


def book(text, language="en"):
    return Book("own", LANGUAGES[language], text)


def library(folder):
    """A book, a file that is not a book, and a missing file."""
    (folder / "1.txt").write_text(talk("“", "”"), "utf-8")
    (folder / "2.txt").write_bytes(b"\0\1\2" * 100)
    (folder / MANIFEST).write_text("file\tlang\n2.txt\ten\n1.txt\ten\nnone.txt\ten\n", "utf-8")
    return folder
