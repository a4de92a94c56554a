import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.language import (
    BEHIND_NOUN,
    CAPITAL,
    DETERMINER,
    ENDS_NOUN,
    OBLIQUE,
    PRONOUN,
    RESUMES,
    SMALL,
    TITLE,
    VERB,
    WordRoles,
)

KNOWN = [
    *("said", "Said.", "continued", "She", "the", "and", "Mr.", "softly", "Ellen", "window", ",", "’t"),
    "FROM",
    *("riendo.", "Orlando", "Sie", "d’un", "Lui", "Mr..", "riendo..", "Went", "’T", "Cap’n", "ſaid", "İ"),
]


def check(word):
    for language in LANGUAGES.values():
        plain = word.rstrip(".")
        low = plain.lower()
        first = low.replace("’", "'")
        ends = low in language.speech_verbs | language.small_words or not low[:1].isalpha()
        expected = VERB * (low in language.speech_verbs) | PRONOUN * (first in language.pronouns)
        expected |= DETERMINER * (first in language.determiners) | SMALL * (first in language.small_words)
        expected |= TITLE * (first in language.titles) | CAPITAL * word[0].isupper()
        expected |= RESUMES * (low in language.resuming_verbs)
        expected |= ENDS_NOUN * (ends or plain.endswith(language.adverb_endings))
        endings = tuple(word[1:] for word in language.behind_nouns if word[0] == "-")
        behind = first in language.behind_nouns or (not word[0].isupper() and plain.endswith(endings))
        expected |= BEHIND_NOUN * behind
        endings = tuple(word[1:] for word in language.oblique if word[0] == "-")
        expected |= OBLIQUE * (first in language.oblique or plain.endswith(endings))
        roles = WordRoles(language)
        assert roles[word] == roles[word] == expected


@pytest.mark.parametrize("word", KNOWN)
def test_roles_of_known_words_agree_with_the_word_lists(word):
    check(word)


@given(st.text(min_size=1, max_size=12))
def test_roles_of_any_word_agree_with_the_word_lists(word):
    check(word)
