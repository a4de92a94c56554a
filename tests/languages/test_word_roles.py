import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.language import (
    BEHIND_NOUN,
    CAPITAL,
    DETERMINER,
    ENDS_NOUN,
    PRONOUN,
    RESUMES,
    SMALL,
    TITLE,
    VERB,
    WordRoles,
)


@pytest.mark.parametrize(
    ("tag", "word", "roles"),
    [
        ("en", "said", VERB | ENDS_NOUN),
        ("en", "Said.", VERB | ENDS_NOUN | CAPITAL),
        ("en", "continued", VERB | ENDS_NOUN | RESUMES),
        ("en", "She", PRONOUN | CAPITAL),
        ("en", "the", DETERMINER),
        ("en", "and", SMALL | ENDS_NOUN),
        ("en", "Mr.", TITLE | CAPITAL),
        ("en", "softly", ENDS_NOUN),
        ("en", "Ellen", CAPITAL),
        ("en", "window", 0),
        ("en", ",", ENDS_NOUN),
        ("nl", "’t", DETERMINER | ENDS_NOUN),
        ("es", "riendo.", BEHIND_NOUN),
        ("es", "Orlando", CAPITAL),
        ("de", "Sie", PRONOUN | BEHIND_NOUN | CAPITAL),
        ("fr", "d’un", BEHIND_NOUN),
    ],
)
def test_the_roles_of_a_word(tag, word, roles):
    assert LANGUAGES[tag].roles[word] == roles


@given(
    st.text(min_size=1, max_size=12)
    | st.sampled_from(["Mr..", "riendo..", "Lui", "Went", "’T", "Cap’n", "Softly.", "ſaid", "İ"])
)
def test_one_look_up_tells_what_many_would(word):
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
        roles = WordRoles(language)
        assert roles[word] == roles[word] == expected
