import importlib

import pytest

from dialogue_etl.languages import LANGUAGES, Dash, Quotes
from dialogue_etl.sources.books.extraction.quotations.marks import family_of
from tests.conftest import ROOT, sample_params


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_is_in_the_file_of_its_tag(tag):
    module = importlib.import_module(f"dialogue_etl.languages.{tag}")
    assert LANGUAGES[tag] in vars(module).values()
    assert LANGUAGES[tag].tag == tag


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_marks_are_glyphs_of_one_family_and_a_pair_of_one_glyph_has_half_the_weight(language):
    assert language.marks
    for marks in language.marks:
        assert marks.weight > 0
        if isinstance(marks, Quotes):
            assert len(set(marks.opening)) == len(set(marks.closing)) == 1
            assert marks.closing in family_of(marks.opening)
            assert marks.weight == (1 if marks.opening == marks.closing else 2)


@pytest.mark.parametrize("tag", ["de", "en", "nl"])
def test_words_of_a_language_are_lower_case_and_unique(tag):
    language = LANGUAGES[tag]
    assert len(language.speech_verbs) >= 60
    titles = set(language.titles)
    for words in (
        language.speech_verbs,
        language.pronouns,
        titles,
        language.determiners,
        language.gender_words,
    ):
        assert words
        assert all(word == word.lower() and " " not in word for word in words)
    assert not language.speech_verbs & (titles | set(language.pronouns) | set(language.gender_words))
    assert set(language.gender_words.values()) == {"m", "f"}
    assert set(language.pronouns.values()) == {"m", "f", "1"}


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_elisions_begin_or_end_with_an_apostrophe(language):
    assert all(word == word.lower() and (word[0] == "'") != (word[-1] == "'") for word in language.elisions)


def test_params_yaml_lists_supported_languages_only():
    assert set(sample_params().languages) <= set(LANGUAGES)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_has_golden_dialogues(tag):
    assert list((ROOT / "tests" / "golden" / tag).glob("*.txt"))


DASHES = [tag for tag, language in LANGUAGES.items() if any(isinstance(m, Dash) for m in language.marks)]


@pytest.mark.parametrize("tag", DASHES)
def test_a_language_with_dashes_has_speech_verbs_and_talk_words(tag):
    language = LANGUAGES[tag]
    assert len(language.speech_verbs) >= 60
    assert language.comma_verbs | language.resuming_verbs <= language.speech_verbs
    assert language.talk_words
    assert "1" in language.pronouns.values()
    assert set(language.titles.values()) == {"m", "f"}
