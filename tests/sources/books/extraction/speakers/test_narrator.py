"""Whether a narrator who speaks has the name by which others address them."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

ASKED = "“Where have you been{}?” asked Ellen.\n\n“In the mill,” I said.\n\n"


def speakers(text):
    found = extract_book("b", text, LANGUAGES["en"], Extract(min_delimiters=0))
    return {turn["speaker"] for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ASKED.format(", Paul") * 3, {"Ellen", "Paul"}),
        (ASKED.format(", my dear Paul") * 3 + "Paul Harker sat. " * 3, {"Ellen", "Paul Harker"}),
        (ASKED.format(", Paul") * 2, {"Ellen", "I"}),  # too rarely
        (ASKED.format(", my dear") * 3, {"Ellen", "I"}),
        (ASKED.format(", Paul") * 5 + ASKED.format(", Mark") * 3, {"Ellen", "I"}),
        (ASKED.format(", Paul") * 3 + "“Oh, Paul!” I said.", {"Ellen", "I"}),  # somebody else
        (ASKED.format(", Paul") * 3 + "“So,” said Paul.", {"Ellen", "I", "Paul"}),
        (ASKED.format(", Mill") * 3, {"Ellen", "Mill"}),
        (ASKED.format(", Mill") * 3 + "The mill stood still.", {"Ellen", "I"}),  # also a common word
    ],
)
def test_the_narrator_has_the_name_that_others_call(text, expected):
    assert speakers(text) == expected
