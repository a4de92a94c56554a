import math
from collections import Counter

import pytest

from dialogue_etl.sources.books.catalogues import library
from tests.conftest import SAMPLE
from tests.sources.books.test_word_divergence import plainly


def test_what_is_dropped_before_does_not_count_in_the_survey(build):
    made = build({"languages": ["en"], "prefilter.min_words": 100_000}).run(
        "catalogue", "download", "works", "prefilter"
    )
    # Nothing is left in the survey, so each book is held against itself.
    scores = [row for row in made.rows("prefilter", "en", "scores") if row["measure"] == "kl_divergence"]
    assert len(scores) == len(made.rows("download", "en", "texts")) > 1
    assert [row["value"] for row in scores] == pytest.approx([0.0] * len(scores), abs=1e-8)


def test_every_book_is_measured_also_those_that_are_dropped(sample):
    for language in sample.params.languages:
        texts = {row["id"] for row in sample.rows("download", language, "texts")}
        measured = Counter(row["measure"] for row in sample.rows("prefilter", language, "scores"))
        names = ("words", "distinct_words_per_1000_words", "kl_divergence", "other_language")
        assert measured == dict.fromkeys(names, len(texts))


def test_divergences_of_the_sample_are_those_of_the_formula(sample):
    for language in sample.params.languages:
        dropped = {row["id"]: row["reason"] for row in sample.rows("prefilter", language, "drops")}
        books = {
            row["id"]: Counter(row["text"].split()) for row in sample.rows("download", language, "texts")
        }
        late = (None, "max_kl_divergence")
        survey = sum((words for id, words in books.items() if dropped.get(id) in late), Counter())
        for row in sample.rows("prefilter", language, "scores"):
            if row["measure"] == "kl_divergence":
                words = books[row["id"]]
                inside = dropped.get(row["id"]) in late
                assert math.isclose(
                    row["value"], plainly(words, survey if inside else survey + words), abs_tol=1e-8
                )


def test_a_book_in_another_language_is_dropped_by_its_text_and_named(build, tmp_path, caplog):
    """Whatever the catalogue and the header say; what is dropped does not weigh on the other books."""
    folder = tmp_path / "library"
    facts = {"authors": ("Doe, Jane",), "rights": "Public domain", "language": "en"}
    books = {id: (SAMPLE / f"cache/epub/{id}/pg{id}.txt").read_bytes() for id in ("900001", "900101")}
    books = {id: data.replace(b"Language: Hungarian", b"Language: English") for id, data in books.items()}
    library.add(
        folder, [(library.entry(id=id, title=id, data=data, **facts), data) for id, data in books.items()]
    )
    changes = {"languages": ["en"], "books.source": "library"}
    caplog.set_level("INFO")
    made = build(changes, library=folder).run("catalogue", "download", "works", "prefilter")
    (drop,) = made.rows("prefilter", "en", "drops")
    assert (drop["id"], drop["reason"], drop["value"], drop["threshold"]) == (
        "900101",
        "other_language",
        1.0,
        0.5,
    )
    assert drop["detail"] == "it seems to be in Hungarian, not in English"
    said = "1 left out by other_language: 900101 (it seems to be in Hungarian, not in English)"
    assert said in caplog.text
    off = build({**changes, "prefilter.other_language": 1.0}, name="off", library=folder)
    assert off.run("catalogue", "download", "works", "prefilter").rows("prefilter", "en", "drops") == []


def test_garbage_does_not_weigh_on_the_books_beside_it(build, tmp_path):
    """A file of one word a million times, and one of words that never come twice."""
    folder = tmp_path / "library"
    texts = {id: (SAMPLE / f"cache/epub/{id}/pg{id}.txt").read_bytes() for id in ("900001", "900002")}
    changes = {"languages": ["en"], "books.source": "library"}
    facts = {"language": "en", "authors": ("Doe, Jane",), "rights": "Public domain"}

    def divergences(name):
        library.add(
            folder, [(library.entry(id=id, title=id, data=data, **facts), data) for id, data in texts.items()]
        )
        made = build(changes, name=name, library=folder).run("catalogue", "download", "works", "prefilter")
        scores = made.rows("prefilter", "en", "scores")
        dropped = {row["id"]: row["reason"] for row in made.rows("prefilter", "en", "drops")}
        return {row["id"]: row["value"] for row in scores if row["measure"] == "kl_divergence"}, dropped

    alone, _ = divergences("alone")
    texts |= {"word": b"word " * 1_000_000, "codes": b" ".join(b"x%d" % n for n in range(100_000))}
    together, dropped = divergences("together")
    assert dropped == {"word": "min_distinct_words", "codes": "max_distinct_words"}
    assert {id: together[id] for id in alone} == alone
