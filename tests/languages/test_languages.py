import importlib

import pytest

from dialogue_etl.languages import LANGUAGES, Quotes
from tests.conftest import ROOT, sample_params


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_is_in_the_file_of_its_tag(tag):
    module = importlib.import_module(f"dialogue_etl.languages.{tag}")
    assert LANGUAGES[tag] in vars(module).values()
    assert LANGUAGES[tag].tag == tag


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_marks_are_single_glyphs_and_weigh_something(language):
    assert language.marks
    for marks in language.marks:
        assert marks.weight > 0
        if isinstance(marks, Quotes):
            assert len(marks.opening) == len(marks.closing) == 1


def test_a_pair_of_one_glyph_has_half_the_weight():
    for language in LANGUAGES.values():
        for marks in language.marks:
            if isinstance(marks, Quotes):
                assert marks.weight == (1 if marks.opening == marks.closing else 2)


def test_params_yaml_builds_every_language():
    assert set(sample_params().languages) == set(LANGUAGES)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_has_golden_dialogues(tag):
    assert list((ROOT / "tests" / "golden" / tag).glob("pg*.txt"))
