"""Characters that transcribers wrote in ASCII."""

import pytest

from dialogue_etl.sources.books.reading import read
from dialogue_etl.sources.books.reading.transcription import decoded


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("&mdash; Oui, dit-il.", "— Oui, dit-il."),
        ("&#8212; Oui &amp; non &#x2026;", "— Oui & non …"),
        ("caf&eacute; &ldquo;Yes&rdquo;", "café “Yes”"),
        ("na[:i]ve, man[oe]uvre, [AE]sop, facade with [,c]", "naïve, manœuvre, Æsop, facade with ç"),
        ("[=a]gnus, [)e], [~n], [^o], [`a], ['e]", "āgnus, ĕ, ñ, ô, à, é"),
    ],
)
def test_entities_and_letters_in_brackets_are_characters(written: str, meant: str) -> None:
    assert decoded(written) == meant
    assert read(written.encode()).text == meant


@pytest.mark.parametrize(
    "text",
    ["AT&T; R&D;", "a & b; c", "[1] [a] [note] [Illustration]", "[.x1] [=]", "&unknownname; &;", "[=q]"],
)
def test_what_only_looks_like_them_stays(text: str) -> None:
    assert decoded(text) == text
