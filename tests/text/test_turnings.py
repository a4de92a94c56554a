import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.marks import tag_patterns
from dialogue_etl.text import dashes
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.turnings import CLOSING, NOTE, TAG, turnings


def found(text, tag="fr", said=None):
    book = BookText.of(text)
    said = [(0, len(text))] if said is None else said
    return turnings(book, dashes.dashes_of(book).inner, Spans.of(said), tag_patterns(tag))


def places(text, kind):
    places, kinds = found(text)
    return [place for place, other in zip(places.tolist(), kinds.tolist(), strict=True) if other == kind]


def test_a_dash_is_a_place_with_its_end():
    places, kinds = found("— Oui -- non.")
    assert list(zip(places.tolist(), kinds.tolist(), strict=True)) == [(0, 1), (6, 8)]


def test_a_tag_may_begin_behind_punctuation_and_a_blank():
    text = "Oui, dit-il. Non! s'écria Jean.\nBah? répéta M. X (lui) dit-elle; y songea-t-il."
    begins = [text.index(tag) for tag in ("dit-il", "s'écria", "répéta", "dit-elle", "y songea")]
    assert set(begins) <= set(places(text, TAG))
    assert text.index("Jean") not in places(text, TAG)


def test_notes_and_guillemets_that_close_are_places():
    assert places("« Oui [Note] » Non.", NOTE) == [6]
    assert places("« Oui [Note] » Non.", CLOSING) == [13]


def test_where_guillemets_point_one_way_none_closes():
    assert places("»Ja», sade hon. »Nej»", CLOSING) == []


def test_without_patterns_there_are_dashes_alone():
    book = BookText.of("— Oui, dit-il — non [Note].")
    assert turnings(book, dashes.dashes_of(book).inner, Spans.of([(2, 18)]), None).places.tolist() == [0, 14]


@given(st.text(st.sampled_from("dits-il é,.!’'\n«»[—-"), max_size=50), st.sampled_from(["fr", "es", "fi"]))
def test_no_tag_begins_anywhere_else(text, tag):
    """The fast look-up finds every place that the expression matches at, behind a mark and a blank."""
    places, kinds = found(text, tag)
    begins = {place for place, kind in zip(places.tolist(), kinds.tolist(), strict=True) if kind == TAG}
    assert places.tolist() == sorted(places.tolist())
    for place in range(2, len(text)):
        if (
            text[place - 1] in " \n"
            and text[place - 2] in ",.!’'»"
            and tag_patterns(tag).tag.match(text, place)
        ):
            assert place in begins


@given(st.lists(st.integers(0, 1_500), max_size=8), st.sampled_from("dits-il é,.!’'\n«»[—-"))
def test_in_speech_every_place_is_found_whatever_is_said_elsewhere(edges, filler):
    text = f"Oui, dit-il.{filler} " * 100
    said = list(zip(sorted(edges)[::2], sorted(edges)[1::2], strict=False))
    every, some = (
        set(zip(*map(np.ndarray.tolist, found(text, "fr", part)), strict=True)) for part in (None, said)
    )
    assert some <= every
    assert not {place for place, _ in every - some if any(start <= place < end for start, end in said)}
