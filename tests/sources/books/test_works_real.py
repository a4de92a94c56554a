"""Editions planted among real books of Project Gutenberg, which do not come with the repository.

Among the books as they are, none is an edition of another (titles, authors and shared text were looked at);
one short one, en4, stands whole in a larger one, en1.
"""

import csv

import pytest

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.sources.books import gutenberg, works
from dialogue_etl.text import encoding
from tests.conftest import quick_runtime
from tests.shared_data import BOOKS, needs
from tests.sources.books import planted
from tests.sources.books.planted import groups_of, pairs_of, row

PLANTED_PER_LANGUAGE = 6
PER_BOOK = 3

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    needs(BOOKS),
]


def real_books():
    """Texts by language and number, without header and footer."""
    for path in sorted(BOOKS.glob("??/*.txt")):
        text = gutenberg.strip(encoding.decode(path.read_bytes())[0])
        yield f"{path.parent.name}{path.stem}", text


def catalogued():
    """Title and authors by language and number, as the list beside the books has them."""
    with (BOOKS / "MANIFEST.tsv").open(encoding="utf-8") as file:
        listed = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        named = {f"{book['lang']}{book['pg_id']}": book["title_author"].split(" | ") for book in listed}
    return {id: (title, [author] if author != "nan" else []) for id, (title, author) in named.items()}


def library():
    """All books, some with three editions, and which belong together."""
    rows, groups, planted_in = [], [], {}
    about = catalogued()
    for seed, (id, text) in enumerate(real_books()):
        language = id[:2]
        rows.append(row(id, text, *about[id]))
        planted_in[language] = planted_in.get(language, 0) + 1
        if planted_in[language] > PLANTED_PER_LANGUAGE:
            continue
        editions = (
            planted.another_edition(text),
            planted.with_words_changed(text, seed),
            planted.first_half(text),
        )
        names = [f"{id}edition{number}" for number in range(PER_BOOK)]
        rows += [row(name, edition) for name, edition in zip(names, editions, strict=True)]
        groups.append([id, *names])
    return rows, groups


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What the stage found, and what there was to find."""
    folder = tmp_path_factory.mktemp("real")
    rows, groups = library()
    works.works(
        language="en",
        texts=planted.write_texts(folder / "texts", rows),
        output=folder / "works",
        metrics=folder / "works.json",
        params=params.WholeParams(),
        runtime=quick_runtime(workers=2),
    )
    return list(shards.read(folder / "works", "works")), groups


def test_planted_editions_are_told_from_other_books(found):
    rows, groups = found
    expected, joined = pairs_of(groups), pairs_of(groups_of(rows))
    right = len(expected & joined)
    recall, precision = right / len(expected), right / len(joined)
    print(f"\n{len(rows)} books, {len(expected)} pairs: recall {recall:.2%}, precision {precision:.2%}")  # noqa: T201
    print("missed", sorted(expected - joined), "wrong", sorted(joined - expected))  # noqa: T201
    assert len(groups) >= 40
    assert recall >= 0.95
    assert precision >= 0.98


def test_books_as_they_are_stay_apart(found):
    rows, _ = found
    originals = {row["id"]: row["work_id"] for row in rows if "edition" not in row["id"]}
    assert len(originals) >= 100
    assert len(set(originals.values())) == len(originals)
