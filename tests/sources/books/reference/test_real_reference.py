"""What gutenberg-dialog itself extracts from real books, which do not come with the repository."""

import csv
import hashlib

import pytest

from dialogue_etl.sources.books.reference import reference_dialogues
from tests.shared_data import BOOKS, SHARED, needs

REFERENCE = SHARED / "reference"
LANGUAGES = ["de", "en", "es", "hu", "it", "nl", "pt"]

pytestmark = [
    pytest.mark.slow,
    needs(REFERENCE / "books.tsv", BOOKS),
]


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def encodings():
    return {row["file"]: row["encoding"].replace("-bom", "-sig") for row in rows(BOOKS / "MANIFEST.tsv")}


def extracted(name, language, encoding):
    text = (BOOKS / name).read_bytes().decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    return reference_dialogues(text.removeprefix("\ufeff"), language)


def digest(dialogues):
    lines = ["".join(f"{said.text}\n" for said in dialogue) + "\n" for dialogue in dialogues]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_book_gives_the_dialogues_of_the_original(encodings, language):
    wanted, found = {}, {}
    for row in rows(REFERENCE / "books.tsv"):
        if row["language"] == language:
            name = f"{language}/{row['book']}.txt"
            dialogues = extracted(name, language, encodings[name]).dialogues
            wanted[row["book"]] = (int(row["dialogues"]), int(row["utterances"]), row["sha256"])
            found[row["book"]] = (len(dialogues), sum(map(len, dialogues)), digest(dialogues))
    assert found == wanted
    assert len(wanted) > 10
    assert any(number for number, _, _ in wanted.values())


def test_each_rule_for_whole_books_drops_a_real_one(encodings):
    reasons = set()
    for name, language in (("en/1.txt", "en"), ("en/27.txt", "en"), ("es/29831.txt", "es")):
        found = extracted(name, language, encodings[name])
        reasons.add(found.drop and found.drop.reason)
    assert reasons == {"min_delimiters", "min_dialogues", "min_double_delimiters"}
