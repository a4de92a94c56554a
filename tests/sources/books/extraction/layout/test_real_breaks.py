"""Chapter and scene breaks of the annotated texts, which their makers found by a pattern of their own."""

import json

import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.layout import Kind, paragraph_kinds
from dialogue_etl.text.spans import BookText
from tests.shared_data import GOLD, needs

CORPORA = {"pdnc": 0.98, "litbank": 0.98, "openboek": 0.98, "rwk": 0.95, "conha19": 0.98, "aads": 0.98}
"""Share of the breaks that must be found; some of those annotated are only short paragraphs."""

pytestmark = needs(GOLD)


@pytest.mark.parametrize("corpus", CORPORA)
def test_the_breaks_are_found(corpus):
    found = []
    for folder in sorted((GOLD / corpus).iterdir()):
        meta = json.loads((folder / "meta.json").read_text("utf-8"))
        book = BookText.of((folder / "text.txt").read_text("utf-8"))
        kinds = paragraph_kinds(book, LANGUAGES[meta["language"].split("-")[0]])
        parting = np.isin(kinds, (Kind.HEADING, Kind.SCENE_BREAK))
        # A title under a heading without a full stop may be counted as a break of its own.
        parting[1:] |= parting[:-1]
        places = np.searchsorted(book.paragraphs.starts, np.array(meta["breaks"]) + 1, side="right") - 1
        found += parting[np.maximum(places, 0)].tolist() if meta["breaks"] else []
    assert np.mean(found) >= CORPORA[corpus], f"{sum(found)} of {len(found)}"
