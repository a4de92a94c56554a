import numpy as np

from dialogue_etl.sources.books.marks import tag_patterns
from dialogue_etl.text.points import points_of
from dialogue_etl.text.spans import Spans
from dialogue_etl.text.turnings import TAG, Turnings
from dialogue_etl.text.turnings_in_speech import NO_TAG, TurningsInSpeech

TEXT = "Uno, dijo. —Dos, tres— y” —cuatro"
SPANS = Spans.of([(0, 10), (12, 33)])


def inside(places, kinds):
    return TurningsInSpeech.of(Turnings(np.array(places), np.array(kinds)), SPANS)


def test_places_outside_of_the_stretches_are_left_out():
    found = inside([5, 11, 17, 21, 26], [TAG, 12, TAG, 22, 27])
    assert found.stretches.tolist() == [0, 1, 1, 1]
    assert found.starts.tolist() == [0, 12, 12, 12]
    assert found.ends.tolist() == [10, 33, 33, 33]
    assert found.places.tolist() == [5, 17, 21, 26]


def test_a_tag_is_known_by_where_its_words_end():
    found = inside([5, 17, 21], [TAG, TAG, 22])
    assert found.tags(TEXT, tag_patterns("es")).tolist() == [9, NO_TAG, NO_TAG]


def test_dashes_of_another_stretch_do_not_count():
    found = inside([5, 17, 21, 26], [TAG, TAG, 22, 27])
    assert found.behind_dash().tolist() == [False, False, True, True]
    dashes = Spans.of([(11, 12), (21, 22), (26, 27)])
    following = found.next_dash(dashes, np.array([9, 17, NO_TAG, NO_TAG]))
    assert following.pairs() == [(10, 10), (21, 22), (26, 27), (33, 33)]


def test_a_mark_closes_before_a_place_or_a_blank_before_it():
    found = inside([17, 21, 26], [TAG, 22, 27])
    assert found.behind_quotation(points_of(TEXT)).tolist() == [False, False, True]


def test_no_places_are_no_rows():
    assert all(len(column) == 0 for column in inside([], []))
