import numpy as np

from dialogue_etl.sources.books.speakers.attribution import telling
from dialogue_etl.sources.books.speakers.narration import BESIDE, TOLD, UNTOLD


def test_a_verb_of_speech_tells_more_than_the_neighbourhood():
    how = np.array([UNTOLD, BESIDE, TOLD, BESIDE, UNTOLD, TOLD, TOLD])
    assert telling(how, np.array([0, 3, 5])).tolist() == [2, 3, 5]


def test_without_any_tag_it_is_the_first_stretch():
    assert telling(np.array([UNTOLD, UNTOLD]), np.array([0])).tolist() == [0]
