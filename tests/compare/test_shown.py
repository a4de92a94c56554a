from io import StringIO

from rich.console import Console

from dialogue_etl.compare import versions
from dialogue_etl.compare.results import Comparison
from dialogue_etl.compare.shown import renderables
from tests.compare.test_page import NAMES, evil

__all__ = ["evil"]


def shown(comparison):
    console = Console(file=StringIO(), width=140, highlight=False)
    for renderable in renderables(comparison):
        console.print(renderable)
    return console.file.getvalue()


def test_the_text_says_what_differs(two):
    comparison = versions.compare(two, "one", "two")
    text = shown(comparison)
    assert "extract.dialogue_gap         525" in text
    for language in comparison.languages:
        assert all(book.id in text for book in language.removed)
    assert "in a language that is not selected" in text
    assert "+ ── " in text
    assert "split" in text


def test_texts_are_not_taken_for_markup(evil):
    assert "<script>alert(1)</script>" in shown(evil)


def test_nothing_differs():
    assert "Nothing differs" in shown(Comparison(*NAMES, [], [], [], [], []))


def test_long_lists_end_with_their_number(two):
    books = versions.compare(two, "one", "two").languages
    many = [language for language in books for _ in range(20)]
    text = shown(Comparison(*NAMES, [], [], [], many, []))
    removed = sum(len(language.removed) for language in many)
    assert f"{removed} books removed" in text
    assert f"… and {removed - 10} more" in text
