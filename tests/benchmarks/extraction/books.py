"""Books of our own, as long as a rule needs them."""

from benchmarks.extraction.library import Book
from dialogue_etl.languages import LANGUAGES

TALK = ("{0}Are you coming?{1} he asked.", "{0}Not before supper,{1} she said.", "{0}Then I will wait.{1}")


def talk(opening, closing, times=20):
    """Paragraphs of speech between marks."""
    return "\n\n".join(line.format(opening, closing) for line in TALK * times)


def book(text, language="en", apparatus=()):
    return Book("own", LANGUAGES[language], text, apparatus)
